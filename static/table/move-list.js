// The list of moves in effect, told as people write them. With `press` each is a button.

import { el, set } from '../core/dom.js'
import { icon } from '../core/icons.js'
import { t } from '../core/i18n.js'

/** {element, show(told, current), mark(index, forced), unmarked()}: current is the number of moves that are in effect on
 * the board; `mark` says whether the move at an index was a compulsory capture; unmarked() lists the indexes of which that
 * is not known. */
export function moves({ seats, press }) {
  const ordered = el('ol', {
    class: 'moves',
    'data-seats': seats,
    tabindex: '0',
    'aria-label': t('table.moves'),
  })
  const none = el('p', { class: 'moves-none' }, t('table.moves.none'))
  const sign = el(
    'span',
    { class: 'link-mark', 'aria-hidden': 'true' },
    icon('link'),
  )
  const legend = el(
    'p',
    { class: 'moves-legend', hidden: true },
    sign,
    t('table.moves.forced'),
  )
  const element = el(
    'section',
    { class: 'moves-box', 'aria-label': t('table.moves') },
    none,
    ordered,
    legend,
  )
  const marks = [] // by index, whether the move was compulsory; undefined: not known
  let shown = []
  let now = 0
  const paint = () => {
    for (const [index, line] of [...ordered.children].entries()) {
      const forced = marks[index] === true
      if (line.classList.contains('forced') === forced) continue
      line.className = forced ? 'forced' : ''
      if (forced) line.append(link())
      else line.querySelector('.link-mark').remove()
    }
    set(legend, { hidden: !ordered.querySelector('.forced') })
  }
  const item = (told, index) => {
    if (!press) return el('li', {}, told)
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'quiet', onclick: () => press(index + 1) },
        told,
      ),
    )
  }
  const center = () => {
    const line = ordered.children[now - 1]
    ordered.scrollTop = line
      ? line.offsetTop - (ordered.clientHeight - line.offsetHeight) / 2
      : 0
  }
  new ResizeObserver(center).observe(ordered)
  return {
    element,
    show(told, current = told.length) {
      const same = shown.findIndex((text, index) => text !== told[index])
      const keep = same < 0 ? Math.min(shown.length, told.length) : same
      while (ordered.children.length > keep) ordered.lastElementChild.remove()
      ordered.append(
        ...told.slice(keep).map((text, index) => item(text, keep + index)),
      )
      marks.length = Math.min(marks.length, keep + 1)
      shown = [...told]
      now = current
      paint()
      set(none, { hidden: told.length > 0 })
      set(ordered, { hidden: told.length === 0 })
      for (const [index, line] of [...ordered.children].entries()) {
        set(line, { 'aria-current': index === current - 1 ? 'step' : null })
      }
      center()
    },
    mark(index, forced) {
      if (marks[index] === forced) return
      marks[index] = forced
      paint()
    },
    unmarked: () =>
      [...shown.keys()].filter((index) => marks[index] === undefined),
  }
}

/** The mark of a compulsory capture. */
function link() {
  const name = t('table.moves.forced')
  return el(
    'span',
    { class: 'link-mark', role: 'img', 'aria-label': name, title: name },
    icon('link'),
  )
}
