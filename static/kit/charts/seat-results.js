// Bars of the results of a game for two by seat: won, drawn and lost as parts of all games, which differ in pattern and
// place; the player's bar is above everybody's.

import { number } from '../../core/format.js'
import { seatName } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'
import { figure, label, path } from './figure.js'

const [WIDTH, START, END] = [320, 104, 284] // bars run from START to END
const MAX_LETTERS = 16 // of a name; the table has the whole name
const [LETTER, MARGIN] = [7, 8] // the width that a letter may need, and the room between a name and its bar
const [NAME, BAR, GAP, SEAT_GAP] = [18, 16, 5, 14] // heights: a seat's name, a bar, between bars, between seats
const SEAT = NAME + 2 * (BAR + GAP) + SEAT_GAP
const MIN_NUMBER_WIDTH = 22 // width from which on a piece has its number

/** @typedef {'won' | 'drawn' | 'lost'} Outcome */
/** @typedef {Record<Outcome, number> & { seat: string, name: string, played: number }} Row */

/** Shows a player's results above everybody's; `subject`: the player's name.
 * @param {Rules} rules @param {Wire.Statistics} mine @param {Wire.Statistics} all @param {string} subject */
export function seatResults(rules, mine, all, subject) {
  /** @type {Outcome[]} */
  const outcomes = rules.draws ? ['won', 'drawn', 'lost'] : ['won', 'lost']
  const rows = rules.seats.flatMap((_, seat) => [
    rowOf(seatName(rules, seat), subject, mine.seats[seat]),
    rowOf(seatName(rules, seat), t('picture.everybody'), all.seats[seat]),
  ])
  return figure({
    kind: 'chairs',
    title: t('chairs.title'),
    summary: rows.map((row) => t('chairs.says', { ...row, count: row.played })).join(' '),
    box: [0, 0, WIDTH, SEAT * rules.seats.length - SEAT_GAP],
    parts: rows.map((row, index) => {
      const second = index % 2
      const top = ((index - second) / 2) * SEAT + NAME + second * (BAR + GAP)
      return [
        !second && label(0, top - 6, row.seat, 'start', 'label strong'),
        bar(row, outcomes, top),
      ]
    }),
    key: outcomes.map((outcome) => [outcome, t(`chairs.${outcome}`)]),
    table: {
      head: [
        t('chairs.seat'),
        t('chairs.played'),
        ...outcomes.map((outcome) => t(`chairs.${outcome}`)),
      ],
      rows: rows.map((row) => ({
        cells: [
          t('chairs.of', { seat: row.seat, name: row.name }),
          number(row.played),
          ...outcomes.map((outcome) => number(row[outcome])),
        ],
      })),
    },
  })
}

/** @param {string} seat @param {string} name @param {Wire.SeatResult} result @returns {Row} */
const rowOf = (seat, name, { played, won, drawn }) => ({
  ...{ seat, name, played, won, drawn },
  lost: played - won - drawn,
})

/** Draws a player's name, the bar of up to three pieces, and the sum.
 * @param {Row} row @param {Outcome[]} outcomes @param {number} y */
function bar({ name, played, ...counts }, outcomes, y) {
  const shown = name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name
  const room = START - MARGIN
  const squeezed =
    shown.length * LETTER > room ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' } : {}
  let left = START
  const pieces = outcomes.map((outcome) => {
    const width = played ? (counts[outcome] / played) * (END - START) : 0
    const x = left
    left += width
    return width > 0 && piece(x, y, width, outcome, counts[outcome])
  })
  return [
    label(0, y + 12, shown, 'start', 'label', squeezed),
    played ? pieces : path(`M${START} ${y + BAR / 2}H${END}`, 'average'),
    label(END + 6, y + 12, number(played), 'start'),
  ]
}

/** @param {number} x @param {number} y @param {number} width @param {Outcome} outcome @param {number} count */
const piece = (x, y, width, outcome, count) => [
  html`<rect x=${x} y=${y} width=${width} height=${BAR} class=${`share ${outcome}`} />`,
  width > MIN_NUMBER_WIDTH &&
    label(x + width / 2, y + 12, number(count), 'middle', `label on-${outcome}`),
]
