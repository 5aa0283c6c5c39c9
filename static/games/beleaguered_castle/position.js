// Position text of Beleaguered Castle, and what follows from it: built runs, places.

/**
 * `view` of a frame. `safe`: the safe moves to a foundation; `stuck`: no move is left.
 * @typedef {{position: string, safe: string[], stuck: boolean}} CastleView
 */

const RANKS = 'A23456789XJQK'
export const SUITS = 'CDHS'
export const ROWS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `r${number}`)
export const FOUNDATIONS = [...SUITS].map((suit) => `f${suit}`)

/** @param {string} place */
export const isRow = (place) => place[0] === 'r'

/**
 * Parses rows of cards, separated by `/`, and the highest rank of each foundation into a Map place -> cards, the last one on
 * top.
 * @param {string} position
 */
export function parsePosition(position) {
  const [rows, tops] = position.split(' ')
  /** @type {Map<string, string[]>} */
  const piles = new Map()
  for (const [index, text] of rows.split('/').entries())
    piles.set(ROWS[index], text === '-' ? [] : (text.match(/../g) ?? []))
  for (const [index, suit] of [...SUITS].entries()) {
    const ranks = RANKS.slice(0, RANKS.indexOf(tops[index]) + 1)
    piles.set(
      FOUNDATIONS[index],
      [...ranks].map((rank) => rank + suit),
    )
  }
  return piles
}

/** Returns the built runs, each card one rank lower than the one before, as [first, last] indices.
 * @param {readonly string[]} cards */
export function builtRuns(cards) {
  /** @type {[number, number][]} */
  const runs = []
  let first = 0
  for (let index = 1; index <= cards.length; index += 1) {
    const builds =
      index < cards.length && rankIndex(cards[index]) === rankIndex(cards[index - 1]) - 1
    if (builds) continue
    if (index - 1 > first) runs.push([first, index - 1])
    first = index
  }
  return runs
}

/** Whether all cards can go home one after the other without other moves. @param {string} position */
export function allCanGoHome(position) {
  const piles = parsePosition(position)
  const rows = ROWS.map((row) => [...(piles.get(row) ?? [])])
  const heights = [...SUITS].map((suit) => piles.get(`f${suit}`)?.length ?? 0)
  const fits = (/** @type {string | undefined} */ card) =>
    card !== undefined && rankIndex(card) === heights[SUITS.indexOf(card.slice(1))]
  for (;;) {
    const row = rows.find((cards) => fits(cards.at(-1)))
    const card = row?.pop()
    if (!card) return rows.every((cards) => !cards.length)
    heights[SUITS.indexOf(card.slice(1))] += 1
  }
}

/** Returns how many moves back the last position with a choice is; an unseen position counts as one.
 * @param {Map<number, number>} choices @param {number} made */
export function movesBack(choices, made) {
  let back = 1
  while (back < made && choices.get(made - back) === 1) back += 1
  return back
}

/** Returns the cards of the same rank and those one rank higher, onto which it may go. @param {string} card */
export function nearCards(card) {
  const higher = RANKS[rankIndex(card) + 1]
  const suited = (/** @type {string | undefined} */ rank) =>
    rank ? [...SUITS].map((suit) => rank + suit) : []
  return { same: suited(card[0]), next: suited(higher) }
}

/** @param {string} card */
const rankIndex = (card) => RANKS.indexOf(card[0])
