// Text field for a move, shown once the player asks for it. Its placeholder is a move that is legal now. Invalid input
// stays, marked, with the reason.

import { loadPart } from '../core/files.js'
import { t } from '../core/i18n.js'
import { hosted } from '../kit/element.js'
import { icon } from '../kit/icon.js'
import { exampleText } from '../play/texts.js'
import { html, signal, useId, useLayoutEffect, useRef, useSignal } from '../vendor/preact.js'

/** Creates the field. `now()`: the newest state. allow(possible): whether the player may type moves now; open(): shows the
 * field and puts the focus into it, if that is allowed.
 * @param {Services} services @param {Board} board @param {() => State} now */
export function moveInput(services, board, now) {
  const allowed = signal(false)
  const opened = signal(0) // how often it was opened
  const drawn = hosted(
    () => html`
      <${MoveInput} services=${services} board=${board} now=${now} allowed=${allowed} opened=${opened} />`,
  )
  return {
    element: drawn.element,
    /** @param {boolean} possible */
    allow(possible) {
      allowed.value = possible
    },
    open() {
      opened.value += 1
    },
    leave: drawn.leave,
  }
}

/** @param {{ services: Services, board: Board, now: () => State,
 *   allowed: import('@preact/signals').Signal<boolean>, opened: import('@preact/signals').Signal<number> }} props */
function MoveInput({ services, board, now, allowed, opened }) {
  const id = useId()
  const wrong = useSignal('')
  const input = useRef(/** @type {HTMLInputElement | null} */ (null))
  const isShown = allowed.value && opened.value > 0
  useLayoutEffect(() => {
    if (isShown) input.current?.focus()
  }, [opened.value])
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const field = /** @type {HTMLInputElement} */ (input.current)
    const text = field.value.trim()
    if (!text) return
    const { findMove } = await loadPart(() => import('./typed-move.js'))
    const found = findMove(services, board, now(), text)
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
