// "Play on from here": a new game from a position of a replay. Choices: alone, both sides at one screen, against the
// bot, or with a friend who gets the link.

import { chosenLevel, levelName, levelsOf, rememberLevel } from '../core/bots.js'
import { ask } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { seatName, solitaire } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'

/** Fields of POST /api/games that a choice sets. @typedef {Pick<Wire.NewGame, 'seat' | 'public' | 'bot'>} Sides */

/** Asks who plays, starts the game and goes there; the reader can cancel.
 * @param {Rules} rules @param {string} position @param {Go} go @param {HTMLElement} trigger */
export async function playOn(rules, position, go, trigger) {
  const sides = solitaire(rules) ? {} : await askSides(rules, trigger)
  if (!sides) return
  await me()
  const { url } = await post('/api/games', {
    rules: rules.id,
    position,
    ...sides,
  })
  await go(url)
}

/** Asks who plays the two sides; null: cancelled.
 * @param {Rules} rules @param {HTMLElement} trigger @returns {Promise<Sides | null>} */
async function askSides(rules, trigger) {
  const level = levelsOf(rules) > 0 ? levelField(rules) : null
  const seats = /** @type {const} */ ([0, 1])
  /** @type {(act: string, seat: number, value: () => Sides) => DialogAction} */
  const action = (act, seat, value) => ({
    label: t(`replay.play_on.${act}`, { seat: seatName(rules, seat) }),
    act: `${act}-${seat}`,
    value,
  })
  const answer = await ask({
    kind: 'play-on',
    title: t('act.play-on.name'),
    body: [el('p', {}, t('replay.play_on.about')), level?.element],
    trigger,
    actions: [
      {
        label: t('replay.play_on.both'),
        value: () => ({ seat: 'both', public: false }),
        act: 'both',
        look: 'primary',
      },
      ...(level
        ? seats.map((seat) =>
            action('computer', seat, () => ({
              seat,
              bot: { level: level.chosen() },
            })),
          )
        : []),
      ...seats.map((seat) => action('seat', seat, () => ({ seat, public: false }))),
    ],
  })
  return answer ? answer() : null
}

/** Creates the choice of the bot's level, which becomes that of the next game too. @param {Rules} rules */
function levelField(rules) {
  const wanted = chosenLevel(rules)
  const levels = Array.from({ length: levelsOf(rules) }, (_, n) => n + 1)
  const select = el(
    'select',
    { 'data-input': 'level' },
    levels.map((level) =>
      el('option', { value: level, selected: level === wanted }, levelName(rules, level)),
    ),
  )
  return {
    element: el('label', {}, t('replay.play_on.level'), select),
    chosen() {
      const level = Number(select.value)
      rememberLevel(rules, level)
      return level
    },
  }
}
