// Bots and searches: what a game offers (`machine` of the rules), and the level chosen last.

import { first, knows, t } from './i18n.js'
import { settings } from './settings.js'

/** Whether the game has searches of this kind. @param {Rules} rules @param {Ability} ability */
export const hasAbility = ({ machine }, ability) => machine?.abilities.includes(ability) ?? false

/** Returns the request for a new game of a solitaire: where searches can prove it, its deal can be won.
 * @param {Rules} rules @returns {Wire.NewGame} */
export const freshDeal = (rules) =>
  hasAbility(rules, 'winnable') ? { rules: rules.id, deal: 'winnable' } : { rules: rules.id }

/** Returns the number of bot levels; 0: there is no bot. @param {Rules} rules */
export const levelsOf = ({ machine }) => machine?.levels ?? 0

/** Whether the bots can warn of costly moves before it answers. @param {Rules} rules */
export const teaches = (rules) => levelsOf(rules) > 0 && rules.machine?.teaches === true

/** Whether the bot teaches in this game. @param {Pick<State, 'warning'>} state */
export const isTaught = ({ warning }) => warning !== undefined

/** Returns "Level 1, Beginner", with the family's word or the common one; "Level 12" where there is none.
 * @param {Rules} rules @param {number} level */
export function levelName({ family }, level) {
  const keys = [`${family}.level.${level}`, `bot.level.${level}`]
  return keys.some(knows)
    ? t('bot.level.named', { level, word: first(keys) })
    : t('bot.level', { level })
}

/** @param {Rules} rules */
const setting = ({ family }) => `level.${family}`

/** Returns the level chosen last on this device; null: none yet. @param {Rules} rules */
function rememberedLevel(rules) {
  const level = Number(settings.get(setting(rules)))
  return Number.isInteger(level) && level >= 1 && level <= levelsOf(rules) ? level : null
}

/** Returns the level of the next game: the one chosen last, at first the lowest. @param {Rules} rules */
export const chosenLevel = (rules) => rememberedLevel(rules) ?? 1

/** @param {Rules} rules @param {number} level */
export const rememberLevel = (rules, level) => settings.set(setting(rules), String(level))

/** Returns the body of POST /api/games for one click against the bot or the teacher. Until a level is chosen the player
 * has the first seat, which moves first.
 * @param {Rules} rules @param {boolean} [teach] @returns {Pick<Wire.NewGame, 'rules' | 'bot' | 'seat'>} */
export const botGame = (rules, teach = false) => ({
  rules: rules.id,
  bot: { level: chosenLevel(rules), ...(teach && { teach }) },
  ...(rememberedLevel(rules) === null && { seat: 0 }),
})

/** Whether a bot has a seat. @param {{ players: (Person | null)[] }} game */
export const hasBot = ({ players }) => players.some((player) => player?.bot !== undefined)

/** The level of the bot that the player has played; undefined: none. @param {State} state */
export const playedLevel = ({ players, seat }) =>
  seat === null ? undefined : players[1 - seat]?.bot

/** Returns the bot of a game as `who` of a new game. @param {Pick<State, 'players' | 'warning'>} state */
export function botOf(state) {
  if (!hasBot(state)) return null
  return isTaught(state) ? 'teacher' : 'computer'
}

/** Returns the reason for the bot's last move as a sentence; '': it gave none. @param {Rules} rules
 * @param {Pick<State, 'remark' | 'status'>} state */
export function remarkText({ family }, { remark, status }) {
  const key = `${family}.remark.${remark}`
  return remark && status === 'live' && knows(key) ? t(key) : ''
}
