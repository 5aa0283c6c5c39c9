// Control under a leaderboard that plays its game, its deal, or the deal of the day.

import { dailyPath } from '../app/routes.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { today } from '../core/format.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { createGame, playNow } from '../play/play-now.js'
import { playDaily } from '../solitaire/play-daily.js'

/**
 * Creates a button; for a past day's deal a link to the page of that day.
 * @param {Rules} rules
 * @param {import('../app/leaderboard-query.js').LeaderboardQuery} query
 * @param {Go} go
 */
export function playControl(rules, query, go) {
  /**
   * @param {string} key
   * @param {() => Promise<void>} start
   */
  const button = (key, start) =>
    el(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-act': 'play-now',
        'data-rules': rules.id,
        onclick: (event) => press(event, start),
      },
      t(key),
    )
  const { deal, period, date } = query
  if (deal !== null)
    return button('honour.play.deal', async () =>
      go(await playDeal(rules, deal)),
    )
  if (period !== null)
    return button('honour.play', async () => go(await play(rules)))
  if (date === today())
    return button('honour.play.daily', () => playDaily(rules.id, date, go))
  const href = dailyPath(date ?? undefined)
  return el('a', { class: 'button', href }, t('honour.play.day'))
}

/**
 * Starts a game and returns its path, which may be another player's open game.
 * @param {Rules} rules
 */
async function play(rules) {
  await me()
  return playNow(rules)
}

const DEAL_NUMBER = /^\d{1,10}$/

/**
 * Starts a game of this deal, a number or 32 hex digits, and returns its path.
 * @param {Rules} rules
 * @param {string} deal
 */
async function playDeal(rules, deal) {
  await me()
  return createGame({
    rules: rules.id,
    deal: DEAL_NUMBER.test(deal) ? Number(deal) : deal,
  })
}
