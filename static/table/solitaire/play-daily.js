// Start of the deal of the shown day. If that day is over nothing is dealt, and the page of today follows.

import { dailyPath } from '../../app/routes.js'
import { alert } from '../../core/announcer.js'
import { Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { createGame } from '../../core/play-now.js'
import { me } from '../../core/player.js'

let stale = false // whether the requested day was over, which the next page says

/**
 * Starts or continues the attempt at the deal of a day; goes to its table.
 * @param {string} rules
 * @param {string} date the day that the page shows
 * @param {Go} go
 */
export async function playDaily(rules, date, go) {
  await me()
  try {
    await go(await createGame({ rules, deal: 'daily', date }))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'stale') throw error
    stale = true
    alert(t('daily.stale'))
    await go(dailyPath())
  }
}

/**
 * Starts or continues a game at the deal of a past day, which does not count for the day; goes to its table.
 * @param {string} rules
 * @param {Wire.Daily} day
 * @param {Go} go
 */
export async function practise(rules, { date, deals }, go) {
  await me()
  return go(await createGame({ rules, deal: deals[rules], date }))
}

/** Whether this page follows the page of a day that is over; true only once. */
export function takeStale() {
  const was = stale
  stale = false
  return was
}
