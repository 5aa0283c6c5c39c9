// A wish that is off unless somebody sets it: a compulsory capture without a choice plays itself, after a moment in
// which it can be seen. It follows moves only: a position that was come to by taking back stays as it is.

import { el } from '../../core/dom.js'
import { bound } from './position.js'

const WISH = 'single_captures'
const MOMENT = 700 // ms

/** {show(frame, how), leave()} */
export function auto({ picks, settings }) {
  let [made, timer] = [Infinity, null]
  return {
    show(frame, how) {
      clearTimeout(timer)
      const moved = frame.told.length > made
      made = frame.told.length
      const single = bound(frame).length > 0 && frame.legal.length === 1
      if (
        !moved ||
        !single ||
        !how.interactive ||
        !frame.acts.length ||
        settings?.get(WISH) !== 'play'
      )
        return
      const [[move]] = frame.legal
      timer = setTimeout(() => picks.play(move) && picks.confirm(), MOMENT)
    },
    leave: () => clearTimeout(timer),
  }
}

/** The wish as a box to tick. */
export function box({ settings, t }) {
  const input = el('input', { type: 'checkbox', 'data-setting': WISH })
  input.checked = settings?.get(WISH) === 'play'
  input.addEventListener('change', () =>
    settings?.set(WISH, input.checked ? 'play' : 'show'),
  )
  return el('label', { class: 'cardmate wish' }, input, t('cardmate.single'))
}
