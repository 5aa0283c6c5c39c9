// Offers when no move is left: undo, back to the last choice, or the same deal again. The table carries them out.

import { askTable } from '../../board/contract.js'
import { hosted } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'
import { movesBack } from './position.js'

/** @param {Translate} t @returns {{element: HTMLElement, show(frame: State, how: ShowOptions): void}} */
export function stuckOffers(t) {
  /** Moves made -> number of possible moves there, as far as seen. @type {Map<number, number>} */
  const choices = new Map()
  let back = 1 // moves back to the last choice
  let isShown = false
  const undo = () => askTable(drawn.element, 'undo')
  const undoToChoice = () => {
    for (let count = 0; count < back; count += 1) undo()
  }
  /** @param {string} offer @param {() => unknown} press @param {string} [look] */
  const button = (offer, press, look = 'button') => html`
    <button type="button" class=${look} data-offer=${offer} onClick=${press}>
      ${t(`beleaguered_castle.stuck.${offer}`, { count: back })}
    </button>`
  const drawn = hosted(
    () => html`
      <div
        class="beleaguered-castle stuck-offers"
        role="group"
        aria-label=${t('beleaguered_castle.stuck')}
        hidden=${!isShown}
      >
        ${button('undo', undo)}
        ${back > 1 && button('choice', undoToChoice, 'button primary')}
        ${button('same-deal', () => askTable(drawn.element, 'same-deal'))}
      </div>`,
  )
  return {
    element: drawn.element,
    show(frame, how) {
      const made = frame.told.length
      choices.set(made, frame.legal.length)
      const isStuck = frame.status === 'live' && frame.view.stuck === true
      isShown = isStuck && how.seat !== null && made > 0
      back = movesBack(choices, made)
      drawn.draw()
    },
  }
}
