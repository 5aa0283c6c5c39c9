// "Why?" panel: the rule of captures with an example of each case, and what it means in the shown position.

import { panel } from '../../core/dialog.js'
import { el } from '../../core/dom.js'
import { wedge } from './art.js'
import { autoplayCheckbox } from './autoplay.js'
import { moveSentence } from './position.js'

/** @import { CardmateState } from './position.js' */

/** [case, capturing card, captured card] */
const CASES = [
  ['must', 'JS', '8S'],
  ['may', 'JS', '8H'],
  ['never', '8S', 'JS'],
]

/** @param {CardmateState} frame @param {Services} services @param {boolean} plays whether the reader plays this game */
export function openWhy(frame, services, plays) {
  const { t } = services
  /** @param {string} card @param {number} owner */
  const token = (card, owner) =>
    el('span', { class: `piece owner-${owner}` }, wedge(card, owner === 0))
  /** @param {string[]} row of CASES */
  const example = ([kind, capturing, captured]) =>
    el(
      'li',
      { 'data-case': kind },
      el(
        'span',
        { class: 'example cardmate', 'data-home': '0', 'aria-hidden': 'true' },
        token(capturing, 0),
        el('span', { class: 'example-sign' }, kind === 'never' ? '✕' : '→'),
        token(captured, 1),
      ),
      el('span', {}, t(`cardmate.why.${kind}`)),
    )
  const here = frame.legal.map(([move]) =>
    el('li', {}, moveSentence(move, frame, t)),
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
      plays ? autoplayCheckbox(services) : null,
    ].flat(),
  })
}
