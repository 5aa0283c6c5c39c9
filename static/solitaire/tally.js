// Counts of a solitaire as values: which are shown, and the playing time, which runs on from the server's value.

import { formatDuration, number, score as scoreText } from '../core/format.js'
import { t } from '../core/i18n.js'
import { receivedAt } from '../play/texts.js'

const MAX_PAUSE_MS = 600_000 // after which a pause is not counted as playing time

/** Whether the time runs: in the player's own game from its first move on. @param {State} state */
export const timeRuns = ({ status, seat, tally }) =>
  status === 'live' && seat !== null && Boolean(tally?.made)

/** Returns the playing time in ms. @param {State} state @param {number} now as of `performance.now()` */
export function playedMs(state, now) {
  const { ms = 0 } = state.tally ?? {}
  const added = timeRuns(state) ? now - receivedAt(state) : 0
  return added < MAX_PAUSE_MS ? ms + added : ms
}

/** Returns the counts by name in their order, without the deal. `words`: the score in the board's words; `warned`: the player
 * is told when the game is lost.
 * @param {State} state @param {{ words: string | undefined, warned: boolean, now: number }} how
 * @returns {[name: string, text: string][]} */
export function countsOf(state, { words, warned, now }) {
  const { tally, score, told } = state
  if (!tally) return []
  const scored = words ?? (score.length ? scoreText(score) : '')
  /** @type {[string, string | false | 0][]} */
  const rows = [
    ['made', number(tally.made)],
    ['undone', tally.undone > 0 && number(tally.undone)],
    ['length', tally.undone > 0 && number(told.length)],
    ['hints', tally.hints && number(tally.hints)],
    ['warned', warned && t('table.tally.yes')],
    ['score', scored],
    ['time', formatDuration(playedMs(state, now))],
  ]
  return rows.flatMap(([name, text]) => (text ? [[name, text]] : []))
}
