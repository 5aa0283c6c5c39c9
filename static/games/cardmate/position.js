// Position text of Cardmate, and names of cards and moves.

/**
 * `view` of a frame. `must`: squares of the cards that must capture; `barred`: square -> squares of the cards that it may not
 * capture; `kings`, `taken`, `palace` by seat: Kings left, cards lost, occupied squares of the enemy palace.
 * @typedef {{position: string, must?: string[], barred?: Record<string, string[]>, kings?: number[],
 *   taken?: string[][], palace?: string[][]}} CardmateView
 */

/** @typedef {State<CardmateView>} CardmateState */

/** `piece`: the card in notation ("JS"). @typedef {{piece: string, owner: number, suit: string}} Card */

export const FILES = 'abcdefghij'
export const ROWS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
  [...FILES].map((file) => `${file}${rank}`),
)
/** @type {Record<string, string>} */
export const SUIT_SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' }
export const RANKS = [...'123456789XJQKA'] // from low to high

const PIECE = /^([+-])([1-9XJQKA][CDHS])$/
const NOTATION = /^([1-9xjqka][cdhs])[:x×]?([a-j]\d)(=?a|1)?[+x×]?#?$/

/** Returns the position text with the other side to move. @param {string} position */
export function otherSide(position) {
  const [board, side, ...rest] = position.split(' ')
  return [board, side === 'F' ? 'R' : 'F', ...rest].join(' ')
}

/** Parses a position text: Map square -> card. @param {string} position */
export function parsePosition(position) {
  /** @type {Map<string, Card>} */
  const cards = new Map()
  const ranks = position.split(' ')[0].split('/')
  ranks.forEach((rank, row) => {
    let column = 0
    for (const token of rank.split('.')) {
      const [, sign, piece] = PIECE.exec(token) ?? []
      if (piece)
        cards.set(ROWS[row][column], {
          piece,
          owner: sign === '+' ? 0 : 1,
          suit: piece[1],
        })
      column += piece ? 1 : Number(token)
    }
  })
  return cards
}

/** Returns the card on a square, if any. @param {string} square @param {CardmateState} frame */
export const cardAt = (square, frame) => parsePosition(frame.view.position).get(square)

/** Returns how a card moves, as a sentence. @param {string} card @param {Translate} t */
export const movementOf = (card, t) => t(`cardmate.moves.${card[0]}`)

/** Returns the squares of the cards that must capture now.
 * @param {{status: string, view: CardmateView}} frame */
export const capturers = ({ status, view }) => (status === 'live' ? (view.must ?? []) : [])

/** Returns the rank, "10" for X. @param {string} card */
export const rankLabel = (card) => (card[0] === 'X' ? '10' : card[0])

/** Returns a card as in sentences: "J♠", "10♦". @param {string} card */
export const cardLabel = (card) => rankLabel(card) + SUIT_SIGNS[card[1]]

const TOLD = /^([1-9XJQKA])([CDHS])(.*)$/

/** Splits a told move into card, suit and rest ("J♠", "S", ":g5"); null: it is none.
 * @param {string} told */
export function splitTold(told) {
  const [, rank, suit, rest] = TOLD.exec(told) ?? []
  return rank ? { card: cardLabel(rank + suit), suit, rest } : null
}

/** Returns "Jack of spades". @param {string} card @param {Translate} t */
export const cardName = ([r, s], t) =>
  t('cardmate.card', {
    rank: t(`cardmate.rank.${r}`),
    suit: t(`cardmate.suit.${s}`),
    r,
    s,
  })

/**
 * Returns a move in words: "J♠ takes 8♠", "4♣ to i3", "1♦ to e5, becomes an Ace".
 * @param {string} move
 * @param {CardmateState} frame
 * @param {Translate} t
 */
export function moveSentence(move, frame, t) {
  const [from, to, choice] = move.split(' ')
  const cards = parsePosition(frame.view.position)
  const [card, taken] = [from, to].map((square) => cards.get(square)?.piece)
  const params = {
    card: card && cardLabel(card),
    from,
    to,
    taken: taken && cardLabel(taken),
  }
  if (taken) return t(choice ? `cardmate.takes.${choice}` : 'cardmate.takes', params)
  return t(choice ? `cardmate.goes.${choice}` : 'cardmate.goes', params)
}

/**
 * Parses a move in the author's notation ("8C:d4"), legal or not, into tokens; null: the text is none.
 * @param {string} text
 * @param {CardmateState} frame
 */
export function parseNotation(text, frame) {
  const match = NOTATION.exec(text.toLowerCase().replace(/\s/g, ''))
  if (!match) return null
  const piece = match[1].toUpperCase()
  const own = [...parsePosition(frame.view.position)].find(
    ([, card]) => card.piece === piece && card.owner === frame.turn,
  )
  return own ? [own[0], match[2]] : null
}
