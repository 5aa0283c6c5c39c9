// Control under a leaderboard that plays its game, its deal, or the deal of the day.

import { dailyPath } from '../../app/routes.js'
import { today } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { createGame, playNow } from '../../core/play-now.js'
import { me } from '../../core/player.js'
import { button, linkButton } from '../../kit/button.js'
import { playDaily } from '../../table/solitaire/play-daily.js'

/** Shows a button; for a past day's deal a link to the page of that day.
 * @param {Rules} rules @param {import('../../app/leaderboard-query.js').LeaderboardQuery} query @param {Go} go */
export function playControl(rules, { deal, period, date }, go) {
  const play = (/** @type {string} */ key, /** @type {() => Promise<void>} */ onpress) =>
    button({ act: 'play-now', look: 'primary', 'data-rules': rules.id, onpress }, t(key))
  if (deal !== null) return play('honour.play.deal', async () => go(await playDeal(rules, deal)))
  if (period !== null) return play('honour.play', async () => go(await playAny(rules)))
  if (date === today()) return play('honour.play.daily', () => playDaily(rules.id, date, go))
  return linkButton({ href: dailyPath(date ?? undefined) }, t('honour.play.day'))
}

/** Starts a game and returns its path, which may be another player's open game. @param {Rules} rules */
async function playAny(rules) {
  await me()
  return playNow(rules)
}

const DEAL_NUMBER = /^\d{1,10}$/

/** Starts a game of this deal, a number or 32 hex digits, and returns its path. @param {Rules} rules @param {string} deal */
async function playDeal(rules, deal) {
  await me()
  return createGame({
    rules: rules.id,
    deal: DEAL_NUMBER.test(deal) ? Number(deal) : deal,
  })
}
