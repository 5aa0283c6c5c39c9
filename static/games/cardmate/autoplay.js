// Optional automatic play of a compulsory capture without a choice, after a delay in which the position can be seen. Only
// after a move: a position reached by undo stays.

import { el } from '../../core/dom.js'
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

/** Creates the checkbox of the setting. @param {Services} services */
export function autoplayCheckbox({ settings, t }) {
  const input = el('input', { type: 'checkbox', 'data-setting': SETTING })
  input.checked = settings?.get(SETTING) === 'play'
  input.addEventListener('change', () =>
    settings?.set(SETTING, input.checked ? 'play' : 'show'),
  )
  return el('label', { class: 'cardmate wish' }, input, t('cardmate.single'))
}
