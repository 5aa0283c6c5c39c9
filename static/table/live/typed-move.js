// Parser of typed moves. A text means the legal move with this notation, these tokens or this text of the move list, or the
// only one of these that begins with it. Loaded with the first typed move.

import { explain } from '../../board/contract.js'
import { either, t } from '../../core/i18n.js'
import { exampleText, readableText } from '../texts.js'

const SUIT_SIGNS = '♣♦♥♠'

/** Returns the text without its optional parts: case, spaces, dashes and capture signs; suits as letters.
 * @param {string} text */
const normalize = (text) =>
  text
    .toLowerCase()
    .replace(/[♣♦♥♠]/g, (sign) => 'cdhs'[SUIT_SIGNS.indexOf(sign)])
    .replace(/[\s:>×x-]|\ufe0e|\ufe0f/g, '')

/** Returns the legal move of a text, or the reason why there is none.
 * @param {Services} services @param {Board} board @param {State} state @param {string} text
 * @returns {{ move?: string, why?: string }} */
export function findMove(services, board, state, text) {
  const { picks } = services
  if (picks.pending && !picks.ahead) return { why: t('refused.pending') }
  const own = board.typed?.read?.(text, state)
  if (own) return own
  const typed = normalize(text)
  const moves = picks.legal.map(([move, notation]) => ({
    move,
    forms: [move, notation, readableText(board, notation)].map(normalize),
  }))
  const exact = moves.filter(({ forms }) => forms.includes(typed))
  if (exact.length === 1) return { move: exact[0].move }
  const begun = moves.filter(({ forms }) => typed && forms.some((form) => form.startsWith(typed)))
  if (begun.length === 1) return { move: begun[0].move }
  if (begun.length > 1) {
    const some = begun.slice(0, 6).map(({ move }) => move)
    return { why: t('move.which', { what: either(some) }) }
  }
  const tokens = board.typed?.words?.(text, state) ?? placesIn(board, typed)
  return {
    why:
      (tokens && refusal(services, board, state, tokens)) ?? unreadable(text, board, picks.legal),
  }
}

/** Returns a reason with a legal move as an example.
 * @param {string} text @param {Board} board @param {readonly [move: string, notation: string][]} legal */
function unreadable(text, board, legal) {
  if (!legal.length) return t('move.unreadable', { text })
  const example = exampleText(board, legal[0][1])
  return t('move.unreadable.example', { text, example })
}

/** Returns the text as names of places in a row; null: it is something else.
 * @param {Board} board @param {string} typed */
function placesIn(board, typed) {
  const names = [...board.element.querySelectorAll('[data-sq]')].map(
    (node) => /** @type {HTMLElement} */ (node).dataset.sq ?? '',
  )
  const places = []
  let rest = typed
  while (rest) {
    const name = names.find((one) => rest.startsWith(one.toLowerCase()))
    if (!name) return null
    places.push(name)
    rest = rest.slice(name.length)
  }
  return places
}

/** Returns the board's reason against these tokens; null: they begin a legal move.
 * @param {Services} services @param {Board} board @param {State} frame @param {string[]} tokens */
function refusal(services, board, frame, tokens) {
  const wrong = tokens.findIndex(
    (token, index) => !services.picks.after(tokens.slice(0, index)).has(token),
  )
  if (wrong < 0) return null
  const word = tokens[wrong]
  /** @type {HTMLElement | null} */
  const cell = board.element.querySelector(`[data-sq="${CSS.escape(word)}"]`)
  const owner = cell?.dataset.owner
  return explain(services, board, {
    frame,
    how: {
      seat: frame.seat,
      flipped: false,
      interactive: true,
      animate: false,
    },
    words: tokens.slice(0, wrong),
    word,
    owner: owner === undefined ? null : Number(owner),
  })
}
