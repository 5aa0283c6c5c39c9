// /puzzles: positions with one winning move. First the puzzle of the day, or of a date; then a stream, by grade; or the
// forced win that was missed in a game of the player's own. The board is that of the game; the server knows the answer.

import { puzzlesPath } from '../app/routes.js'
import { prepare, sheet } from '../core/files.js'
import { find } from '../core/games.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { loadBoard } from '../table/board-host.js'
import { messageStrip } from '../table/message-strip.js'
import { loadMissed, missedTitle } from '../table/missed.js'
import { PuzzleTable } from './puzzle-table.js'

/** @import { Missed } from '../table/missed.js' */
/** @typedef {Wire.Puzzle & { state: State }} Puzzle */

const HOOKS = ['screen', 'status', 'turn', 'rules', 'puzzle', 'answer']

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { query, go, ready, signal }) {
  const grade = Number(query.get('grade')) || null
  const id = query.get('game')
  const own = id === null ? null : await missedIn(id, signal)
  const puzzle =
    own?.puzzle ??
    (await (grade === null
      ? ofTheDay(query.get('date'), signal)
      : nextPuzzle(grade, signal)))
  const rules = await find(puzzle.rules, prepare)
  const strip = messageStrip()
  const [host] = await Promise.all([
    loadBoard(rules, strip.say),
    sheet('/static/puzzles/puzzles.css'),
  ])
  signal.throwIfAborted()
  const title =
    own?.title ?? t(grade === null ? 'puzzle.title.day' : 'puzzle.title')
  const table = new PuzzleTable(root, rules, host, strip, {
    title,
    missed: own?.missed ?? null,
    next: (wanted) =>
      go(puzzlesPath(null, wanted), { replace: grade !== null }),
    signal,
  })
  root.dataset.screen = 'puzzles'
  root.replaceChildren(table.element)
  table.show(puzzle)
  ready(title)
  return {
    leave() {
      table.leave()
      for (const hook of HOOKS) delete root.dataset[hook]
    },
  }
}

/** The forced win that was missed in a game, as a puzzle. Refusal 404: there is none.
 * @param {string} id @param {AbortSignal} signal */
async function missedIn(id, signal) {
  /** @type {[State, Missed | null]} */
  const [state, missed] = await Promise.all([
    get(`/api/games/${encodeURIComponent(id)}`, { signal }),
    loadMissed(id, signal),
  ])
  if (!missed) throw new Refusal(404, 'not_found')
  /** @type {Puzzle} */
  const puzzle = { ...missed, id, grade: 0 }
  return { missed, puzzle, title: missedTitle(state, missed) }
}

/** @param {string | null} date @param {AbortSignal} signal @returns {Promise<Puzzle>} */
const ofTheDay = (date, signal) =>
  get(
    date === null
      ? '/api/puzzles'
      : `/api/puzzles?date=${encodeURIComponent(date)}`,
    {
      signal,
    },
  )

/** The one after the last that this device has seen of the grade; after the last of all, the first again.
 * @param {number} grade @param {AbortSignal} signal @returns {Promise<Puzzle>} */
async function nextPuzzle(grade, signal) {
  const seen = `puzzle.${grade}`
  const after = settings.get(seen)
  const path = `/api/puzzles/next?grade=${grade}`
  /** @type {Puzzle} */
  const puzzle = await get(
    after ? `${path}&after=${encodeURIComponent(after)}` : path,
    { signal },
  ).catch((error) => {
    if (!after || !(error instanceof Refusal) || error.status !== 404)
      throw error
    return get(path, { signal })
  })
  settings.set(seen, puzzle.id)
  return puzzle
}
