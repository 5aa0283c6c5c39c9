// Icons; hidden from screen readers, since each has a label beside it. Their attributes keep their size when the style
// sheet is missing.

import { HALF, PATHS } from '../core/icons.js'
import { html } from '../vendor/preact.js'

/** @param {string} name as in core/icons.js @param {string} [look] the class */
export const icon = (name, look = 'icon-art') => html`
  <svg width="22" height="22" viewBox="0 0 24 24" class=${look} aria-hidden="true" focusable="false">
    <path d=${PATHS[name]} />
    ${name === 'theme-auto' && html`<path d=${HALF} class="filled" />`}
  </svg>`
