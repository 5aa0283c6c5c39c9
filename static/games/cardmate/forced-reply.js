// Preview of forced replies: what the opponent would have to capture after a move, since the game's main tactic is the
// sacrifice that cannot be declined. The position after the hovered, focused or waiting move comes from the server; this
// module does not know the rules.

import { list } from '../../board/contract.js'
import { post } from '../../core/http.js'
import { useEffect, useRef } from '../../vendor/preact.js'
import { cardLabel, parsePosition } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */
/** @import { CardmateView } from './position.js' */

const DELAY_MS = 250 // before a previewed move is requested

/** `sentence`: what is forced, '': nothing; `moves`: the compulsory replies.
 * @typedef {{sentence: string, moves: string[]}} Reply */

/** Follows the previewed move of a board, hovered, focused or waiting; `reply` holds what it would force, null while that is
 * unknown. @param {SquareBoard} board @param {import('@preact/signals').Signal<Reply | null>} reply */
export function useForcedReply(board, reply) {
  const known = useRef(/** @type {Map<string, Reply>} */ (new Map())).current // by position and move
  const move = previewedMove(board)
  const { frame } = board.shown.value ?? {}
  const key = move && frame ? `${frame.view.position} ${move}` : ''
  useEffect(() => {
    reply.value = known.get(key) ?? null
    if (!move || !frame || reply.value) return
    let outdated = false
    const request = async () => {
      const { rules, t } = board.services
      const { version, view } = frame
      const asked = { rules: rules.id, version, position: view.position, moves: [move] }
      const next = await post('/api/lines', asked).catch(() => null)
      if (!next) return
      known.set(key, forcedReply(next, t))
      if (!outdated) reply.value = known.get(key) ?? null
    }
    const timer = setTimeout(request, DELAY_MS)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [key])
}

/** Returns the move that waits, or the one that a press on the square under the pointer or the focus would make; null: there
 * is none, or the server tells nothing about the running game. @param {SquareBoard} board */
function previewedMove(board) {
  const { picks } = board.services
  const { how } = board.shown.value ?? {}
  if (!picks.words.length || picks.ahead || how?.closed) return null
  const target = how?.interactive && board.pointed.value
  return picks.asked ?? (target && picks.next.get(target)?.whole) ?? null
}

/**
 * Returns "Forces Q♥ to take 3♥ on h2.", or the cards that would have to capture.
 * @param {{status: string, view: CardmateView, legal: LegalMove[]}} next
 * @param {Translate} t
 * @returns {Reply}
 */
function forcedReply({ status, view, legal }, t) {
  const must = view.must ?? []
  if (status !== 'live' || !must.length) return { sentence: '', moves: [] }
  const cards = parsePosition(view.position)
  const moves = legal.map(([move]) => move)
  /** @param {string} square */
  const label = (square) => cardLabel(cards.get(square)?.piece ?? '')
  if (legal.length > 1) {
    const params = { what: list(must.map(label)), count: legal.length }
    return { sentence: t('cardmate.forces.some', params), moves }
  }
  const [from, to] = moves[0].split(' ')
  const params = { card: label(from), taken: label(to), place: to }
  return { sentence: t('cardmate.forces', params), moves }
}
