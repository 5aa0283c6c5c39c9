// The help as a sheet over another page, loaded when it is asked for.

import { loadPart, prepare } from '../core/files.js'

/** @type {OpenHelp} */
export async function openHelp(rules, services, lessons) {
  const [help] = await Promise.all([
    loadPart(() => import('../help/page.js')),
    prepare('help/page'),
  ])
  return help.openHelp(rules, services, lessons)
}
