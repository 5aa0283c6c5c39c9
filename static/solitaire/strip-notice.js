// Notice of a solitaire in the message strip of its table, which is not made of components: drawn anew when its signals
// change.

import { elementOf } from '../kit/element.js'
import { effect, signal } from '../vendor/preact.js'

/** Keeps the notice of the strip equal to what `content` returns; null: there is none, which leaves the notices of others
 * alone. `again`: shows it over another one; `leave`: removes it and ends this.
 * @param {Pick<SolitaireTable['strip'], 'notice'>} strip @param {() => Content | null} content */
export function stripNotice(strip, content) {
  const shown = signal(/** @type {HTMLElement | null} */ (null))
  const withdraw = () => {
    if (shown.peek()?.isConnected) strip.notice(null)
    shown.value = null
  }
  const stop = effect(() => {
    const next = content()
    if (!next) return withdraw()
    shown.value = elementOf(next)
    return strip.notice(shown.peek())
  })
  return {
    again: () => shown.peek() && strip.notice(shown.peek()),
    leave() {
      stop()
      withdraw()
    },
  }
}
