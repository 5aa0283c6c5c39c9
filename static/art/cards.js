// Playing cards, drawn for this site: four suits told apart by shape first, an index that stays readable on a strip
// of 18 px, pips for the numbers and half-length figures for the court. A card is its rank and suit: `XS`, `9H`.

import { svg } from '../dom.js'

/** The suits' outlines, each in a box of 100 by 100. */
export const SUITS = {
  C: 'M50 4a21 21 0 0 1 18.5 31A21.5 21.5 0 1 1 57 70c1.5 12 6 20 15 26H28c9-6 13.5-14 15-26a21.5 21.5 0 1 1-11.5-35A21 21 0 0 1 50 4z',
  D: 'M50 2c10 18 21 33 36 48-15 15-26 30-36 48-10-18-21-33-36-48C29 35 40 20 50 2z',
  H: 'M50 96C38 76 6 58 6 32 6 16 17 6 29 6c10 0 17 6 21 16C54 12 61 6 71 6c12 0 23 10 23 26 0 26-32 44-44 64z',
  S: 'M50 3c10 22 42 36 42 60a21 21 0 0 1-36 15c2 8 7 13 14 18H30c7-5 12-10 14-18A21 21 0 0 1 8 63C8 39 40 25 50 3z',
}

const NUMBERS = { A: 1, X: 10 }
const [LEFT, MIDDLE, RIGHT] = [43, 54.5, 66]
const [TOP, LOW] = [27, 113]
const between = (share) => TOP + (LOW - TOP) * share

// Where the pips stand: [x, y]; those of the lower half are upside down.
const PAIRS = { 4: [0, 1], 5: [0, 1], 6: [0, 0.5, 1], 7: [0, 0.5, 1], 8: [0, 0.5, 1], 9: [0, 1 / 3, 2 / 3, 1], 10: [0, 1 / 3, 2 / 3, 1] }
const SINGLE = { 1: [0.5], 2: [0, 1], 3: [0, 0.5, 1], 5: [0.5], 7: [0.25], 8: [0.25, 0.75], 9: [0.5], 10: [1 / 6, 5 / 6] }

/** What is written on the card: X is 10. */
export const rank = (card) => (card[0] === 'X' ? '10' : card[0])

/** A suit alone, in its colour. */
export const suit = (letter) =>
  svg('svg', { viewBox: '0 0 100 100', class: `suit suit-${letter}`, 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: SUITS[letter] }))

/** The face of a card; it fills the width that it is given, five wide to seven high. */
export function face(card) {
  const letter = card[1]
  const number = NUMBERS[card[0]] ?? Number(card[0])
  return svg(
    'svg',
    { viewBox: '0 0 100 140', class: `face suit-${letter}`, 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: 'paper', x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    number ? pips(letter, number) : court(card[0], letter),
    index(card),
    svg('g', { transform: 'rotate(180 50 70) scale(0.72)' }, index(card)),
  )
}

/** How a card is called: "7 of hearts", "queen of spades". */
export function called(card, t) {
  const number = NUMBERS[card[0]] > 1 || Number(card[0]) ? rank(card) : t(`card.rank.${card[0]}`)
  return t('card', { rank: number, suit: t(`card.suit.${card[1]}`) })
}

const pip = (letter, x, y, size, turned) => {
  const move = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`
  return svg('path', { d: SUITS[letter], transform: turned ? `rotate(180 ${x} ${y}) ${move}` : move })
}

function index(card) {
  const text = rank(card)
  return svg(
    'g',
    { class: 'index' },
    svg('text', { x: 18, y: 32, 'text-anchor': 'middle', textLength: text === '10' ? 27 : null, lengthAdjust: 'spacingAndGlyphs' }, text),
    pip(card[1], 18, 50, 23),
  )
}

function pips(letter, number) {
  if (number === 1) return svg('g', { class: 'pips' }, pip(letter, 54, 72, 44))
  const places = [
    ...(PAIRS[number] ?? []).flatMap((share) => [[LEFT, between(share)], [RIGHT, between(share)]]),
    ...(SINGLE[number] ?? []).map((share) => [MIDDLE, between(share)]),
  ]
  return svg('g', { class: 'pips' }, places.map(([x, y]) => pip(letter, x, y, 19, y > 71)))
}

// The court: one half figure, and the same turned about the middle of the card.

const HEADS = {
  K: [
    ['hair', 'M38 37h24v14c0 10-5 15-12 15s-12-5-12-15z'],
    ['skin', 'M41 38h18v9c0 6-4 9-9 9s-9-3-9-9z'],
    ['crown', 'M36 37l-3-17 9 8 8-12 8 12 9-8-3 17z'],
    ['line', 'M46 44h.1M54 44h.1M46 51q4 2 8 0'],
  ],
  Q: [
    ['hair', 'M50 26c-12 0-15 9-15 18 0 8-1 14-3 18h36c-2-4-3-10-3-18 0-9-3-18-15-18z'],
    ['skin', 'M42 35h16v9c0 7-4 11-8 11s-8-4-8-11zM46 54h8v9h-8z'],
    ['crown', 'M37 33q-2-8-1-13 4 4 7 4 4-2 7-9 3 7 7 9 3 0 7-4 1 5-1 13-13-4-26 0z'],
    ['line', 'M46 43h.1M54 43h.1M47.5 49.5q2.5 1.5 5 0'],
  ],
  J: [
    ['hair', 'M39 34h22v13c0 7 2 10 4 12H35c2-2 4-5 4-12z'],
    ['skin', 'M42 35h16v10c0 7-4 11-8 11s-8-4-8-11z'],
    ['robe', 'M30 35c5-4 8-5 9-12 1-5 6-7 11-7s10 2 11 7c1 7 4 8 9 12-8 3-12 3-20 3s-12 0-20-3z'],
    ['crown', 'M58 30c1-9 7-16 15-15-3 2-3 4-3 6-2 5-6 9-12 9z'],
    ['line', 'M46 43.5h.1M54 43.5h.1M44.5 49q3-2 5.5 0 2.5-2 5.5 0'],
  ],
}

const ROBE = 'M30 70c0-8 7-11 20-11s20 3 20 11z'
const COLLAR = 'M41 61q9 7 18 0l2 3q-11 8-22 0z'

function court(letter, of) {
  const half = () => [
    svg('path', { class: 'robe', d: ROBE }),
    ...HEADS[letter].map(([kind, d]) => svg('path', { class: kind, d })),
    svg('path', { class: 'crown', d: COLLAR }),
  ]
  return svg(
    'g',
    { class: 'court', transform: 'translate(4 0)' },
    svg('rect', { class: 'frame', x: 29, y: 12, width: 42, height: 116, rx: 3 }),
    half(),
    svg('g', { transform: 'rotate(180 50 70)' }, half()),
    svg('path', { class: 'belt', d: 'M30 70h40' }),
    pip(of, 50, 70, 12),
  )
}
