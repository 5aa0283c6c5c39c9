// Today's deals in the lobby: how many are still to be played, under way and done, and the link to them.

import { dailyPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'

/** The strip; null when the server does not answer: the lobby is complete without it. */
export async function dailyStrip() {
  /** @type {Wire.Daily | null} */
  const day = await get('/api/daily').catch(() => null)
  if (!day) return null
  const attempts = Object.values(day.mine)
  const count = (/** @type {Wire.Attempt['status']} */ status) =>
    attempts.filter((attempt) => attempt.status === status).length
  const counts = {
    new: Object.keys(day.deals).length - attempts.length,
    live: count('live'),
    done: count('ended'),
  }
  const summary = Object.entries(counts)
    .filter(([, number]) => number)
    .map(([state, number]) => t(`daily.tile.${state}`, { count: number }))
  return el(
    'section',
    { class: 'daily-today', 'aria-labelledby': 'daily-today' },
    el('h2', { id: 'daily-today' }, t('daily.tile')),
    el(
      'p',
      {},
      summary.join(' · '),
      ' ',
      el('span', { class: 'detail' }, t('daily.tile.about')),
    ),
    el(
      'a',
      { class: 'button primary', href: dailyPath(), 'data-act': 'daily' },
      t('daily.tile.open'),
    ),
  )
}
