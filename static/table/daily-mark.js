// The mark of a deal of today at a table. What it needs is a part of a solitaire's table only.

import { loadPart, prepare } from '../core/files.js'

/** Shows in `place` that the deal is one of today, where it is.
 * @param {HTMLElement} place @param {Rules} rules @param {State} state */
export async function markDaily(place, rules, state) {
  if (!rules.daily) return
  const [daily] = await Promise.all([
    loadPart(() => import('../daily/share-line.js'), { quiet: true }),
    prepare('daily/share-line'),
  ])
  await daily.markDaily(place, rules, state)
}
