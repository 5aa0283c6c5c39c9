// Names of browsers and systems for the list of sessions, from the user agent.

import { t } from './i18n.js'

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari']
/** Names that differ from the agent's word. @type {Record<string, string>} */
const NAMES = { Edg: 'Edge', OPR: 'Opera' }
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']

/** Returns "Firefox on Linux", as far as the agent tells. @param {string} agent */
export function browserName(agent) {
  const found = BROWSERS.find((word) => agent.includes(word))
  const browser = found ? (NAMES[found] ?? found) : t('me.session.browser')
  const system = SYSTEMS.find((word) => agent.includes(word))
  return system ? t('me.session.name', { browser, system }) : browser
}
