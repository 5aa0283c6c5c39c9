// Texts of Four Horsemen: moves, score, highlights, and the shared picture. None contains what the memory variant hides until
// the end.

import { rank } from '../../board/cards/cards.js'
import { formatFraction, OPERATOR_SIGNS } from './expression.js'
import { parseExpression } from './expression-parser.js'
import { cardValue, HORSEMEN } from './places.js'

/** @import { HorsemenState, HorsemenView } from './types.d.ts' */
/** A told defeat: the horseman's value, the tops, the printed sum.
 * @typedef {{value: string, tops: string[], sum: string}} Defeat */

/** @type {Record<string, string>} suits as text; the variation selector prevents a coloured picture */
const SUIT_SIGNS = { C: '♣\uFE0E', D: '♦\uFE0E', H: '♥\uFE0E', S: '♠\uFE0E' }
/** @type {Record<string, string>} in the picture of a game, by suit */
const SQUARES = { C: '🟩', D: '🟦', H: '🟥', S: '⬛' }
const LEFT = '⬜' // a horseman who was not defeated
const CARD = /[A2-9XJQK][CDHS]/g
const MANY_STACKS = 3 // a sum of that many is a highlight

/** Returns "10♣". @param {string} card */
const cardSign = (card) => rank(card) + SUIT_SIGNS[card[1]]

/**
 * Returns a sum in numbers with no more brackets than needed.
 * @param {string} expression as a move writes it
 */
function sumText(expression) {
  const tops = topsOf(expression)
  const value = numberOf(expression, tops)
  let shortest = expression
  for (let open = 0; open < shortest.length; open++) {
    if (shortest[open] !== '(') continue
    const close = closing(shortest, open)
    const without =
      shortest.slice(0, open) + shortest.slice(open + 1, close) + shortest.slice(close + 1)
    if (numberOf(without, tops) === value) {
      shortest = without
      open -= 1
    }
  }
  return shortest
    .replace(CARD, (card) => String(cardValue(card)))
    .replace(
      /[-+*/]/g,
      (sign) => ` ${OPERATOR_SIGNS[/** @type {keyof typeof OPERATOR_SIGNS} */ (sign)]} `,
    )
}

/** Returns where the bracket opened at `open` closes. @param {string} text @param {number} open */
function closing(text, open) {
  let depth = 0
  for (let place = open; place < text.length; place++) {
    if (text[place] === '(') depth++
    if (text[place] === ')' && --depth === 0) return place
  }
  return text.length
}

/** @param {string} expression */
const topsOf = (expression) => expression.match(CARD) ?? []

/** @param {string} expression @param {string[]} tops */
function numberOf(expression, tops) {
  const counts = new Map(tops.map((top) => [top, cardValue(top)]))
  const parsed = parseExpression(expression, counts)
  return parsed.error === undefined ? formatFraction(parsed.value) : ''
}

/** Parses the defeat of a told move; null: it is another move, or its cards are hidden.
 * @param {string} told @returns {Defeat | null} */
function defeatOf(told) {
  const [verb, , expression] = told.split(' ')
  if (verb !== 'beat' || !expression) return null
  const tops = topsOf(expression)
  return { value: numberOf(expression, tops), tops, sum: sumText(expression) }
}

/**
 * Returns a told move in words: "defeated 42 with 9 × 5 − 3"; a card alone by its sign. `form`: `read` for a made move, `asked`
 * for one to confirm.
 * @param {string} told @param {Translate} t @param {'read' | 'asked'} [form]
 */
export function moveWords(told, t, form = 'read') {
  const [verb, what] = told.split(' ')
  const key = `four_horsemen.${form}.${verb}`
  if (verb === 'draw' || verb === 'reserve') return t(key)
  if (verb === 'play') return what ? t(key, { card: cardSign(what) }) : t(`${key}.hidden`)
  if (verb !== 'beat') return /^[A2-9XJQK][CDHS]$/.test(told) ? cardSign(told) : told
  const defeat = defeatOf(told)
  return defeat
    ? t(key, { value: defeat.value, sum: defeat.sum })
    : t(`${key}.hidden`, { number: HORSEMEN.indexOf(what) + 1 })
}

/** Returns the move between two positions for its witnesses, who know the drawn card: "drew 9♣". null: the told form says
 * all, or the position hides cards, which must be remembered.
 * @param {HorsemenState} before @param {HorsemenState} after @param {Translate} t */
export function seen(before, after, t) {
  const verb = after.told.at(-1) ?? ''
  const card = after.view.hand.at(-1)
  const drawn = verb === 'draw' || verb === 'reserve'
  const isNext = after.told.length === before.told.length + 1
  if (!drawn || !card || !isNext || !Array.isArray(after.view.discard)) return null
  return t(`four_horsemen.read.${verb}.seen`, { card: cardSign(card) })
}

/** @param {HorsemenView} view */
const defeated = ({ horsemen }) => horsemen.filter((one) => !one).length

/** Returns "2 of 4 · 17 cards left". @param {HorsemenState} frame @param {Translate} t */
export const scoreWords = ({ view }, t) =>
  t('four_horsemen.score', {
    beaten: defeated(view),
    of: HORSEMEN.length,
    count: view.deck,
  })

/** Returns the highlights of an ended game. @param {HorsemenState} frame @param {Translate} t */
export function story({ told, view }, t) {
  const sentences = []
  const sums = told.flatMap((move) => defeatOf(move) ?? [])
  const widest = sums.reduce(
    (most, one) => (one.tops.length > (most?.tops.length ?? 0) ? one : most),
    sums[0],
  )
  if (widest?.tops.length >= MANY_STACKS)
    sentences.push(
      t('four_horsemen.story.widest', {
        count: widest.tops.length,
        sum: widest.sum,
        value: widest.value,
      }),
    )
  const inARow = longestRun(told)
  if (inARow > 1) sentences.push(t('four_horsemen.story.in_a_row', { count: inARow }))
  if (view.horsemen.every((one) => !one))
    sentences.push(t('four_horsemen.story.left', { count: view.deck }))
  return sentences
}

/** Returns the longest run of defeats without another move between them. @param {readonly string[]} told */
function longestRun(told) {
  let [most, run] = [0, 0]
  for (const move of told) {
    run = move.startsWith('beat ') ? run + 1 : 0
    most = Math.max(most, run)
  }
  return most
}

/** Returns what mattered between two positions, a horseman's defeat; null: nothing.
 * @param {HorsemenView} before @param {HorsemenView} after @param {Translate} t */
export function moment(before, after, t) {
  const fallen = before.horsemen.find((one, index) => one && !after.horsemen[index])
  return fallen ? t('four_horsemen.moment', { value: fallen.value }) : null
}

/** Draws the game in text: a line for each horseman, a square for each stack of the sum, coloured by suit.
 * @param {HorsemenState} frame */
export function picture({ told, view }) {
  const rows = told
    .flatMap((move) => defeatOf(move) ?? [])
    .map(({ tops }) => tops.map((top) => SQUARES[top[1]]).join(''))
  const standing = view.horsemen.filter(Boolean).map(() => LEFT)
  return [...rows, ...standing].join('\n')
}

/** Lists the family's keys. @param {Translate} t @returns {[keys: string, meaning: string][]} */
export const keyList = (t) => [
  ['1 – 6', t('four_horsemen.key.stack')],
  ['+ − * /', t('four_horsemen.key.sign')],
  ['=', t('four_horsemen.key.defeat')],
  [t('four_horsemen.key.backspace'), t('four_horsemen.key.back')],
  ['D', t('four_horsemen.key.draw')],
  [t('four_horsemen.key.shift_d'), t('four_horsemen.key.draw_pair')],
  ['R', t('four_horsemen.key.reserve')],
  ['P', t('four_horsemen.key.play')],
]
