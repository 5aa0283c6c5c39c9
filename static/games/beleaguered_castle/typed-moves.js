// Parser of typed moves of Beleaguered Castle, also in the words of the move list: `4S onto 5H`, `2♠ home`, `r1 f`, `KH>-5`.

import { either } from '../../core/i18n.js'
import { FOUNDATIONS, parsePosition, ROWS, SUITS } from './position.js'
import { signed } from './tellings.js'

const SIGNS = '♣♦♥♠' // in the order of SUITS
const WRITTEN = /^([A2-9XJQK][CDHS]|R[1-8]|F[CDHS])[>-]?([A2-9XJQK][CDHS]|R[1-8]|F|-[1-8]?)$/

/** Parses source and target, in capitals: a card, a row, a foundation, `F`, or `-` with or without a row; null: unreadable.
 * @param {string} text @returns {[from: string, to: string] | null} */
export function parseTyped(text) {
  const plain = text
    .toUpperCase()
    .replace(/\s|\ufe0e|\ufe0f/g, '')
    .replace(/[♣♦♥♠]/g, (sign) => SUITS[SIGNS.indexOf(sign)])
    .replace(/(?:IN|ON)?TOTHEEMPTYROW/, '>-')
    .replace(/(?:IN|ON)?TO/, '>')
    .replaceAll('ROW', 'R')
    .replace('HOME', 'F')
    .replaceAll('10', 'X')
  const [, from, to] = WRITTEN.exec(plain) ?? []
  return from ? [from, to] : null
}

/** Returns the legal move of a text, or why there is none; null: it is no move of this game.
 * @param {string} text @param {State} frame @param {Translate} t
 * @param {(token: string, frame: State, tokens: readonly string[]) => string} refuse */
export function readTyped(text, frame, t, refuse) {
  const typed = parseTyped(text)
  if (!typed) return null
  const piles = parsePosition(frame.view.position)
  const legal = frame.legal.map(([move]) => move)
  const covered = typed.find((word) => isCard(word) && !openPlace(word, piles))
  if (covered) {
    const card = signed(covered)
    return { why: t('beleaguered_castle.refused.covered', { card }) }
  }
  const [from, to] = typed.map((word) => openPlace(word, piles) ?? '')
  const moves = targets(to, piles)
    .map((target) => `${from} ${target}`)
    .filter((move) => legal.includes(move))
  if (moves.length === 1) return { move: moves[0] }
  if (moves.length > 1) return { why: t('move.which', { what: either(moves) }) }
  const isMovable = legal.some((move) => move.startsWith(`${from} `))
  const [target] = targets(to, piles)
  if (!isMovable) return { why: refuse(from, frame, []) }
  if (!target) return { why: t('beleaguered_castle.refused.no_empty_row') }
  return { why: refuse(target, frame, [from]) }
}

/** @param {string} word */
const isCard = (word) => word.length === 2 && !/^(?:R[1-8]|F.|-.)$/.test(word)

/** Returns the place of a typed word, or of the free card that it names; undefined: there is none.
 * @param {string} word @param {Map<string, string[]>} piles */
function openPlace(word, piles) {
  if (isCard(word))
    return [...ROWS, ...FOUNDATIONS].find((place) => piles.get(place)?.at(-1) === word)
  return word[0] === '-' ? word : word[0].toLowerCase() + word.slice(1)
}

/** Returns the places of a typed target; `-` means every empty row.
 * @param {string} to @param {Map<string, string[]>} piles */
function targets(to, piles) {
  if (to[0] !== '-') return [to]
  if (to[1]) return [`r${to[1]}`]
  return ROWS.filter((row) => !piles.get(row)?.length)
}
