// Text field for a move, shown once the player asks for it. Its placeholder is a move that is legal now. Invalid input
// stays, marked, with the reason.

import { loadPart } from '../../core/files.js'
import { t } from '../../core/i18n.js'
import { icon } from '../../kit/icon.js'
import { html, useId, useLayoutEffect, useRef, useSignal } from '../../vendor/preact.js'
import { exampleText } from '../texts.js'

/** The field. `opened`: how often it was opened, which puts the focus into it.
 * @param {{ services: Services, board: Board, state: State,
 *   opened: import('@preact/signals').ReadonlySignal<number> }} props */
export function MoveInput({ services, board, state, opened }) {
  const id = useId()
  const wrong = useSignal('')
  const input = useRef(/** @type {HTMLInputElement | null} */ (null))
  const newest = useRef(state)
  newest.current = state
  const mayMove = state.seat !== null && state.status === 'live'
  const isShown = mayMove && opened.value > 0
  useLayoutEffect(() => {
    if (isShown) input.current?.focus()
  }, [opened.value])
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const field = /** @type {HTMLInputElement} */ (input.current)
    const text = field.value.trim()
    if (!text) return
    const { findMove } = await loadPart(() => import('./typed-move.js'))
    const found = findMove(services, board, newest.current, text)
    if (found.move && services.picks.play(found.move)) {
      field.value = ''
      wrong.value = ''
      return
    }
    wrong.value = found.why ?? t('refused.illegal_move')
    services.say(wrong.value)
    field.select()
  }
  const [example] = services.picks.legal
  return html`
    <form class="typed" novalidate hidden=${!isShown} onSubmit=${submit}>
      ${
        isShown &&
        html`
          <label for=${id}>${t('move.typed')}</label>
          <input
            ref=${input}
            id=${id}
            data-input="move"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="go"
            maxlength="80"
            placeholder=${example ? exampleText(board, example[1]) : ''}
            aria-invalid=${wrong.value ? 'true' : undefined}
            aria-describedby=${wrong.value ? `${id}-wrong` : undefined}
            onInput=${() => {
              wrong.value = ''
            }}
          />
          <button type="submit" class="icon" title=${t('move.play')}>
            ${icon('confirm', 'act-sign')}
          </button>
          <p id=${`${id}-wrong`} class="wrong">${wrong.value}</p>`
      }
    </form>`
}
