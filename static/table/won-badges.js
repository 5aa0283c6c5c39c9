// Badges won with a game: loaded beside its result, and announced.

import { say } from '../core/announcer.js'
import { loadPart, prepare } from '../core/files.js'
import { list, t } from '../core/i18n.js'
import { playsBothSides } from './texts.js'

/** Names of the badges, and the sentence that tells them. @typedef {{ names: string[], sentence: string }} WonBadges */

/** Whether the reader has won a game that counts as a win: not against a bot, at both seats, or from a position.
 * @param {Pick<State, 'seat' | 'over' | 'start' | 'players'>} state */
export const canWinBadges = (state) =>
  state.seat !== null &&
  state.over?.winner === state.seat &&
  state.start === null &&
  !playsBothSides(state) &&
  state.players.every((player) => player?.bot === undefined)

/** Loads and announces the badges that the reader won with an ended game; null: none, or the page was left meanwhile.
 * @param {Rules} rules @param {State} state @param {AbortSignal} left @returns {Promise<WonBadges | null>} */
export async function loadWonBadges(rules, state, left) {
  if (!canWinBadges(state)) return null
  const [{ newBadges }] = await Promise.all([
    loadPart(() => import('./badge-news.js'), { quiet: true }),
    prepare('table/badge-news'),
  ])
  const names = await newBadges(rules, state)
  if (!names.length || left.aborted) return null
  const sentence = t('badges.new', { count: names.length, badges: list(names) })
  say(sentence)
  return { names, sentence }
}
