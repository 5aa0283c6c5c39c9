// Keys of the table: arrows over the grid, which is one tab stop; digits for stacks; operators; D, R, P; Backspace.

import { isShortcut, keyOf } from '../../board/contract.js'
import { ARROWS } from '../../board/navigation.js'
import { all, focused } from '../../core/dom.js'
import { HORSEMEN, STACKS } from './places.js'

/** @import { HorsemenTable } from './model.js' */
/** @import { Operator } from './types.d.ts' */

const ROWS = [HORSEMEN, STACKS, ['deck', 'reserve']]
/** @type {Record<string, string>} */
const TOKENS = { d: 'draw', r: 'reserve', p: 'play' }
/** @type {Record<string, Operator>} */
const OPERATORS = {
  '+': '+',
  '-': '-',
  '−': '-',
  '*': '*',
  '×': '*',
  x: '*',
  '/': '/',
  '÷': '/',
  ':': '/',
}

/** Handles a key of this game; the common ones are left to the other listeners.
 * @param {KeyboardEvent} event @param {HorsemenTable} table */
export function pressKey(event, table) {
  if (isShortcut(event) || !press(event, table)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** False: the key does nothing here. @param {KeyboardEvent} event @param {HorsemenTable} table */
function press(event, table) {
  const key = keyOf(event)
  if (ARROWS[key]) return moveFocus(table, ARROWS[key])
  if (key === 'Escape') return table.interrupt()
  if (/^[1-6]$/.test(key)) table.pressStack(Number(key) - 1)
  else if (key === 'd' && event.shiftKey) table.drawPair()
  else if (TOKENS[key]) table.pickToken(TOKENS[key])
  else if (key === '/' && table.sums.picked === null)
    return false // it leads to the typed move then
  else if (OPERATORS[key]) table.setOperator(OPERATORS[key])
  else if (key === '=') table.defeat()
  else if (key === 'Backspace') table.back()
  else return false
  return true
}

/** Moves the focus to the next cell of the grid, or the next button of the calculator or the hand.
 * @param {HorsemenTable} table @param {Point} direction */
function moveFocus(table, [x, y]) {
  const from = focused()
  const place = from?.dataset.sq ?? ''
  const row = ROWS.findIndex((places) => places.includes(place))
  if (row < 0) return moveFocusInGroup(from, x)
  const target = ROWS[row + y]
  const column = ROWS[row].indexOf(place) + x
  const next = target?.[Math.min(column, target.length - 1)]
  if (next) table.cell(next)?.focus()
  return true
}

/** @param {HTMLElement | null} from @param {number} x */
function moveFocusInGroup(from, x) {
  const group = from?.closest('.signs, .chips, .held')
  if (!from || !group) return false
  const buttons = all(group, 'button')
  buttons[buttons.indexOf(from) + x]?.focus()
  return x !== 0 && buttons.length > 0
}
