// A place of the table's grid: a button with a full name; what it shows is only drawn.

import { present } from '../../board/places.js'
import { html } from '../../vendor/preact.js'

/** @import { HorsemenTable } from './model.js' */

/** @param {{ table: HorsemenTable, name: string, kind: string, onpress: () => unknown, children?: Content } & Attributes}
 *   props */
export const Place = ({ table, name, kind, onpress, children, ...attributes }) => html`
  <button
    type="button"
    role="gridcell"
    class=${`place ${kind}`}
    data-sq=${name}
    tabindex=${table.tabStop.value === name ? 0 : -1}
    onClick=${onpress}
    ...${present(attributes)}
  ><span class="content">${children}</span></button>`
