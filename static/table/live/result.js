// Result of a game, docked beside the board: winner and reason, highlights, and the buttons for what comes next. That of a
// solitaire has a module of its own.

import { gamePath, newGamePath } from '../../app/routes.js'
import { reducedMotion } from '../../board/contract.js'
import { say } from '../../core/announcer.js'
import { botOf } from '../../core/bots.js'
import { solitaire } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { changeText, personName } from '../../core/people.js'
import { dock } from '../../kit/dialog.js'
import { follow } from '../../kit/follow.js'
import { html, signal, useLayoutEffect, useSignal } from '../../vendor/preact.js'
import { missedRow } from '../missed.js'
import { dockSolitaireResult } from '../solitaire/result.js'
import { isAborted, isBetweenStrangers, playsBothSides, reasonText, resultText } from '../texts.js'
import { loadWonBadges } from '../won-badges.js'
import { leadingActions, leads } from './next-level.js'

export { nextDaily } from '../solitaire/next-daily.js'

const COUNT_MS = 900 // in which the rating counts to its new value

/** @typedef {import('../solitaire/next-daily.js').NextDaily} NextDaily */

/** What stands in a result, and what follows from it. `rematch`: null for a solitaire; `chains`: the longest chain of
 * compulsory moves; `next`: the next deal of the day; press(act, button): called for its buttons; `left`: aborted when the
 * page is left.
 * @typedef {{ place: HTMLElement, rematch: Content, chains: Content, next: NextDaily | null,
 *   press(act: string, button: HTMLElement): void, left: AbortSignal }} ResultParts */

/** `rank`: of a solitaire's result, once it is known.
 * @typedef {OpenDialog & { rank: import('@preact/signals').ReadonlySignal<string> }} DockedResult */

/** Docks the result. Nothing that loads later moves a button: the rating has its line from the start, all else is below the
 * buttons.
 * @param {Rules} rules @param {{ readonly state: State }} game its newest state has the ratings @param {Board} board
 * @param {ResultParts} parts @returns {DockedResult} */
export function dockResult(rules, game, board, parts) {
  const { place, rematch, chains, press, left } = parts
  const { state } = game
  if (solitaire(rules)) return dockSolitaireResult(rules, state, board, parts)
  const isLed = leads(rules, state) // by another step than the rematch, so that this one stands first
  const story = isAborted(state) ? [] : (board.words.story?.(state) ?? [])
  const dialog = dock({
    kind: 'over',
    title: resultText(rules, state),
    body: html`<${Top} rules=${rules} board=${board} game=${game} />`,
    before: !isLed && rematch,
    actions: gameActions(rules, state),
    after: html`
      ${isLed && rematch}
      <div class="dialog-late">
        ${chains} ${missedRow(rules, state, left, { withHeld: true })} ${story.length > 0 && storyFold(story)}
        <${Badges} rules=${rules} state=${state} />
      </div>`,
    place,
    press,
  })
  dialog.element.dataset.outcome = outcomeOf(state)
  tellNewRatings(game, left)
  return { ...dialog, rank: signal('') }
}

/** Announces the ratings, unless they are known already. @param {{ readonly state: State }} game @param {AbortSignal} left */
function tellNewRatings(game, left) {
  const known = ratingSentences(game.state).length > 0
  follow(
    left,
    () => ratingSentences(game.state).join(' '),
    (text) => text && !known && say(text),
  )
}

/** Returns what the colour of the result tells: for a spectator, and for a player of both sides, nothing.
 * @param {State} state */
function outcomeOf(state) {
  if (state.seat === null || playsBothSides(state) || isAborted(state) || !state.over) return ''
  if (state.over.winner === null) return 'draw'
  return state.over.winner === state.seat ? 'won' : 'lost'
}

/** The reason, and in a rated game the rating.
 * @param {{ rules: Rules, board: Board, game: { readonly state: State } }} props */
function Top({ rules, board, game: { state } }) {
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

/** The badges won with the game, once they are known. @param {{ rules: Rules, state: State }} props */
function Badges({ rules, state }) {
  const text = useSignal('')
  useLayoutEffect(() => {
    const closed = new AbortController()
    loadWonBadges(rules, state, closed.signal).then((won) => {
      if (won) text.value = won.sentence
    })
    return () => closed.abort()
  }, [])
  return text.value && html`<p class="new-badges" data-badges>${text.value}</p>`
}

/** @param {State} state @returns {DialogAction} */
const reviewAction = (state) => ({
  label: t('act.review'),
  act: 'review',
  href: gamePath(state.game, state.ply),
})

/** Returns the buttons after a game for two: the next game first; without a move there is nothing to review. The review has
 * the analysis.
 * @param {Rules} rules @param {State} state @returns {DialogAction[]} */
function gameActions(rules, state) {
  const isAlone = state.seat !== null && playsBothSides(state)
  const leading = leadingActions(rules, state)
  const isLed = isAlone || leading.length > 0 || state.acts.includes('offer:rematch')
  /** @type {DialogAction['look']} */
  const look = isLed ? '' : 'primary'
  /** @type {DialogAction} */
  const next = isBetweenStrangers(state)
    ? { label: t('act.new-opponent'), act: 'new-opponent', look }
    : {
        label: t('act.new-game'),
        act: 'new-game',
        look,
        href: newGamePath(rules.id, null, null, botOf(state)),
      }
  if (!state.told.length) return [...leading, next]
  /** @type {DialogAction[]} */
  const sameAgain = isAlone ? [{ label: t('act.again'), act: 'again', look: 'primary' }] : []
  return [
    ...leading,
    ...sameAgain,
    next,
    reviewAction(state),
    { label: t('act.share'), act: 'share' },
  ]
}
