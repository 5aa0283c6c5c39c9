// Result of a game, docked beside the board: winner and reason, highlights, and the buttons for what comes next. That of a
// solitaire has a module of its own.

import { gamePath, newGamePath } from '../app/routes.js'
import { reducedMotion } from '../board/contract.js'
import { say } from '../core/announcer.js'
import { botOf } from '../core/bots.js'
import { loadPart, prepare } from '../core/files.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { changeText, personName } from '../core/people.js'
import { dock } from '../kit/dialog.js'
import { elementOf } from '../kit/element.js'
import { missedRow } from '../play/missed.js'
import {
  isAborted,
  isBetweenStrangers,
  playsBothSides,
  reasonText,
  resultText,
} from '../play/texts.js'
import { dockSolitaireResult } from '../solitaire/result.js'
import { html, signal, useLayoutEffect, useSignal } from '../vendor/preact.js'
import { leadingActions } from './next-level.js'

export { nextDaily } from '../solitaire/next-daily.js'

const COUNT_MS = 900 // in which the rating counts to its new value

/** @typedef {(act: string, button: HTMLElement) => void} Press */
/** @typedef {import('../solitaire/next-daily.js').NextDaily} NextDaily */

/** Docks the result in `place`; press(act, button): called for buttons, not for links. Nothing that loads later moves a
 * button: the rating has its line from the start, all else goes to `late`, below the buttons. `left`: aborted when the
 * page is left.
 * @param {Rules} rules @param {State} state @param {Board} board @param {HTMLElement} place @param {Press} press
 * @param {{ late: HTMLElement, left: AbortSignal, next: NextDaily | null }} after @returns {OpenDialog & { update(state: State): void }} */
export function dockResult(rules, state, board, place, press, after) {
  const { late, left, next } = after
  if (solitaire(rules)) {
    const docked = dockSolitaireResult(rules, state, board, { place, late, left, next, press })
    return { ...docked, update: () => {} }
  }
  const newest = signal(state)
  const dialog = dock({
    kind: 'over',
    title: resultText(rules, state),
    body: html`<${Top} rules=${rules} board=${board} state=${newest} />`,
    place,
    actions: gameActions(rules, state, press),
  })
  dialog.element.dataset.outcome = outcomeOf(state)
  dialog.element.append(late)
  late.append(elementOf(missedRow(rules, state, left)))
  if (canWinBadges(state)) addBadges(rules, state, late)
  const story = isAborted(state) ? [] : (board.story?.(state) ?? [])
  if (story.length) late.append(elementOf(storyFold(story)))
  return {
    ...dialog,
    update(newer) {
      const isNew = !ratingSentences(newest.value).length
      newest.value = newer
      if (isNew) say(ratingSentences(newer).join(' '))
    },
  }
}

/** Returns what the colour of the result tells: for a spectator, and for a player of both sides, nothing.
 * @param {State} state */
function outcomeOf(state) {
  if (state.seat === null || playsBothSides(state) || isAborted(state) || !state.over) return ''
  if (state.over.winner === null) return 'draw'
  return state.over.winner === state.seat ? 'won' : 'lost'
}

/** The reason, and in a rated game the rating.
 * @param {{ rules: Rules, board: Board, state: import('@preact/signals').Signal<State> }} props */
function Top({ rules, board, state: { value: state } }) {
  return html`
    <div>
      <p>${reasonText(rules, state, board)}</p>
      ${state.rated && html`<${Ratings} state=${state} />`}
    </div>`
}

/** The reader's rating as a big number, which counts to its new value, or those of both players in words. Empty until they
 * are known.
 * @param {{ state: State }} props */
function Ratings({ state }) {
  const own = state.seat === null ? null : state.players[state.seat]
  const isKnown = typeof own?.change === 'number'
  const before = own?.rating ?? 0
  const shown = useCounted(before, before + (own?.change ?? 0), isKnown)
  const sentences = ratingSentences(state)
  if (!own)
    return html`
      <p data-rating="both">${sentences.map((sentence) => html`<span>${sentence}</span>`)}</p>`
  return html`
    <p class="result-rating" data-rating="own">
      ${
        isKnown &&
        html`
          <span aria-hidden="true">
            ${t('over.rating.label')} <b>${shown}</b> ${changeText(own)}
          </span>
          <span class="visually-hidden">${sentences.join(' ')}</span>`
      }
    </p>`
}

/** Returns a number that counts from `from` to `to` once `isKnown`; at once with reduced motion.
 * @param {number} from @param {number} to @param {boolean} isKnown */
function useCounted(from, to, isKnown) {
  const shown = useSignal(from)
  useLayoutEffect(() => {
    if (!isKnown) return undefined
    const begun = performance.now()
    let frame = 0
    const count = () => {
      const share = reducedMotion() ? 1 : Math.min(1, (performance.now() - begun) / COUNT_MS)
      shown.value = Math.round(from + (to - from) * share)
      if (share < 1) frame = requestAnimationFrame(count)
    }
    count()
    return () => cancelAnimationFrame(frame)
  }, [isKnown])
  return shown.value
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

/** @param {string[]} story */
const storyFold = (story) => html`
  <details class="result-more" data-part="more">
    <summary>${t('act.more')}</summary>
    <ul class="story" data-story>${story.map((sentence) => html`<li>${sentence}</li>`)}</ul>
  </details>`

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

/** Returns the buttons after a game for two: the next game first; without a move there is nothing to review. The review has
 * the analysis.
 * @param {Rules} rules @param {State} state @param {Press} press @returns {DialogAction[]} */
function gameActions(rules, state, press) {
  const again = state.seat !== null && playsBothSides(state)
  const leading = leadingActions(rules, state, press)
  const isLed = again || leading.length > 0 || state.acts.includes('offer:rematch')
  /** @type {DialogAction['look']} */
  const look = isLed ? '' : 'primary'
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
  /** @type {DialogAction[]} */
  const sameAgain = again ? [{ ...pressAction('again', press), look: 'primary' }] : []
  return [...leading, ...sameAgain, next, reviewAction(state), pressAction('share', press)]
}
