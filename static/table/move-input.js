// Text field for a move. Its placeholder is a move that is legal now. Invalid input stays, marked, with the reason.

import { el, set } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { exampleText } from '../play/texts.js'

let count = 0

/** Creates the field. `now()`: the newest state.
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
  services.picks.on(() => {
    const [example] = services.picks.legal
    input.placeholder = example ? exampleText(board, example[1]) : ''
  })
  element.addEventListener('submit', async (event) => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text) return
    const { findMove } = await loadPart(() => import('./typed-move.js'))
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
