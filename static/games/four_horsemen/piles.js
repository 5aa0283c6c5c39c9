// Deck and reserve, with the warning of a low deck.

import { called } from '../../board/cards/cards.js'
import { html } from '../../vendor/preact.js'
import { cardPicture, drawnText } from './art.js'
import { Place } from './place.js'
import { LOW_DECK } from './places.js'

/** @import { HorsemenTable } from './model.js' */

const CARDS_AN_EDGE = 9 // cards of the deck that are drawn as one edge

/** @param {{ table: HorsemenTable }} props */
export function Deck({ table }) {
  const { t } = table.services
  const { deck: count } = table.view
  const offered = table.offers('draw')
  return html`
    <${Place}
      table=${table}
      name="deck"
      kind="pile deck"
      onpress=${() => table.pickToken('draw')}
      aria-label=${t('four_horsemen.cell.deck', { count })}
      aria-disabled=${!offered && 'true'}
      data-word=${offered && 'draw'}
    >
      <span class="heap" data-edges=${Math.ceil(count / CARDS_AN_EDGE)}>
        ${count > 0 && html`<span class="back" />`}
        <b class="plate">${t('four_horsemen.draw')}</b>
      </span>
      <span class="caption">${drawnText('', t('four_horsemen.left', { count }))}</span>
    <//>`
}

/** @param {{ table: HorsemenTable }} props */
export function Reserve({ table }) {
  const { t } = table.services
  const { reserve: card, taken } = table.view
  const offered = table.offers('reserve')
  return html`
    <${Place}
      table=${table}
      name="reserve"
      kind="pile reserve"
      onpress=${() => table.pickToken('reserve')}
      aria-label=${
        card
          ? t('four_horsemen.cell.reserve', { card: called(card, t) })
          : t('four_horsemen.cell.reserve.none')
      }
      aria-disabled=${!offered && 'true'}
      data-word=${offered && 'reserve'}
      data-piece=${card}
      data-owner=${card && '0'}
      data-suit=${card?.[1]}
    >
      <span class="heap">${card && cardPicture(card)}</span>
      <span class="caption">
        ${
          card
            ? t('four_horsemen.reserve')
            : drawnText('', t(taken ? 'four_horsemen.taken' : 'four_horsemen.none'))
        }
      </span>
    <//>`
}

/** The warning of a low deck while a horseman stands. @param {HorsemenTable} table */
export function lowDeck({ interactive, services: { t }, view }) {
  const low = interactive && view.deck <= LOW_DECK && view.horsemen.some(Boolean)
  return html`
    <p class="warning low" data-warning="deck">
      ${low && `⚠ ${t('four_horsemen.warn.deck', { count: view.deck })}`}
    </p>`
}
