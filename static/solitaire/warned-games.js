// Games in which the player has asked to be warned when they are lost. The wish belongs to one game and is never carried to
// another one.

import { settings } from '../core/settings.js'

export const WARNED_SETTING = 'lost-warning' // ids of games, the newest last
const MAX_GAMES = 10

/** @param {string | null} text of the setting */
const gamesIn = (text) => (text ?? '').split(' ').filter(Boolean)

/** Whether the player is warned in a game. @param {string | null} game @param {string | null} [text] of the setting */
export const isWarned = (game, text = settings.get(WARNED_SETTING, '')) =>
  game !== null && gamesIn(text).includes(game)

/** Starts or ends the warning in a game. @param {string} game @param {boolean} on */
export function setWarned(game, on) {
  const others = gamesIn(settings.get(WARNED_SETTING, '')).filter((id) => id !== game)
  settings.set(WARNED_SETTING, (on ? [...others, game] : others).slice(-MAX_GAMES).join(' '))
}
