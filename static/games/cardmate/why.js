// "Why?" panel: the rule of captures with an example of each case, and what it means in the shown position.

import { panel } from '../../kit/dialog.js'
import { html } from '../../vendor/preact.js'
import { wedge } from './art.js'
import { AutoplayChoice } from './autoplay.js'
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
  return panel({
    kind: 'why',
    title: t('cardmate.why.title'),
    body: html`
      <p>${t('cardmate.why.rule')}</p>
      <ul class="cardmate examples">${CASES.map((row) => example(row, t))}</ul>
      <p>${t('cardmate.why.first')}</p>
      ${
        frame.legal.length > 0 &&
        html`
          <h3>${t('cardmate.why.here')}</h3>
          <ul>${frame.legal.map(([move]) => html`<li>${moveSentence(move, frame, t)}</li>`)}</ul>`
      }
      ${plays && html`<${AutoplayChoice} services=${services} />`}`,
  })
}

/** @param {string[]} row of CASES @param {Translate} t */
const example = ([kind, capturing, captured], t) => html`
  <li data-case=${kind}>
    <span class="example cardmate" data-home="0" aria-hidden="true">
      ${token(capturing, 0)}
      <span class="example-sign">${kind === 'never' ? '✕' : '→'}</span>
      ${token(captured, 1)}
    </span>
    <span>${t(`cardmate.why.${kind}`)}</span>
  </li>`

/** @param {string} card @param {number} owner */
const token = (card, owner) => html`
  <span class=${`piece owner-${owner}`}>${wedge(card, owner === 0)}</span>`
