// Beside the board: the cards that each side has lost, and the wish about single captures.

import { el } from '../../core/dom.js'
import { box } from './autoplay.js'
import { card } from './compulsory-captures.js'
import { RANKS } from './position.js'

/** {element, show(frame)} */
export function side(services) {
  const { t, rules } = services
  const rows = rules.seats.map((seat) => {
    const cards = el('dd', {})
    return {
      cards,
      element: el(
        'div',
        {},
        el('dt', {}, t('cardmate.taken', { seat: t(`cardmate.seat.${seat}`) })),
        cards,
      ),
    }
  })
  const element = el(
    'div',
    { class: 'cardmate beside' },
    el(
      'dl',
      { class: 'taken' },
      rows.map((row) => row.element),
    ),
    box(services),
  )
  return {
    element,
    show({ view }) {
      rows.forEach(({ cards }, seat) => {
        const lost = [...(view.taken?.[seat] ?? [])].sort(
          (one, other) => RANKS.indexOf(other[0]) - RANKS.indexOf(one[0]),
        )
        cards.replaceChildren(
          ...(lost.length
            ? lost.flatMap((piece) => [card(piece), ' '])
            : [t('cardmate.taken.none')]),
        )
      })
    },
  }
}
