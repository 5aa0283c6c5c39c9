// Machines that play and help: what a game has of them, by `machine` of the rules, and the level that was chosen last.

import { first, knows, t } from './i18n.js'
import { settings } from './settings.js'

/** Whether searches of this kind are there for the game. @param {Rules} rules @param {Ability} ability */
export const hasAbility = ({ machine }, ability) =>
  machine?.abilities.includes(ability) ?? false

/** How many levels of machine opponents there are; 0: none. @param {Rules} rules */
export const levelsOf = ({ machine }) => machine?.levels ?? 0

/** A level in a word: the family's own, or the common one. @param {Rules} rules @param {number} level */
export const levelName = ({ family }, level) =>
  first(
    [`${family}.level.${level}`, `machine.level.${level}`, 'machine.level'],
    {
      level,
    },
  )

/** @param {Rules} rules */
const setting = ({ family }) => `level.${family}`

/** The level that this device has chosen last; at first a third of the way up. @param {Rules} rules */
export function chosenLevel(rules) {
  const levels = levelsOf(rules)
  const level = Number(settings.get(setting(rules)))
  return Number.isInteger(level) && level >= 1 && level <= levels
    ? level
    : Math.ceil(levels / 3)
}

/** @param {Rules} rules @param {number} level */
export const rememberLevel = (rules, level) =>
  settings.set(setting(rules), String(level))

/** Whether a machine has a seat. @param {{ players: (Person | null)[] }} game */
export const hasMachine = ({ players }) =>
  players.some((player) => player?.bot !== undefined)

/** Why the machine has made its last move, as a sentence; '' when it gave no reason. @param {Rules} rules
 * @param {Pick<State, 'remark' | 'status'>} state */
export function remarkText({ family }, { remark, status }) {
  const key = `${family}.remark.${remark}`
  return remark && status === 'live' && knows(key) ? t(key) : ''
}
