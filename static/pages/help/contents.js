// Table of contents of a help text: beside it, or on a phone a sticky bar above it that opens downward.

import { t } from '../../core/i18n.js'
import { html, useEffect, useSignal } from '../../vendor/preact.js'

/** @typedef {import('./text.js').Section[]} Sections */

const NARROW = '(max-width: 860px)'

/** Whether the contents are a bar above the text. */
export const isNarrow = () => matchMedia(NARROW).matches

/** Links to the sections; on a phone a press closes them again.
 * @param {{ sections: Sections }} props */
export function Contents({ sections }) {
  const open = useSignal(!isNarrow())
  useEffect(() => {
    const narrow = matchMedia(NARROW)
    const follow = () => {
      open.value = !narrow.matches
    }
    narrow.addEventListener('change', follow)
    return () => narrow.removeEventListener('change', follow)
  }, [])
  /** The browser would tell of its own change only later. */
  const press = (/** @type {Event} */ event) => {
    event.preventDefault()
    open.value = !open.value
  }
  const follow = () => {
    if (isNarrow()) open.value = false
  }
  const entries = listed(sections)
  if (entries.length < 2) return null
  return html`
    <nav aria-label=${t('help.contents')}>
      <details open=${open.value}>
        <summary onClick=${press}>${t('help.contents')}</summary>
        <ul>
          ${entries.map(
            ({ id, title }) => html`<li><a href=${`#${id}`} onClick=${follow}>${title}</a></li>`,
          )}
        </ul>
      </details>
    </nav>`
}

/** Shows the contents of a sheet: a press opens a section and goes to it, without an address.
 * @param {Sections} sections */
export const sheetContents = (sections) => html`
  <nav class="help-contents" aria-label=${t('help.contents')}>
    <ul class="sheet-contents">
      ${listed(sections).map(
        ({ id, title }) =>
          html`<li><button type="button" onClick=${() => goTo(id)}>${title}</button></li>`,
      )}
    </ul>
  </nav>`

/** Only sections with a heading are listed. @param {Sections} sections */
const listed = (sections) => sections.filter(({ title }) => title !== null)

/** @param {string | undefined} id of a section */
function goTo(id) {
  const section = document.getElementById(id ?? '')
  if (!section) return
  section.querySelector('details.lessons')?.setAttribute('open', '')
  section.tabIndex = -1
  section.focus({ preventScroll: true })
  section.scrollIntoView({ block: 'start' })
}
