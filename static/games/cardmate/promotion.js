// Promotion dialog for a One that crosses the middle. It opens beside the square and never chooses for the player; Esc or a
// press outside takes the whole move back.

import { el } from '../../core/dom.js'
import { wedge } from './art.js'
import { cardLabel, parsePosition } from './position.js'

/** @import { Card, CardmateState } from './position.js' */

const CHOICES = ['A', '1']

/**
 * {show(frame, how), leave()}
 * @param {Services} services
 * @param {(square: string) => HTMLElement | undefined} cell the button of a square, to open beside
 */
export function promotionDialog({ picks, t }, cell) {
  /** @type {HTMLDialogElement | null} */
  let dialog = null
  /** @type {CardmateState | null} */
  let frame = null
  let interactive = false
  const offered = () =>
    interactive && CHOICES.every((token) => picks.next.has(token))
  const close = () => {
    const old = dialog
    dialog = null
    old?.close()
    old?.remove()
  }
  const open = () => {
    const [from, to] = picks.words
    const card = frame && parsePosition(frame.view.position).get(from)
    const target = cell(to)
    const board = /** @type {HTMLElement | null | undefined} */ (
      target?.closest('.cardmate')
    )
    if (!card || !target) return
    dialog = buildDialog({ picks, t }, card, to, board?.dataset.home)
    dialog.addEventListener('close', () => dialog && picks.clear())
    document.body.append(dialog)
    dialog.showModal()
    placeBeside(dialog, target.getBoundingClientRect())
  }
  const unsubscribe = picks.on(() => {
    if (offered() && !dialog) open()
    else if (!offered() && dialog) close()
  })
  return {
    /** @param {CardmateState} next @param {ShowOptions} how */
    show(next, how) {
      frame = next
      interactive = how.interactive
    },
    leave() {
      unsubscribe()
      close()
    },
  }
}

/**
 * @param {Pick<Services, 'picks' | 't'>} services
 * @param {Card} card the One
 * @param {string} to
 * @param {string | undefined} home the seat at the bottom of the board
 */
function buildDialog({ picks, t }, { suit, owner }, to, home) {
  /** Plays the choice, which needs no confirmation. @param {string} token */
  const choose = (token) => picks.point(token) && picks.confirm()
  const keys = matchMedia('(any-pointer: fine)').matches
  /** @param {string} token */
  const option = (token) =>
    el(
      'button',
      { type: 'button', 'data-word': token, onclick: () => choose(token) },
      el(
        'span',
        { class: `piece owner-${owner}`, 'aria-hidden': 'true' },
        wedge(token + suit, String(owner) === home),
      ),
      el(
        'span',
        {},
        t(`cardmate.promote.${token}`, { card: cardLabel(token + suit) }),
      ),
    )
  const dialog = el(
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
      t(keys ? 'cardmate.promote.cancel.key' : 'cardmate.promote.cancel'),
    ),
  )
  dialog.addEventListener(
    'pointerdown',
    (event) =>
      event.target === dialog && outside(dialog, event) && picks.clear(),
  )
  return dialog
}

/** Places the dialog beside the square and inside the window. @param {HTMLDialogElement} dialog @param {DOMRect} square */
function placeBeside(dialog, square) {
  const own = dialog.getBoundingClientRect()
  /** @param {number} value @param {number} most */
  const within = (value, most) => Math.max(8, Math.min(value, most - 8))
  const below = square.bottom + 6 + own.height < innerHeight
  dialog.style.left = `${within(square.left + square.width / 2 - own.width / 2, innerWidth - own.width)}px`
  dialog.style.top = `${within(below ? square.bottom + 6 : square.top - own.height - 6, innerHeight - own.height)}px`
}

/** @param {HTMLDialogElement} dialog @param {PointerEvent} event */
function outside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect()
  return (
    clientX < box.left ||
    clientX > box.right ||
    clientY < box.top ||
    clientY > box.bottom
  )
}
