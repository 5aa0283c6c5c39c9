// The typed move: any form of a possible move, or the beginning of just one. What is nothing of that is asked from
// the server, which reads more than we do and says what is wrong. Wrong input stays, marked.

import { post } from '../api.js'
import { sentence } from '../boards/board.js'
import { el, set } from '../dom.js'
import { t } from '../lang.js'
import { sign } from './signs.js'

let count = 0

/** {element, input}; services as a board has them; frame(): the newest state. */
export function typed(services, frame) {
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
  const send = el('button', { type: 'submit', class: 'icon', 'aria-label': t('move.play'), title: t('move.play') }, sign('confirm'))
  const element = el('form', { class: 'typed', novalidate: true }, el('label', { for: id }, t('move.typed')), input, send, wrong)
  const mark = (text) => {
    wrong.textContent = text
    set(input, { 'aria-invalid': text ? 'true' : null, 'aria-describedby': text ? wrong.id : null })
  }
  input.addEventListener('input', () => mark(''))
  element.addEventListener('submit', async (event) => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text) return
    const found = await find(services, frame(), text)
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

const plain = (text) => text.toLowerCase().replaceAll(' ', '')

async function find(services, frame, text) {
  const { picks, rules } = services
  if (picks.pending) return { why: t('refused.pending') }
  const wish = plain(text)
  const forms = picks.legal.map(([move, told]) => ({ move, forms: [plain(move), plain(told)] }))
  const exact = forms.filter((one) => one.forms.includes(wish))
  if (exact.length === 1) return exact[0]
  const begun = forms.filter((one) => one.forms.some((form) => form.startsWith(wish)))
  if (begun.length === 1) return begun[0]
  if (begun.length > 1) return { why: t('move.which', { what: begun.slice(0, 6).map((one) => one.move).join(', ') }) }
  try {
    const line = await post('/api/lines', { rules: rules.id, position: frame.view.position, moves: [text] })
    return { move: line.last }
  } catch (error) {
    return { why: error.detail?.rule ? sentence(services, error.detail.rule) : t('move.unreadable', { text }) }
  }
}
