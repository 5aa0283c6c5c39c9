// Preview of forced replies: what the opponent would have to capture after a move, since the game's main tactic is the
// sacrifice that cannot be declined. The position after the hovered, focused or waiting move comes from the server; this
// module does not know the rules.

import { list } from '../../boards/contract.js'
import { post } from '../../core/http.js'
import { cardLabel, parsePosition } from './position.js'

/** @import { CardmateState, CardmateView } from './position.js' */

const DELAY_MS = 250 // before a previewed move is requested

/** `sentence`: what is forced, '': nothing; `moves`: the compulsory replies.
 * @typedef {{sentence: string, moves: string[]}} Reply */

/**
 * {preview(frame, move | null), onanswer, leave()}: `preview` returns the reply if it is known; `onanswer` is called when it is.
 * @param {Services} services
 * @param {Say} show gets what is forced, '': nothing
 */
export function forcedReplyPreview({ t, rules }, show) {
  /** @type {Map<string, Reply>} position and move -> reply */
  const cache = new Map()
  let wanted = ''
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @param {string} key @param {CardmateState} frame @param {string} move */
  const request = async (key, frame, move) => {
    const next = await post('/api/lines', {
      rules: rules.id,
      version: frame.version,
      position: frame.view.position,
      moves: [move],
    }).catch(() => null)
    if (!next) return
    const reply = forcedReply(next, t)
    cache.set(key, reply)
    if (wanted !== key) return
    show(reply.sentence)
    preview.onanswer()
  }
  const preview = {
    onanswer: () => {},
    /** @param {CardmateState} frame @param {string | null} move @returns {Reply | null} */
    preview(frame, move) {
      const key = move ? `${frame.view.position} ${move}` : ''
      const known = cache.get(key) ?? null
      if (key === wanted) return known
      wanted = key
      clearTimeout(timer)
      show(known?.sentence ?? '')
      if (move && !known)
        timer = setTimeout(() => request(key, frame, move), DELAY_MS)
      return known
    },
    leave: () => clearTimeout(timer),
  }
  return preview
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
