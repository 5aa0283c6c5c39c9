// Points of an analysis as cards, by the values of the engine's search.

/** Points by rank, from low to high, on an average square. The King is left out. */
export const WORTHS = {
  1: 100,
  2: 110,
  3: 130,
  4: 150,
  5: 175,
  6: 200,
  7: 230,
  8: 290,
  9: 370,
  X: 540,
  J: 560,
  Q: 950,
  A: 1200,
}
const MORE = 1300 // points from which on they are more than an Ace

/** Returns "a Queen’s worth", the highest card that these points reach. @param {number} points @param {Translate} t */
export function worthText(points, t) {
  if (points >= MORE) return t('cardmate.worth.more')
  const ranks = Object.entries(WORTHS).sort(([, one], [, other]) => one - other)
  const reached = ranks.filter(([, worth]) => worth <= points)
  const [rank] = reached.at(-1) ?? ranks[0]
  return t('cardmate.worth', { rank })
}
