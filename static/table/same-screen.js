// Board orientation for two players at one screen, stored on the device: the board stays, turns to the side to move, or
// shows the far side's pieces upside down for players who sit face to face.

import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'

const WAYS = ['fixed', 'turn', 'face']

export function sameScreenWay() {
  const chosen = settings.get('same-screen', 'fixed')
  return WAYS.includes(chosen) ? chosen : 'fixed'
}

/** Switches to the next orientation; returns its name. */
export function nextSameScreenWay() {
  const next = WAYS[(WAYS.indexOf(sameScreenWay()) + 1) % WAYS.length]
  settings.set('same-screen', next)
  return t(`act.same-screen.${next}`)
}
