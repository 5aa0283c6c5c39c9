// Choice of the opponent and of the player's side in a game for two.

import { chosenLevel, levelName, levelsOf, teaches } from '../core/bots.js'
import { el } from '../core/dom.js'
import { seatName, sentence } from '../core/games.js'
import { knows, t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { choice, field } from '../forms/fields.js'

export const SAME_SCREEN = 'screen' // the player has both seats

export const PERSON = 'person' // a person challenged by name
export const BOT = 'computer' // a bot, at a level
export const TEACHER = 'teacher' // a bot that warns of costly moves

/** @param {string | undefined} who */
export const isBot = (who) => who === BOT || who === TEACHER

/**
 * Creates the choice, the field for a name, and the levels of the bot.
 * @param {Rules} rules
 * @param {string} to name of the person to challenge; empty: nobody yet
 * @param {string | null} who the preselected choice
 */
export function opponentChoice(rules, to, who) {
  const bots = [
    ...(levelsOf(rules) ? [bot(BOT, who)] : []),
    ...(teaches(rules) ? [bot(TEACHER, who)] : []),
  ]
  const chosen = bots.some(({ checked }) => checked)
  return [
    choice('new.opponent', 'who', [...opponents(to !== '', chosen), ...bots]),
    levelsOf(rules) ? levelChoice(rules) : null,
    field('to', t('new.to'), t('new.to.about'), { value: to, maxlength: '40' }),
  ]
}

/** @param {string} value @param {string | null} who */
const bot = (value, who) => ({
  value,
  checked: value === who,
  text: t(`new.opponent.${value}`),
  about: t(`new.opponent.${value}.about`),
  picture: icon('bot'),
})

/** Creates the choice of the level, weakest first. @param {Rules} rules */
function levelChoice(rules) {
  const levels = Array.from(
    { length: levelsOf(rules) },
    (_, index) => index + 1,
  )
  return choice(
    'new.level',
    'level',
    levels.map((level) => ({
      value: String(level),
      text: levelName(rules, level),
      about: null,
      checked: level === chosenLevel(rules),
    })),
  )
}

/** @param {boolean} challenge whether a person is challenged @param {boolean} bot whether the bot is the opponent */
const opponents = (challenge, bot) => [
  {
    value: 'public',
    text: t('new.opponent.public'),
    about: t('new.opponent.public.about'),
    picture: icon('people'),
    checked: !challenge && !bot,
  },
  {
    value: PERSON,
    text: t('new.opponent.person'),
    about: t('new.opponent.person.about'),
    picture: icon('person'),
    checked: challenge,
  },
  {
    value: 'link',
    text: t('new.opponent.link'),
    about: t('new.opponent.link.about'),
    picture: icon('link'),
  },
  {
    value: SAME_SCREEN,
    text: t('new.opponent.screen'),
    about: t('new.opponent.screen.about'),
    picture: icon('screen'),
  },
]

/** @param {Rules} rules */
export const sideChoice = (rules) =>
  choice('new.side', 'seat', [
    {
      value: 'random',
      text: t('new.side.random'),
      about: t('new.side.random.about'),
      picture: icon('dice'),
      checked: true,
    },
    ...rules.seats.map((word, seat) => ({
      value: String(seat),
      text: seatName(rules, seat),
      about: sentence(`${rules.family}.seat.${word}.about`),
      picture: seatPicture(rules.family, word),
    })),
  ])

/**
 * Creates the drawing of a side, if the family's catalogue names one.
 * @param {string} family
 * @param {string} seat
 */
function seatPicture(family, seat) {
  const key = `${family}.seat.${seat}.art`
  if (!knows(key)) return null
  const src = `/static/games/${family}/${t(key)}`
  return el('img', { class: 'seat-art', src, alt: '' })
}
