// Tiles of the deals of a day: to play, to continue, or done, with the player's result, its rank on the day's leaderboard and
// the histogram of everybody's points.

import { dailyPath, gamePath, leaderboardPath, newGamePath } from '../../app/routes.js'
import { loadPart } from '../../core/files.js'
import { formatDuration, percent, score as scoreText, shortDay } from '../../core/format.js'
import { name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { button, linkButton } from '../../kit/button.js'
import { gamesIn, MIN_CHART_GAMES } from '../../kit/charts/bins.js'
import { histogram } from '../../kit/charts/histogram.js'
import { SmallBoard } from '../../kit/picture.js'
import { playDaily, practise } from '../../table/solitaire/play-daily.js'
import { assistsText, dailyLine } from '../../table/solitaire/result-text.js'
import { hasGivenUp, resultText } from '../../table/texts.js'
import { html } from '../../vendor/preact.js'
import { placeText } from './place.js'
import { Sharing } from './sharing.js'

/** @typedef {import('./deals.js').Deal} Deal */

/** Shows the tiles of these deals; the first one that can be played has the primary button. `wanted`: the id of the game
 * that the address names.
 * @param {Deal[]} deals @param {string | null} wanted @param {Go} go */
export function dailyTiles(deals, wanted, go) {
  const isOpen = (/** @type {Deal} */ { status }) => status !== 'done'
  const next =
    deals.find((deal) => deal.rules.id === wanted && isOpen(deal)) ??
    deals.find(({ status }) => status === 'live') ??
    deals.find(isOpen)
  return html`
    <section class="daily-tiles" aria-label=${t('daily.deals')}>
      ${deals.map((deal) => tile(deal, deal === next, deal.rules.id === wanted, go))}
    </section>`
}

/** @param {Deal} deal @param {boolean} isNext @param {boolean} isWanted @param {Go} go */
function tile(deal, isNext, isWanted, go) {
  const { rules, status, state } = deal
  const isWon = status === 'done' && state?.over?.winner === 0
  return html`
    <article
      class="daily-tile"
      data-rules=${rules.id}
      data-state=${status}
      data-won=${isWon ? '' : undefined}
      data-wanted=${isWanted ? '' : undefined}
      aria-labelledby=${`daily-${rules.id}`}
    >
      <${SmallBoard} family=${rules.family} title=${name(rules)} position=${state?.view?.position ?? null} seat=${0} />
      <div class="what">
        <h2 id=${`daily-${rules.id}`}>${name(rules)}</h2>
        <p class="daily-state">
          ${stateTexts(deal)} ${winnableText(deal)} ${solvedText(deal)} ${bestText(deal)}
        </p>
      </div>
      ${chart(deal)}
      <div class="row">${controls(deal, isNext ? 'primary' : '', go)}</div>
    </article>`
}

/** Everybody's points, folded; nothing while few have played. @param {Deal} deal */
function chart(deal) {
  const { day, statistics } = deal
  const games = gamesIn(statistics?.spread ?? [])
  if (day.date < day.today && games === 0) return html`<p class="empty">${t('daily.nobody')}</p>`
  if (!statistics || games < MIN_CHART_GAMES) return null
  const own = ownPoints(deal)
  return html`
    <details class="daily-chart" data-bars=${statistics.spread.length}>
      <summary>${t('daily.everybody')}</summary>
      ${histogram(statistics, { own })}
    </details>`
}

/** Whether an attempt on its day ended too late to count. @param {Deal} deal */
const isLate = ({ day, attempt }) =>
  day.date < day.today && attempt?.counted === false && !attempt.practice

/** Shows the status and, for an ended game, result and rank. @param {Deal} deal */
function stateTexts(deal) {
  const { day, status, rules, attempt, state, place } = deal
  const late = status === 'done' && isLate(deal)
  const word = status === 'done' && attempt?.practice ? 'practised' : status
  const text = late ? t('daily.late', { day: shortDay(day.date) }) : t(`daily.state.${word}`)
  const heading = html`<strong data-late=${late ? '' : undefined}>${text}</strong>`
  if (!state?.tally) return heading
  const { score, tally } = state
  const details = t('daily.result', {
    score: scoreText(score),
    moves: t('daily.moves', { count: tally.made }),
    time: formatDuration(tally.ms),
    aids: assistsText(tally, hasGivenUp(rules, state)),
  })
  const result = resultText(rules, state)
  return html`
    ${heading}
    <span data-result>${t('daily.ended', { result, details })}</span>
    ${!late && word === status && html`<span data-rank=${place?.rank ?? 'none'}>${placeText(place)}</span>`}`
}

/** Returns the player's points in a deal if their attempt counts. @param {Deal} deal */
const ownPoints = ({ attempt, state }) => (attempt?.counted && state ? state.score[0] : null)

/** Says that the deal was proved to be winnable before the day began; nothing if nothing is known. @param {Deal} deal */
const winnableText = ({ day, rules, status }) =>
  status !== 'done' &&
  day.winnable.includes(rules.id) &&
  html`<span data-winnable>${t('daily.winnable')}</span>`

/** Says how many of the players of a past day's deal solved it; nothing if nobody played, or the day is not over.
 * @param {Deal} deal */
function solvedText({ day, rules }) {
  const { started = 0, solved = 0 } = day.solved[rules.id] ?? {}
  if (!started) return null
  const params = { count: started, solved, percent: percent(solved / started) }
  return html`<span data-solved=${solved}>${t('daily.solved', params)}</span>`
}

/** Says the best score that the server found in a past day's deal; nothing if none was searched for. @param {Deal} deal */
function bestText({ day, rules }) {
  const best = day.best[rules.id]
  if (!best?.length) return null
  return html`<span data-best=${best[0]}>${t('daily.best', { score: scoreText(best) })}</span>`
}

/** Shows the links and buttons of a tile; each accessible name contains the game's name. `look`: of the first one.
 * @param {Deal} deal @param {string} look @param {Go} go */
function controls(deal, look, go) {
  const { day, rules, attempt, status, state } = deal
  const game = name(rules)
  const link = (/** @type {string} */ act, /** @type {string} */ href, look = '') =>
    linkButton({ act, href, look, label: t(`daily.${act}.of`, { game }) }, t(`daily.${act}`))
  const results = state?.tally?.hints ? 'open' : null
  const board = link('board', leaderboardPath(rules.id, day.date, results), 'quiet')
  if (status === 'new') return [playButton(deal, look, go), board]
  if (status === 'missed' || !attempt) return [again(deal, look, go), board]
  const table = gamePath(attempt.game)
  if (status === 'live') return [link('continue', table, look), board]
  return [shareButton(deal), board, link('replay', table, 'quiet'), again(deal, 'quiet', go)]
}

/** @param {Deal} deal @param {string} look @param {Go} go */
const playButton = ({ day: { date }, rules }, look, go) =>
  button(
    {
      act: 'play-now',
      look,
      label: t('daily.play.of', { game: name(rules) }),
      'data-rules': rules.id,
      onpress: () => playDaily(rules.id, date, go),
    },
    t('daily.play'),
  )

/** Plays the deal of a past day at once; that of today, which is still secret, from the form of a new game.
 * @param {Deal} deal @param {string} look @param {Go} go */
function again({ day, rules }, look, go) {
  const isToday = day.date === day.today
  const key = isToday ? 'daily.rehearse' : 'daily.practice'
  const attributes = { act: 'rehearse', look, label: t(`${key}.of`, { game: name(rules) }) }
  if (isToday) return linkButton({ ...attributes, href: newGamePath(rules.id, 'daily') }, t(key))
  return button({ ...attributes, onpress: () => practise(rules.id, day, go) }, t(key))
}

/** @param {Deal} deal */
function shareButton({ day: { date }, rules, attempt, state, place }) {
  if (!attempt || !state) return null
  const game = name(rules)
  const write = async () => {
    const board = await boardOf(rules)
    return dailyLine(date, rules, state, { counted: attempt.counted, board, place })
  }
  return html`
    <${Sharing}
      act="share"
      label=${t('daily.share.of', { game })}
      path=${dailyPath(date, rules.id, attempt.game)}
      title=${game}
      write=${write}
    >${t('daily.share')}<//>`
}

/** Loads the board of a game for the words of its score; null: it cannot be loaded now. @param {Rules} rules */
async function boardOf(rules) {
  try {
    const { loadBoard } = await loadPart(() => import('../../table/board-host.js'))
    return (await loadBoard(rules)).board
  } catch {
    return null
  }
}
