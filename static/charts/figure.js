// Frame of every chart: title, drawing, key, and the same data as a table. To assistive technology the drawing is one
// image, named by its summary.

import { el, svg } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { t } from '../core/i18n.js'

sheet('/static/charts/charts.css')

/** @typedef {'all' | 'mine' | 'won' | 'drawn' | 'lost' | 'average'} KeySymbol */

/**
 * The first cell of a row is its heading; `own`: the row has the reader's own value.
 * @typedef {object} DataTable
 * @property {Child[]} head
 * @property {{ cells: Child[], own?: boolean }[]} rows
 */

/**
 * @typedef {object} Chart
 * @property {string} kind the value of data-picture
 * @property {string} title
 * @property {string} summary the drawing in a sentence
 * @property {[x: number, y: number, width: number, height: number]} box of the drawing
 * @property {Child} parts of the drawing
 * @property {[symbol: KeySymbol, text: string][]} [key]
 * @property {DataTable} table
 */

/** @param {Chart} chart */
export const figure = ({ kind, title, summary, box, parts, key = [], table }) =>
  el(
    'figure',
    { class: 'chart', 'data-picture': kind },
    el('figcaption', {}, title),
    svg(
      'svg',
      {
        viewBox: box.join(' '),
        role: 'img',
        'aria-label': summary,
        class: 'drawing',
      },
      parts,
    ),
    key.length
      ? el(
          'ul',
          { class: 'key' },
          key.map(([name, text]) => el('li', {}, keySymbol(name), text)),
        )
      : null,
    el(
      'details',
      {},
      el(
        'summary',
        { 'aria-label': t('picture.table.of', { title }) },
        t('picture.table'),
      ),
      dataTable(title, table),
    ),
  )

/**
 * Creates a table of numbers, readable without layout and colours.
 * @param {string} title
 * @param {DataTable} table
 */
export const dataTable = (title, { head, rows }) =>
  el(
    'table',
    { class: 'data-table' },
    el('caption', { class: 'visually-hidden' }, title),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        head.map((text) => el('th', { scope: 'col' }, text)),
      ),
    ),
    el(
      'tbody',
      {},
      rows.map(({ cells: [name, ...values], own }) =>
        el(
          'tr',
          { 'data-own': Boolean(own) },
          el('th', { scope: 'row' }, name),
          values.map((value) => el('td', {}, value)),
        ),
      ),
    ),
  )

/**
 * Creates a text in a drawing. `anchor`: the end of the text that is at x.
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {'start' | 'middle' | 'end'} anchor
 */
export const label = (x, y, text, anchor = 'middle', look = 'label') =>
  svg('text', { x, y, 'text-anchor': anchor, class: look }, text)

/** @type {Record<KeySymbol, ['rect' | 'path', Attributes]>} */
const KEY_SYMBOLS = {
  all: ['rect', { x: 1, y: 1, width: 14, height: 14, class: 'bar all' }],
  mine: ['rect', { x: 4, y: 1, width: 8, height: 14, class: 'bar mine' }],
  won: ['rect', { x: 1, y: 2, width: 14, height: 12, class: 'share won' }],
  drawn: ['rect', { x: 1, y: 2, width: 14, height: 12, class: 'share drawn' }],
  lost: ['rect', { x: 1, y: 2, width: 14, height: 12, class: 'share lost' }],
  average: ['path', { d: 'M0 8H16', class: 'average' }],
}

/**
 * Creates the symbol of an entry of the key, in the shape of the drawing.
 * @param {KeySymbol} name
 */
function keySymbol(name) {
  const [tag, attributes] = KEY_SYMBOLS[name]
  return svg(
    'svg',
    { viewBox: '0 0 16 16', class: 'symbol', 'aria-hidden': 'true' },
    svg(tag, attributes),
  )
}
