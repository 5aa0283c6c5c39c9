// Offers when no move is left: undo, back to the last choice, or the same deal again. The table carries them out.

import { askTable } from '../../board/contract.js'
import { el, set } from '../../core/dom.js'
import { movesBack } from './position.js'

/** @param {Translate} t @returns {{element: HTMLElement, show(frame: State, how: ShowOptions): void}} */
export function stuckOffers(t) {
  /** Moves made -> number of possible moves there, as far as seen. @type {Map<number, number>} */
  const choices = new Map()
  let back = 1 // moves back to the last choice
  const element = el('div', {
    class: 'beleaguered-castle stuck-offers',
    role: 'group',
    'aria-label': t('beleaguered_castle.stuck'),
    hidden: true,
  })
  /** @param {string} offer @param {string} look @param {() => unknown} press */
  const button = (offer, look, press) =>
    el(
      'button',
      {
        type: 'button',
        class: `button ${look}`,
        'data-offer': offer,
        onclick: press,
      },
      t(`beleaguered_castle.stuck.${offer}`),
    )
  const undo = () => askTable(element, 'undo')
  const choice = button('choice', 'primary', () => {
    for (let count = 0; count < back; count += 1) undo()
  })
  element.append(
    button('undo', '', undo),
    choice,
    button('same-deal', '', () => askTable(element, 'same-deal')),
  )
  return {
    element,
    show(frame, how) {
      const made = frame.told.length
      choices.set(made, frame.legal.length)
      const stuck = frame.status === 'live' && frame.view.stuck === true
      set(element, { hidden: !stuck || how.seat === null || !made })
      back = movesBack(choices, made)
      choice.hidden = back < 2
      if (back > 1)
        choice.textContent = t('beleaguered_castle.stuck.choice', {
          count: back,
        })
    },
  }
}
