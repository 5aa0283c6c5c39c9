// Text of a certified deal: one requested as winnable, with its difficulty.

import { t } from '../core/i18n.js'

/** Returns the text beside the counts of the result; null: the deal is not certified.
 * @param {Pick<State, 'certified' | 'difficulty'>} state */
export function certifiedText({ certified, difficulty }) {
  if (!certified) return null
  return t(difficulty ? `assist.certified.${difficulty}` : 'assist.certified')
}
