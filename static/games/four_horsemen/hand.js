// The hand: cards grouped by suit, with brackets around two or more; what the hand waits for; the buttons that draw until a
// pair and play the hand.

import { called, suit } from '../../board/cards/cards.js'
import { present } from '../../board/places.js'
import { either } from '../../core/i18n.js'
import { html, useRef } from '../../vendor/preact.js'
import { cardPicture, countsText } from './art.js'
import { useFocusOnBoard } from './focus.js'
import { STACKS } from './places.js'

/** @import { HorsemenTable } from './model.js' */
/** @import { HorsemenView } from './types.d.ts' */

/** Groups the cards of a hand by suit, in the order in which the suits came.
 * @param {string[]} hand */
function groupBySuit(hand) {
  const suits = [...new Set(hand.map((card) => card[1]))]
  return suits.flatMap((letter) => hand.filter((card) => card[1] === letter))
}

/** @param {{ table: HorsemenTable }} props */
export function Hand({ table }) {
  const held = useRef(/** @type {HTMLElement | null} */ (null))
  useFocusOnBoard(table, held)
  const { picks, t } = table.services
  const { drawing, interactive, view } = table
  const cards = groupBySuit(view.hand)
  const choosing = picks.words[0] === 'play'
  const plays = table.offers('play')
  const draws = drawing.running || (table.offers('draw') && !view.tops.length)
  return html`
    <div class="hand" role="group" aria-label=${t('four_horsemen.hand')}>
      <button
        type="button"
        class="place wide pair-draw"
        data-act="draw-pair"
        aria-pressed=${String(drawing.running)}
        onClick=${() => table.drawPair()}
        ...${present({ 'aria-disabled': !draws && 'true', 'data-picked': drawing.running })}
      >${t('four_horsemen.draw_pair')}</button>
      <p class="hint">${interactive && hintText(view, choosing, t)}</p>
      <button
        type="button"
        class="place wide play"
        data-tool="play"
        aria-pressed=${String(choosing)}
        onClick=${() => table.pickToken('play')}
        ...${present({
          'aria-disabled': !choosing && !plays && 'true',
          'data-word': plays && 'play',
          'data-picked': choosing,
        })}
      >${t('four_horsemen.play')}</button>
      <div
        ref=${held}
        class="held"
        data-label=${t('four_horsemen.hand')}
        style=${{ '--count': cards.length }}
      >${cards.map((card, index) => heldCard(table, card, cards[index - 1], cards[index + 1]))}</div>
    </div>`
}

/** A card between its neighbours in the hand.
 * @param {HorsemenTable} table @param {string} card @param {string | undefined} before @param {string | undefined} after */
function heldCard(table, card, before, after) {
  const { picks, t } = table.services
  const { last, view } = table
  const paired = view.tops.includes(card)
  const revealed = ['draw', 'reserve'].includes(last[0])
  const move = `play ${card}`
  return html`
    <button
      key=${card}
      type="button"
      class="place card-place"
      data-card=${card}
      data-piece=${card}
      data-owner="0"
      data-suit=${card[1]}
      aria-label=${t(`four_horsemen.cell.${paired ? 'top' : 'card'}`, { card: called(card, t) })}
      onClick=${() => table.pickCard(card)}
      ...${present({
        'data-pair': paired && bracketPart(before?.[1] === card[1], after?.[1] === card[1]),
        'data-word': picks.words[0] === 'play' && table.offers(card) && card,
        'data-move': table.plays(move) && move,
        'data-picked': picks.words[1] === card,
        'data-last': revealed && card === view.hand.at(-1),
      })}
    >
      <span class="bracket">${suit(card[1])}</span>
      ${cardPicture(card)}
      <span class="caption">${countsText(card)}</span>
    </button>`
}

/** Returns the part of the bracket over cards of one suit. @param {boolean} continues @param {boolean} goesOn */
function bracketPart(continues, goesOn) {
  if (!continues) return 'start'
  return goesOn ? 'on' : 'end'
}

/** Returns what the hand waits for, or what can be done with it.
 * @param {HorsemenView} view @param {boolean} choosing whether the top of the new stack is being chosen
 * @param {Translate} t */
function hintText({ hand, tops, stacks }, choosing, t) {
  if (stacks.length === STACKS.length) return t('four_horsemen.hint.full')
  if (!hand.length) return t('four_horsemen.hint.start')
  if (tops.length) return t(`four_horsemen.hint.${choosing ? 'which' : 'play'}`)
  const suits = [...new Set(hand.map((card) => card[1]))]
  const names = suits.map((letter) => t(`four_horsemen.suit.${letter}`))
  return t('four_horsemen.hint.waits', { suits: either(names) })
}
