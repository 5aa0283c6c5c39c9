// Mark of a daily deal at a table. Its modules are loaded only at a solitaire's table.

import { loadPart } from '../core/files.js'

export const loadDaily = async () => {
  const daily = await loadPart(() => import('./share-line.js'), { quiet: true })
  return daily
}

/** Shows in `place` that the deal is a daily one. At a table, while the player's attempt is played, `strip` shows that the day will end and that it has ended; resolves to the function that ends
 * this.
 * @param {HTMLElement} place @param {Rules} rules @param {State} state
 * @param {Parameters<typeof import('./midnight.js').watchMidnight>[1]} [strip] */
export async function markDaily(place, rules, state, strip) {
  if (!rules.daily) return null
  const day = await (await loadDaily()).markDaily(place, rules, state)
  if (!strip || !day || state.status !== 'live') return null
  if (!day.counted && !day.late) return null
  const midnight = await loadPart(() => import('./midnight.js'), {
    quiet: true,
  })
  return midnight.watchMidnight(day.date, strip)
}
