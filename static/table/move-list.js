// The list of moves in effect, told as people write them. With `press` each is a button.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'

/** {element, show(told, current), mark(index, kind)}: current is the number of moves that are in effect on the board;
 * `mark` remembers how free the move at a place was: `forced`, `compelled`, or '' for free. */
export function moves({ seats, press }) {
  const ordered = el('ol', {
    class: 'moves',
    'data-seats': seats,
    tabindex: '0',
    'aria-label': t('table.moves'),
  })
  const none = el('p', { class: 'moves-none' }, t('table.moves.none'))
  const element = el('section', { class: 'moves-box', 'aria-label': t('table.moves') }, none, ordered)
  const marks = []
  let shown = []
  const paint = () =>
    [...ordered.children].forEach((line, index) => {
      const kind = marks[index]
      line.className = kind ?? ''
      set(line, { title: kind ? t(`table.moves.${kind}`) : null })
    })
  const item = (told, index) => {
    if (!press) return el('li', {}, told)
    return el(
      'li',
      {},
      el('button', { type: 'button', class: 'quiet', onclick: () => press(index + 1) }, told),
    )
  }
  return {
    element,
    show(told, current = told.length) {
      const same = shown.findIndex((text, index) => text !== told[index])
      const keep = same < 0 ? Math.min(shown.length, told.length) : same
      while (ordered.children.length > keep) ordered.lastElementChild.remove()
      ordered.append(...told.slice(keep).map((text, index) => item(text, keep + index)))
      marks.length = Math.min(marks.length, keep + 1)
      shown = [...told]
      paint()
      set(none, { hidden: told.length > 0 })
      set(ordered, { hidden: told.length === 0 })
      for (const [index, line] of [...ordered.children].entries()) {
        set(line, { 'aria-current': index === current - 1 ? 'step' : null })
      }
      const line = ordered.children[current - 1]
      if (line) ordered.scrollTop = line.offsetTop - ordered.clientHeight / 2
    },
    mark(index, kind) {
      if (marks[index] === kind) return
      marks[index] = kind
      paint()
    },
  }
}
