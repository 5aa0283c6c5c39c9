// Playing cards, drawn for this site: four suits that differ in shape first, an index readable on a strip of 18 px, pips
// for the numbers and half-length figures for the court; inside `[data-small]` a large index and one sign instead. A card
// is its rank and suit: `XS`, `9H`.

import { html } from '../../vendor/preact.js'
import { SUITS } from './suits.js'

// The ranks as lines in a box of 24 by 30, so that they do not depend on fonts.
/** @type {Record<string, string>} */
const RANKS = {
  A: 'M3 28L12 3l9 25M6.5 19.5h11',
  2: 'M4 9.5c0-4.2 3-7 8-7s8 2.7 8 6.8c0 5-4 8-15.5 18.2H21',
  3: 'M4 6.5c1.8-2.6 4.5-4 8-4 5 0 8 2.5 8 6s-3 6-8.5 6c6 0 9.5 2.5 9.5 6.5s-3.5 6.8-9 6.8c-4 0-7-1.5-9-4.3',
  4: 'M16.5 28.5V4L3.5 20.5H22.5',
  5: 'M19.5 3.5H7L5.5 14.5c1.8-1.7 4-2.5 6.5-2.5 5 0 8.5 3 8.5 7.8s-3.5 8-8.5 8c-4 0-6.8-1.5-8.5-4',
  6: 'M18.5 4.7C17 3.2 15.5 2.5 13 2.5 7 2.5 4 8 4 18.5c0 5.5 3.5 9.3 8.3 9.3s8.2-3.5 8.2-8.3-3.3-8-8-8c-4.5 0-7.8 3-8.3 6.5',
  7: 'M3 3.5h17.5L9.5 28.5',
  8: 'M12 14.3c-5 0-7.5-2.3-7.5-5.9S7.5 2.5 12 2.5s7.5 2.3 7.5 5.9-2.5 5.9-7.5 5.9c-5.5 0-8.5 2.8-8.5 6.8s3.2 6.7 8.5 6.7 8.5-2.7 8.5-6.7-3-6.8-8.5-6.8z',
  9: 'M5.5 25.6c1.5 1.5 3 2.2 5.5 2.2 6 0 9-5.5 9-16 0-5.5-3.5-9.3-8.3-9.3S3.5 6 3.5 10.8s3.3 8 8 8c4.5 0 7.8-3 8.3-6.5',
  X: 'M-1 9.5L5 3.5v25M18.5 2.5c-4.2 0-6.2 5-6.2 12.8s2 12.7 6.2 12.7 6.2-5 6.2-12.7-2-12.8-6.2-12.8z',
  J: 'M17 3v16.5c0 5.3-2.5 8.3-7 8.3-3.5 0-5.8-1.8-7-5',
  Q: 'M12 2.5c-5.5 0-9 5-9 12.8s3.5 12.5 9 12.5 9-4.7 9-12.5-3.5-12.8-9-12.8zM12.5 20l9 10.5',
  K: 'M5.5 2.5v26M21 2.5L5.5 18M10.5 12.8L21.5 28.5',
}

/** @type {Record<string, number>} */
const NUMBERS = { A: 1, X: 10 }
const [LEFT, MIDDLE, RIGHT] = [43, 54.5, 66]
const [TOP, LOW] = [27, 113]
const between = (/** @type {number} */ share) => TOP + (LOW - TOP) * share

// Places of the pips, [x, y]; those of the lower half are upside down.
/** @type {Record<number, number[]>} */
const PAIRS = {
  4: [0, 1],
  5: [0, 1],
  6: [0, 0.5, 1],
  7: [0, 0.5, 1],
  8: [0, 0.5, 1],
  9: [0, 1 / 3, 2 / 3, 1],
  10: [0, 1 / 3, 2 / 3, 1],
}
/** @type {Record<number, number[]>} */
const SINGLE = {
  1: [0.5],
  2: [0, 1],
  3: [0, 0.5, 1],
  5: [0.5],
  7: [0.25],
  8: [0.25, 0.75],
  9: [0.5],
  10: [1 / 6, 5 / 6],
}

/** Returns the printed rank of a card: "10" for X. @param {string} card */
export const rank = (card) => (card[0] === 'X' ? '10' : card.slice(0, 1))

/** Shows a suit in its colour. @param {string} letter */
export const suit = (letter) => html`
  <svg viewBox="0 0 100 100" class=${`suit suit-${letter}`} aria-hidden="true" focusable="false">
    <path d=${SUITS[letter]} />
  </svg>`

/** Draws the face of a card; it fills the given width, five to seven. @param {string} card */
export function face(card) {
  const [kind, letter] = parts(card)
  const number = NUMBERS[kind] ?? Number(kind)
  return html`
    <svg viewBox="0 0 100 140" class=${`face suit-${letter}`} aria-hidden="true" focusable="false">
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
      ${index(card)}
      ${number ? pips(letter, number) : court(kind, letter)}
      <g class="far" transform="rotate(180 50 70) translate(4 4) scale(0.72)">${index(card)}</g>
      ${number ? html`<g class="bold">${pip(letter, 66, 102, 56)}</g>` : bust(kind)}
    </svg>`
}

/** Returns the name of a card: "7 of hearts", "queen of spades". The tokens `r` and `s` serve languages with cases or
 * articles. @param {string} card @param {Translate} t */
export function called(card, t) {
  const [r, s] = parts(card)
  const numbered = r === 'X' || Number(r)
  const number = numbered ? rank(card) : t(`card.rank.${r}`)
  return t('card', { rank: number, suit: t(`card.suit.${s}`), r, s })
}

/** Returns rank and suit. @param {string} card */
const parts = (card) => /** @type {const} */ ([card.slice(0, 1), card.slice(1)])

/** @param {string} letter @param {number} x @param {number} y @param {number} size @param {boolean} [turned] */
function pip(letter, x, y, size, turned = false) {
  const move = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`
  return html`<path d=${SUITS[letter]} transform=${turned ? `rotate(180 ${x} ${y}) ${move}` : move} />`
}

/** @param {string} card */
function index(card) {
  const [kind, letter] = parts(card)
  return html`
    <g class="index">
      ${pip(letter, 18, 51, 23)}
      <path class="rank" d=${RANKS[kind]} transform="translate(6 6)" />
    </g>`
}

/** @param {string} letter @param {number} number */
function pips(letter, number) {
  if (number === 1) return html`<g class="pips">${pip(letter, 54, 72, 44)}</g>`
  /** @type {Point[]} */
  const places = [
    ...(PAIRS[number] ?? []).flatMap(
      (share) =>
        /** @type {Point[]} */ ([
          [LEFT, between(share)],
          [RIGHT, between(share)],
        ]),
    ),
    ...(SINGLE[number] ?? []).map((share) => /** @type {Point} */ ([MIDDLE, between(share)])),
  ]
  return html`<g class="pips">${places.map(([x, y]) => pip(letter, x, y, 19, y > 71))}</g>`
}

// The court: a half figure, repeated turned about the centre of the card.

/** @type {Record<string, [look: string, path: string][]>} */
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

/** @param {string} kind */
const half = (kind) => html`
  <path class="robe" d=${ROBE} />
  ${HEADS[kind]?.map(([look, d]) => html`<path class=${look} d=${d} />`)}
  <path class="crown" d=${COLLAR} />`

/** Draws the figure of a small card: below the index, right of the visible strip. @param {string} kind */
const bust = (kind) =>
  html`<g class="bold" transform="translate(5 49) scale(1.24)">${half(kind)}</g>`

/** @param {string} kind @param {string} letter */
const court = (kind, letter) => html`
  <g class="court" transform="translate(4 0)">
    <rect class="frame" x="29" y="12" width="42" height="116" rx="3" />
    ${half(kind)}
    <g transform="rotate(180 50 70)">${half(kind)}</g>
    <path class="belt" d="M30 70h40" />
    ${pip(letter, 50, 70, 12)}
  </g>`
