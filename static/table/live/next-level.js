// Next step after a game against the bot: one level higher after a win; after a loss where the game was lost, and after two
// in a row at level 1 the lessons and the teacher, too.

import { analysisPath } from '../../app/routes.js'
import { hasAbility, isTaught, levelsOf, playedLevel, teaches } from '../../core/bots.js'
import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'

const MIN_LOSSES = 2 // in a row at level 1, before lessons are offered

/** Whether the next step after a game against the bot leads before a rematch: a higher level, or where the game was lost, if
 * a move was made.
 * @param {Rules} rules @param {State} state */
export function leads(rules, state) {
  const { over, seat, told } = state
  const level = playedLevel(state)
  if (!over || over.reason === 'aborted' || level === undefined || over.winner === null)
    return false
  if (over.winner === seat) return level < levelsOf(rules)
  return told.length > 0 && hasAbility(rules, 'evaluate')
}

/** Returns the buttons of that step, the primary one first. Stores on this device the games in a row that were lost at
 * level 1.
 * @param {Rules} rules @param {State} state @returns {DialogAction[]} */
export function leadingActions(rules, state) {
  const { game, over, seat } = state
  const level = playedLevel(state)
  if (!game || !over || over.reason === 'aborted' || level === undefined) return []
  const isLost = over.winner !== null && over.winner !== seat
  if (!isLost) forgetLosses(rules)
  const lessons = isLost && level === 1 && lossesWith(rules, game) >= MIN_LOSSES
  /** @type {DialogAction[]} */
  const offered = lessons ? lessonActions(rules, state) : []
  if (!leads(rules, state)) return offered
  if (isLost) return [whereAction(state), ...offered]
  const label = t('act.next-level', { level: level + 1 })
  return [{ act: 'next-level', label, look: 'primary' }]
}

/** @param {State} state @returns {DialogAction} */
const whereAction = ({ game, ply }) => ({
  label: t('act.show-where'),
  act: 'analyse',
  look: 'primary',
  href: analysisPath(game, ply),
})

/** @param {Rules} rules @param {State} state @returns {DialogAction[]} */
const lessonActions = (rules, state) => [
  { act: 'lesson', label: t('act.lesson') },
  ...(teaches(rules) && !isTaught(state)
    ? [{ act: 'play-teacher', label: t('act.play-teacher') }]
    : []),
]

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
