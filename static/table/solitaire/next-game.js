// Game whose deal of the day comes next.

/**
 * Returns the next game whose deal the player has not begun: the featured one, else the first in the order of the page; null:
 * there is none.
 * @param {Pick<Wire.Daily, 'deals' | 'featured' | 'mine'>} day
 * @param {string} played
 */
export function nextGame({ deals, featured, mine }, played) {
  const left = [featured, ...Object.keys(deals)].filter(
    (id) => id in deals && !(id in mine) && id !== played,
  )
  return left[0] ?? null
}

/**
 * Returns the game whose deal of the day leads: the featured one until it has ended, then the next that the player has not
 * begun, then one that is not finished; the featured one when all have ended.
 * @param {Pick<Wire.Daily, 'deals' | 'featured' | 'mine'>} day
 */
export function leadingGame(day) {
  const { featured, mine } = day
  if (mine[featured]?.status !== 'ended') return featured
  const running = Object.keys(mine).find((id) => mine[id]?.status !== 'ended')
  return nextGame(day, featured) ?? running ?? featured
}
