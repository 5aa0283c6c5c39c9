// Today's featured deal in the lobby, with the player's streak, the time until the next one, and the state of the other
// deals of the day.

import { dailyPath, gamePath, puzzlesPath } from '../app/routes.js'
import { hasAbility } from '../core/bots.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { setToday } from '../core/format.js'
import { name } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { tileArt } from '../play/pictures.js'
import { countdown, streakTexts } from '../solitaire/countdown.js'
import { playDaily } from '../solitaire/play-daily.js'

/**
 * Creates the section and the function that ends its countdown; null: the server does not answer, and the lobby goes
 * without it.
 * @param {Map<string, Rules>} rules
 * @param {Go} go
 */
export async function todaysDeal(rules, go) {
  /** @type {Wire.Daily | null} */
  const day = await get('/api/daily').catch(() => null)
  const game = day && rules.get(day.featured)
  if (day) setToday(day.today)
  if (!day || !game) return null
  const time = el('span', { 'data-next': true })
  const leave = countdown(day, ({ wait, over }) => {
    const key = over ? 'lobby.today.here' : 'lobby.today.next'
    time.textContent = wait === null ? '' : t(key, { wait })
  })
  const element = el(
    'section',
    { class: 'daily-today', 'aria-labelledby': 'daily-today' },
    tileArt(game.family, name(game)),
    el(
      'div',
      { class: 'what' },
      el('h2', { id: 'daily-today' }, t('lobby.today', { game: name(game) })),
      el('p', { class: 'daily-facts' }, streakTexts(day), time),
      el(
        'p',
        { class: 'detail' },
        day.winnable.includes(game.id) && [
          el('span', { 'data-winnable': true }, t('daily.winnable')),
          ' ',
        ],
        countsText(day),
      ),
    ),
    el(
      'p',
      { class: 'row' },
      featuredControl(day, game, go),
      el(
        'a',
        { class: 'button', href: dailyPath(), 'data-act': 'daily' },
        t('daily.tile.open'),
      ),
      hasPuzzles(rules) &&
        el(
          'a',
          { class: 'button', href: puzzlesPath(), 'data-act': 'puzzle' },
          t('lobby.puzzle'),
        ),
    ),
  )
  return { element, leave }
}

/** @param {Map<string, Rules>} rules */
const hasPuzzles = (rules) =>
  [...rules.values()].some((item) => hasAbility(item, 'puzzle'))

/** Returns how many of the day's deals are new, in progress and finished. @param {Wire.Daily} day */
function countsText({ deals, mine }) {
  const attempts = Object.values(mine)
  const count = (/** @type {Wire.Attempt['status']} */ status) =>
    attempts.filter((attempt) => attempt.status === status).length
  const counts = {
    new: Object.keys(deals).length - attempts.length,
    live: count('live'),
    done: count('ended'),
  }
  return Object.entries(counts)
    .filter(([, number]) => number)
    .map(([state, number]) => t(`daily.tile.${state}`, { count: number }))
    .join(' · ')
}

/**
 * Creates the control that plays the deal, continues it, or shows its replay.
 * @param {Wire.Daily} day
 * @param {Rules} rules
 * @param {Go} go
 */
function featuredControl({ date, mine }, rules, go) {
  const attempt = mine[rules.id]
  const game = name(rules)
  if (!attempt)
    return el(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-act': 'play-today',
        'aria-label': t('daily.play.of', { game }),
        onclick: (event) =>
          press(event, async () => playDaily(rules.id, date, go)),
      },
      t('daily.play'),
    )
  const key = attempt.status === 'live' ? 'daily.continue' : 'daily.replay'
  return el(
    'a',
    {
      class: attempt.status === 'live' ? 'button primary' : 'button',
      href: gamePath(attempt.game),
      'aria-label': t(`${key}.of`, { game }),
    },
    t(key),
  )
}
