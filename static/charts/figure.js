// The frame of every picture of figures: its name, the drawing, what its signs mean, and the same figures as a
// table for those who read. A drawing is one image to a reader, named by a sentence that says what is in it.

import { el, svg } from '../core/dom.js'
import { t } from '../core/i18n.js'

/** A figure called `kind`. `says`: the drawing in one sentence; `box`: [x, y, width, height] of the drawing and `parts`
 * what is in it; `key`: [sign, text] pairs; `table`: {head, rows}, texts or nodes, the first of a row its name; a row
 * may carry `own`. */
export function picture({ kind, title, says, box, parts, key = [], table }) {
  return el(
    'figure',
    { class: 'picture', 'data-picture': kind },
    el('figcaption', {}, title),
    svg(
      'svg',
      {
        viewBox: box.join(' '),
        role: 'img',
        'aria-label': says,
        class: 'drawing',
      },
      parts,
    ),
    key.length
      ? el(
          'ul',
          { class: 'key' },
          key.map(([name, text]) => el('li', {}, sign(name), text)),
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
      written(title, table),
    ),
  )
}

/** A table of figures; nothing in it is told by its place or its colour alone. */
export function written(title, { head, rows }) {
  return el(
    'table',
    { class: 'figures' },
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
}

/** A text in a drawing. `anchor`: which of its ends stands at x. */
export const label = (x, y, text, anchor = 'middle', look = 'label') =>
  svg('text', { x, y, 'text-anchor': anchor, class: look }, text)

/** The sign that stands before a line of the key: the shape that the drawing has. */
function sign(name) {
  const shapes = {
    all: ['rect', { x: 1, y: 1, width: 14, height: 14, class: 'bar all' }],
    mine: ['rect', { x: 4, y: 1, width: 8, height: 14, class: 'bar mine' }],
    won: ['rect', { x: 1, y: 2, width: 14, height: 12, class: 'share won' }],
    drawn: [
      'rect',
      { x: 1, y: 2, width: 14, height: 12, class: 'share drawn' },
    ],
    lost: ['rect', { x: 1, y: 2, width: 14, height: 12, class: 'share lost' }],
    average: ['path', { d: 'M0 8H16', class: 'average' }],
  }
  const [tag, attributes] = shapes[name]
  return svg(
    'svg',
    { viewBox: '0 0 16 16', class: 'sign', 'aria-hidden': 'true' },
    svg(tag, attributes),
  )
}
