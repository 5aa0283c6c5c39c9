// /puzzles, positions with one winning move: the puzzle of the day of a game or of a date; then a stream by grade; or the
// forced win missed in one of the player's games. The server knows the answer.

import { puzzlesPath, query as queryOf } from '../app/routes.js'
import { prepare, sheet } from '../core/files.js'
import { find } from '../core/games.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { loadBoard } from '../play/board-host.js'
import { messageStrip } from '../play/message-strip.js'
import { loadMissed, missedTitle } from '../play/missed.js'
import { calendar } from './calendar.js'
import { PuzzleTable } from './puzzle-table.js'

/** @import { Missed } from '../play/missed.js' */
/** @typedef {Omit<Wire.Puzzle, 'turns' | 'ends' | 'grades' | 'games'> & Partial<Wire.Puzzle> & { state: State }} Puzzle */

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { query, go, ready, signal }) {
  const grade = Number(query.get('grade')) || null
  const id = query.get('game')
  const game = query.get('rules')
  const own = id === null ? null : await missedIn(id, signal)
  const puzzle =
    own?.puzzle ??
    (await (grade === null
      ? ofTheDay(query.get('date'), game, signal)
      : nextPuzzle(grade, game, signal)))
  const rules = await find(puzzle.rules, prepare)
  const strip = messageStrip()
  const [host, month] = await Promise.all([
    loadBoard(rules, strip.say),
    own ? null : calendar(rules.id, signal),
    sheet('/static/puzzles/puzzles.css'),
    sheet('/static/play/calendar.css'),
  ])
  const games = await Promise.all(
    (puzzle.games ?? []).map((one) => find(one, prepare)),
  )
  signal.throwIfAborted()
  const title =
    own?.title ?? t(grade === null ? 'puzzle.title.day' : 'puzzle.title')
  const table = new PuzzleTable(root, rules, host, strip, {
    title,
    missed: own?.missed ?? null,
    games,
    month,
    next: (wanted) =>
      go(puzzlesPath(null, wanted, game), { replace: grade !== null }),
    choose: (chosen) => go(puzzlesPath(null, undefined, chosen)),
    signal,
  })
  root.dataset.screen = 'puzzles'
  root.replaceChildren(table.element)
  table.show(puzzle)
  ready(title)
  return table
}

/** Reads the forced win missed in a game as a puzzle. Refusal 404: there is none.
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

/** @param {string | null} date @param {string | null} rules @param {AbortSignal} signal @returns {Promise<Puzzle>} */
const ofTheDay = (date, rules, signal) =>
  get(`/api/puzzles${queryOf({ date, rules })}`, { signal })

/** Reads the puzzle after the last of this grade seen on this device; after the last of all, the first again.
 * @param {number} grade @param {string | null} rules @param {AbortSignal} signal @returns {Promise<Puzzle>} */
async function nextPuzzle(grade, rules, signal) {
  const seen = rules === null ? `puzzle.${grade}` : `puzzle.${rules}.${grade}`
  const after = settings.get(seen)
  const path = `/api/puzzles/next${queryOf({ grade, rules })}`
  /** @type {Puzzle} */
  const puzzle = await get(
    `/api/puzzles/next${queryOf({ grade, rules, after })}`,
    { signal },
  ).catch((error) => {
    if (!after || !(error instanceof Refusal) || error.status !== 404)
      throw error
    return get(path, { signal })
  })
  settings.set(seen, puzzle.id)
  return puzzle
}
