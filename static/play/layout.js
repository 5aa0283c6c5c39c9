// What stands where on a table, live or replayed: the head, the board, the strip for messages, the rail, the player's own
// bar and the actions. layout.css lays them out beside each other or one under the other.

import { el, set } from '../core/dom.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { settings } from '../core/settings.js'

const SMALLEST = 60 // percent of the room

/** `head`: after the heading; `rail`: what follows the board's own parts; null where a table has none.
 * @typedef {object} TableParts
 * @property {HTMLElement} heading
 * @property {HTMLElement[]} head
 * @property {HTMLElement[]} bars the top and the bottom one
 * @property {HTMLElement} message
 * @property {(HTMLElement | null)[]} rail
 * @property {HTMLElement} actions */

/** @param {Rules} rules @param {Board} board @param {TableParts} parts */
export function layTable(rules, board, parts) {
  const [top, bottom] = parts.bars
  const table = el(
    'div',
    { class: 'table' },
    el(
      'div',
      { class: 'table-head' },
      backArrow(),
      parts.heading,
      top,
      parts.head,
    ),
    el('div', { class: 'ground' }, board.element),
    parts.message,
    el(
      'div',
      { class: 'rail' },
      board.below ? el('div', { class: 'below' }, board.below) : null,
      parts.rail[0] ?? null,
      board.side ? el('div', { class: 'side' }, board.side) : null,
      parts.rail.slice(1),
    ),
    bottom,
    parts.actions,
  )
  followSize(table)
  return set(table, {
    'data-alone': solitaire(rules),
    'data-wide': board.wide,
  })
}

/** The size of the board on a desk, as the reader has chosen it, now and when it changes.
 * @param {HTMLElement} table */
function followSize(table) {
  const show = () => {
    const percent = Number(settings.get('size', '100'))
    const share = percent >= SMALLEST && percent < 100 ? percent / 100 : 1
    table.style.setProperty('--chosen-size', String(share))
  }
  let shown = false
  const end = settings.on((name) => {
    shown ||= table.isConnected
    if (shown && !table.isConnected) end()
    else if (name === 'size') show()
  })
  show()
}

/** The way to the lobby where the header of the site is not shown. */
const backArrow = () =>
  el(
    'a',
    { class: 'back-arrow', href: '/', 'aria-label': t('error.lobby') },
    icon('earlier'),
  )
