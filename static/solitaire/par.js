// After a solitaire: the par of its deal, and the best score that is known of it. What cannot be loaded is left out.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { resultText } from '../play/texts.js'

const TIMEOUT = 60_000 // ms: the first one who ends a deal waits for a search that goes last

/** Adds to `place` what is known of the deal, below what stands there.
 * @param {Rules} rules @param {State} state @param {Element} place */
export async function addPar(rules, state, place) {
  if (!hasPar(rules, state)) return
  const path = `/api/games/${encodeURIComponent(state.game ?? '')}/par`
  /** @type {Wire.Par | null} */
  const par = await get(path, { timeout: TIMEOUT }).catch(() => null)
  const text = par ? parText(par, rules, state) : ''
  if (!text || !place.isConnected) return
  place.append(el('p', { 'data-par': true }, text))
  say(text)
}

/** Whether the server knows a par of the deal, or a best score. @param {Rules} rules @param {State} state */
const hasPar = ({ machine }, { game, seat, start, over }) =>
  machine?.par === true &&
  game !== null &&
  seat !== null &&
  start === null &&
  over?.reason !== 'aborted'

/** The scores are told as results: "3 of 4 horsemen". @param {Wire.Par} par @param {Rules} rules @param {State} state */
export function parText({ par, best }, rules, state) {
  const over = { winner: null, reason: 'resigned' }
  const told = (/** @type {number[]} */ score) =>
    resultText(rules, { ...state, score, over })
  return [
    par && t('deal.par', { score: told(par) }),
    best && t('deal.best', { score: told(best) }),
  ]
    .filter((sentence) => sentence)
    .join(' ')
}
