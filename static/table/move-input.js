// The typed move: any form of a possible move, or the beginning of just one. Wrong input stays, marked, with the
// board's reason when it names places of the board.

import { explain } from '../boards/contract.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

let count = 0

/** {element, input}; services as a board has them; `now()`: the newest state. */
export function typed(services, board, now) {
  const id = `typed-${(count += 1)}`
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
      'aria-label': t('move.play'),
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
  const mark = (text) => {
    wrong.textContent = text
    set(input, {
      'aria-invalid': text ? 'true' : null,
      'aria-describedby': text ? wrong.id : null,
    })
  }
  input.addEventListener('input', () => mark(''))
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text) return
    const found = find(services, board, now(), text)
    if (found.move && services.picks.play(found.move)) {
      input.value = ''
      return mark('')
    }
    mark(found.why ?? t('refused.illegal_move'))
    services.say(wrong.textContent)
    input.select()
  })
  return { element, input }
}

/** Spaces, dashes and capture signs are left to the writer, and so is the case. */
const plain = (text) => text.toLowerCase().replace(/[\s:>×x-]/g, '')

function find(services, board, frame, text) {
  const { picks } = services
  if (picks.pending) return { why: t('refused.pending') }
  const own = board.read?.(text, frame)
  if (own) return own
  const wish = plain(text)
  const forms = picks.legal.map(([move, told]) => ({
    move,
    forms: [plain(move), plain(told)],
  }))
  const exact = forms.filter((one) => one.forms.includes(wish))
  if (exact.length === 1) return exact[0]
  const begun = forms.filter(
    (one) => wish && one.forms.some((form) => form.startsWith(wish)),
  )
  if (begun.length === 1) return begun[0]
  if (begun.length > 1)
    return {
      why: t('move.which', {
        what: begun
          .slice(0, 6)
          .map((one) => one.move)
          .join(', '),
      }),
    }
  const words = board.words?.(text, frame) ?? places(board, wish)
  return {
    why:
      (words && reason(services, board, frame, words)) ??
      t('move.unreadable', { text }),
  }
}

/** The text as names of places one after the other; null when it is something else. */
function places(board, wish) {
  const names = [...board.element.querySelectorAll('[data-sq]')].map(
    (node) => node.dataset.sq,
  )
  const words = []
  for (let rest = wish; rest; rest = rest.slice(words.at(-1).length)) {
    const name = names.find((one) => rest.startsWith(one.toLowerCase()))
    if (!name) return null
    words.push(name)
  }
  return words
}

/** The board's reason against these words; null when nothing is against them. */
function reason(services, board, frame, words) {
  const fits = words.findIndex(
    (word, index) => !services.picks.after(words.slice(0, index)).has(word),
  )
  if (fits < 0) return null
  const owner = board.element.querySelector(
    `[data-sq="${CSS.escape(words[fits])}"]`,
  )?.dataset.owner
  return explain(services, board, {
    frame,
    how: { seat: frame.seat },
    words: words.slice(0, fits),
    word: words[fits],
    owner: owner === undefined ? null : Number(owner),
  })
}
