// Two players at one screen: the board stays, turns to who moves, or shows the pieces of the far side upside down for
// players who sit face to face. Kept on the device.

import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'

const WAYS = ['fixed', 'turn', 'face']

export function sameScreenWay() {
  const chosen = settings.get('same-screen', 'fixed')
  return WAYS.includes(chosen) ? chosen : 'fixed'
}

/** To the next way; what it is called. */
export function nextSameScreenWay() {
  const next = WAYS[(WAYS.indexOf(sameScreenWay()) + 1) % WAYS.length]
  settings.set('same-screen', next)
  return t(`act.same-screen.${next}`)
}
