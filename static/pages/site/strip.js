// Sentence in a strip under the header of every page.

import { say } from '../../core/announcer.js'
import { byId } from '../../core/dom.js'
import { html, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js'

/** `text` is announced when it comes; `children`: the button beside it. When the strip goes with the focus inside, the page
 * gets it.
 * @param {{ text: string, children?: Content } & Attributes} props */
export function Strip({ text, children, ...attributes }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => say(text), [text])
  useLayoutEffect(
    () => () => {
      if (place.current?.contains(document.activeElement))
        byId('screen').focus({ preventScroll: true })
    },
    [],
  )
  return html`
    <section ref=${place} class="site-notice" ...${attributes}>
      <p>${text}</p>
      ${children}
    </section>`
}
