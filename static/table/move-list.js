// The list of the moves in effect, in the notation that people read. With `press` each is a button.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'

/** seats: how many seats the game has; press(made): the position after that many moves is asked for.
 * @param {{ seats: number, press?: (made: number) => void }} options */
export function moveList({ seats, press }) {
  const list = el('ol', {
    class: 'moves',
    'data-seats': seats,
    tabindex: '0',
    'aria-label': t('table.moves'),
  })
  const none = el('p', { class: 'moves-none' }, t('table.moves.none'))
  const legend = el(
    'p',
    { class: 'moves-legend', hidden: true },
    el('span', { class: 'link-mark', 'aria-hidden': 'true' }, icon('link')),
    t('table.moves.forced'),
  )
  const element = el(
    'section',
    { class: 'moves-box', 'aria-label': t('table.moves') },
    none,
    list,
    legend,
  )
  const items = () => /** @type {HTMLLIElement[]} */ ([...list.children])
  /** @type {boolean[]} by index, whether the move was compulsory; no entry: not known */
  const marks = []
  /** @type {string[]} */
  let shown = []
  let current = 0
  let pressable = press !== undefined
  const paintMarks = () => {
    for (const [index, item] of items().entries()) {
      const forced = marks[index] === true
      if (item.classList.contains('forced') === forced) continue
      item.className = forced ? 'forced' : ''
      if (forced) item.append(forcedMark())
      else item.querySelector('.link-mark')?.remove()
    }
    set(legend, { hidden: !list.querySelector('.forced') })
  }
  const makeItem = (
    /** @type {string} */ notation,
    /** @type {number} */ index,
  ) =>
    el(
      'li',
      { 'data-told': notation },
      press && pressable
        ? moveButton(notation, () => press(index + 1))
        : notation,
    )
  const centre = () => {
    const item = items()[current - 1]
    list.scrollTop = item
      ? item.offsetTop - (list.clientHeight - item.offsetHeight) / 2
      : 0
  }
  new ResizeObserver(centre).observe(list)
  return {
    element,
    /** made: the number of moves that are in effect on the board.
     * @param {string[]} notations @param {number} [made] */
    show(notations, made = notations.length) {
      const differs = shown.findIndex(
        (text, index) => text !== notations[index],
      )
      const kept =
        differs < 0 ? Math.min(shown.length, notations.length) : differs
      while (list.children.length > kept) list.lastElementChild?.remove()
      list.append(
        ...notations
          .slice(kept)
          .map((text, index) => makeItem(text, kept + index)),
      )
      marks.length = Math.min(marks.length, kept + 1)
      shown = [...notations]
      current = made
      paintMarks()
      set(none, { hidden: notations.length > 0 })
      set(list, { hidden: notations.length === 0 })
      for (const [index, item] of items().entries())
        set(item, { 'aria-current': index === made - 1 ? 'step' : null })
      centre()
    },
    /** Whether the moves can be pressed; seen at the next `show`.
     * @param {boolean} wanted */
    pressable(wanted) {
      if (pressable === wanted) return
      pressable = wanted
      list.replaceChildren()
      shown = []
    },
    /** @param {number} index @param {boolean} forced whether that move was a compulsory capture */
    mark(index, forced) {
      if (marks[index] === forced) return
      marks[index] = forced
      paintMarks()
    },
    /** The indexes of the moves of which that is not known. */
    unmarked: () =>
      [...shown.keys()].filter((index) => marks[index] === undefined),
  }
}

/** @param {string} notation @param {() => void} onclick */
const moveButton = (notation, onclick) =>
  el('button', { type: 'button', class: 'quiet', onclick }, notation)

function forcedMark() {
  const name = t('table.moves.forced')
  return el(
    'span',
    { class: 'link-mark', role: 'img', 'aria-label': name, title: name },
    icon('link'),
  )
}
