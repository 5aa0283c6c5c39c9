// Side panel: the cards under the stacks, the discard, and for the player whether the last move is final. The memory variant
// shows only counts.

import { el } from '../../core/dom.js'
import { cardText } from './art.js'
import { countOf } from './places.js'

/** @import { HorsemenState } from './types.d.ts' */

/** {element, show(frame)} @param {Translate} t */
export function sidePanel(t) {
  const undo = el('p', { class: 'undo-note' })
  const under = el('ol', { class: 'unders' })
  const discardHead = el('h2', {})
  const discarded = el('p', { class: 'gone' })
  const named = (/** @type {string} */ card) => cardText(card, t)
  const element = el(
    'div',
    {
      class: 'four-horsemen horsemen-side playing-cards',
      role: 'group',
      'aria-label': t('four_horsemen.side'),
    },
    undo,
    el('h2', {}, t('four_horsemen.side.under')),
    under,
    discardHead,
    discarded,
  )
  return {
    element,
    /** @param {HorsemenState} frame */
    show({ view, acts, told, status, seat }) {
      const plays = status === 'live' && seat !== null
      const barred = plays && told.length > 0 && !acts.includes('undo')
      undo.textContent = barred ? t('four_horsemen.side.firm') : ''
      const { stacks, discard } = view
      under.replaceChildren(
        ...stacks.map(({ top, under: covered }) =>
          el(
            'li',
            {},
            named(top),
            el(
              'span',
              { class: 'covers' },
              Array.isArray(covered)
                ? covered.map(named)
                : t('four_horsemen.side.closed', { count: covered }),
            ),
          ),
        ),
      )
      if (!stacks.length)
        under.replaceChildren(el('li', {}, t('four_horsemen.side.none')))
      discardHead.textContent = t('four_horsemen.side.discard', {
        count: countOf(discard),
      })
      discarded.replaceChildren(
        ...(Array.isArray(discard)
          ? discard.map(named)
          : [t('four_horsemen.side.hidden')]),
      )
    },
  }
}
