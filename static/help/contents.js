// Table of contents of a help text: beside it, or on a phone a sticky bar above it that opens downward.

import { all, el } from '../core/dom.js'
import { t } from '../core/i18n.js'

export const NARROW = '(max-width: 860px)'

/** Creates the contents; null: they would have one entry. @param {HTMLElement} text */
export function contents(text) {
  const sections = all(text, 'section[id]')
  if (sections.length < 2) return null
  const entries = sections.map((section) => {
    const heading = section.querySelector('h2')?.textContent
    return el('li', {}, el('a', { href: `#${section.id}` }, heading))
  })
  const narrow = matchMedia(NARROW)
  const list = el(
    'details',
    {
      open: !narrow.matches,
      onclick: (event) => {
        const link =
          event.target instanceof Element && event.target.closest('a')
        if (link && narrow.matches) list.open = false
      },
    },
    el('summary', {}, t('help.contents')),
    el('ul', {}, entries),
  )
  const follow = () => {
    list.open = !narrow.matches
  }
  narrow.addEventListener('change', follow)
  return {
    element: el('nav', { 'aria-label': t('help.contents') }, list),
    leave: () => narrow.removeEventListener('change', follow),
  }
}

/** Creates the contents of a sheet: a press opens a section and goes to it. @param {HTMLElement} text */
export function sheetContents(text) {
  const entries = all(text, 'section[id]').map((section) => {
    const onclick = () => {
      const fold = section.querySelector('details')
      if (fold) fold.open = true
      section.tabIndex = -1
      section.focus({ preventScroll: true })
      section.scrollIntoView({ block: 'start' })
    }
    const heading = section.querySelector('h3')?.textContent
    return el('li', {}, el('button', { type: 'button', onclick }, heading))
  })
  return el(
    'nav',
    { class: 'help-contents', 'aria-label': t('help.contents') },
    el('ul', { class: 'sheet-contents' }, entries),
  )
}
