// Bars of the results of a game for two by seat: won, drawn and lost as parts of all games, which differ in pattern and
// place; the player's bar is above everybody's.

import { set, svg } from '../core/dom.js'
import { number } from '../core/format.js'
import { seatName } from '../core/games.js'
import { t } from '../core/i18n.js'
import { figure, label } from './figure.js'

const [WIDTH, START, END] = [320, 104, 284] // bars run from START to END
const MAX_LETTERS = 16 // of a name, at most; the table has the whole name
const [LETTER, MARGIN] = [7, 8] // the width that a letter may need, and the room between a name and its bar
const [NAME, BAR, GAP, SEAT_GAP] = [18, 16, 5, 14] // heights: a seat's name, a bar, between bars, between seats
const MIN_NUMBER_WIDTH = 22 // width from which on a piece has its number

/** @typedef {'won' | 'drawn' | 'lost'} Outcome */

/** @typedef {Record<Outcome, number> & { seat: number, name: string, played: number }} Row */

/** @type {Outcome[]} */
const OUTCOMES = ['won', 'drawn', 'lost']

/**
 * Creates the chart of a player's results above everybody's; `subject`: the player's name.
 * @param {Rules} rules
 * @param {Wire.Statistics} mine
 * @param {Wire.Statistics} all
 * @param {string} subject
 */
export function seatResults(rules, mine, all, subject) {
  const outcomes = OUTCOMES.filter(
    (outcome) => outcome !== 'drawn' || rules.draws,
  )
  const everybody = t('picture.everybody')
  const rows = rules.seats.flatMap((_, seat) => [
    rowOf(seat, subject, mine.seats[seat]),
    rowOf(seat, everybody, all.seats[seat]),
  ])
  const height = NAME + 2 * (BAR + GAP) + SEAT_GAP // of a seat
  return figure({
    kind: 'chairs',
    title: t('chairs.title'),
    summary: rows.map((row) => summaryOf(rules, row)).join(' '),
    box: [0, 0, WIDTH, height * rules.seats.length - SEAT_GAP],
    parts: rows.map((row, index) => {
      const second = index % 2
      const top = row.seat * height + NAME + second * (BAR + GAP)
      const name = seatName(rules, row.seat)
      return [
        !second && label(0, top - 6, name, 'start', 'label strong'),
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
          t('chairs.of', { seat: seatName(rules, row.seat), name: row.name }),
          number(row.played),
          ...outcomes.map((outcome) => number(row[outcome])),
        ],
      })),
    },
  })
}

/**
 * @param {number} seat
 * @param {string} name
 * @param {Wire.SeatResult} result
 * @returns {Row}
 */
const rowOf = (seat, name, { played, won, drawn }) => ({
  seat,
  name,
  played,
  won,
  drawn,
  lost: played - won - drawn,
})

/**
 * @param {Rules} rules
 * @param {Row} row
 */
const summaryOf = (rules, { name, seat, played, won, drawn, lost }) =>
  t('chairs.says', {
    seat: seatName(rules, seat),
    name,
    count: played,
    won,
    drawn,
    lost,
  })

/**
 * Draws a player's name, the bar of up to three pieces, and the sum.
 * @param {Row} row
 * @param {Outcome[]} outcomes
 * @param {number} y
 */
function bar(row, outcomes, y) {
  const name =
    row.name.length > MAX_LETTERS
      ? `${row.name.slice(0, MAX_LETTERS - 1)}…`
      : row.name
  let x = START
  const pieces = outcomes.map((outcome) => {
    const width = row.played ? (row[outcome] / row.played) * (END - START) : 0
    const left = x
    x += width
    return width > 0 && piece(left, y, width, outcome, row[outcome])
  })
  const none = svg('path', {
    d: `M${START} ${y + BAR / 2}H${END}`,
    class: 'average',
  })
  const title = label(0, y + 12, name, 'start')
  if (name.length * LETTER > START - MARGIN)
    set(title, {
      textLength: START - MARGIN,
      lengthAdjust: 'spacingAndGlyphs',
    })
  return [
    title,
    row.played ? pieces : none,
    label(END + 6, y + 12, number(row.played), 'start'),
  ]
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {Outcome} outcome
 * @param {number} count
 */
const piece = (x, y, width, outcome, count) => [
  svg('rect', { x, y, width, height: BAR, class: `share ${outcome}` }),
  width > MIN_NUMBER_WIDTH &&
    label(
      x + width / 2,
      y + 12,
      number(count),
      'middle',
      `label on-${outcome}`,
    ),
]
