// Beleaguered Castle and its sisters: eight rows around four foundations. All rows fan to the right, so that the index
// of every card is in view; on a narrow board they lie one under the other, with the foundations at the right.

import { called, face, suit } from '../../boards/cards/cards.js'
import { el } from '../../core/dom.js'
import { list, sheet } from '../../boards/contract.js'
import { Piles } from '../../boards/piles.js'

const RANKS = 'A23456789XJQK'
const SUITS = 'CDHS'
const LINES = [...SUITS].map((letter, line) => [
  `r${2 * line + 1}`,
  `f${letter}`,
  `r${2 * line + 2}`,
])
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `r${number}`)
const HOMES = [...SUITS].map((letter) => `f${letter}`)
const isRow = (place) => place[0] === 'r'
const height = (card) => RANKS.indexOf(card[0])

export async function make(services) {
  await Promise.all([
    sheet('/static/boards/cards/cards.css'),
    sheet('/static/boards/piles.css'),
    sheet('/static/games/beleaguered_castle/board.css'),
  ])
  const { t } = services
  const last = (frame, place) => read(frame).get(place)?.at(-1) ?? null
  const piles = new Piles(services, {
    label: t('beleaguered_castle.board'),
    lines: LINES,
    fanned: isRow,
    read,
    draw: face,
    runs,
    tag: (place) => isRow(place) && place[1],
    name: (place, cards) => name(place, cards, t),
    title: (place) => title(place, undefined, t),
    word: (place, words) => word(place, words, piles),
    place: (said, [from], frame) =>
      said === 'f'
        ? (HOMES.find((home) => home[1] === last(frame, from)?.[1]) ?? null)
        : said,
    best: (next, frame) => best(next, frame, last),
    moved: (frame) =>
      frame.last && frame.told.length ? frame.told.at(-1).slice(0, 2) : null,
  })
  piles.element.classList.add('beleaguered-castle')
  for (const home of HOMES)
    piles.element
      .querySelector(`[data-sq=${home}]`)
      .prepend(
        el('span', { class: 'sign', 'aria-hidden': 'true' }, suit(home[1])),
      )
  const board = {
    element: piles.element,
    wide: true,
    confirms: false,
    show: (frame, how) => piles.show(frame, how),
    describe: (frame) => describe(read(frame), t),
    name: (place, frame) =>
      title(place, frame && place !== 'f' ? last(frame, place) : undefined, t),
    refuse: (said, frame, words) =>
      refuse(said, frame, words, { last, t, rules: services.rules }),
    auto: (frame, all) =>
      frame.view.safe[0] ??
      (all
        ? (frame.legal.find(([move]) => move.endsWith(' f'))?.[0] ?? null)
        : null),
    leave: () => piles.leave(),
  }
  piles.board = board
  return board
}

/** Rows of cards, `/` between them, and the highest rank of each foundation -> Map place -> cards. */
function read({ view: { position } }) {
  const [rows, tops] = position.split(' ')
  const things = new Map(
    rows
      .split('/')
      .map((text, number) => [
        ROWS[number],
        text === '-' ? [] : text.match(/../g),
      ]),
  )
  ;[...SUITS].forEach((letter, number) => {
    const cards = [...RANKS.slice(0, RANKS.indexOf(tops[number]) + 1)].map(
      (rank) => rank + letter,
    )
    things.set(HOMES[number], cards)
  })
  return things
}

/** The cards that were built on each other, as [first, last] places in a row. */
function runs(cards) {
  const found = []
  let first = 0
  for (let place = 1; place <= cards.length; place += 1) {
    if (
      place < cards.length &&
      height(cards[place]) === height(cards[place - 1]) - 1
    )
      continue
    if (place - 1 > first) found.push([first, place - 1])
    first = place
  }
  return found
}

/** A foundation says `f` when the card that is picked belongs there, else its own name. */
function word(place, [from], piles) {
  if (isRow(place) || !from || !isRow(from)) return place
  return piles.cards(from).at(-1)?.[1] === place[1] ? 'f' : place
}

/** The foundation, else the only row that is possible; of several empty rows and nothing else, the first. */
function best(next, frame, last) {
  if (next.has('f')) return 'f'
  const rows = [...next.keys()]
  return rows.length === 1 || rows.every((row) => last(frame, row) === null)
    ? (rows[0] ?? null)
    : null
}

function title(place, card, t) {
  if (place === 'f') return t('beleaguered_castle.foundation')
  const where = isRow(place)
    ? t('beleaguered_castle.row', { row: place[1] })
    : t('beleaguered_castle.home', { suit: t(`card.suit.${place[1]}`) })
  if (card === undefined) return where
  return card
    ? t('beleaguered_castle.card', { card: called(card, t), where })
    : t('beleaguered_castle.vacant', { where })
}

/** The full name of a place: its last card first, then what lies under it. */
function name(place, cards, t) {
  const where = title(place, undefined, t)
  if (!cards.length) return t('beleaguered_castle.pile.empty', { where })
  const [top, ...under] = [...cards].reverse().map((card) => called(card, t))
  if (!isRow(place) || !under.length)
    return t('beleaguered_castle.pile', { where, top })
  return t('beleaguered_castle.pile.under', {
    where,
    top,
    under: under.join(', '),
    count: under.length,
  })
}

function describe(things, t) {
  return [...things].map(([place, cards]) => {
    const where = title(place, undefined, t)
    if (!cards.length) return t('beleaguered_castle.describe.empty', { where })
    const shown = isRow(place) ? cards : cards.slice(-1)
    return t('beleaguered_castle.describe', {
      where,
      count: shown.length,
      cards: shown.map((card) => called(card, t)).join(', '),
    })
  })
}

/** Why pointing at `said` after `words` does nothing, by the rules of the game. */
function refuse(said, frame, [from], { last, t, rules }) {
  const card = last(frame, from ?? said)
  const params = { card: card && called(card, t) }
  const because = (rule) => t(`beleaguered_castle.refused.${rule}`, params)
  if (!from && isRow(said)) return because(card ? 'nowhere' : 'empty_row')
  if (!from) {
    if (!rules.id.endsWith('_relaxed')) return because('no_return')
    return because(
      !card ? 'empty_foundation' : card[0] === 'A' ? 'ace_stays' : 'nowhere',
    )
  }
  if (!isRow(said)) return because(isRow(from) ? 'not_next' : 'home_already')
  return because(said === from ? 'same_row' : 'wrong_rank')
}
