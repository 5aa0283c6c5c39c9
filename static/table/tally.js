// A solitaire's counts in one strip: moves, taken back, hints, time, and the score where there is one.

import { el } from '../dom.js'
import { t } from '../lang.js'
import { span } from './words.js'

export function tally() {
  const element = el('dl', { class: 'tally', hidden: true })
  return {
    element,
    show({ tally: counts, score }) {
      element.hidden = !counts
      if (!counts) return
      const items = [
        ['made', counts.made],
        ['undone', counts.undone],
        ['hints', counts.hints || null],
        ['time', span(counts.ms)],
        ['score', score.length ? score.join(' · ') : null],
      ].filter(([, value]) => value !== null)
      element.replaceChildren(
        ...items.map(([name, value]) =>
          el(
            'div',
            {},
            el('dt', {}, t(`table.tally.${name}`)),
            el('dd', { 'data-tally': name }, String(value)),
          ),
        ),
      )
    },
  }
}
