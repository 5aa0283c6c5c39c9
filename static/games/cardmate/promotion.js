// Promotion dialog for a One that crosses the middle. It opens beside the square and never chooses for the player; Esc or a
// press outside takes the whole move back.

import { button } from '../../kit/button.js'
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { wedge } from './art.js'
import { cardAt, cardLabel } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */

const CHOICES = ['A', '1']

/** @param {{ board: SquareBoard }} props */
export const Promotion = ({ board }) =>
  isOffered(board) && html`<${PromotionDialog} board=${board} />`

/** @param {SquareBoard} board */
const isOffered = ({ interactive, services: { picks } }) =>
  interactive && CHOICES.every((token) => picks.next.has(token))

/** @param {{ board: SquareBoard }} props */
function PromotionDialog({ board }) {
  const { picks, t } = board.services
  const [from, to] = picks.words
  const card = cardAt(from, board.now.frame)
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null))
  useLayoutEffect(() => {
    const element = /** @type {HTMLDialogElement} */ (dialog.current)
    const before = document.activeElement
    element.showModal()
    const square = board.cell(to)?.getBoundingClientRect()
    if (square) placeBeside(element, square)
    return () => {
      element.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  /** Plays the choice, which needs no confirmation. @param {string} token */
  const choose = (token) => picks.point(token) && picks.confirm()
  const hasKeys = matchMedia('(any-pointer: fine)').matches
  return html`
    <dialog
      ref=${dialog}
      data-kind="promote"
      class="cardmate promote"
      aria-label=${t('cardmate.promote', { to })}
      onClose=${() => isOffered(board) && picks.clear()}
      onPointerDown=${(/** @type {PointerEvent} */ event) => {
        const box = dialog.current
        if (box && event.target === box && isOutside(box, event)) picks.clear()
      }}
    >
      <div class="cardmate choices" data-home=${board.flipped ? 1 : 0}>
        ${CHOICES.map(
          (token) => html`
            <button type="button" data-word=${token} onClick=${() => choose(token)}>
              <span class=${`piece owner-${card?.owner}`} aria-hidden="true">
                ${card && wedge(token + card.suit, board.isUp(card))}
              </span>
              <span>
                ${t(`cardmate.promote.${token}`, { card: cardLabel(token + (card?.suit ?? '')) })}
              </span>
            </button>`,
        )}
      </div>
      ${button(
        { act: 'cancel', look: 'quiet', onpress: () => picks.clear() },
        t(hasKeys ? 'cardmate.promote.cancel.key' : 'cardmate.promote.cancel'),
      )}
    </dialog>`
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
function isOutside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
