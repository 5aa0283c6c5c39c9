// A One that crosses the middle: the choice stands at the square and is never made for the player. Esc, or a press
// beside it, takes the whole move back.

import { el } from '../../core/dom.js'
import { wedge } from './art.js'
import { read, written } from './position.js'

const CHOICES = ['A', '1']

/** {show(frame, how), leave()}; `cell(place)`: the button of a square, to stand beside. */
export function chooser({ picks, t }, cell) {
  let [dialog, frame, how] = [null, null, { interactive: false }]
  const offered = () =>
    how.interactive && CHOICES.every((word) => picks.next.has(word))
  const close = () => {
    const old = dialog
    dialog = null
    old?.close()
    old?.remove()
  }
  const open = () => {
    const [from, to] = picks.words
    const { suit, owner } = read(frame.view.position).get(from)
    const { home } = cell(to).closest('.cardmate').dataset
    const option = (word) =>
      el(
        'button',
        { type: 'button', 'data-word': word, onclick: () => picks.point(word) },
        el(
          'span',
          { class: `piece owner-${owner}`, 'aria-hidden': 'true' },
          wedge(word + suit, String(owner) === home),
        ),
        el(
          'span',
          {},
          t(`cardmate.promote.${word}`, { card: written(word + suit) }),
        ),
      )
    dialog = el(
      'dialog',
      {
        'data-kind': 'promote',
        class: 'cardmate promote',
        'aria-label': t('cardmate.promote', { to }),
      },
      el(
        'div',
        { class: 'cardmate choices', 'data-home': home },
        CHOICES.map(option),
      ),
      el(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'data-act': 'cancel',
          onclick: () => picks.clear(),
        },
        t('cardmate.promote.cancel'),
      ),
    )
    document.body.append(dialog)
    dialog.addEventListener('close', () => dialog && picks.clear())
    dialog.addEventListener(
      'pointerdown',
      (event) =>
        event.target === dialog && outside(dialog, event) && picks.clear(),
    )
    dialog.showModal()
    stand(dialog, cell(to).getBoundingClientRect())
  }
  const off = picks.on(() => {
    if (offered() && !dialog) open()
    else if (!offered() && dialog) close()
  })
  return {
    show(next, ways) {
      frame = next
      how = ways
    },
    leave() {
      off()
      close()
    },
  }
}

/** Beside the square, and inside the window. */
function stand(dialog, square) {
  const own = dialog.getBoundingClientRect()
  const within = (value, most) => Math.max(8, Math.min(value, most - 8))
  const below = square.bottom + 6 + own.height < innerHeight
  dialog.style.left = `${within(square.left + square.width / 2 - own.width / 2, innerWidth - own.width)}px`
  dialog.style.top = `${within(below ? square.bottom + 6 : square.top - own.height - 6, innerHeight - own.height)}px`
}

function outside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect()
  return (
    clientX < box.left ||
    clientX > box.right ||
    clientY < box.top ||
    clientY > box.bottom
  )
}
