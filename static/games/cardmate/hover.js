// Marks for the square under the pointer or the focus: the reply that a move would force; for an inspected card, where it can
// go and what can take it (inspect.js).

import { loadPart } from '../../core/files.js'
import { html, signal, useEffect } from '../../vendor/preact.js'
import { useForcedReply } from './forced-reply.js'
import { marks } from './overlay.js'
import { cardAt, movementOf } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */
/** @import { CardmateState } from './position.js' */
/** @import { Findings } from './inspect.js' */
/** @import { Reply } from './forced-reply.js' */

const REST_MS = 350 // before the card under the pointer is explained

/** What is known about the pointed square. */
export class Previews {
  found = signal(/** @type {Findings | null} */ (null))
  reply = signal(/** @type {Reply | null} */ (null))

  /** @param {SquareBoard} board */
  constructor(board) {
    this.board = board
  }

  /** Inspects the card on the pointed square; returns the sentence about it, '': there is none. */
  async look() {
    const { board } = this
    const { services } = board
    const [shown, square] = [board.shown.peek(), board.pointed.peek()]
    if (!square || !shown || services.picks.words.length) return ''
    const { inspect } = await loadPart(() => import('./inspect.js'), { quiet: true })
    const found = await inspect(square, shown.frame, services, shown.how.closed)
    const isOutdated =
      square !== board.pointed.peek() ||
      shown.frame !== board.shown.peek()?.frame ||
      services.picks.words.length > 0
    if (isOutdated) return ''
    this.found.value = found
    return found?.sentence ?? ''
  }

  forget() {
    this.found.value = null
  }

  /** The sentence about the pointed square or the picked card; '': there is none. */
  get sentence() {
    const { services, shown } = this.board
    const [square] = services.picks.words
    const card = square && shown.value && cardAt(square, shown.value.frame)
    return (
      this.reply.value?.sentence ||
      this.found.value?.sentence ||
      (card ? movementOf(card.piece, services.t) : '')
    )
  }
}

/** The marks over the cards. @param {{ board: SquareBoard, previews: Previews }} props */
export function Marks({ board, previews }) {
  const square = board.pointed.value
  const frame = /** @type {CardmateState | undefined} */ (board.shown.value?.frame)
  const picks = board.services.picks.words.length > 0
  useForcedReply(board, previews.reply)
  useEffect(() => {
    previews.forget()
    if (square === null) return
    const timer = setTimeout(() => previews.look(), REST_MS)
    return () => clearTimeout(timer)
  }, [square])
  useEffect(() => previews.forget(), [frame?.view.position, picks])
  useEffect(() => {
    const { grid } = board.drawn ?? {}
    // The message strip has just said why an own card cannot move.
    const forgetOwn = () => {
      const target = board.pointed.peek()
      const { frame, how } = board.now
      if (target && cardAt(target, frame)?.owner === how.seat) previews.forget()
    }
    grid?.addEventListener('click', forgetOwn)
    return () => grid?.removeEventListener('click', forgetOwn)
  }, [])
  if (!frame) return null
  return html`${marks(board, { found: previews.found.value, forced: previews.reply.value })}`
}
