// Notice of a solitaire in the message strip, drawn anew when its signals change.

import { effect, Fragment, html, signal } from '../../vendor/preact.js'

let drawings = 0

/** Keeps the notice of the strip equal to what `content` returns; null: there is none, which leaves the notices of others
 * alone. `again`: shows it over another one; `leave`: removes it and ends this.
 * @param {Pick<SolitaireTable['strip'], 'notice' | 'notices'>} strip @param {() => Content | null} content */
export function stripNotice(strip, content) {
  const shown = signal(/** @type {Content} */ (null))
  const withdraw = () => {
    if (shown.peek() && strip.notices(shown.peek())) strip.notice(null)
    shown.value = null
  }
  const stop = effect(() => {
    const next = content()
    if (!next) return withdraw()
    // A key of its own: a key pressed twice must not hit the button that takes the place of the pressed one.
    shown.value = html`<${Fragment} key=${drawings++}>${next}</${Fragment}>`
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
