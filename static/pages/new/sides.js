// Choice of the opponent and of the player's side in a game for two.

import { levelName, levelsOf, teaches } from '../../core/bots.js'
import { fileUrl } from '../../core/files.js'
import { seatName } from '../../core/games.js'
import { knows, sentence, t } from '../../core/i18n.js'
import { choice } from '../../kit/choice.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'

/** @typedef {ReturnType<import('./form.js').Bound>} BoundField */

export const SAME_SCREEN = 'screen' // the player has both seats
export const PERSON = 'person' // a person challenged by name
const BOT = 'computer' // a bot, at a level
export const TEACHER = 'teacher' // a bot that warns of costly moves

/** Opponents with their icons. */
const OPPONENTS = {
  public: 'people',
  [PERSON]: 'person',
  link: 'link',
  [SAME_SCREEN]: 'screen',
}

/** @param {string | undefined} who */
export const isBot = (who) => who === BOT || who === TEACHER

/** @param {Rules} rules */
const bots = (rules) => [...(levelsOf(rules) ? [BOT] : []), ...(teaches(rules) ? [TEACHER] : [])]

/** Returns the opponent that an address names: a person, a bot, else anybody. @param {URLSearchParams} query @param {Rules} rules */
export function opponentIn(query, rules) {
  const bot = bots(rules).find((one) => one === query.get('who'))
  return bot ?? (query.get('to') ? PERSON : 'public')
}

/** @param {Rules} rules @param {BoundField} bound */
export function opponentChoice(rules, bound) {
  const signs = { ...OPPONENTS, ...Object.fromEntries(bots(rules).map((bot) => [bot, 'bot'])) }
  return choice({
    name: 'who',
    legend: t('new.opponent'),
    shown: true,
    'data-field': 'who',
    options: Object.entries(signs).map(([value, sign]) => ({
      value,
      text: t(`new.opponent.${value}`),
      about: t(`new.opponent.${value}.about`),
      picture: icon(sign),
    })),
    ...bound,
  })
}

/** Choice of the level, weakest first. @param {Rules} rules @param {BoundField} bound */
export const levelChoice = (rules, bound) =>
  choice({
    name: 'level',
    legend: t('new.level'),
    shown: true,
    'data-field': 'level',
    options: Array.from({ length: levelsOf(rules) }, (_, index) => ({
      value: String(index + 1),
      text: levelName(rules, index + 1),
    })),
    ...bound,
  })

/** @param {Rules} rules @param {BoundField} bound @param {boolean} disabled */
export const sideChoice = (rules, bound, disabled) =>
  choice({
    name: 'seat',
    legend: t('new.side'),
    shown: true,
    'data-field': 'seat',
    disabled,
    options: [
      {
        value: 'random',
        text: t('new.side.random'),
        about: t('new.side.random.about'),
        picture: icon('dice'),
      },
      ...rules.seats.map((word, seat) => ({
        value: String(seat),
        text: seatName(rules, seat),
        about: sentence(`${rules.family}.seat.${word}.about`) ?? undefined,
        picture: seatPicture(rules.family, word),
      })),
    ],
    ...bound,
  })

/** The drawing of a side, if the family's catalogue names one. @param {string} family @param {string} seat */
function seatPicture(family, seat) {
  const key = `${family}.seat.${seat}.art`
  if (!knows(key)) return null
  return html`<img class="seat-art" src=${fileUrl(`/static/games/${family}/${t(key)}`)} alt="" />`
}
