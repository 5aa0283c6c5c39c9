// Calendar of the puzzles of the day: which ones of a month the player solved at the first try on their day. Each day links
// to its puzzle.

import { puzzlesPath, query } from '../../app/routes.js'
import { month as monthText, plus } from '../../core/format.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { Calendar } from '../../kit/calendar.js'
import { monthOf } from '../../kit/weeks.js'
import { html } from '../../vendor/preact.js'

const SIGNS = { solved: '✓', failed: '✗', none: '' }

/** Reads a month, such as 2026-11; without one the present one.
 * @param {AbortSignal} signal @param {string} [month] @returns {Promise<Wire.PuzzleCalendar>} */
export const readMonth = (signal, month) =>
  get(`/api/puzzles/calendar${query({ month })}`, { signal })

/** `first`: the present month; `rules`: the game whose puzzles are marked.
 * @param {Wire.PuzzleCalendar} first @param {string} rules @param {AbortSignal} signal */
export const puzzleCalendar = (first, rules, signal) => html`
  <${Calendar}
    key=${JSON.stringify(first)}
    first=${first}
    read=${async (/** @type {string} */ month) => {
      const found = await readMonth(signal, month)
      return signal.aborted ? null : found
    }}
    around=${(/** @type {Wire.PuzzleCalendar} */ { month, today }) => ({
      earlier: monthOf(plus(`${month}-01`, -1)),
      later: month < monthOf(today) ? monthOf(plus(`${month}-01`, 31)) : null,
    })}
    labels=${{ earlier: t('puzzle.calendar.earlier'), later: t('puzzle.calendar.later') }}
    cell=${(/** @type {string} */ date, /** @type {Wire.PuzzleCalendar} */ month) =>
      dayCell(date, month, rules)}
    about=${t('puzzle.calendar.key')}
  />`

/** @param {string} date @param {Wire.PuzzleCalendar} month @param {string} rules */
function dayCell(date, { results, today }, rules) {
  const number = Number(date.slice(8))
  if (date > today) return html`<td><span class="calendar-day">${number}</span></td>`
  const solved = results[date]?.[rules]
  const answered = solved ? 'solved' : 'failed'
  const state = solved === undefined ? 'none' : answered
  return html`
    <td
      data-date=${date}
      data-puzzle-day=${state}
      data-finished=${solved ? 'all' : undefined}
      data-today=${date === today ? '' : undefined}
    >
      <a class="calendar-day" href=${puzzlesPath(date, undefined, rules)}>
        ${number}
        ${
          solved !== undefined &&
          html`<span class="calendar-sign" aria-hidden="true">${SIGNS[state]}</span>`
        }
        <span class="visually-hidden">
          ${` ${t(`puzzle.calendar.${state}`, { month: monthText(date) })}`}
        </span>
      </a>
    </td>`
}
