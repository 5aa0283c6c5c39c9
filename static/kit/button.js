// Buttons and links that look like buttons.

import { press } from '../core/busy-button.js'
import { html } from '../vendor/preact.js'

/** `act`: the hook `data-act`; `label`: the accessible name, where the content says too little.
 * @typedef {{ act?: string, look?: string, label?: string | undefined } & Attributes} ButtonLook */

/** Shows a button. While the promise of `onpress` is pending, it is marked busy and takes no second press; a refusal is
 * announced.
 * @param {ButtonLook & { onpress: (event: ElementEvent<'click'>) => unknown }} attributes @param {...Content} content */
export const button = ({ act, look, label, onpress, ...attributes }, ...content) => html`
  <button
    type="button"
    class=${look}
    data-act=${act}
    aria-label=${label}
    onClick=${(/** @type {ElementEvent<'click'>} */ event) => press(event, () => onpress(event))}
    ...${attributes}
  >${content}</button>`

/** Shows a link as a button.
 * @param {ButtonLook & { href: string }} attributes @param {...Content} content */
export const linkButton = ({ act, look = '', label, ...attributes }, ...content) => html`
  <a
    class=${`button ${look}`.trim()}
    data-act=${act}
    aria-label=${label}
    ...${attributes}
  >${content}</a>`
