// That a deal was asked for as one that can be won, and as how hard.

import { t } from '../core/i18n.js'

/** Beside the counts of the result; null: it was not.
 * @param {Pick<State, 'certified' | 'difficulty'>} state */
export function certifiedText({ certified, difficulty }) {
  if (!certified) return null
  return t(difficulty ? `assist.certified.${difficulty}` : 'assist.certified')
}
