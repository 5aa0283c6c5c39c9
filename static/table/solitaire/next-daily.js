// Next daily deal, for the result of a solitaire at a deal of today.

import { once } from '../../core/busy-button.js'
import { loadPart } from '../../core/files.js'
import { find, solitaire } from '../../core/games.js'
import { loadDaily } from './daily-mark.js'

const MAX_WAIT_MS = 500 // that the result waits for it

/** The next deal: the `place`-th of so many (`of`) of the day. @typedef {{ rules: Rules, date: string, place: number, of: number }} NextDaily */

/** Returns, after a deal of today, one that the player has not begun; null: there is none, or the answer comes too late.
 * @param {Rules} rules @param {State} state @returns {Promise<NextDaily | null>} */
export function nextDaily(rules, state) {
  if (!solitaire(rules) || !rules.daily || state.seat === null) return Promise.resolve(null)
  const known = loadDaily()
    .then((daily) => daily.dealOfToday(rules, state))
    .then(async (day) =>
      day?.next
        ? { rules: await find(day.next), date: day.date, place: day.begun + 1, of: day.of }
        : null,
    )
    .catch(() => null)
  return Promise.race([known, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS, null))])
}

/** Starts the deal after a press on `button`.
 * @param {NextDaily} next @param {Go} go @param {HTMLElement} button */
export async function playNext({ rules, date }, go, button) {
  await once(button, async () => {
    const { playDaily } = await loadPart(() => import('./play-daily.js'))
    await playDaily(rules.id, date, go)
  })
}
