// Score as three bars: chambers searched, guards defeated, musketeers escaped; 20 + 24 + 12 points.

import { el } from '../../core/dom.js'
import { pointsOf } from './position.js'

/** @import { PanelContext, PanelState, Points } from './types.d.ts' */

/** Maximum points of each kind. @type {Points} */
const MAX_POINTS = { searched: 20, defeated: 24, escaped: 12 }
const KINDS = /** @type {(keyof Points)[]} */ (Object.keys(MAX_POINTS))

/** @param {PanelContext} context */
export function scoreBars({ sentences: { say } }) {
  const bars = KINDS.map((kind) => {
    const number = el('b', { 'data-count': kind })
    const bar = el('span', { class: 'bar', 'aria-hidden': 'true' })
    const element = el(
      'span',
      { class: `count count-${kind}` },
      el('span', {}, `${say(`count.${kind}`)} `),
      number,
      bar,
    )
    return { kind, number, bar, element }
  })
  return {
    element: el(
      'p',
      { class: 'counts' },
      bars.map(({ element }) => element),
    ),
    /** @param {PanelState} state */
    show({ frame }) {
      const points = pointsOf(frame.view.position)
      for (const { kind, number, bar } of bars) {
        number.textContent = say('count', {
          done: points[kind],
          all: MAX_POINTS[kind],
        })
        bar.style.setProperty('--done', String(points[kind] / MAX_POINTS[kind]))
      }
    },
  }
}
