// "Why?": the rule of captures with an example of each case, and what it means on the board just now.

import { panel } from '../../core/dialog.js'
import { el } from '../../core/dom.js'
import { wedge } from './art.js'
import { box } from './autoplay.js'
import { sentence } from './position.js'

const CASES = [
  ['must', 'JS', '8S'],
  ['may', 'JS', '8H'],
  ['never', '8S', 'JS'],
]

export function why(frame, services) {
  const { t } = services
  const token = (card, owner) =>
    el('span', { class: `piece owner-${owner}` }, wedge(card, owner === 0))
  const example = ([kind, one, other]) =>
    el(
      'li',
      { 'data-case': kind },
      el(
        'span',
        { class: 'example cardmate', 'data-home': '0', 'aria-hidden': 'true' },
        token(one, 0),
        el('span', { class: 'example-sign' }, kind === 'never' ? '✕' : '→'),
        token(other, 1),
      ),
      el('span', {}, t(`cardmate.why.${kind}`)),
    )
  const here = frame.legal.map(([move]) =>
    el('li', {}, sentence(move, frame, t)),
  )
  return panel({
    kind: 'why',
    title: t('cardmate.why.title'),
    body: [
      el('p', {}, t('cardmate.why.rule')),
      el('ul', { class: 'cardmate examples' }, CASES.map(example)),
      el('p', {}, t('cardmate.why.first')),
      here.length
        ? [el('h3', {}, t('cardmate.why.here')), el('ul', {}, here)]
        : null,
      box(services),
    ].flat(),
  })
}
