// Layout of a table, live or replayed: head, board, message strip, rail, the player's own bar, and the actions. layout.css
// lays them out side by side or in one column.

import { el, set } from '../core/dom.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'

/** Parts of a table. `head`: after the heading; `rail`: after the board's own parts; null: the table has no such part.
 * @typedef {object} TableParts
 * @property {HTMLElement} heading
 * @property {HTMLElement[]} head
 * @property {HTMLElement[]} bars [top, bottom]
 * @property {HTMLElement} message
 * @property {(HTMLElement | null)[]} rail
 * @property {HTMLElement} actions */

/** @param {Rules} rules @param {Board} board @param {TableParts} parts */
export function layTable(rules, board, parts) {
  const [top, bottom] = parts.bars
  const table = el(
    'div',
    { class: 'table' },
    el('div', { class: 'table-head' }, backArrow(), parts.heading, top, parts.head),
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
  return set(table, {
    'data-alone': solitaire(rules),
    'data-wide': board.wide,
  })
}

/** Creates the link to the lobby for layouts that hide the site's header. */
const backArrow = () =>
  el('a', { class: 'back-arrow', href: '/', 'aria-label': t('error.lobby') }, icon('earlier'))
