// The cards of Cardmate as words: where they stand, what they are called, and how a move with them reads.

export const FILES = 'abcdefghij'
export const ROWS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
  [...FILES].map((file) => `${file}${rank}`),
)
export const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' }
export const RANKS = [...'123456789XJQKA'] // from low to high

const TOKEN = /^([+-])([1-9XJQKA][CDHS])$/
const TOLD = /^([1-9xjqka][cdhs])[:x×]?([a-j]\d)(=?a|1)?[+x×]?#?$/

/** The text of a position -> Map square -> {piece, owner, suit}; `piece` is the card's word ("JS"). */
export function read(position) {
  const things = new Map()
  position
    .split(' ')[0]
    .split('/')
    .forEach((rank, row) => {
      let column = 0
      for (const token of rank.split('.')) {
        const [, sign, piece] = TOKEN.exec(token) ?? []
        if (piece)
          things.set(ROWS[row][column], {
            piece,
            owner: sign === '+' ? 0 : 1,
            suit: piece[1],
          })
        column += piece ? 1 : Number(token)
      }
    })
  return things
}

/** The squares of the cards that must capture now. */
export const bound = (frame) =>
  frame.status === 'live' ? (frame.view.must ?? []) : []

/** "10" for the X of the notation; the others as they are. */
export const rank = (card) => (card[0] === 'X' ? '10' : card[0])

/** As it is written in sentences: "J♠", "10♦". */
export const written = (card) => rank(card) + SIGNS[card[1]]

/** As it is read aloud: "Jack of spades". */
export const spoken = (card, t) =>
  t('cardmate.card', {
    rank: t(`cardmate.rank.${card[0]}`),
    suit: t(`cardmate.suit.${card[1]}`),
  })

/** "J♠ takes 8♠", "4♣ to i3", "1♦ to e5, promoted". */
export function sentence(move, frame, t) {
  const [from, to, choice] = move.split(' ')
  const things = read(frame.view.position)
  const [card, taken] = [from, to].map((place) => things.get(place)?.piece)
  const words = {
    card: written(card),
    from,
    to,
    taken: taken && written(taken),
  }
  return (
    t(taken ? 'cardmate.takes' : 'cardmate.goes', words) +
    (choice ? t(`cardmate.chosen.${choice}`) : '')
  )
}

/** The words that a typed move in the author's notation names, legal or not ("8C:d4"); null when it is none. */
export function words(text, frame) {
  const found = TOLD.exec(text.toLowerCase().replace(/\s/g, ''))
  if (!found) return null
  const card = found[1].toUpperCase()
  const own = ([, thing]) => thing.piece === card && thing.owner === frame.turn
  const from = [...read(frame.view.position)].find(own)?.[0]
  return from ? [from, found[2]] : null
}
