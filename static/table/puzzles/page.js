// /puzzles, positions with one winning move: the puzzle of the day of a game or of a date; then a stream by grade; or the
// forced win missed in one of the player's games. The server knows the answer.

import { puzzlesPath, query as queryOf } from '../../app/routes.js'
import { loadPart, prepare, sheet } from '../../core/files.js'
import { find } from '../../core/games.js'
import { get, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { html, signal as signalOf } from '../../vendor/preact.js'
import { loadBoard } from '../board-host.js'
import { MessageStrip } from '../message-strip.js'
import { loadMissed, missedTitle } from '../missed.js'
import { readMonth } from './calendar.js'
import { Card } from './card.js'
import { PuzzleTable } from './puzzle-table.js'

/** @import { Missed } from '../missed.js' */
/** @typedef {Omit<Wire.Puzzle, 'turns' | 'ends' | 'grades' | 'games'> & Partial<Wire.Puzzle> & { state: State }} Puzzle */

/** The player's results, and those of a month by day.
 * @typedef {{ mine: Wire.PuzzleMine | undefined, month: Wire.PuzzleCalendar }} Results */

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { query, go, ready, signal }) {
  const grade = query.get('grade')
  const game = query.get('rules')
  const date = query.get('date')
  const { puzzle, missed, title } = await read(query, signal)
  const rules = await find(puzzle.rules, prepare)
  const strip = new MessageStrip(signal)
  const [host, month] = await Promise.all([
    loadBoard(rules, strip),
    missed ? null : readMonth(signal),
    sheet('/static/table/puzzles/puzzles.css'),
    sheet('/static/kit/calendar.css'),
  ])
  const games = await Promise.all((puzzle.games ?? []).map((one) => find(one, prepare)))
  signal.throwIfAborted()
  const results = signalOf(month && { mine: puzzle.mine, month })
  const next = (/** @type {number} */ wanted) =>
    go(puzzlesPath(null, wanted, game), { replace: grade !== null })
  const openHelp = () => openRules(rules, host.services, go)
  const readResults = async () => {
    const [{ mine }, month] = await Promise.all([
      get(`/api/puzzles?rules=${rules.id}`, { signal }),
      readMonth(signal),
    ])
    if (!signal.aborted) results.value = { mine, month }
  }
  const side = html`
    <div>
      <${Card}
        ...${{ title, rules, puzzle, missed, games, results, next, openHelp, signal }}
        today=${grade === null && date === null}
      />
    </div>`
  new PuzzleTable(
    root,
    { rules, puzzle, missed, title },
    { host, strip, side },
    { next, openHelp, readResults, signal },
  ).open()
  ready(title)
}

/** @param {Rules} rules @param {import('../../pages/help/boards.js').HelpServices} services @param {Go} go */
async function openRules(rules, services, go) {
  const [{ openHelp }] = await Promise.all([
    loadPart(() => import('../../pages/help/page.js')),
    prepare('pages/help/page'),
  ])
  await openHelp(rules, services, { go, over: 'puzzle' })
}

/** Reads the puzzle that the address names. @param {URLSearchParams} query @param {AbortSignal} signal
 * @returns {Promise<{ puzzle: Puzzle, missed: Missed | null, title: string }>} */
async function read(query, signal) {
  const [game, rules, date, grade] = ['game', 'rules', 'date', 'grade'].map((name) =>
    query.get(name),
  )
  if (game !== null) return missedIn(game, signal)
  if (grade !== null) {
    const puzzle = await nextPuzzle(grade, rules, signal)
    return { puzzle, missed: null, title: t('puzzle.title') }
  }
  const puzzle = await get(`/api/puzzles${queryOf({ date, rules })}`, { signal })
  return { puzzle, missed: null, title: t('puzzle.title.day') }
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
  return { missed, puzzle: { ...missed, id, grade: 0 }, title: missedTitle(state, missed) }
}

/** Reads the puzzle after the last of this grade seen on this device; after the last of all, the first again.
 * @param {string} grade @param {string | null} rules @param {AbortSignal} signal @returns {Promise<Puzzle>} */
async function nextPuzzle(grade, rules, signal) {
  const seen = rules === null ? `puzzle.${grade}` : `puzzle.${rules}.${grade}`
  const after = settings.get(seen)
  const next = (/** @type {string | null} */ last) =>
    get(`/api/puzzles/next${queryOf({ grade, rules, after: last })}`, { signal })
  /** @type {Puzzle} */
  const puzzle = await next(after).catch((error) => {
    if (!after || !(error instanceof Refusal) || error.status !== 404) throw error
    return next(null)
  })
  settings.set(seen, puzzle.id)
  return puzzle
}
