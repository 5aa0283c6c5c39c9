// Games in which the player has asked to be warned when they are lost. The wish belongs to one game and is never carried to
// another one.

import { settings } from '../../core/settings.js'

const WARNED_SETTING = 'lost-warning' // ids of games, the newest last
const MAX_GAMES = 10

const chosen = () => settings.get(WARNED_SETTING, '').split(' ').filter(Boolean)

/** Whether the player is warned in a game. @param {string | null} game */
export const isWarned = (game) => game !== null && chosen().includes(game)

/** Starts or ends the warning in a game. @param {string} game @param {boolean} on */
export function setWarned(game, on) {
  const others = chosen().filter((id) => id !== game)
  settings.set(WARNED_SETTING, (on ? [...others, game] : others).slice(-MAX_GAMES).join(' '))
}
