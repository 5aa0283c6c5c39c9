// Par of a solitaire's deal and its best known score, for the result. If they cannot be loaded, they are left out.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { resultText } from '../play/texts.js'

const TIMEOUT_MS = 60_000 // the first player who finishes a deal waits for a search of the lowest priority

/** Adds par and best score of the deal at the end of `place`.
 * @param {Rules} rules @param {State} state @param {Element} place */
export async function addPar(rules, state, place) {
  if (!hasPar(rules, state)) return
  const path = `/api/games/${encodeURIComponent(state.game ?? '')}/par`
  /** @type {Wire.Par | null} */
  const par = await get(path, { timeout: TIMEOUT_MS }).catch(() => null)
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

/** Returns the scores as results: "3 of 4 horsemen". @param {Wire.Par} par @param {Rules} rules @param {State} state */
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
