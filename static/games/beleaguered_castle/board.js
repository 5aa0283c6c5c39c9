// Board of Beleaguered Castle and its variants: eight rows around four foundations. All rows fan to the right, so that the
// index of every card is visible; on a narrow board they are one below the other, with the foundations at the right.

import { called, face, suit } from '../../board/cards/cards.js'
import { sheet } from '../../board/contract.js'
import { Piles } from '../../board/piles.js'
import { PilesBoard } from '../../board/piles-board.js'
import { sequence } from '../../core/i18n.js'
import { hosted } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'
import { automaticMove, dealtHome } from './automatic-moves.js'
import {
  allCanGoHome,
  builtRuns,
  FOUNDATIONS,
  isRow,
  nearCards,
  parsePosition,
  SUITS,
} from './position.js'
import { stuckOffers } from './stuck-offers.js'
import { signed, tellings } from './tellings.js'
import { readTyped } from './typed-moves.js'

/** @import { CastleView } from './position.js' */

/** @typedef {State<CastleView>} CastleState */

const CARDS = 52
const AUTO_MS = 200 // between two automatic moves, so that the eye can follow
const FINISH_MS = 60 // the same while all remaining cards go home

const GRID_ROWS = [...SUITS].map((letter, index) => [
  `r${2 * index + 1}`,
  `f${letter}`,
  `r${2 * index + 2}`,
])

/** @param {Services} services @returns {Promise<Board>} */
export async function make(services) {
  await Promise.all([
    sheet('/static/board/cards/cards.css'),
    sheet('/static/board/piles.css'),
    sheet('/static/games/beleaguered_castle/board.css'),
  ])
  const { t } = services
  /** @type {PilesBoard} */
  const piles = new PilesBoard(
    services,
    pilesFamily(t, (place) => piles.cards(place)),
  )
  const drawn = hosted(html`<${Piles} board=${piles} class="beleaguered-castle" />`)
  const offers = stuckOffers(t)
  /** @type {string[] | null} cards that were dealt to the foundations */
  let dealt = null
  /** @type {Board} */
  const board = {
    element: drawn.element,
    confirms: false,
    show: (frame, how) => {
      dealt ??= dealtHome(frame)
      piles.show(frame, how)
      offers.show(frame, how)
    },
    describe: (frame) => describe(frame, t),
    name: (place, frame) =>
      placeName(place, frame && place !== 'f' ? topCard(frame, place) : undefined, t),
    placesOf: (move, frame) =>
      move.replace(/^(\w+) f$/, (_, row) => `${row} ${homeOf(row, frame)}`),
    words: {
      refuse: (token, frame, tokens) => refuse(token, frame, tokens, services),
      ...tellings(t),
    },
    draw: {
      below: offers.content,
      wide: true,
      finale: async (frame, signal) => {
        if (frame.over?.winner === 0) await piles.sweep(signal)
      },
    },
    typed: {
      read: (text, frame) =>
        readTyped(text, frame, t, (token, shown, tokens) => refuse(token, shown, tokens, services)),
    },
    auto: {
      next: (/** @type {CastleState} */ frame, how) =>
        automaticMove(frame, { ...how, dealt: dealt ?? [] }),
      finishing: ({ view, score }) =>
        allCanGoHome(view.position) && score[0] < CARDS - 1 ? CARDS - score[0] : 0,
      pace: ({ view }) => (allCanGoHome(view.position) ? FINISH_MS : AUTO_MS),
    },
    leave: () => drawn.leave(),
  }
  piles.names = board
  return board
}

/**
 * @param {Translate} t
 * @param {(place: string) => readonly string[]} cardsOf the cards of a place now
 * @returns {PilesFamily}
 */
function pilesFamily(t, cardsOf) {
  return {
    label: t('beleaguered_castle.board'),
    lines: GRID_ROWS,
    fanned: isRow,
    read: (frame) => parsePosition(frame.view.position),
    draw: face,
    runs: builtRuns,
    tag: (place) => isRow(place) && place[1],
    sign: (place) =>
      !isRow(place) && html`<span class="sign" aria-hidden="true">${suit(place[1])}</span>`,
    vacant: (place) => isRow(place) && t('beleaguered_castle.any_card'),
    near: nearCards,
    name: (place, cards) => pileName(place, cards, t),
    title: (place) => placeName(place, undefined, t),
    word: (place, [from]) => tokenOf(place, from, cardsOf),
    place: (token, [from], frame) => (token === 'f' ? homeOf(from, frame) : token),
    best: bestTarget,
    moved: (frame) => (frame.last ? (frame.told.at(-1)?.slice(0, 2) ?? null) : null),
  }
}

/** Returns the foundation of the last card of a row; null: the row is empty. @param {string} row @param {State} frame */
const homeOf = (row, frame) => {
  const card = topCard(frame, row)
  return FOUNDATIONS.find((place) => place[1] === card?.[1]) ?? null
}

/** Returns the top card of a place, or null. @param {State} frame @param {string} place */
const topCard = (frame, place) => parsePosition(frame.view.position).get(place)?.at(-1) ?? null

/**
 * Returns the token of a place: `f` for the foundation of the picked card, else the place.
 * @param {string} place
 * @param {string | undefined} from the place of the picked card
 * @param {(place: string) => readonly string[]} cardsOf
 */
function tokenOf(place, from, cardsOf) {
  if (isRow(place) || !from || !isRow(from)) return place
  return cardsOf(from).at(-1)?.[1] === place[1] ? 'f' : place
}

/**
 * Returns the token of a second tap: the foundation, else the only possible row; if only empty rows are possible, the
 * first one.
 * @param {NextTokens} next
 * @param {State} frame
 */
function bestTarget(next, frame) {
  if (next.has('f')) return 'f'
  const rows = [...next.keys()]
  return rows.length === 1 || rows.every((row) => topCard(frame, row) === null)
    ? (rows[0] ?? null)
    : null
}

/**
 * Returns the name of a place, with its card if `card` is given; null: there is no card.
 * @param {string} place
 * @param {string | null | undefined} card
 * @param {Translate} t
 */
function placeName(place, card, t) {
  if (place === 'f') return t('beleaguered_castle.foundation')
  const where = isRow(place)
    ? t('beleaguered_castle.row', { row: place[1] })
    : t('beleaguered_castle.home', { suit: t(`card.suit.${place[1]}`) })
  if (card === undefined) return where
  return card
    ? t('beleaguered_castle.card', { card: signed(card), where })
    : t('beleaguered_castle.vacant', { where })
}

/**
 * Returns the full name of a pile: the last card first, then the cards under it.
 * @param {string} place
 * @param {readonly string[]} cards
 * @param {Translate} t
 */
function pileName(place, cards, t) {
  const where = placeName(place, undefined, t)
  if (!cards.length) return t('beleaguered_castle.pile.empty', { where })
  const [top, ...under] = [...cards].reverse().map((card) => called(card, t))
  if (!isRow(place) || !under.length) return t('beleaguered_castle.pile', { where, top })
  return t('beleaguered_castle.pile.under', {
    where,
    top,
    under: sequence(under),
    count: under.length,
  })
}

/** @param {State} frame @param {Translate} t */
function describe({ view }, t) {
  return [...parsePosition(view.position)].map(([place, cards]) => {
    const where = placeName(place, undefined, t)
    if (!cards.length) return t('beleaguered_castle.describe.empty', { where })
    const shown = isRow(place) ? cards : cards.slice(-1)
    return t('beleaguered_castle.describe', {
      where,
      count: shown.length,
      cards: sequence(shown.map((card) => called(card, t))),
    })
  })
}

/**
 * Returns why picking `token` after `tokens` does nothing, by the rules of the game.
 * @param {string} token
 * @param {State} frame
 * @param {readonly string[]} tokens
 * @param {Services} services
 */
function refuse(token, frame, [from], { t, rules }) {
  const card = topCard(frame, from ?? token)
  const params = { card: card && signed(card) }
  /** @param {string} rule */
  const because = (rule) => t(`beleaguered_castle.refused.${rule}`, params)
  if (!from && isRow(token)) return because(card ? 'nowhere' : 'empty_row')
  if (!from) {
    if (rules.options.rules !== 'relaxed') return because('no_return')
    if (!card) return because('empty_foundation')
    return because(card[0] === 'A' ? 'ace_stays' : 'nowhere')
  }
  if (!isRow(token)) return because(isRow(from) ? 'not_next' : 'home_already')
  return because(token === from ? 'same_row' : 'wrong_rank')
}
