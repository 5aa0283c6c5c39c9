// Result of a game, docked beside the board: winner and reason, highlights, the ranks of a solitaire's result, and the
// buttons for what comes next.

import { analysisPath, gamePath, newGamePath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { botOf, hasAbility } from '../core/bots.js'
import { dock } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { formatDuration, score as scoreText } from '../core/format.js'
import { name, solitaire } from '../core/games.js'
import { sequence, t } from '../core/i18n.js'
import { changeText, personName } from '../core/people.js'
import { missedRow } from '../play/missed.js'
import { playsBothSides, reasonText, resultText } from '../play/texts.js'
import { certifiedText } from '../solitaire/certified.js'
import { markDaily } from '../solitaire/daily-mark.js'
import { hasTurning } from '../solitaire/has-turning.js'
import { sameDeal } from '../solitaire/same-deal.js'
import { levelActions } from './next-level.js'

export { nextDaily } from '../solitaire/next-daily.js'

/** @typedef {(act: string, button: HTMLElement) => void} Press */
/** @typedef {import('../solitaire/next-daily.js').NextDaily} NextDaily */

/** Docks the result in `place`; press(act, button): called for buttons, not for links. Nothing that loads later moves a
 * button: the rating has its lines from the start, all else goes to `late`, below the buttons. `left`: aborted when the
 * page is left.
 * @param {Rules} rules @param {State} state @param {Board} board @param {HTMLElement} place @param {Press} press
 * @param {{ late: HTMLElement, left: AbortSignal, next: NextDaily | null }} after @returns {OpenDialog & { update(state: State): void }} */
export function dockResult(rules, state, board, place, press, after) {
  const { late, left, next } = after
  const dialog = dock({
    kind: 'over',
    title: resultText(rules, state),
    body: bodyParts(rules, state, board),
    place,
    actions: solitaire(rules)
      ? dealActions(rules, state, press, next)
      : gameActions(rules, state, press),
  })
  dialog.element.append(late)
  late.append(missedRow(rules, state, left))
  if (solitaire(rules)) {
    const mark = el('p', { hidden: true })
    late.append(mark)
    if (hasTurning(rules, state)) addTurning(state, board, late, left)
    addRanks(rules, state, late)
    addPar(rules, state, late)
    markDaily(mark, rules, state) // loads the day too, which "Share" needs when it is pressed
  }
  if (canWinBadges(state)) addBadges(rules, state, late)
  return { ...dialog, update: (newer) => showRatings(dialog.element, newer) }
}

/** Shows the ratings, which come with a later state than the first one of the end.
 * @param {HTMLElement} dialog @param {State} state */
function showRatings(dialog, state) {
  const place = dialog.querySelector('[data-rating]')
  const sentences = ratingSentences(state)
  if (!place || !sentences.length || place.textContent) return
  place.replaceWith(ratingLines(state))
  say(sentences.join(' '))
}

/** @param {Rules} rules @param {State} state @param {Board} board */
function bodyParts(rules, state, board) {
  const story = board.story?.(state) ?? []
  return [
    el('p', {}, reasonText(rules, state, board)),
    countsText(state, board),
    state.rated ? ratingLines(state) : null,
    story.length
      ? el(
          'ul',
          { class: 'story', 'data-story': true },
          story.map((sentence) => el('li', {}, sentence)),
        )
      : null,
  ]
}

/** Returns the rating changes, a line each: the reader's, or those of both players. Empty until they are known.
 * @param {State} state */
function ratingLines(state) {
  const lines = ratingSentences(state).map((line) => el('span', {}, line))
  return el('p', { 'data-rating': state.seat === null ? 'both' : 'own' }, lines)
}

/** @param {State} state */
const ratingSentences = ({ players, seat }) =>
  players.flatMap((player, index) => {
    const told = seat === null || seat === index
    if (!told || typeof player?.change !== 'number') return []
    const params = {
      name: personName(player),
      rating: String((player.rating ?? 0) + player.change), // without a thousands separator
      change: changeText(player),
    }
    return [t(seat === null ? 'over.rating' : 'over.rating.own', params)]
  })

/** Creates the score and the counts of a solitaire.
 * @param {State} state @param {Board} board */
function countsText(state, board) {
  const sentences = []
  const score = board.score?.(state) ?? scoreText(state.score)
  if (score) sentences.push(t('over.score', { score }))
  if (state.tally)
    sentences.push(
      t('over.tally', {
        count: state.tally.made,
        undone: state.tally.undone,
        time: formatDuration(state.tally.ms),
      }),
    )
  const assists = assistsOf(state)
  if (assists.length)
    sentences.push(t('over.assists', { assists: sequence(assists) }))
  return sentences.length ? el('p', {}, sentences.join(' ')) : null
}

/** Returns the hints and searches used, in words. @param {State} state */
function assistsOf(state) {
  const hints = state.tally?.hints
  const assists = [
    hints ? t('assist.hints', { count: hints }) : null,
    certifiedText(state),
  ]
  return assists.filter((text) => text !== null)
}

/** @param {Rules} rules @param {State} state @param {Element} place */
async function addPar(rules, state, place) {
  if (!rules.machine?.par) return
  const [par] = await Promise.all([
    loadPart(() => import('../solitaire/par.js')),
    prepare('solitaire/par'),
  ])
  await par.addPar(rules, state, place)
}

/** Adds the ranks, if they can be loaded.
 * @param {Rules} rules @param {State} state @param {Element} place */
async function addRanks(rules, state, place) {
  const [ranks] = await Promise.all([
    loadPart(() => import('../solitaire/result-ranks.js')),
    prepare('solitaire/result-ranks'),
  ])
  await ranks.addRanks(rules, state, place)
}

/** Whether the reader has won a game that counts as a win: not against a bot, at both seats, or from a position.
 * @param {State} state */
const canWinBadges = (state) =>
  state.seat !== null &&
  state.over?.winner === state.seat &&
  state.start === null &&
  !playsBothSides(state) &&
  state.players.every((player) => player?.bot === undefined)

/** @param {Rules} rules @param {State} state @param {Element} place */
async function addBadges(rules, state, place) {
  const [badges] = await Promise.all([
    loadPart(() => import('../people/badge-news.js'), { quiet: true }),
    prepare('people/badge-news'),
  ])
  await badges.addBadges(rules, state, place)
}

/** Adds the turning point, if it can be loaded.
 * @param {State} state @param {Board} board @param {Element} place @param {AbortSignal} left */
async function addTurning(state, board, place, left) {
  const [turning] = await Promise.all([
    loadPart(() => import('../solitaire/turning.js')),
    prepare('solitaire/turning'),
  ])
  await turning.addTurning(state, board, place, left)
}

/** @param {string} act @param {Press} press @returns {DialogAction} */
const pressAction = (act, press) => ({
  label: t(`act.${act}`),
  act,
  press(event) {
    press(act, event.currentTarget)
    return false
  },
})

/** @param {State} state @returns {DialogAction} */
const reviewAction = (state) => ({
  label: t('act.review'),
  act: 'review',
  href: gamePath(state.game, state.ply),
})

/** @param {Rules} rules @param {State} state @returns {DialogAction[]} */
const analyseAction = (rules, state) =>
  hasAbility(rules, 'evaluate') && state.told.length > 0
    ? [
        {
          label: t('act.analyse'),
          act: 'analyse',
          href: analysisPath(state.game, state.ply),
        },
      ]
    : []

/** Returns the buttons after a game for two: the next game first; without a move there is nothing to review.
 * @param {Rules} rules @param {State} state @param {Press} press @returns {DialogAction[]} */
function gameActions(rules, state, press) {
  const again = state.seat !== null && playsBothSides(state)
  /** @type {DialogAction} */
  const next = {
    label: t('act.new-game'),
    act: 'new-game',
    look: again || state.acts.includes('offer:rematch') ? '' : 'primary',
    href: newGamePath(rules.id, null, null, botOf(state)),
  }
  if (!state.told.length) return [next]
  return [
    next,
    ...(again
      ? [
          /** @type {DialogAction} */ ({
            ...pressAction('again', press),
            look: 'primary',
          }),
        ]
      : []),
    ...levelActions(rules, state, press),
    reviewAction(state),
    ...analyseAction(rules, state),
    pressAction('share', press),
  ]
}

/** Returns the buttons after a solitaire: the next deal first, a daily one after a daily one, or the same one again.
 * @param {Rules} rules @param {State} state @param {Press} press @param {NextDaily | null} daily @returns {DialogAction[]} */
function dealActions(rules, state, press, daily) {
  /** @type {DialogAction} */
  const next = {
    ...pressAction('new-deal', press),
    label: t('act.next-deal'),
    look: daily ? '' : 'primary',
  }
  /** @type {DialogAction[]} */
  const ofDay = daily
    ? [
        {
          ...pressAction('next-daily', press),
          label: t('act.next-daily', { game: name(daily.rules) }),
          look: 'primary',
        },
      ]
    : []
  const again = sameDeal(rules, state) ? [pressAction('same-deal', press)] : []
  return [
    ...ofDay,
    next,
    ...again,
    reviewAction(state),
    pressAction('share', press),
  ]
}
