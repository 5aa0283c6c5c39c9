// Optional automatic play of a compulsory capture without a choice, after a delay in which the position can be seen. Only
// after a move: a position reached by undo stays.

import { html } from '../../vendor/preact.js'
import { capturers } from './position.js'

/** @import { CardmateState } from './position.js' */

const SETTING = 'single_captures'
const DELAY_MS = 700

/** {show(frame, how), leave()} @param {Services} services */
export function autoplay({ picks, settings }) {
  let moves = Infinity
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  return {
    /** @param {CardmateState} frame @param {ShowOptions} how */
    show(frame, how) {
      clearTimeout(timer)
      const moved = frame.told.length > moves
      moves = frame.told.length
      const single = capturers(frame).length > 0 && frame.legal.length === 1
      if (
        !moved ||
        !single ||
        !how.interactive ||
        !frame.acts.length ||
        settings?.get(SETTING) !== 'play'
      )
        return
      const [[move]] = frame.legal
      timer = setTimeout(() => picks.play(move) && picks.confirm(), DELAY_MS)
    },
    leave: () => clearTimeout(timer),
  }
}

/** The checkbox of the setting. @param {{ services: Services }} props */
export const AutoplayChoice = ({ services: { settings, t } }) => html`
  <label class="cardmate wish">
    <input
      type="checkbox"
      data-setting=${SETTING}
      checked=${settings?.get(SETTING) === 'play'}
      onChange=${(/** @type {ElementEvent<'change'>} */ { currentTarget }) =>
        settings?.set(
          SETTING,
          /** @type {HTMLInputElement} */ (currentTarget).checked ? 'play' : 'show',
        )}
    />
    ${t('cardmate.single')}
  </label>`
