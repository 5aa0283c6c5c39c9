// Icons as components; hidden from screen readers, since each has a label beside it.

import { PATHS } from '../core/icons.js'
import { html } from '../vendor/preact.js'

/** @param {string} name as in core/icons.js @param {string} [look] the class */
export const icon = (name, look = 'icon-art') => html`
  <svg width="22" height="22" viewBox="0 0 24 24" class=${look} aria-hidden="true" focusable="false">
    <path d=${PATHS[name]} />
  </svg>`
