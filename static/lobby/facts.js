// Facts of a game in a few words: clock, rated, strength of its people.

import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import {
  controlText,
  controlWords,
  personName,
  ratingText,
} from '../core/people.js'
import { serverNow } from '../core/server-time.js'

/** Returns the person who waits in an open game. @param {Item} game */
export const hostOf = ({ players }) =>
  players.find((seated) => seated !== null) ?? null

/** Returns "10+5 · rated". @param {Pick<Item, 'control' | 'rated'>} game @returns {Child} */
export const facts = ({ control, rated }) => [
  el('span', { 'data-control': true }, [
    el('span', { 'aria-hidden': 'true' }, controlText(control)),
    el('span', { class: 'visually-hidden' }, controlWords(control)),
  ]),
  rated && ` · ${t('control.rated')}`,
]

/** Returns "Ann (1500?)". @param {Person} person */
export function nameAndRating(person) {
  const rating = ratingText(person)
  const name = personName(person)
  return rating ? t('lobby.rating', { name, rating }) : name
}

const [HOUR, DAY] = [3_600_000, 86_400_000] // ms

/** Returns the time left of the player to move in a correspondence game, in words; empty for other games. @param {Item} game */
export function timeLeft({ control, turn, moved, created }) {
  const { days: each } =
    /** @type {import('../core/people.js').Control} */ (control) ?? {}
  if (!each || turn === null) return ''
  const left = (moved ?? created) + each * DAY - serverNow()
  const days = Math.floor(left / DAY)
  if (days > 0) return t('lobby.left.days', { count: days })
  return t('lobby.left.hours', { count: Math.max(0, Math.floor(left / HOUR)) })
}
