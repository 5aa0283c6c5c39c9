// Buttons for the next game after one against the bot: one level higher after a win; the lessons and the teacher after
// two losses in a row at level 1.

import { isTaught, levelsOf, playedLevel, teaches } from '../core/bots.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'

const MIN_LOSSES = 2 // in a row at level 1, before lessons are offered

/** Returns at most two buttons. Stores on this device the games in a row that were lost at level 1.
 * @param {Rules} rules @param {State} state @param {import('./result.js').Press} press @returns {DialogAction[]} */
export function levelActions(rules, state, press) {
  const { game, over, seat } = state
  const level = playedLevel(state)
  if (!game || !over || over.reason === 'aborted' || level === undefined) return []
  if (over.winner === null || over.winner === seat) forgetLosses(rules)
  else if (level === 1 && lossesWith(rules, game) >= MIN_LOSSES)
    return [
      pressAction('lesson', t('act.lesson'), 'lesson', press),
      ...(teaches(rules) && !isTaught(state) ? [teacherAction(press)] : []),
    ]
  if (over.winner !== seat || level >= levelsOf(rules)) return []
  const label = t('act.next-level', { level: level + 1 })
  return [pressAction('next-level', label, 'next-level', press)]
}

/** @param {import('./result.js').Press} press */
const teacherAction = (press) =>
  pressAction('play-teacher', t('act.play-teacher'), 'play-teacher', press)

/** @param {Rules} rules */
const setting = ({ family }) => `lost.${family}`

/** @param {Rules} rules */
const forgetLosses = (rules) => settings.set(setting(rules), '')

/** Returns the number of games in a row lost at level 1, including this one, which counts once however often it is shown.
 * @param {Rules} rules @param {string} game */
function lossesWith(rules, game) {
  const lost = settings.get(setting(rules), '').split(' ').filter(Boolean)
  const all = [...new Set([...lost, game])].slice(-MIN_LOSSES)
  settings.set(setting(rules), all.join(' '))
  return all.length
}

/** @param {string} act @param {string} label @param {string} command @param {import('./result.js').Press} press
 * @returns {DialogAction} */
const pressAction = (act, label, command, press) => ({
  label,
  act,
  press(event) {
    press(command, event.currentTarget)
    return false
  },
})
