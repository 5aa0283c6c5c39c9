// Facts of a game in a few words: clock, rated, strength of its people.

import { t } from '../../core/i18n.js'
import { controlText, controlWords, personName, ratingText } from '../../core/people.js'
import { hasSeat } from '../../core/play-now.js'
import { serverNow } from '../../core/server-time.js'
import { html } from '../../vendor/preact.js'

/** Returns the person who waits in an open game. @param {Item} game */
export const hostOf = ({ players }) => players.find((seated) => seated !== null) ?? null

/** Whether it is the player's move against somebody. @param {Item} game @param {Person} player */
export const waitsFor = ({ turn, players }, player) =>
  turn !== null &&
  players[turn]?.id === player.id &&
  players.some((seated) => seated !== null && seated.id !== player.id)

/** Whether the game challenges this player. @param {Item} game @param {Person} player */
export const isChallenged = (game, player) => game.to?.id === player.id && !hasSeat(game, player)

/** Shows "10+5 · rated". @param {Pick<Item, 'control' | 'rated'>} game */
export const facts = ({ control, rated }) => html`
  <span data-control>
    <span aria-hidden="true">${controlText(control)}</span>
    <span class="visually-hidden">${controlWords(control)}</span>
  </span>
  ${rated && ` · ${t('control.rated')}`}`

/** Returns "Ann (1500?)". @param {Person} person */
export function nameAndRating(person) {
  const rating = ratingText(person)
  const name = personName(person)
  return rating ? t('lobby.rating', { name, rating }) : name
}

const [HOUR, DAY] = [3_600_000, 86_400_000] // ms

/** Returns the time left of the player to move in a correspondence game, in words; empty for other games. @param {Item} game */
export function timeLeft({ control, turn, moved, created }) {
  const { days: each } = /** @type {import('../../core/people.js').Control} */ (control) ?? {}
  if (!each || turn === null) return ''
  const left = (moved ?? created) + each * DAY - serverNow()
  const days = Math.floor(left / DAY)
  if (days > 0) return t('lobby.left.days', { count: days })
  return t('lobby.left.hours', { count: Math.max(0, Math.floor(left / HOUR)) })
}
