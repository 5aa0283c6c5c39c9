// Inspection of a card under the pointer or the focus, own or enemy: where it can go and what can take it. The moves of the
// side that is not to move come from the server; this module does not know the rules.

import { list } from '../../board/contract.js'
import { post } from '../../core/http.js'
import { capturers, cardLabel, movementOf, otherSide, parsePosition } from './position.js'

/** @import { Card, CardmateState, CardmateView } from './position.js' */

const MAX_CACHED = 20 // positions in the cache

/** Moves of a side; `bound`: it must capture. @typedef {{ways: [start: string, end: string][], bound: boolean}} Moves */
/** Result of `inspect`. `quiet`, `captures`: where the card can go; `takers`: the cards that can take it.
 * @typedef {{square: string, quiet: string[], captures: string[], takers: string[], sentence: string}} Findings */

/** @type {Moves} of a side about which the server tells nothing */
const UNKNOWN_MOVES = { ways: [], bound: false }
/** @type {Pick<Findings, 'quiet' | 'captures' | 'takers'>} */
const NOTHING = { quiet: [], captures: [], takers: [] }

/** @type {Map<string, Promise<Moves>>} by rules and position text */
const cache = new Map()

/**
 * Inspects a square; null: it has no card, or the server did not answer. `closed`: in a running game between people the server
 * tells nothing about the side that is not to move, so only the moves of own cards are known.
 * @param {string} square @param {CardmateState} frame @param {Services} services @param {boolean} [closed]
 * @returns {Promise<Findings | null>}
 */
export async function inspect(square, frame, { t, rules }, closed = false) {
  const cards = parsePosition(frame.view.position)
  const card = cards.get(square)
  if (!card || frame.status !== 'live') return null
  const movement = movementOf(card.piece, t)
  if (closed && (card.owner !== frame.turn || !frame.legal.length))
    return {
      ...NOTHING,
      square,
      sentence: `${movement} ${t('cardmate.look.closed')}`,
    }
  const { position } = frame.view
  const other = otherSide(position)
  const [own, others] = await Promise.all([
    frame.legal.length ? movesOf(frame) : ask(rules.id, frame.version, position),
    closed ? UNKNOWN_MOVES : ask(rules.id, frame.version, other),
  ]).catch(() => [null, null])
  if (!own || !others) return null
  const [mine, theirs] = card.owner === frame.turn ? [own, others] : [others, own]
  const targets = new Set(mine.ways.filter(([start]) => start === square).map(([, end]) => end))
  const takers = new Set(theirs.ways.filter(([, end]) => end === square).map(([start]) => start))
  const found = {
    square,
    quiet: [...targets].filter((target) => !cards.has(target)),
    captures: [...targets].filter((target) => cards.has(target)),
    takers: [...takers],
  }
  const sentence = describe(found, cards, mine.bound, t, closed)
  return { ...found, sentence: `${movement} ${sentence}` }
}

/** @param {CardmateState} frame @returns {Moves} */
const movesOf = (frame) => ({
  ways: frame.legal.map(([move]) => {
    const [start, end] = move.split(' ')
    return [start, end]
  }),
  bound: capturers(frame).length > 0,
})

/** @param {string} rules @param {number} version @param {string} position */
function ask(rules, version, position) {
  const key = `${rules} ${version} ${position}`
  const known = cache.get(key)
  if (known) return known
  const body = { rules, version, position, moves: [] }
  const answer = post('/api/lines', body, { shared: true })
  const moves = answer.then(movesOf)
  cache.set(key, moves)
  moves.catch(() => cache.delete(key))
  if (cache.size > MAX_CACHED) cache.delete([...cache.keys()][0])
  return moves
}

/**
 * @param {Omit<Findings, 'sentence'>} found @param {Map<string, Card>} cards
 * @param {boolean} bound whether its side must capture @param {Translate} t
 * @param {boolean} closed whether it is unknown what can take it
 */
function describe({ square, quiet, captures, takers }, cards, bound, t, closed) {
  /** @param {string} place */
  const label = (place) => cardLabel(cards.get(place)?.piece ?? '')
  /** @param {string[]} places */
  const labels = (places) => list(places.map(label))
  const params = {
    card: label(square),
    place: square,
    count: quiet.length,
    what: labels(captures),
  }
  const goes = () => {
    if (quiet.length && captures.length) return t('cardmate.look.both', params)
    if (captures.length) return t('cardmate.look.takes', params)
    if (quiet.length) return t('cardmate.look.goes', params)
    return t(bound ? 'cardmate.look.bound' : 'cardmate.look.still', params)
  }
  if (closed) return goes()
  const danger = takers.length
    ? t('cardmate.look.danger', { what: labels(takers) })
    : t('cardmate.look.safe')
  return `${goes()} ${danger}`
}
