// Panel beside the castle: dice, supply, score, and the controls for tokens. A control keeps its element, so that the focus
// is lost only with a control that goes; then the next one, else the board has it.

import { present } from '../../board/places.js'
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { suitPicture } from './art.js'
import { Choices, Crumbs, DirectionPad } from './direction-pad.js'
import { DONE, parsePosition, pointsOf, SUITS } from './position.js'

/** @import { CastleModel } from './model.js' */
/** @import { GuardsState, Points } from './types.d.ts' */

/** Points of each chamber, guard and musketeer. @type {Points} */
const POINTS = { searched: 1, defeated: 1, escaped: 3 }
/** Maximum points of each kind. @type {Points} */
const MAX_POINTS = { searched: 20, defeated: 24, escaped: 12 }
const KINDS = /** @type {(keyof Points)[]} */ (Object.keys(MAX_POINTS))

/** @param {{ castle: CastleModel }} props */
export function Panel({ castle }) {
  const { frame, sentences, step } = castle
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  const inside = element.current?.contains(document.activeElement) ? document.activeElement : null
  useLayoutEffect(() => {
    if (!(inside instanceof HTMLElement) || canHoldFocus(inside)) return
    const next = element.current && firstControl(element.current)
    const cell = castle.squares.drawn?.grid.querySelector('[tabindex="0"]')
    const goal = /** @type {HTMLElement | null | undefined} */ (next ?? cell)
    goal?.focus({ preventScroll: true })
  })
  const back = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !castle.picks.back()) return
    event.preventDefault()
    event.stopPropagation()
  }
  return html`
    <div
      ref=${element}
      class="cardinals-guards guards-panel"
      role="group"
      aria-label=${sentences.say('panel')}
      data-step=${step}
      onKeyDown=${back}
    >
      ${
        frame &&
        html`
          <${Dice} castle=${castle} frame=${frame} />
          <${Supply} castle=${castle} frame=${frame} />
          ${scoreBars(frame, sentences)}
          <${Crumbs} castle=${castle} frame=${frame} />
          <${DirectionPad} castle=${castle} />
          <${Choices} castle=${castle} />`
      }
    </div>`
}

/** @param {HTMLElement} node */
const canHoldFocus = (node) =>
  node.isConnected &&
  !(node instanceof HTMLButtonElement && node.disabled) &&
  node.checkVisibility()

/** Returns the first control that can have the focus. @param {HTMLElement} element */
const firstControl = (element) =>
  [
    .../** @type {NodeListOf<HTMLElement>} */ (
      element.querySelectorAll('.choose button:not(:disabled), .way:not(:disabled)')
    ),
  ].find((button) => button.checkVisibility())

/** @type {Record<string, string>} what a die shows instead of a rank */
const DIE_SIGNS = { leave: '⇱', escaped: '✓', lost: '✕' }

/** The dice with the rank that each musketeer needs next; a press picks the musketeer.
 * @param {{ castle: CastleModel, frame: GuardsState }} props */
function Dice({ castle, frame }) {
  const { picks, sentences, squares } = castle
  const { say } = sentences
  const { next: ranks, pawns } = parsePosition(frame.view.position)
  const { interactive } = squares
  const tokens = picks.words
  const press = (/** @type {string} */ suit) => {
    if (picks.words[0] === 'put') picks.clear()
    castle.point(suit)
  }
  return html`
    <div class="dice" role="group" aria-label=${say('dice')}>
      ${SUITS.map((suit, index) => {
        const rank = ranks[index]
        const kind = dieKind(pawns[suit] !== null, rank === DONE)
        const params = { suit: sentences.suit(suit), rank }
        const offered = interactive && !tokens.length && picks.next.has(suit)
        return html`
          <button
            key=${suit}
            type="button"
            class="die"
            data-die=${suit}
            data-kind=${kind}
            aria-label=${say(`die.${kind}.name`, params)}
            disabled=${!interactive || kind === 'escaped' || kind === 'lost'}
            onClick=${() => press(suit)}
            ...${present({
              'aria-pressed': interactive && String(tokens[0] === suit),
              'data-also': offered && suit,
            })}
          >
            <b class=${`number suit-${suit}`}>${DIE_SIGNS[kind] ?? rank}</b>
            ${' ' /* the name begins with the visible text: "1 Suns" */}
            <span class="die-suit">${suitPicture(suit)}</span>
            <span class="die-text">${say(`die.${kind}`, params)}</span>
          </button>`
      })}
    </div>`
}

/** @param {boolean} standing whether the musketeer is in the castle @param {boolean} done */
function dieKind(standing, done) {
  if (standing) return done ? 'leave' : 'next'
  return done ? 'escaped' : 'lost'
}

/** The supply, a button for each suit, and the button that places a guard.
 * @param {{ castle: CastleModel, frame: GuardsState }} props */
function Supply({ castle, frame }) {
  const { picks, sentences, squares, step } = castle
  const { say } = sentences
  const { supply } = parsePosition(frame.view.position)
  const tokens = picks.words
  const next = squares.interactive ? picks.next : new Map()
  const press = (/** @type {string} */ suit) => {
    if (picks.words[0] !== 'put') castle.point('put')
    else if (picks.words.length === 2 && picks.words[1] !== suit) picks.back()
    castle.point(suit)
  }
  return html`
    <div class="tray" data-sq="supply" role="group" aria-label=${say('supply')}>
      <span class="tray-name" hidden=${!supply}>${say('supply')}</span>
      ${SUITS.map((suit) => {
        const count = supply.split(suit).length - 1
        const isPicked = tokens[0] === 'put' && tokens[1] === suit
        return html`
          <button
            key=${suit}
            type="button"
            class="coin-button"
            data-piece="guard"
            data-suit=${suit}
            hidden=${!count}
            disabled=${step === 'wait'}
            aria-label=${say('coin.count', { suit: sentences.suit(suit), count })}
            onClick=${() => press(suit)}
            ...${present({
              'aria-pressed': squares.interactive && String(isPicked),
              'data-word': step === 'coin' && next.has(suit) && suit,
            })}
          >
            ${suitPicture(suit)}
            <b>${`×${count}`}</b>
          </button>`
      })}
      <span class="none" hidden=${supply.length > 0}>${say('supply.none')}</span>
      <button
        type="button"
        class="put"
        hidden=${!supply || tokens[0] === 'put'}
        disabled=${!next.has('put')}
        onClick=${() => castle.point('put')}
        ...${present({ 'data-word': next.has('put') && 'put' })}
      >${say('put')}</button>
    </div>`
}

/** The score as three bars: chambers searched, guards defeated, musketeers escaped.
 * @param {GuardsState} frame @param {CastleModel['sentences']} sentences */
function scoreBars(frame, { say }) {
  const points = pointsOf(frame.view.position)
  return html`
    <p class="counts">
      ${KINDS.map(
        (kind) => html`
          <span key=${kind} class=${`count count-${kind}`}>
            <span>${`${say(`count.${kind}`)} `}</span>
            <b data-count=${kind}>
              ${say('count', {
                done: points[kind] / POINTS[kind],
                all: MAX_POINTS[kind] / POINTS[kind],
              })}
            </b>
            <span
              class="bar"
              aria-hidden="true"
              style=${{ '--done': points[kind] / MAX_POINTS[kind] }}
            />
          </span>`,
      )}
    </p>`
}
