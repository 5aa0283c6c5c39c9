// The typed move: any form of a legal move, or the beginning of exactly one. Wrong input stays, marked, with the board's
// reason when it names places of the board.

import { explain } from '../boards/contract.js'
import { el, set } from '../core/dom.js'
import { either, t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

let count = 0

/** `now()`: the newest state.
 * @param {Services} services @param {Board} board @param {() => State} now */
export function moveInput(services, board, now) {
  count += 1
  const id = `typed-${count}`
  const wrong = el('p', { id: `${id}-wrong`, class: 'wrong' })
  const input = el('input', {
    id,
    'data-input': 'move',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    maxlength: '80',
  })
  const send = el(
    'button',
    {
      type: 'submit',
      class: 'icon',
      title: t('move.play'),
    },
    commandIcon('confirm'),
  )
  const element = el(
    'form',
    { class: 'typed', novalidate: true },
    el('label', { for: id }, t('move.typed')),
    input,
    send,
    wrong,
  )
  const mark = (/** @type {string} */ reason) => {
    wrong.textContent = reason
    set(input, {
      'aria-invalid': reason ? 'true' : null,
      'aria-describedby': reason ? wrong.id : null,
    })
  }
  input.addEventListener('input', () => mark(''))
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text) return
    const found = findMove(services, board, now(), text)
    if (found.move && services.picks.play(found.move)) {
      input.value = ''
      return mark('')
    }
    const reason = found.why ?? t('refused.illegal_move')
    mark(reason)
    services.say(reason)
    input.select()
  })
  return { element, input }
}

/** Without what the writer may leave out: case, spaces, dashes and capture signs.
 * @param {string} text */
const normalize = (text) => text.toLowerCase().replace(/[\s:>×x-]/g, '')

/** The legal move that the text means, or why there is none.
 * @param {Services} services @param {Board} board @param {State} state @param {string} text
 * @returns {{ move?: string, why?: string }} */
function findMove(services, board, state, text) {
  const { picks } = services
  if (picks.pending && !picks.ahead) return { why: t('refused.pending') }
  const own = board.read?.(text, state)
  if (own) return own
  const typed = normalize(text)
  const moves = picks.legal.map(([move, notation]) => ({
    move,
    forms: [normalize(move), normalize(notation)],
  }))
  const exact = moves.filter(({ forms }) => forms.includes(typed))
  if (exact.length === 1) return { move: exact[0].move }
  const begun = moves.filter(
    ({ forms }) => typed && forms.some((form) => form.startsWith(typed)),
  )
  if (begun.length === 1) return { move: begun[0].move }
  if (begun.length > 1) {
    const some = begun.slice(0, 6).map(({ move }) => move)
    return { why: t('move.which', { what: either(some) }) }
  }
  const tokens = board.words?.(text, state) ?? placesIn(board, typed)
  return {
    why:
      (tokens && refusal(services, board, state, tokens)) ??
      t('move.unreadable', { text }),
  }
}

/** The text as names of places one after the other; null when it is something else.
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

/** The board's reason against these tokens; null when they begin a legal move.
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
