// A game for two from each of its seats, as bars: won, drawn and lost in parts of all games, told apart by pattern
// and place; a person's own above everybody's.

import { svg } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { seatName } from '../core/games.js'
import { label, picture } from './figure.js'

const [WIDTH, START, END] = [320, 104, 284] // bars run from START to END
const LETTERS = 16 // of a name, at most; the table has all of it
const [NAME, BAR, GAP, NEXT] = [18, 16, 5, 14] // heights: a seat's name, a bar, between bars, between seats
const ENDS = ['won', 'drawn', 'lost']

/** The picture of `mine.seats` before `all.seats`; `who`: what the person is called. */
export function chairs(rules, mine, all, who) {
  const ends = ENDS.filter((end) => end !== 'drawn' || rules.draws)
  const rows = rules.seats.flatMap((_, seat) => [
    { seat, name: who, ...counts(mine.seats[seat]) },
    { seat, name: t('picture.everybody'), ...counts(all.seats[seat]) },
  ])
  const each = NAME + 2 * (BAR + GAP) + NEXT
  return picture({
    kind: 'chairs',
    title: t('chairs.title'),
    says: rows
      .map((row) =>
        t('chairs.says', {
          ...row,
          seat: seatName(rules, row.seat),
          count: row.played,
        }),
      )
      .join(' '),
    box: [0, 0, WIDTH, each * rules.seats.length - NEXT],
    parts: rows.map((row, place) => {
      const top = row.seat * each + NAME + (place % 2) * (BAR + GAP)
      return [
        place % 2
          ? null
          : label(
              0,
              top - 6,
              seatName(rules, row.seat),
              'start',
              'label strong',
            ),
        bar(row, ends, top),
      ]
    }),
    key: ends.map((end) => [end, t(`chairs.${end}`)]),
    table: {
      head: [
        t('chairs.seat'),
        t('chairs.played'),
        ...ends.map((end) => t(`chairs.${end}`)),
      ],
      rows: rows.map((row) => ({
        cells: [
          t('chairs.of', { seat: seatName(rules, row.seat), name: row.name }),
          number(row.played),
          ...ends.map((end) => number(row[end])),
        ],
      })),
    },
  })
}

const number = (value) =>
  new Intl.NumberFormat(document.documentElement.lang).format(value)
const counts = ({ played, won, drawn }) => ({
  played,
  won,
  drawn,
  lost: played - won - drawn,
})

// One person's name, the bar in up to three pieces, and the sum after it.
function bar(row, ends, y) {
  const name =
    row.name.length > LETTERS ? `${row.name.slice(0, LETTERS - 1)}…` : row.name
  let x = START
  const pieces = ends.map((end) => {
    const width = row.played ? (row[end] / row.played) * (END - START) : 0
    const piece = width
      ? [
          svg('rect', { x, y, width, height: BAR, class: `share ${end}` }),
          width > 22
            ? label(
                x + width / 2,
                y + 12,
                number(row[end]),
                'middle',
                `label on-${end}`,
              )
            : null,
        ]
      : null
    x += width
    return piece
  })
  return [
    label(0, y + 12, name, 'start'),
    row.played
      ? pieces
      : svg('path', { d: `M${START} ${y + BAR / 2}H${END}`, class: 'average' }),
    label(END + 6, y + 12, number(row.played), 'start'),
  ]
}
