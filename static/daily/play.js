// Playing the deal of a day that a page shows. When that day is over nothing is dealt: the page of today follows.

import { dailyPath } from '../app/routes.js'
import { alert } from '../core/announcer.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { createGame } from '../lobby/play-now.js'

let stale = false // the day that was asked for was over: the next page says so

/**
 * Deals the deal of a day, or goes on with the attempt at it; goes to its table.
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

/** Whether this page follows one of a day that was over; true once. */
export function takeStale() {
  const was = stale
  stale = false
  return was
}
