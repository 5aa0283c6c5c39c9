// Highlights of a game of Cardmate: the number of compulsory moves and their longest chain. Both follow from the told moves
// and the lost cards, which the view lists in the order of capture.

/** @import { CardmateState, CardmateView } from './position.js' */

/**
 * Returns for each told move whether it captured its own suit, which is always compulsory.
 * @param {Pick<CardmateState, 'told'> & {view: CardmateView}} frame
 */
export function compulsoryMoves({ told, view }) {
  const toMove = view.position.split(' ')[1] === 'R' ? 1 : 0
  const lost = (view.taken ?? [[], []]).map((cards) => [...cards])
  // From the newest move back: the last capture took the last lost card.
  const marks = told.map(() => false)
  for (let index = told.length - 1; index >= 0; index -= 1) {
    if (!told[index].includes(':')) continue
    const mover = (toMove + told.length - index) % 2
    marks[index] = lost[1 - mover].pop()?.[1] === told[index][1]
  }
  return marks
}

/** Returns the length of the longest run of marks. @param {readonly boolean[]} marks */
export function longestChain(marks) {
  let [longest, row] = [0, 0]
  for (const mark of marks) {
    row = mark ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest
}

/** @param {CardmateState} frame @param {Translate} t */
export function story(frame, t) {
  const marks = compulsoryMoves(frame)
  const count = marks.filter(Boolean).length
  const chain = longestChain(marks)
  const sentences = [t('cardmate.story.moves', { count: frame.told.length })]
  if (count) sentences.push(t('cardmate.story.compulsory', { count }))
  if (chain > 1) sentences.push(t('cardmate.story.chain', { count: chain }))
  const promoted = frame.told.filter((told) => told.includes('=A')).length
  if (promoted) sentences.push(t('cardmate.story.aces', { count: promoted }))
  return sentences
}

const QUIET = '⬜'
const CAPTURE = '🟥'
const COMPULSORY = '🟪'
const KING = '👑'
const ROW = 10 // squares of a line
const MAX_SQUARES = 100 // squares of a picture, the last ones of a longer game

/** Draws the game in text, a square a move: quiet, a capture, a compulsory capture, a King.
 * @param {CardmateState} frame */
export function picture(frame) {
  const marks = compulsoryMoves(frame)
  const squares = frame.told.map((told, index) => {
    if (/[+×]/.test(told)) return KING
    if (marks[index]) return COMPULSORY
    return told.includes(':') ? CAPTURE : QUIET
  })
  const last = squares.slice(-MAX_SQUARES)
  const lines = []
  for (let start = 0; start < last.length; start += ROW)
    lines.push(last.slice(start, start + ROW).join(''))
  return lines.join('\n')
}

/** Returns what mattered in the move between two positions, in a few words; null: nothing.
 * @param {CardmateState} before @param {CardmateState} after @param {Translate} t */
export function moment(before, after, t) {
  const [kings, left] = [before, after].map(({ view }) => view.kings ?? [])
  const fallen = left.findIndex((count, seat) => count < kings[seat])
  if (fallen >= 0 && !left[fallen]) return t('cardmate.moment.last_king')
  if (fallen >= 0) return t('cardmate.moment.king')
  if (after.told.at(-1)?.includes('#')) return t('cardmate.moment.palace')
  if (after.told.at(-1)?.includes('=A')) return t('cardmate.moment.ace')
  const chain = before.view.must?.length && after.view.must?.length
  return chain ? t('cardmate.moment.chain') : null
}
