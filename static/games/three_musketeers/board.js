// Three Musketeers: five by five squares, and the meter of the game's heart, the musketeers in line.

import { list, sheet } from '../../boards/contract.js'
import { Grid } from '../../boards/grid.js'
import { el, set, svg } from '../../core/dom.js'
import { man, musketeer } from './art.js'

const FILES = 'abcde'
const ROWS = [5, 4, 3, 2, 1].map((rank) =>
  [...FILES].map((file) => `${file}${rank}`),
)

export async function make(services) {
  await sheet('/static/games/three_musketeers/board.css')
  const { t } = services
  const name = (place, thing) =>
    t('three_musketeers.cell', {
      place,
      what: t(`three_musketeers.piece.${thing?.piece ?? 'none'}`),
    })
  const grid = new Grid(services, {
    label: t('three_musketeers.board'),
    rows: ROWS,
    read: (frame) => read(frame.view.position),
    draw: (piece) => (piece === 'M' ? musketeer() : man()),
    shade: (place) =>
      (FILES.indexOf(place[0]) + Number(place[1])) % 2 ? 'dark' : 'light',
    name,
  })
  grid.element.classList.add('three-musketeers')
  const below = meter()
  const board = {
    element: grid.element,
    below: below.element,
    show(frame, how) {
      grid.show(frame, how)
      below.show(frame.view.aligned, t)
      strike(grid, frame.view.aligned)
    },
    describe: (frame) => describe(frame, t),
    name: (word) => word,
    refuse: (word, frame, words) => refuse(word, frame, words, t),
    leave: () => grid.leave(),
  }
  grid.board = board
  return board
}

/** Ranks 5 to 1 of `M`, `o` and counts of empties -> Map square -> {piece, owner}. */
function read(position) {
  const things = new Map()
  const ranks = position.split(' ')[0].split('/')
  ranks.forEach((text, row) => {
    const squares = text.replace(/\d/g, (count) => '.'.repeat(count))
    ;[...squares].forEach((piece, column) => {
      if (piece !== '.')
        things.set(ROWS[row][column], { piece, owner: piece === 'M' ? 0 : 1 })
    })
  })
  return things
}

/** Why a piece cannot go from where it was picked to `word`; null when nothing was picked. */
function refuse(word, frame, [from], t) {
  if (!from) return null
  const [one, other] = [from, word].map((place) => [
    FILES.indexOf(place[0]),
    Number(place[1]),
  ])
  if (Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) !== 1)
    return t('three_musketeers.refused.one_step')
  const takes = read(frame.view.position).get(from)?.piece === 'M'
  return t(
    `three_musketeers.refused.${takes ? 'must_capture' : 'must_step_to_empty'}`,
  )
}

/** "2 of 3 musketeers on row 3", for the fullest row and the fullest column, with three pips each. */
function meter() {
  const lines = ['row', 'column'].map((kind) => {
    const text = el('span', {})
    const pips = [1, 2, 3].map(() => el('i', { class: 'pip' }))
    return {
      kind,
      text,
      pips,
      element: el(
        'p',
        { class: 'line' },
        el('span', { 'aria-hidden': 'true' }, pips),
        text,
      ),
    }
  })
  return {
    element: el(
      'div',
      { class: 'three-musketeers meter' },
      lines.map((line) => line.element),
    ),
    show(aligned, t) {
      for (const { kind, text, pips, element } of lines) {
        const [which, count] = aligned[kind]
        text.textContent = t(`three_musketeers.meter.${kind}`, { which, count })
        pips.forEach((pip, place) => set(pip, { 'data-on': place < count }))
        set(element, { 'data-count': count })
      }
    },
  }
}

/** A dashed line along a row or column with two musketeers; a whole one when all three stand there. */
function strike(grid, { row, column }) {
  const lines = [
    [row, (which) => [`a${which}`, `e${which}`]],
    [column, (which) => [`${which}1`, `${which}5`]],
  ]
  grid.overlay.replaceChildren(
    ...lines
      .filter(([[, count]]) => count > 1)
      .map(([[which, count], ends]) => {
        const [[x1, y1], [x2, y2]] = ends(which).map((place) =>
          grid.spot(place),
        )
        const ends_ = { x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 }
        return svg('line', { ...ends_, class: 'strike', 'data-count': count })
      }),
  )
}

function describe(frame, t) {
  const places = { M: [], o: [] }
  for (const [place, { piece }] of read(frame.view.position))
    places[piece].push(place)
  const empty = ROWS.flat().filter(
    (place) => !places.M.includes(place) && !places.o.includes(place),
  )
  const { row, column } = frame.view.aligned
  return [
    t('three_musketeers.describe.musketeers', { where: list(places.M) }),
    t('three_musketeers.describe.men', {
      count: places.o.length,
      where: list(places.o),
    }),
    empty.length
      ? t('three_musketeers.describe.empty', { where: list(empty) })
      : t('three_musketeers.describe.full'),
    `${t('three_musketeers.meter.row', { which: row[0], count: row[1] })}.`,
    `${t('three_musketeers.meter.column', { which: column[0], count: column[1] })}.`,
  ]
}
