// Keys of the table: arrows over the grid, which is one tab stop; digits for stacks; operators; D, R, P; Backspace.

import { isShortcut, keyOf } from '../../boards/contract.js'
import { ARROWS, following, TabStop } from '../../boards/navigation.js'
import { all, closest, focused } from '../../core/dom.js'

/** @import { KeyHandlers, Operator, Table } from './types.d.ts' */

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

/**
 * Listens to the keys of the table. Returns {restoreTabStop(), focusNext(direction), focusTabStop()}; restoreTabStop sets
 * the attribute again on the current cell.
 * @param {Table} table
 * @param {KeyHandlers} on
 */
export function attachKeys(table, on) {
  const cells = table.rows.flat()
  const tabStop = new TabStop()
  tabStop.move(cells[0])
  table.element.addEventListener('focusin', (event) => {
    const target = closest(event, '[data-sq]')
    if (target && cells.includes(target)) tabStop.move(target)
  })
  table.element.addEventListener('keydown', (event) => {
    if (isShortcut(event) || !press(event, table, on)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  return {
    restoreTabStop: () => tabStop.move(tabStop.current),
    focusTabStop: () => tabStop.current?.focus(),
    /** Goes to the next (1) or the previous (-1) button that can be picked now. @param {1 | -1} onward */
    focusNext(onward) {
      const order = all(table.element, 'button')
      const wanted = order.filter(({ dataset }) => dataset.word || dataset.move)
      following({ order, wanted, from: focused(), onward })?.focus()
    },
  }
}

/** Handles a key; false: it does nothing here. @param {KeyboardEvent} event @param {Table} table @param {KeyHandlers} on */
function press(event, table, on) {
  const key = keyOf(event)
  if (ARROWS[key]) return moveFocus(table, ARROWS[key])
  if (/^[1-6]$/.test(key)) on.stack(Number(key) - 1)
  else if (key === 'd' && event.shiftKey) on.drawPair()
  else if (TOKENS[key]) on.token(TOKENS[key])
  else if (key === '/' && !on.picked())
    return false // it leads to the typed move then
  else if (OPERATORS[key]) on.operator(OPERATORS[key])
  else if (key === '=') on.defeat()
  else if (key === 'Backspace') on.back()
  else return false
  return true
}

/** Moves the focus to the next cell of the grid, or the next button of the calculator or the hand.
 * @param {Table} table @param {Point} direction */
function moveFocus({ rows }, [x, y]) {
  const from = focused()
  const row = from ? rows.findIndex((cells) => cells.includes(from)) : -1
  if (!from || row < 0) return moveFocusInGroup(from, x)
  const target = rows[row + y]
  const column = rows[row].indexOf(from) + x
  target?.[Math.min(column, target.length - 1)]?.focus()
  return true
}

/** @param {HTMLElement | null} from @param {number} x */
function moveFocusInGroup(from, x) {
  const group = from?.closest('.signs, .chips, .hand-row')
  if (!from || !group) return false
  const buttons = all(group, 'button')
  buttons[buttons.indexOf(from) + x]?.focus()
  return x !== 0 && buttons.length > 0
}
