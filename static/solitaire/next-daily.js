// The deal of the day that follows one of today, for the result of a solitaire.

import { waiting } from '../core/busy-button.js'
import { loadPart } from '../core/files.js'
import { find, solitaire } from '../core/games.js'
import { loadDaily } from './daily-mark.js'

const PATIENCE = 500 // ms that the result waits to know it

/** @typedef {{ rules: Rules, date: string }} NextDaily */

/** After a deal of today the one that the player has not begun yet; null: there is none, or nobody can tell in time.
 * @param {Rules} rules @param {State} state @returns {Promise<NextDaily | null>} */
export function nextDaily(rules, state) {
  if (!solitaire(rules) || !rules.daily || state.seat === null)
    return Promise.resolve(null)
  const known = loadDaily()
    .then((daily) => daily.dealOfToday(rules, state))
    .then(async (day) =>
      day?.next ? { rules: await find(day.next), date: day.date } : null,
    )
    .catch(() => null)
  return Promise.race([
    known,
    new Promise((resolve) => setTimeout(resolve, PATIENCE, null)),
  ])
}

/** Deals it, by a press on `button`.
 * @param {NextDaily} next @param {Go} go @param {HTMLElement} button */
export async function playNext({ rules, date }, go, button) {
  const done = waiting(button)
  try {
    const { playDaily } = await loadPart(() => import('./play-daily.js'))
    await playDaily(rules.id, date, go)
  } finally {
    done()
  }
}
