// Texts of Beleaguered Castle: moves, highlights, moments, keys, the shared picture.

import { rank } from '../../board/cards/cards.js'
import { html } from '../../vendor/preact.js'
import { FOUNDATIONS, parsePosition, ROWS, SUITS } from './position.js'

/** @type {Record<string, string>} */
const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' }
const SIGNED = /((?:10|[2-9AJQK])[♣♦♥♠])/
const MOVE = /^(\w[CDHS])>(f|-(\d?)|\w[CDHS])$/
const SUIT_SIZE = 13 // cards of a suit
const KEYS = ['arrows', 'enter', 'best', 'foundation', 'auto', 'find', 'hold', 'unfold']

/** Returns a card with its sign: "Q♥", which live regions read as "queen of hearts". @param {string} card */
export const signed = (card) => rank(card) + SIGNS[card.slice(1)]

/** @param {Translate} t @returns {Pick<BoardWords, 'readable' | 'example' | 'story' | 'moment' | 'score' | 'keys' | 'shareText'>} */
export function tellings(t) {
  /** @param {string} key @param {Params} [params] */
  const say = (key, params) => t(`beleaguered_castle.${key}`, params)
  return {
    readable: (told) => coloured(readMove(told, say) ?? told),
    example: (told) => readMove(told, say) ?? told,
    story: (frame) => story(frame, say),
    moment: (before, after) => moment(before, after, t),
    score: ({ score }) => say('score', { count: score[0], all: 4 * SUIT_SIZE }),
    keys: () => KEYS.map((key) => [say(`key.${key}`), say(`key.${key}.does`)]),
    shareText: ({ view }) => picture(view.position),
  }
}

/** @typedef {(key: string, params?: Params) => string} Tell */

/** Returns a told move as a sentence; null: it is none. @param {string} told @param {Tell} say */
export function readMove(told, say) {
  const [whole, moved, target, row] = MOVE.exec(told) ?? []
  if (!whole) return null
  const card = signed(moved)
  if (target === 'f') return say('told.home', { card })
  if (row) return say('told.row', { card, row })
  if (target === '-') return say('told.empty', { card })
  return say('told.onto', { card, target: signed(target) })
}

/** Returns a text with coloured suits. @param {string} text */
function coloured(text) {
  const parts = text.split(SIGNED).filter(Boolean)
  return html`
    <span class="playing-cards">
      ${parts.map((part) => {
        const suit = [...SUITS].find((letter) => SIGNS[letter] === part.at(-1))
        return suit && SIGNED.test(part)
          ? html`<span class=${`told-card suit-${suit}`}>${part}</span>`
          : part
      })}
    </span>`
}

/** @param {State} frame @param {Tell} say */
function story({ told, tally, over, view }, say) {
  const sentences = []
  if (over?.winner === 0) {
    const last = told.findLastIndex((move) => !move.endsWith('>f'))
    const count = told.length - 1 - last
    if (count > 5) sentences.push(say('story.sweep', { count }))
    if (tally?.undone === 0) sentences.push(say('story.no_undo'))
  } else {
    const left = ROWS.reduce(
      (sum, row) => sum + (parsePosition(view.position).get(row)?.length ?? 0),
      0,
    )
    sentences.push(say('story.left', { count: left }))
  }
  return sentences
}

/** @param {State} before @param {State} after @param {Translate} t */
function moment(before, after, t) {
  const [old, now] = [before, after].map(({ view }) => parsePosition(view.position))
  const size = (/** @type {typeof now} */ piles, /** @type {string} */ place) =>
    piles.get(place)?.length ?? 0
  const full = FOUNDATIONS.find(
    (place) => size(now, place) === SUIT_SIZE && size(old, place) < SUIT_SIZE,
  )
  if (full)
    return t('beleaguered_castle.moment.suit', {
      suit: t(`card.suit.${full[1]}`),
    })
  const row = ROWS.find((place) => !size(now, place) && size(old, place))
  if (row) return t('beleaguered_castle.moment.row', { row: row[1] })
  return null
}

/** Draws four lines, a suit each: a full square for every card at home. @param {string} position */
export function picture(position) {
  const piles = parsePosition(position)
  return [...SUITS]
    .map((suit) => {
      const home = piles.get(`f${suit}`)?.length ?? 0
      return `${SIGNS[suit]} ${'🟩'.repeat(home)}${'⬜'.repeat(SUIT_SIZE - home)}`
    })
    .join('\n')
}
