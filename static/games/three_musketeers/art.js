// Pieces of the two sides, which differ in shape and colour: a disc with a sword, a square with a cross.

import { html } from '../../vendor/preact.js'

export const musketeer = () => html`
  <svg viewBox="0 0 100 100" class="picture">
    <circle cx="50" cy="53" r="37" class="shadow" />
    <circle cx="50" cy="50" r="37" class="body" />
    <circle cx="50" cy="50" r="31" class="rim" />
    <g transform="rotate(45 50 50)">
      <path class="sign" d="M50 17 L54 24 V58 H46 V24 Z" />
      <path
        class="sign"
        d="M34 58 q8 5 12 2 h8 q4 3 12 -2 v5 q-8 5 -13 2 v10 h-6 v-10 q-5 3 -13 -2 z"
      />
      <circle class="sign" cx="50" cy="78" r="4.5" />
    </g>
  </svg>`

export const man = () => html`
  <svg viewBox="0 0 100 100" class="picture">
    <rect x="18" y="21" width="64" height="64" rx="9" class="shadow" />
    <rect x="18" y="18" width="64" height="64" rx="9" class="body" />
    <rect x="24" y="24" width="52" height="52" rx="5" class="rim" />
    <path class="sign" d="M45 30 h10 v12 h12 v10 h-12 v20 h-10 v-20 h-12 v-10 h12 z" />
  </svg>`
