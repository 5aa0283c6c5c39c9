// The sentence of a machine's warning.

import { t } from '../core/i18n.js'

/** How many moves of the side that moves first are made in so many plies. @param {number} plies */
const movesIn = (plies) => Math.ceil(plies / 2)

/** What is wrong with the last move, as a sentence. @param {Wire.MoveWarning} warning */
export function warningText({ reason, plies, points }) {
  if (reason === 'chain')
    return t('warning.chain', { cost: (points ?? 0) / 100 })
  const key = `warning.${reason}`
  return plies === undefined
    ? t(`${key}.unknown`)
    : t(key, { count: movesIn(plies) })
}
