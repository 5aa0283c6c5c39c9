// Card beside the board of a puzzle: its grade, the way to other puzzles, and what the player has solved.

import { dailyPath, puzzlesPath } from '../../app/routes.js'
import { familyName } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { button, linkButton } from '../../kit/button.js'
import { html } from '../../vendor/preact.js'
import { listNumber } from '../missed.js'
import { puzzleCalendar } from './calendar.js'

/** @import { Puzzle, Results } from './page.js' */

/** `missed`: the puzzle is the missed win of one of the player's games; `day`: it is the puzzle of today; `games`: those with
 * puzzles; `results`: of the player, null without them; next(grade): goes to the next puzzle of a grade.
 * @typedef {object} CardProps
 * @property {string} title
 * @property {Rules} rules
 * @property {Puzzle} puzzle
 * @property {import('../missed.js').Missed | null} missed
 * @property {boolean} today
 * @property {Rules[]} games
 * @property {import('@preact/signals').Signal<Results | null>} results
 * @property {(grade: number) => unknown} next
 * @property {() => unknown} openHelp
 * @property {AbortSignal} signal */

/** @param {CardProps} props */
export function Card({
  title,
  rules,
  puzzle,
  missed,
  today,
  games,
  results,
  next,
  openHelp,
  signal,
}) {
  const grade = missed
    ? t('missed.task', { number: listNumber(missed) })
    : t('puzzle.grade', { grade: t(`puzzle.grade.${puzzle.grade}`) })
  return html`
    <section class="card puzzle" aria-label=${title}>
      <p class="puzzle-grade">${grade}</p>
      ${
        !missed && [
          html`
            <div class="row" role="group" aria-label=${t('puzzle.more')}>
              ${gradeButtons(puzzle, next)}
              ${
                !today &&
                linkButton(
                  { act: 'today', href: puzzlesPath(null, undefined, rules.id) },
                  t('puzzle.today'),
                )
              }
            </div>`,
          games.length > 1 && gameLinks(games, rules),
        ]
      }
      ${results.value && resultsOf(results.value, rules, signal)}
      <p class="row">
        ${button({ act: 'goal', look: 'quiet', onpress: openHelp }, t('puzzle.goal'))}
        ${!missed && linkButton({ look: 'quiet', href: dailyPath() }, t('puzzle.daily'))}
      </p>
    </section>`
}

/** The nearest grades with puzzles; at the last one its button stays in its place.
 * @param {Puzzle} puzzle @param {(grade: number) => unknown} next */
function gradeButtons({ grade, grades = [] }, next) {
  const lower = grades.filter((one) => one < grade)
  const higher = grades.filter((one) => one > grade)
  const to = (/** @type {'easier' | 'harder'} */ act, /** @type {number | undefined} */ wanted) =>
    button(
      {
        act,
        'data-grade': wanted,
        disabled: wanted === undefined,
        onpress: () => wanted !== undefined && next(wanted),
      },
      t(`puzzle.${act}`),
    )
  return [
    to('easier', lower.length ? Math.max(...lower) : undefined),
    to('harder', higher.length ? Math.min(...higher) : undefined),
  ]
}

/** Links to the puzzles of the day of each game. @param {Rules[]} games @param {Rules} rules */
const gameLinks = (games, rules) => html`
  <nav class="row" aria-label=${t('puzzle.game')}>
    ${games.map((one) =>
      linkButton(
        {
          href: puzzlesPath(null, undefined, one.id),
          'data-game': one.id,
          'aria-current': one.id === rules.id ? 'true' : undefined,
        },
        familyName(one),
      ),
    )}
  </nav>`

/** @param {Results} results @param {Rules} rules @param {AbortSignal} signal */
function resultsOf({ mine, month }, rules, signal) {
  const { solved = 0, streak = 0, best = 0 } = mine ?? {}
  return html`
    <p class="detail">${t('puzzle.solved', { count: solved })}</p>
    ${
      streak > 0 &&
      html`<p class="detail" data-streak=${streak}>${t('puzzle.streak', { count: streak, best })}</p>`
    }
    <details data-part="calendar">
      <summary>${t('puzzle.calendar')}</summary>
      ${puzzleCalendar(month, rules.id, signal)}
    </details>`
}
