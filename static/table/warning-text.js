// Text of a bot's warning of a move.

import { t } from '../core/i18n.js'

/** Returns the number of moves of the side to move within so many plies. @param {number} plies */
const movesIn = (plies) => Math.ceil(plies / 2)

/** Returns a sentence about the mistake in the last move. @param {Wire.MoveWarning} warning */
export function warningText({ reason, plies, points }) {
  if (reason === 'chain') return t('warning.chain', { cost: (points ?? 0) / 100 })
  if (reason === 'costly') return t('warning.costly', { cost: Math.round((points ?? 0) / 100) })
  const key = `warning.${reason}`
  return plies === undefined ? t(`${key}.unknown`) : t(key, { count: movesIn(plies) })
}
