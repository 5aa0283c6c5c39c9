// Tiles of the deals of a day: to play, to continue, or done, with the player's result, its rank on the day's leaderboard and
// the histogram of everybody's points.

import {
  dailyPath,
  gamePath,
  leaderboardPath,
  newGamePath,
} from '../app/routes.js'
import { gamesIn, MIN_CHART_GAMES } from '../charts/bins.js'
import { histogram } from '../charts/histogram.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import {
  formatDuration,
  percent,
  score as scoreText,
  shortDay,
} from '../core/format.js'
import { name } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { smallBoard } from '../play/pictures.js'
import { resultText } from '../play/texts.js'
import { playDaily } from '../solitaire/play-daily.js'
import { assistsText, resultToShare } from '../solitaire/share-line.js'
import { placeText } from './place.js'
import { shareBeside } from './share-beside.js'

/** @typedef {'new' | 'live' | 'done' | 'missed'} Status of the player's attempt at a deal */

/**
 * The deal of a tile. `state`: of the ended game, `statistics`: of the deal; each null while it is secret. `place`: of an
 * attempt that counts.
 * @typedef {object} Deal
 * @property {Wire.Daily} day
 * @property {Rules} rules
 * @property {Wire.Attempt | null} attempt
 * @property {Status} status
 * @property {State | null} state
 * @property {Wire.Place | null} place
 * @property {Wire.Statistics | null} statistics
 */

/**
 * Reads the deals of a day that has begun, the featured one first.
 * @param {Wire.Daily} day
 * @param {Rules[]} rules
 * @param {string} featured the id of the featured game
 */
export async function readDeals(day, rules, featured) {
  const isFirst = (/** @type {Rules} */ { id }) => id === featured
  const ordered = [
    ...rules.filter(isFirst),
    ...rules.filter((item) => !isFirst(item)),
  ]
  const isCounted = Object.values(day.mine).some(({ counted }) => counted)
  /** @type {Wire.Places} */
  const { items } = isCounted
    ? await get(`/api/daily/places?date=${day.date}`)
    : { items: {} }
  return Promise.all(ordered.map((item) => readDeal(day, item, items[item.id])))
}

/**
 * Creates the tiles of these deals.
 * @param {Deal[]} deals
 * @param {Go} go
 */
export const dailyTiles = (deals, go) =>
  el(
    'section',
    { class: 'daily-tiles', 'aria-label': t('daily.deals') },
    deals.map((deal) => tile(deal, go)),
  )

/**
 * @param {Wire.Daily} day
 * @param {Rules} rules
 * @param {Wire.Place | undefined} place
 * @returns {Promise<Deal>}
 */
async function readDeal(day, rules, place) {
  const attempt = day.mine[rules.id] ?? null
  const status = statusOf(day, attempt)
  const ended = status === 'done' ? attempt : null
  const open = ended !== null || day.date < day.today
  const [state, statistics] = await Promise.all([
    ended && get(`/api/games/${encodeURIComponent(ended.game)}`),
    open ? get(`/api/statistics/${rules.id}?date=${day.date}`) : null,
  ])
  const counted = ended?.counted ? (place ?? null) : null
  return { day, rules, attempt, status, state, place: counted, statistics }
}

/**
 * @param {Wire.Daily} day
 * @param {Wire.Attempt | null} attempt
 * @returns {Status}
 */
function statusOf(day, attempt) {
  if (attempt) return attempt.status === 'ended' ? 'done' : 'live'
  return day.date < day.today ? 'missed' : 'new'
}

/**
 * @param {Deal} deal
 * @param {Go} go
 */
function tile(deal, go) {
  const { day, rules, status, state, statistics } = deal
  const games = gamesIn(statistics?.spread ?? [])
  const board = smallBoard(rules.family, name(rules))
  board.show(state?.view?.position ?? null, 0)
  return el(
    'article',
    {
      class: 'daily-tile',
      'data-rules': rules.id,
      'data-state': status,
      'data-won': status === 'done' && state?.over?.winner === 0,
      'data-featured': rules.id === day.featured,
      'aria-labelledby': `daily-${rules.id}`,
    },
    board.element,
    el(
      'div',
      { class: 'what' },
      rules.id === day.featured &&
        el('span', { class: 'daily-mark' }, t('daily.featured')),
      el('h2', { id: `daily-${rules.id}` }, name(rules)),
      el(
        'p',
        { class: 'daily-state' },
        stateTexts(deal),
        winnableText(deal),
        solvedText(deal),
        bestText(deal),
      ),
    ),
    el('div', { class: 'row' }, controls(deal, go)),
    statistics && games >= MIN_CHART_GAMES
      ? el(
          'div',
          { class: 'daily-chart', 'data-bars': statistics.spread.length },
          histogram(statistics, { own: ownPoints(deal) }),
        )
      : null,
    day.date < day.today && games === 0
      ? el('p', { class: 'empty' }, t('daily.nobody'))
      : null,
  )
}

/**
 * Whether an ended attempt at the deal of a past day does not count for that day.
 * @param {Deal} deal
 */
const isLate = ({ day, attempt }) =>
  day.date < day.today && attempt?.counted === false

/**
 * Returns the status and, for an ended game, result and rank.
 * @param {Deal} deal
 */
function stateTexts(deal) {
  const { status, rules, state } = deal
  const late = status === 'done' && isLate(deal)
  const texts = [
    el(
      'strong',
      { 'data-late': late },
      late
        ? t('daily.late', { day: shortDay(deal.day.date) })
        : t(`daily.state.${status}`),
    ),
  ]
  if (!state?.tally) return texts
  const { score, tally } = state
  const details = t('daily.result', {
    score: scoreText(score),
    moves: t('daily.moves', { count: tally.made }),
    time: formatDuration(tally.ms),
    aids: assistsText(tally),
  })
  return [
    ...texts,
    el(
      'span',
      { 'data-result': true },
      t('daily.ended', { result: resultText(rules, state), details }),
    ),
    late
      ? null
      : el(
          'span',
          { 'data-rank': deal.place?.rank ?? 'none' },
          placeText(deal.place),
        ),
  ]
}

/** Returns the player's points in a deal if their attempt counts. @param {Deal} deal */
const ownPoints = ({ attempt, state }) =>
  attempt?.counted && state ? state.score[0] : null

/**
 * Returns the sentence that the deal was proved to be winnable before the day began; null: nothing is known.
 * @param {Deal} deal
 */
const winnableText = ({ day, rules }) =>
  day.winnable.includes(rules.id)
    ? el('span', { 'data-winnable': true }, t('daily.winnable'))
    : null

/**
 * Returns how many of the players of a past day's deal solved it; null: nobody played, or the day is not over.
 * @param {Deal} deal
 */
function solvedText({ day, rules }) {
  const { started = 0, solved = 0 } = day.solved[rules.id] ?? {}
  if (!started) return null
  const params = { count: started, solved, percent: percent(solved / started) }
  return el('span', { 'data-solved': solved }, t('daily.solved', params))
}

/**
 * Returns the best score that the server found in a past day's deal; null: none was searched for.
 * @param {Deal} deal
 */
function bestText({ day, rules }) {
  /** @type {Wire.Daily & { best?: Record<string, number[] | null> }} */
  const searched = day
  const best = searched.best?.[rules.id]
  if (!best?.length) return null
  const params = { score: scoreText(best) }
  return el('span', { 'data-best': best[0] }, t('daily.best', params))
}

/**
 * Creates the links and buttons of a tile; each accessible name contains the game's name.
 * @param {Deal} deal
 * @param {Go} go
 * @returns {Child[]}
 */
function controls(deal, go) {
  const { day, rules, attempt, status, state } = deal
  const game = name(rules)
  const results = state?.tally?.hints ? 'open' : null
  const path = leaderboardPath(rules.id, day.date, results)
  const board = link('board', game, path)
  const again = (look = '') =>
    link('rehearse', game, newGamePath(rules.id, dealWord(deal)), look)
  if (status === 'new') return [playButton(deal, go), board]
  if (status === 'missed' || !attempt) return [again(), board]
  const table = gamePath(attempt.game)
  if (status === 'live')
    return [link('continue', game, table, 'primary'), board]
  const line = el('p', { class: 'daily-line', hidden: true })
  return [
    shareButton(deal, line),
    board,
    link('replay', game, table, 'quiet'),
    again('quiet'),
    line,
  ]
}

/**
 * Returns the word for this deal in an address: today's deals are secret, so they have no number.
 * @param {Deal} deal
 */
const dealWord = ({ day, rules }) =>
  day.date === day.today ? 'daily' : day.deals[rules.id]

/**
 * @param {string} key
 * @param {string} game
 * @param {string} href
 */
const link = (key, game, href, look = '') =>
  el(
    'a',
    {
      class: `button ${look}`.trim(),
      href,
      'data-act': key,
      'aria-label': t(`daily.${key}.of`, { game }),
    },
    t(`daily.${key}`),
  )

/**
 * @param {Deal} deal
 * @param {Go} go
 */
const playButton = ({ day: { date }, rules }, go) =>
  el(
    'button',
    {
      type: 'button',
      class: 'primary',
      'data-act': 'play-now',
      'data-rules': rules.id,
      'aria-label': t('daily.play.of', { game: name(rules) }),
      onclick: (event) => press(event, () => playDaily(rules.id, date, go)),
    },
    t('daily.play'),
  )

/**
 * Creates the share button. The shared text is also shown in `line`: without a clipboard it can be selected and copied.
 * @param {Deal} deal
 * @param {HTMLElement} line
 */
function shareButton({ day: { date }, rules, attempt, state }, line) {
  const shareResult = async () => {
    if (!attempt || !state) return
    const board = await boardOf(rules)
    const text = resultToShare(date, rules, state, attempt.counted, board)
    await shareBeside(line, dailyPath(date, rules.id), name(rules), text)
  }
  return el(
    'button',
    {
      type: 'button',
      class: 'primary',
      'data-act': 'share',
      'aria-label': t('daily.share.of', { game: name(rules) }),
      onclick: (event) => press(event, shareResult),
    },
    t('daily.share'),
  )
}

/**
 * Loads the board of a game for its picture in signs; null: it cannot be loaded now.
 * @param {Rules} rules
 */
async function boardOf(rules) {
  try {
    const { loadBoard } = await loadPart(() => import('../play/board-host.js'))
    return (await loadBoard(rules, () => {})).board
  } catch {
    return null
  }
}
