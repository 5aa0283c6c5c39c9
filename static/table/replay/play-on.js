// "Play on from here": a new game from a position of a replay. Choices: alone, both sides at one screen, against the
// bot, or with a friend who gets the link.

import { chosenLevel, levelName, levelsOf, rememberLevel } from '../../core/bots.js'
import { seatName, solitaire } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { createGame } from '../../core/play-now.js'
import { me } from '../../core/player.js'
import { ask } from '../../kit/dialog.js'
import { html } from '../../vendor/preact.js'

/** Fields of POST /api/games that a choice sets. @typedef {Pick<Wire.NewGame, 'seat' | 'public' | 'bot'>} Sides */

/** Asks who plays, starts the game and goes there; the reader can cancel.
 * @param {Rules} rules @param {string} position @param {Go} go @param {HTMLElement} trigger */
export async function playOn(rules, position, go, trigger) {
  const sides = solitaire(rules) ? {} : await askSides(rules, trigger)
  if (!sides) return
  await me()
  await go(await createGame({ rules: rules.id, position, ...sides }))
}

/** Asks who plays the two sides; null: cancelled.
 * @param {Rules} rules @param {HTMLElement} trigger @returns {Promise<Sides | null>} */
async function askSides(rules, trigger) {
  const levels = Array.from({ length: levelsOf(rules) }, (_, n) => n + 1)
  const seats = /** @type {const} */ ([0, 1])
  let level = chosenLevel(rules)
  const choose = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => {
    level = Number(event.currentTarget.value)
  }
  /** @type {(act: string, seat: number, value: () => Sides) => DialogAction} */
  const action = (act, seat, value) => ({
    label: t(`replay.play_on.${act}`, { seat: seatName(rules, seat) }),
    act: `${act}-${seat}`,
    value,
  })
  /** Starts a game against the bot, whose level becomes that of the next game too. @param {0 | 1} seat */
  const againstBot = (seat) =>
    action('computer', seat, () => {
      rememberLevel(rules, level)
      return { seat, bot: { level } }
    })
  const answer = await ask({
    kind: 'play-on',
    title: t('act.play-on.name'),
    body: html`
      <p>${t('replay.play_on.about')}</p>
      ${
        levels.length > 0 &&
        html`
          <label>
            ${t('replay.play_on.level')}
            <select data-input="level" onChange=${choose}>
              ${levels.map(
                (one) => html`
                  <option value=${one} selected=${one === level}>${levelName(rules, one)}</option>`,
              )}
            </select>
          </label>`
      }`,
    trigger,
    actions: [
      {
        label: t('replay.play_on.both'),
        value: () => ({ seat: 'both', public: false }),
        act: 'both',
        look: 'primary',
      },
      ...(levels.length ? seats.map(againstBot) : []),
      ...seats.map((seat) => action('seat', seat, () => ({ seat, public: false }))),
    ],
  })
  return answer ? answer() : null
}
