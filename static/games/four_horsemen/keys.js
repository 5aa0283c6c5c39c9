// The keys of the table: arrows over the grid, which is one tab stop; digits for stacks; operators; D, R, P; Backspace.

/** @import { Operator } from './expression.js' */
/** @import { Table } from './table.js' */

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
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
 * What the keys do: `stack` picks the top of a stack (0 to 5), `token` a token of a move; `picked`: whether a chip is
 * picked.
 * @typedef {{stack: (index: number) => void, operator: (operator: Operator) => void, token: (token: string) => void,
 *   defeat: () => void, back: () => void, picked: () => boolean}} KeyHandlers
 */

/**
 * Listens to the keys of the table. Returns {setTabStop(cell), focusNext(direction), focusTabStop()}; without a cell
 * setTabStop restores the attributes of the present one.
 * @param {Table} table
 * @param {KeyHandlers} on
 */
export function attachKeys(table, on) {
  const cells = table.rows.flat()
  let tabStop = cells[0]
  const setTabStop = (cell = tabStop) => {
    tabStop.setAttribute('tabindex', '-1')
    tabStop = cell
    tabStop.setAttribute('tabindex', '0')
  }
  table.element.addEventListener('focusin', (event) => {
    const target = /** @type {Element} */ (event.target)
    const cell = cells.find((one) => one === target.closest('[data-sq]'))
    if (cell) setTabStop(cell)
  })
  table.element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !press(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })

  /** Whether the key did something here. @param {KeyboardEvent} event */
  function press(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (STEPS[key]) return moveFocus(...STEPS[key])
    if (/^[1-6]$/.test(key)) on.stack(Number(key) - 1)
    else if (TOKENS[key]) on.token(TOKENS[key])
    else if (key === '/' && !on.picked())
      return false // then it leads to the typed move
    else if (OPERATORS[key]) on.operator(OPERATORS[key])
    else if (key === '=') on.defeat()
    else if (key === 'Backspace') on.back()
    else return false
    return true
  }

  /** In the grid to the next cell; in the calculator and in the hand to the next button.
   * @param {number} x @param {number} y */
  function moveFocus(x, y) {
    const focused = /** @type {HTMLButtonElement} */ (document.activeElement)
    const row = table.rows.findIndex((line) => line.includes(focused))
    if (row < 0) return moveFocusInGroup(focused, x)
    const target = table.rows[row + y]
    const column = table.rows[row].indexOf(focused) + x
    target?.[Math.min(column, target.length - 1)]?.focus()
    return true
  }

  /** @param {HTMLButtonElement} focused @param {number} x */
  function moveFocusInGroup(focused, x) {
    const group = focused.closest('.signs, .chips, .hand-row')
    const buttons = [...(group?.querySelectorAll('button') ?? [])]
    const index = buttons.indexOf(focused)
    buttons[index + x]?.focus()
    return x !== 0 && buttons.length > 0
  }

  /** To the next (1) or the previous (-1) button that can be picked now. @param {number} direction */
  function focusNext(direction) {
    const all = [...table.element.querySelectorAll('button')]
    const index = all.indexOf(
      /** @type {HTMLButtonElement} */ (document.activeElement),
    )
    /** @param {HTMLElement} node */
    const offered = (node) => node.dataset.word || node.dataset.move
    const order = [...all.slice(index + 1), ...all.slice(0, Math.max(index, 0))]
    const target =
      direction > 0 ? order.find(offered) : order.reverse().find(offered)
    target?.focus()
  }

  return { setTabStop, focusNext, focusTabStop: () => tabStop.focus() }
}
