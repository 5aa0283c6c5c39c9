// Beside the table: what lies under the stacks, the discard, and how far undo goes. By memory only the counts.

import { el } from '../../core/dom.js'
import { small } from './art.js'

/** {element, show(frame)} */
export function side(t) {
  const undo = el('p', { class: 'undo-note' })
  const under = el('ol', { class: 'unders' })
  const head = el('h2', {})
  const gone = el('p', { class: 'gone' })
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
    head,
    gone,
  )
  const closed = (cards) => !Array.isArray(cards)
  return {
    element,
    show({ view, acts, told, status }) {
      const firm = told.length > 0 && !acts.includes('undo')
      undo.textContent =
        status === 'live'
          ? t(firm ? 'four_horsemen.side.firm' : 'four_horsemen.side.undo')
          : ''
      const { stacks, discard } = view
      under.replaceChildren(
        ...stacks.map((stack) =>
          el(
            'li',
            {},
            small(stack.top),
            el(
              'span',
              { class: 'covers' },
              closed(stack.under)
                ? t('four_horsemen.side.closed', { count: stack.under })
                : stack.under.map(small),
            ),
          ),
        ),
      )
      if (!stacks.length)
        under.replaceChildren(el('li', {}, t('four_horsemen.side.none')))
      head.textContent = t('four_horsemen.side.discard', {
        count: closed(discard) ? discard : discard.length,
      })
      gone.replaceChildren(
        ...(closed(discard)
          ? [t('four_horsemen.side.hidden')]
          : discard.map(small)),
      )
    },
  }
}
