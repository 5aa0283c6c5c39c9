// Four signs around a stack or chip onto which another one was dropped. A press beside them closes the ring.

import { closest } from '../../core/dom.js'
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { OPERATOR_SIGNS } from './expression.js'

/** @import { HorsemenTable } from './model.js' */
/** @import { Operator } from './types.d.ts' */

const RADIUS = 52 // px from the centre of the target to that of a sign
const HALF = 23 // px, of a sign
/** Places of the signs: above, right, below, left. @type {[Operator, number, number][]} */
const PLACES = [
  ['+', 0, -1],
  ['*', 1, 0],
  ['-', 0, 1],
  ['/', -1, 0],
]

/** @param {{ table: HorsemenTable }} props */
export const SignRing = ({ table }) => {
  const onto = table.ring.value?.onto
  return onto === undefined ? null : html`<${Signs} key=${onto} table=${table} onto=${onto} />`
}

/** @param {{ table: HorsemenTable, onto: string }} props */
function Signs({ table, onto }) {
  const { t } = table.services
  const first = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => first.current?.focus({ preventScroll: true }), [])
  const [x, y] = middleOf(table, onto)
  return html`
    <div
      class="ring"
      role="group"
      aria-label=${t('four_horsemen.ring')}
      onClick=${(/** @type {MouseEvent} */ event) => !closest(event, '.sign') && table.closeRing()}
    >
      ${PLACES.map(
        ([operator, right, down], index) => html`
          <button
            key=${operator}
            ref=${index === 0 ? first : undefined}
            type="button"
            class="place sign"
            data-sign=${operator}
            aria-label=${t(`four_horsemen.sign.${operator}`)}
            style=${{
              left: `${x + right * RADIUS - HALF}px`,
              top: `${y + down * RADIUS - HALF}px`,
            }}
            onClick=${() => table.join(operator)}
          >${OPERATOR_SIGNS[operator]}</button>`,
      )}
    </div>`
}

/** Returns the middle of a stack or chip on the board, in px, moved so that the whole ring is on the board.
 * @param {HorsemenTable} table @param {string} name @returns {Point} */
function middleOf(table, name) {
  const board = table.drawn?.area.getBoundingClientRect() ?? new DOMRect()
  const { left, top, width, height } = table.part(name)?.getBoundingClientRect() ?? board
  /** @param {number} at @param {number} size */
  const inside = (at, size) => {
    const reach = RADIUS + HALF + 2
    return Math.min(Math.max(at, reach), size - reach)
  }
  return [
    inside(left + width / 2 - board.left, board.width),
    inside(top + height / 2 - board.top, board.height),
  ]
}
