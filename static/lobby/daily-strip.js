// Today's deals on the lobby: how many are still to be played, under way and done, and the way to them.

import { get } from '../core/http.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'

/** The strip; null when the server does not say what there is today, for the lobby stands without it. */
export async function today() {
  const day = await get('/api/daily').catch(() => null)
  if (!day) return null
  const mine = Object.values(day.mine)
  const count = (status) =>
    mine.filter((attempt) => attempt.status === status).length
  const counts = {
    new: Object.keys(day.deals).length - mine.length,
    live: count('live'),
    done: count('ended'),
  }
  const told = Object.entries(counts)
    .filter(([, number]) => number)
    .map(([state, number]) => t(`daily.tile.${state}`, { count: number }))
  return el(
    'section',
    { class: 'daily-today', 'aria-labelledby': 'daily-today' },
    el('h2', { id: 'daily-today' }, t('daily.tile')),
    el(
      'p',
      {},
      told.join(' · '),
      ' ',
      el('span', { class: 'detail' }, t('daily.tile.about')),
    ),
    el(
      'a',
      { class: 'button primary', href: '/daily', 'data-act': 'daily' },
      t('daily.tile.open'),
    ),
  )
}
