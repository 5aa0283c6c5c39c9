// Overview of a day: a square for each deal, a line that shares all of them, and the number of deals left.

import { dailyPath } from '../app/routes.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { name } from '../core/games.js'
import { t } from '../core/i18n.js'
import { assistsText } from '../solitaire/share-line.js'
import { shareBeside } from './share-beside.js'

/** @typedef {import('./tiles.js').Deal} Deal */
/** @typedef {'solved' | 'helped' | 'played' | 'live' | 'open'} Square */
/** The attempt of a square: only a first attempt that ended within the day is more than open or in progress.
 * @typedef {Pick<Deal, 'attempt' | 'state'>} Attempted */

/** @type {Record<Square, string>} */
const SIGNS = {
  solved: '🟩',
  helped: '🟨',
  played: '🟥',
  live: '⬜',
  open: '⬜',
}

/** Returns the square of a deal. @param {Attempted} deal @returns {Square} */
export function squareOf({ attempt, state }) {
  if (!attempt?.counted) return 'open'
  if (attempt.status === 'live' || !state) return 'live'
  if (state.over?.winner !== 0) return 'played'
  return state.tally?.hints ? 'helped' : 'solved'
}

/**
 * Returns the shared text of the day without the link: the number of deals solved without help, a square for each deal, and
 * undo and help in all attempts that count.
 * @param {string} date
 * @param {Attempted[]} deals
 */
export function dayToShare(date, deals) {
  const squares = deals.map(squareOf)
  const tally = { undone: 0, hints: 0 }
  for (const deal of deals) {
    const isEnded = !['open', 'live'].includes(squareOf(deal))
    tally.undone += (isEnded && deal.state?.tally?.undone) || 0
    tally.hints += (isEnded && deal.state?.tally?.hints) || 0
  }
  return t('daily.day.line', {
    date,
    solved: squares.filter((square) => square === 'solved').length,
    all: squares.length,
    squares: squares.map((square) => SIGNS[square]).join(''),
    aids: assistsText(tally),
  })
}

/**
 * Creates the section of a day that has begun; null: the day is over and nothing was played.
 * @param {Wire.Daily} day
 * @param {Deal[]} dealt in the order of the page; squares are in the order of the games
 */
export function overview(day, dealt) {
  const games = Object.keys(day.deals)
  const deals = dealt.toSorted(
    (one, other) => games.indexOf(one.rules.id) - games.indexOf(other.rules.id),
  )
  const squares = deals.map(squareOf)
  const isToday = day.date === day.today
  const ended = squares.filter((square) => !['open', 'live'].includes(square))
  if (!isToday && !ended.length) return null
  const line = el('p', { class: 'daily-line', hidden: true })
  return el(
    'section',
    { class: 'daily-day', 'aria-label': t('daily.day') },
    el(
      'ol',
      { class: 'daily-squares' },
      deals.map(({ rules }, index) => squareItem(rules, squares[index])),
    ),
    isToday &&
      el('p', { class: 'daily-left', 'data-left': true }, leftText(squares)),
    ended.length ? shareButton(day.date, deals, line) : null,
    line,
  )
}

/** @param {Rules} rules @param {Square} square */
function squareItem(rules, square) {
  const text = t('daily.square', {
    game: name(rules),
    state: t(`daily.square.${square}`),
  })
  return el(
    'li',
    {},
    el('a', {
      class: 'daily-square',
      href: `#daily-${rules.id}`,
      'data-square': square,
      'aria-label': text,
      title: text,
    }),
  )
}

/** Returns how many of today's deals are left. @param {Square[]} squares */
function leftText(squares) {
  const count = (/** @type {Square} */ wanted) =>
    squares.filter((square) => square === wanted).length
  const [open, live] = [count('open'), count('live')]
  const texts = [
    ...(open ? [t('daily.left', { count: open })] : []),
    ...(live ? [t('daily.tile.live', { count: live })] : []),
  ]
  return texts.length ? texts.join(' · ') : t('daily.left.none')
}

/**
 * @param {string} date
 * @param {Deal[]} deals
 * @param {HTMLElement} line shows the shared text
 */
function shareButton(date, deals, line) {
  const shareDay = () =>
    shareBeside(line, dailyPath(date), t('daily.day'), dayToShare(date, deals))
  return el(
    'button',
    {
      type: 'button',
      'data-act': 'share-day',
      onclick: (event) => press(event, shareDay),
    },
    t('daily.share.day'),
  )
}
