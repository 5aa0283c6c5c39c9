// Automatic moves of Beleaguered Castle. They never undo a move of the player: a card that was taken back from its
// foundation stays where it is until the player moves it again or asks for automatic play.

import { FOUNDATIONS, parsePosition } from './position.js'

/** @import { CastleView } from './position.js' */

/**
 * Returns the next safe move to a foundation, or with `all` any; null: none.
 * @param {State<CastleView>} frame
 * @param {{ all: boolean, asked: boolean, dealt: Iterable<string> }} how `asked`: the player asked for automatic play;
 *   `dealt`: cards that were dealt to the foundations
 */
export function automaticMove({ view, legal, told }, { all, asked, dealt }) {
  const back = asked ? new Set() : takenBack(told, dealt)
  if (back.has(cardOf(told.at(-1)))) return null
  const piles = parsePosition(view.position)
  const goes = (/** @type {string} */ move) => !back.has(piles.get(move.slice(0, 2))?.at(-1))
  const others = all ? legal.map(([move]) => move) : []
  const home = others.filter((move) => move.endsWith(' f'))
  return [...view.safe, ...home].find(goes) ?? null
}

/** Returns the cards that lie on the foundations and that no move brought there. @param {State} frame */
export function dealtHome({ view, told }) {
  const moved = new Set(told.map(cardOf))
  const piles = parsePosition(view.position)
  return FOUNDATIONS.flatMap((place) => piles.get(place) ?? []).filter((card) => !moved.has(card))
}

/**
 * Returns the cards whose last move was off a foundation.
 * @param {readonly string[]} told the moves in effect
 * @param {Iterable<string>} dealt
 */
function takenBack(told, dealt) {
  const home = new Set(dealt)
  /** @type {Set<string | undefined>} */
  const back = new Set()
  for (const move of told) {
    const card = cardOf(move)
    back.delete(card)
    if (move.endsWith('>f')) home.add(card)
    else if (home.delete(card)) back.add(card)
  }
  return back
}

/** Returns the card of a told move. @param {string | undefined} told */
const cardOf = (told = '') => told.slice(0, 2)
