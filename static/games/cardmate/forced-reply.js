// Preview of forced replies: what the opponent would have to capture after a move. The game's main tactic is the
// sacrifice that cannot be declined. The server is asked for the position after the move that is hovered, focused or
// waiting for confirmation; nothing here knows the rules.

import { list } from '../../boards/contract.js'
import { post } from '../../core/http.js'
import { cardLabel, parsePosition } from './position.js'

/** @import { CardmateState, CardmateView } from './position.js' */

const DELAY = 250 // ms that a move is looked at before the server is asked

/**
 * {preview(frame, move | null), leave()}
 * @param {Services} services
 * @param {Say} show gets what is forced, '' when nothing is
 */
export function forcedReplyPreview({ t, rules }, show) {
  /** @type {Map<string, string>} position and move -> sentence */
  const cache = new Map()
  let wanted = ''
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @param {string} key @param {CardmateState} frame @param {string} move */
  const request = async (key, frame, move) => {
    const next = await post('/api/lines', {
      rules: rules.id,
      position: frame.view.position,
      moves: [move],
    }).catch(() => null)
    if (!next) return
    const sentence = forcedReply(next, t)
    cache.set(key, sentence)
    if (wanted === key) show(sentence)
  }
  return {
    /** @param {CardmateState} frame @param {string | null} move */
    preview(frame, move) {
      const key = move ? `${frame.view.position} ${move}` : ''
      if (key === wanted) return
      wanted = key
      clearTimeout(timer)
      show(cache.get(key) ?? '')
      if (move && !cache.has(key))
        timer = setTimeout(() => request(key, frame, move), DELAY)
    },
    leave: () => clearTimeout(timer),
  }
}

/**
 * "forces Q♥ to take 3♥ on h2", or the cards that would have to capture; empty when nothing is forced.
 * @param {{status: string, view: CardmateView, legal: LegalMove[]}} next
 * @param {Translate} t
 */
function forcedReply({ status, view, legal }, t) {
  const must = view.must ?? []
  if (status !== 'live' || !must.length) return ''
  const cards = parsePosition(view.position)
  /** @param {string} square */
  const label = (square) => cardLabel(cards.get(square)?.piece ?? '')
  if (legal.length > 1)
    return t('cardmate.forces.some', {
      what: list(must.map(label)),
      count: legal.length,
    })
  const [from, to] = legal[0][0].split(' ')
  return t('cardmate.forces', {
    card: label(from),
    taken: label(to),
    place: to,
  })
}
