// Names of people and time controls.

import { t } from './i18n.js'

export const INITIAL_RATING = 1500 // of everybody before their first rated game

/** Returns a person's name; a bot is named by its level, a deleted account has no name.
 * @param {{ name: string, bot?: number }} person */
export const personName = ({ name, bot }) =>
  bot === undefined ? name || t('person.former') : t('bot.name', { level: bot })

/** Returns "1500", or "1500?" while provisional; empty without a rating.
 * @param {{ rating?: number | null, provisional?: boolean }} person */
export const ratingText = ({ rating, provisional }) =>
  rating ? `${rating}${provisional ? '?' : ''}` : ''

/** Returns the change of a rating by a game: "+162", "−8"; "" while unknown.
 * @param {{ change?: number }} player */
export const changeText = ({ change }) =>
  typeof change === 'number' ? `${change < 0 ? '−' : '+'}${Math.abs(change)}` : ''

/** Time control: seconds for the game and for each move, days for each move, or null.
 * @typedef {{ base?: number, increment?: number, days?: number } | null | undefined} Control */

/** Returns "10+5" (minutes and seconds a move), "2 days a move", "No clock". @param {Control} control */
export function controlText(control) {
  if (!control) return t('control.none')
  const { base = 0, increment = 0, days } = control
  if (days) return t('control.days', { count: days })
  const seconds = base % 60
  const minutes = Math.floor(base / 60)
  const text = seconds ? `${minutes}:${String(seconds).padStart(2, '0')}` : minutes
  return t('control.clock', { minutes: String(text), increment })
}

/** Returns a time control in words: "10 minutes and 5 seconds a move", "1 minute 1 second and 5 seconds a move".
 * @param {Control} control */
export function controlWords(control) {
  if (!control || control.days) return controlText(control)
  const { base = 0, increment = 0 } = control
  const [minutes, seconds] = [Math.floor(base / 60), base % 60]
  const time = [
    minutes || !seconds ? t('control.minutes', { count: minutes }) : '',
    seconds ? t('control.seconds', { count: seconds }) : '',
  ]
  return t('control.words', {
    time: time.join(' ').trim(),
    increment: t('control.seconds', { count: increment }),
  })
}
