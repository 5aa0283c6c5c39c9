// Offers when no move is left: undo, back to the last choice, or the same deal again. The table carries them out.

import { askTable } from '../../board/contract.js'
import { html, signal } from '../../vendor/preact.js'
import { movesBack } from './position.js'

/** `back`: moves back to the last choice. @typedef {{ isStuck: boolean, back: number }} Stuck */

/** Returns the offers, and `show`, which is called with each position.
 * @param {Translate} t @returns {{content: Content, show(frame: State, how: ShowOptions): void}} */
export function stuckOffers(t) {
  /** Moves made -> number of possible moves there, as far as seen. @type {Map<number, number>} */
  const choices = new Map()
  const stuck = signal(/** @type {Stuck} */ ({ isStuck: false, back: 1 }))
  return {
    content: html`<${Offers} stuck=${stuck} t=${t} />`,
    show(frame, how) {
      const made = frame.told.length
      choices.set(made, frame.legal.length)
      const isStuck = frame.status === 'live' && frame.view.stuck === true
      stuck.value = {
        isStuck: isStuck && how.seat !== null && made > 0,
        back: movesBack(choices, made),
      }
    },
  }
}

/** @param {{ stuck: import('@preact/signals').Signal<Stuck>, t: Translate }} props */
function Offers({ stuck, t }) {
  const { isStuck, back } = stuck.value
  /** @param {string} offer @param {(button: HTMLElement) => unknown} press @param {string} [look] */
  const button = (offer, press, look = 'button') => html`
    <button
      type="button"
      class=${look}
      data-offer=${offer}
      onClick=${(/** @type {ElementEvent<'click'>} */ { currentTarget }) => press(currentTarget)}
    >
      ${t(`beleaguered_castle.stuck.${offer}`, { count: back })}
    </button>`
  const undo = (/** @type {HTMLElement} */ from) => askTable(from, 'undo')
  const undoToChoice = (/** @type {HTMLElement} */ from) => {
    for (let count = 0; count < back; count += 1) undo(from)
  }
  return html`
    <div
      class="beleaguered-castle stuck-offers"
      role="group"
      aria-label=${t('beleaguered_castle.stuck')}
      hidden=${!isStuck}
    >
      ${button('undo', undo)}
      ${back > 1 && button('choice', undoToChoice, 'button primary')}
      ${button('same-deal', (from) => askTable(from, 'same-deal'))}
    </div>`
}
