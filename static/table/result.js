// Result of a game, docked beside the board: winner and reason, highlights, and the buttons for what comes next. That of a
// solitaire has a module of its own.

import { analysisPath, gamePath, newGamePath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { botOf, hasAbility } from '../core/bots.js'
import { dock } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { changeText, personName } from '../core/people.js'
import { missedRow } from '../play/missed.js'
import {
  isAborted,
  isBetweenStrangers,
  playsBothSides,
  reasonText,
  resultText,
} from '../play/texts.js'
import { dockSolitaireResult } from '../solitaire/result.js'
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
  if (solitaire(rules)) {
    const docked = dockSolitaireResult(rules, state, board, { place, late, left, next, press })
    return { ...docked, update: () => {} }
  }
  const dialog = dock({
    kind: 'over',
    title: resultText(rules, state),
    body: bodyParts(rules, state, board),
    place,
    actions: gameActions(rules, state, press),
  })
  dialog.element.append(late)
  late.append(missedRow(rules, state, left))
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
  const story = isAborted(state) ? [] : (board.story?.(state) ?? [])
  return [
    el('p', {}, reasonText(rules, state, board)),
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
  const look = again || state.acts.includes('offer:rematch') ? '' : 'primary'
  /** @type {DialogAction} */
  const next = isBetweenStrangers(state)
    ? { ...pressAction('new-opponent', press), look }
    : {
        label: t('act.new-game'),
        act: 'new-game',
        look,
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
