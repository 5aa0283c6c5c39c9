// The side panel: the cards that each side has lost, and the setting about single captures.

import { el } from '../../core/dom.js'
import { autoplayCheckbox } from './autoplay.js'
import { cardInText } from './compulsory-captures.js'
import { RANKS } from './position.js'

/** @import { CardmateState } from './position.js' */

/** {element, show(frame)} @param {Services} services */
export function sidePanel(services) {
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
    autoplayCheckbox(services),
  )
  return {
    element,
    /** @param {CardmateState} frame */
    show({ view }) {
      rows.forEach(({ cards }, seat) => {
        const lost = [...(view.taken?.[seat] ?? [])].sort(
          (one, other) => RANKS.indexOf(other[0]) - RANKS.indexOf(one[0]),
        )
        cards.replaceChildren(
          ...(lost.length
            ? lost.flatMap((piece) => [cardInText(piece), ' '])
            : [t('cardmate.taken.none')]),
        )
      })
    },
  }
}
