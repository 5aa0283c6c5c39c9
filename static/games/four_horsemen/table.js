// The table of Four Horsemen as drawn: a grid of horsemen, stacks, deck and reserve, with the sums and the hand below. Every
// place keeps its element, so that the focus survives every update.

import { called } from '../../board/cards/cards.js'
import { listenToPlaces, present } from '../../board/places.js'
import { closest } from '../../core/dom.js'
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { cardPicture, countsText, drawnCardText, drawnText, horse } from './art.js'
import { Chips, Work } from './calculator.js'
import { Hand } from './hand.js'
import { pressKey } from './keys.js'
import { Deck, lowDeck, Reserve } from './piles.js'
import { Place } from './place.js'
import { cardValue, countOf, HORSEMEN, STACKS } from './places.js'
import { SignRing } from './ring.js'

/** @import { HorsemenTable } from './model.js' */
/** @import { HorsemenView } from './types.d.ts' */

const MAX_COVERED = 4 // covered cards drawn under a top

/** @param {{ table: HorsemenTable }} props */
export function Table({ table }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    const area = /** @type {HTMLElement} */ (element.current)
    table.drawn = { area, grid: area } // chips and the hand, which can be dragged, are outside of the grid
    const end = listen(table, area)
    return () => {
      end()
      table.drawn = null
    }
  }, [])
  useLayoutEffect(() => {
    table.motion?.(table.view)
    table.motion = null
  }, [table.shown.value])
  return html`
    <div
      ref=${element}
      class="board four-horsemen playing-cards"
      ...${present({ 'data-finale': table.finale.value })}
    >
      ${
        table.shown.value &&
        html`
          <div class="layout" ...${present({ 'data-still': !table.interactive })}>
            ${stackCount(table)}
            <div role="grid" class="lines" aria-label=${table.services.t('four_horsemen.board')}>
              <${Horsemen} table=${table} />
              <${Stacks} table=${table} />
              ${row(table, 'piles', [html`<${Deck} table=${table} />`, html`<${Reserve} table=${table} />`])}
            </div>
            <${Chips} table=${table} />
            <${Work} table=${table} />
            <${Hand} table=${table} />
            ${lowDeck(table)}
          </div>
          <${SignRing} table=${table} />`
      }
    </div>`
}

/** How many stacks there are, with a warning from the fifth on. @param {HorsemenTable} table */
function stackCount({ interactive, services: { t }, view }) {
  const count = view.stacks.length
  return html`
    <p class="head-stacks">
      <span class="count">${t('four_horsemen.stacks', { count })}</span>
      <span class="warning" data-warning="stacks">
        ${interactive && count >= 5 && `⚠ ${t(`four_horsemen.warn.stacks.${count}`)}`}
      </span>
    </p>`
}

/** @param {HorsemenTable} table @param {string} kind @param {Content} places @param {Attributes} [attributes] */
const row = ({ services: { t } }, kind, places, attributes = {}) => html`
  <div
    role="row"
    class=${`cards-row ${kind}`}
    aria-label=${t(`four_horsemen.row.${kind}`)}
    ...${present(attributes)}
  >${places}</div>`

/** @param {{ table: HorsemenTable }} props */
const Horsemen = ({ table }) =>
  row(
    table,
    'horsemen',
    HORSEMEN.map((name, index) => horseman(table, name, index)),
  )

/** @param {HorsemenTable} table @param {string} name @param {number} index */
function horseman(table, name, index) {
  const { picks, t } = table.services
  const one = table.view.horsemen[index]
  const match = table.matches.has(name)
  const kind = match && table.open ? 'match' : 'horseman'
  const [tens, units] = one?.cards.map((card) => called(card, t)) ?? []
  return html`
    <${Place}
      key=${name}
      table=${table}
      name=${name}
      kind="horseman"
      onpress=${() => table.pressHorseman(name)}
      aria-label=${t(`four_horsemen.cell.${one ? kind : 'defeated'}`, {
        number: index + 1,
        value: one?.value,
        tens,
        units,
      })}
      data-word=${match && table.open && name}
      data-match=${match}
      data-gone=${!one}
      data-last=${table.last[0] === 'beat' && table.last[1] === name}
      data-pending=${picks.pending?.startsWith(`beat ${name} `)}
      data-over=${table.over.value === name}
    >${one ? rider(one, t) : fallen(t)}<//>`
}

/** A horseman's card: his value over the horse, and the two cards that make it.
 * @param {NonNullable<HorsemenView['horsemen'][number]>} one @param {Translate} t */
const rider = ({ cards, value }, t) => html`
  ${horse()}
  <span class="worth">${value}</span>
  <span class="pair">${cards.map(drawnCardText)}</span>
  <span class="pictures" aria-hidden="true">${cards.map(cardPicture)}</span>
  ${drawnText('seal', t('four_horsemen.defeat.short'))}`

/** The place of a defeated horseman. @param {Translate} t */
const fallen = (t) => html`
  ${horse()}
  ${drawnText('worth', '✓')}
  ${drawnText('seal', t('four_horsemen.defeated.short'))}`

/** @param {{ table: HorsemenTable }} props */
function Stacks({ table }) {
  const over = table.over.value
  const places = STACKS.map((name, index) =>
    table.view.stacks[index] ? stack(table, name, index) : emptyStack(table, name, index),
  )
  return row(table, 'stacks', places, {
    'data-over': over !== null && ['stacks', ...STACKS].includes(over),
  })
}

/** @param {HorsemenTable} table @param {string} name @param {number} index */
function stack(table, name, index) {
  const { picks, t } = table.services
  const { stacks } = table.view
  const { top, under } = stacks[index]
  const count = countOf(under)
  const used = table.sums.chipWith(top) !== undefined
  const picked = table.sums.picked === top
  return html`
    <${Place}
      key=${name}
      table=${table}
      name=${name}
      kind="stack"
      onpress=${() => table.pressStack(index)}
      aria-label=${t(`four_horsemen.cell.${used ? 'used' : 'stack'}`, {
        number: index + 1,
        card: called(top, t),
        counts: cardValue(top),
        count,
      })}
      aria-selected=${String(picked)}
      data-part=${!used && top}
      data-piece=${top}
      data-owner="0"
      data-suit=${top[1]}
      data-used=${used}
      data-picked=${picked}
      data-last=${table.last[0] === 'play' && index === stacks.length - 1}
      data-pending=${used && picks.pending?.startsWith('beat ')}
      data-over=${!used && table.over.value === top}
    >
      <span class="heap">
        ${covered(Math.min(count, MAX_COVERED), !Array.isArray(under))}${cardPicture(top)}
      </span>
      <span class="caption">
        ${countsText(top)}${drawnText('under', t('four_horsemen.under', { count }))}
      </span>
    <//>`
}

/** @param {HorsemenTable} table @param {string} name @param {number} index */
const emptyStack = (table, name, index) => html`
  <${Place}
    key=${name}
    table=${table}
    name=${name}
    kind="stack"
    onpress=${() => table.pressStack(index)}
    aria-label=${table.services.t('four_horsemen.cell.free', { number: index + 1 })}
  >
    <span class="heap">${drawnText('number', index + 1)}</span>
    <span class="caption" />
  <//>`

/** The edges of the cards under a top, face down if they are hidden. @param {number} count @param {boolean} hidden */
const covered = (count, hidden) =>
  Array.from(
    { length: count },
    (_, index) =>
      html`<i class=${hidden ? 'covered back' : 'covered'} data-depth=${count - index} />`,
  )

/** Listens to pointer, finger and keys; returns what ends it.
 * @param {HorsemenTable} table @param {HTMLElement} element */
function listen(table, element) {
  element.addEventListener(
    'click',
    (event) => {
      if (!closest(event, '[data-act=draw-pair]')) table.drawing.stop()
    },
    { capture: true },
  )
  element.addEventListener('keydown', (event) => pressKey(event, table))
  const dragging = listenToPlaces(table, element, {
    name: nameOf,
    word: (place) => place,
    back: () => table.clear(),
    lift: (name) => table.lift(name),
    over: (name) => {
      table.over.value = name
    },
    slides: () => false,
    point: () => {},
    drop: (name, dropped) => table.drop(name, dropped),
  })
  const ends = [
    table.services.settings.on((name) => name === 'confirm' && table.setConfirming()),
    table.position.subscribe(() => dragging.check(() => false)),
    () => dragging.leave(),
    () => table.drawing.stop(),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Returns the name of what can be dragged or dropped onto: a top, chip or card, else the place; null: it is neither.
 * @param {Element} node */
function nameOf(node) {
  const found = node.closest('[data-part]:not(.sign), [data-card], [data-sq], .stacks')
  if (!(found instanceof HTMLElement)) return null
  const { part, card, sq } = found.dataset
  return part ?? card ?? sq ?? 'stacks'
}
