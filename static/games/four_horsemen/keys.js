// The keys of the table: arrows over the grid with one tab stop, digits for stacks, signs, D, R and P, Backspace.

const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const WORDS = { d: 'draw', r: 'reserve', p: 'play' }
const SIGNS = {
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

/** on = {stack(place), sign(sign), word(word), defeat(), back(), picked()}; {stop(), home(), step(onward)}. */
export function keys(table, on) {
  const cells = table.rows.flat()
  let focused = cells[0]
  const stop = (cell = focused) => {
    focused.setAttribute('tabindex', '-1')
    focused = cell
    focused.setAttribute('tabindex', '0')
  }
  table.element.addEventListener(
    'focusin',
    ({ target }) =>
      cells.includes(target.closest('[data-sq]')) &&
      stop(target.closest('[data-sq]')),
  )
  table.element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !press(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })

  function press(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (STEPS[key]) return arrow(STEPS[key])
    if (/^[1-6]$/.test(key)) on.stack(Number(key) - 1)
    else if (WORDS[key]) on.word(WORDS[key])
    else if (key === '/' && !on.picked())
      return false // then it leads to the typed move
    else if (SIGNS[key]) on.sign(SIGNS[key])
    else if (key === '=') on.defeat()
    else if (key === 'Backspace') on.back()
    else return false
    return true
  }

  /** In the grid to the next place; in the sums and in the hand to the next button. */
  function arrow([x, y]) {
    const row = table.rows.findIndex((line) =>
      line.includes(document.activeElement),
    )
    if (row < 0) return beside(x)
    const line = table.rows[row + y]
    const column = table.rows[row].indexOf(document.activeElement) + x
    line?.[Math.min(column, line.length - 1)]?.focus()
    return true
  }

  function beside(x) {
    const all = [
      ...(document.activeElement
        .closest('.signs, .chips, .hand-row')
        ?.querySelectorAll('button') ?? []),
    ]
    all[all.indexOf(document.activeElement) + x]?.focus()
    return x !== 0 && all.length > 0
  }

  /** To the next or the previous thing that can be picked now. */
  function step(onward) {
    const all = [...table.element.querySelectorAll('button')]
    const at = all.indexOf(document.activeElement)
    const may = (node) => node.dataset.word || node.dataset.move
    const order = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))]
    const wanted = onward > 0 ? order.find(may) : order.reverse().find(may)
    wanted?.focus()
  }

  return { stop, step, home: () => focused.focus() }
}
