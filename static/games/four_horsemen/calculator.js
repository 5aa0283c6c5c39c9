// Calculator of the sums: merged chips on the stacks that they were made of; and the row with the current sum, its exact
// value, the signs, undo and clear. The row keeps its room and is shown from the second stack on.

import { present } from '../../board/places.js'
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { displayFraction, formatFraction, OPERATOR_SIGNS } from './expression.js'
import { isFocusLost, useFocusOnBoard } from './focus.js'
import { HORSEMEN } from './places.js'

/** @import { HorsemenTable } from './model.js' */
/** @import { Chip as ChipState, Operator } from './types.d.ts' */

const LONG = 5 // letters of a value from which on a chip has small text
const OPERATORS = /** @type {[Operator, string][]} */ (Object.entries(OPERATOR_SIGNS))

/** @param {{ table: HorsemenTable }} props */
export function Chips({ table }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  useFocusOnBoard(table, element)
  return html`
    <div
      ref=${element}
      class="chips"
      role="group"
      aria-label=${table.services.t('four_horsemen.chips')}
    >
      ${table.sums.merged.map(
        (chip) => html`<${Chip} key=${chip.name} table=${table} chip=${chip} />`,
      )}
    </div>`
}

/** A merged chip; it takes the focus that the chips or the sign had of which it was made.
 * @param {{ table: HorsemenTable, chip: ChipState }} props */
function Chip({ table, chip }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    if (isFocusLost() || document.activeElement?.closest('.ring'))
      element.current?.focus({ preventScroll: true })
  }, [])
  const value = displayFraction(chip.value)
  const picked = table.sums.picked === chip.name
  const column = table.view.stacks.findIndex(({ top }) => top === chip.tops.at(-1)) + 1
  return html`
    <button
      ref=${element}
      type="button"
      class="place chip"
      data-part=${chip.name}
      style=${{ gridColumnStart: column }}
      aria-label=${table.services.t('four_horsemen.cell.chip', { sum: chip.text, value })}
      aria-pressed=${String(picked)}
      onClick=${() => table.pickChip(chip.name)}
      ...${present({
        'data-long': value.length >= LONG,
        'data-picked': picked,
        'data-over': table.over.value === chip.name,
      })}
    ><span class="sum">${`${chip.text} = `}</span><b>${value}</b></button>`
}

/** @param {{ table: HorsemenTable }} props */
export function Work({ table }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  useFocusOnBoard(table, element)
  const { matches, open, services, sums, view } = table
  const { t } = services
  const text = table.sumText
  const first = open ? [...matches.keys()][0] : undefined
  const value = first && view.horsemen[HORSEMEN.indexOf(first)]?.value
  return html`
    <div
      ref=${element}
      class="work"
      role="group"
      aria-label=${t('four_horsemen.sums')}
      data-label=${t('four_horsemen.hint.two')}
      ...${present({ 'data-shut': view.stacks.length < 2 })}
    >
      <p
        class="live"
        data-value=${sums.value ? formatFraction(sums.value) : ''}
        ...${present({ 'data-idle': !text, 'data-match': matches.size > 0 })}
      >${text || t('four_horsemen.hint.sum')}</p>
      <div class="signs">
        ${OPERATORS.map(([operator, sign]) => operatorButton(table, operator, sign))}
        ${tool(table, 'back', '⌫', () => table.back())}
        ${tool(table, 'clear', 'C', () => table.clear()) /* ✕ would look like × */}
      </div>
      <button
        type="button"
        class="place defeat"
        data-tool="defeat"
        disabled=${!first}
        onClick=${() => table.defeat(first)}
        ...${present({ 'data-also': first })}
      >${t(first ? 'four_horsemen.defeat' : 'four_horsemen.defeat.none', { value })}</button>
    </div>`
}

/** @param {HorsemenTable} table @param {Operator} operator @param {string} sign */
function operatorButton(table, operator, sign) {
  const waits = table.sums.operator === operator
  return html`
    <button
      key=${operator}
      type="button"
      class="place sign"
      data-part=${operator}
      aria-label=${table.services.t(`four_horsemen.sign.${operator}`)}
      aria-pressed=${String(waits)}
      onClick=${() => table.setOperator(operator)}
      ...${present({ 'data-picked': waits, 'aria-disabled': !table.sums.picked && 'true' })}
    >${sign}</button>`
}

/** @param {HorsemenTable} table @param {'back' | 'clear'} name @param {string} sign @param {() => unknown} onpress */
const tool = (table, name, sign, onpress) => html`
  <button
    type="button"
    class="place sign tool"
    data-tool=${name}
    title=${table.services.t(`four_horsemen.${name}`)}
    onClick=${onpress}
    ...${present({ 'aria-disabled': !table.sums.changed && 'true' })}
  >${sign}</button>`
