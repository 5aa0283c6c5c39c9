// Par of a solitaire's deal and its best known score in words, for the result.

import { t } from '../core/i18n.js'
import { resultText } from '../play/texts.js'

/** Returns the scores as results: "3 of 4 horsemen". @param {Wire.Par} par @param {Rules} rules @param {State} state */
export function parText({ par, best }, rules, state) {
  const over = { winner: null, reason: 'resigned' }
  const told = (/** @type {number[]} */ score) => resultText(rules, { ...state, score, over })
  return [par && t('deal.par', { score: told(par) }), best && t('deal.best', { score: told(best) })]
    .filter((sentence) => sentence)
    .join(' ')
}
