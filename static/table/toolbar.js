// The buttons of a table: some in the bar, the others behind "More". What is not permitted is not in the page, but
// may keep its place in the bar, so that what one presses again and again does not wander.

import { el, set } from '../core/dom.js'
import { knows, t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

const BAR = 4 // buttons beside "More"
const ROOM = matchMedia('(min-width: 821px)')

/** {element, show(list), leave()}; list: names of actions in the order of their weight, or [name, {pressed, href,
 * label, menu}]; `menu`: always behind "More"; null is a free place. `press(name, button)` is called for each that is no
 * link. `wide`: how many stand in the bar where the window has room. */
export function actions(press, wide = BAR) {
  const bar = el('div', { class: 'bar' })
  const menu = el('div', { class: 'menu', id: 'more-actions' })
  const more = el(
    'button',
    {
      type: 'button',
      class: 'more',
      'data-act': 'more',
      'aria-expanded': 'false',
      'aria-controls': 'more-actions',
    },
    commandIcon('more'),
    el('span', {}, t('act.more')),
  )
  const element = el(
    'div',
    { class: 'actions', role: 'group', 'aria-label': t('table.actions') },
    bar,
    menu,
    more,
  )
  const known = new Map()
  const open = (wish) => {
    set(menu, { 'data-open': wish })
    set(more, { 'aria-expanded': String(wish) })
  }
  more.addEventListener('click', () =>
    open(more.getAttribute('aria-expanded') === 'false'),
  )
  element.addEventListener('keydown', (event) => {
    if (
      event.key !== 'Escape' ||
      more.getAttribute('aria-expanded') === 'false'
    )
      return
    event.stopPropagation()
    open(false)
    more.focus()
  })
  const outside = (event) => element.contains(event.target) || open(false)
  document.addEventListener('pointerdown', outside)
  const button = (name, { href, label, ...rest }) => {
    if (!known.has(name)) {
      const parts = [commandIcon(name), el('span', {})]
      const attributes = { 'data-act': name, class: 'button' }
      const node = href
        ? el('a', { ...attributes, download: rest.download }, parts)
        : el(
            'button',
            {
              ...attributes,
              type: 'button',
              onclick: () => (open(false), press(name, node)),
            },
            parts,
          )
      known.set(name, node)
    }
    const node = known.get(name)
    node.lastElementChild.textContent = label ?? t(`act.${name}`)
    if (knows(`act.${name}.name`))
      set(node, { 'aria-label': t(`act.${name}.name`) })
    return set(node, {
      href,
      'aria-pressed': rest.pressed === undefined ? null : String(rest.pressed),
    })
  }
  const free = [0, 1].map(() => el('span', { class: 'free' }))
  let shown = []
  const show = (list) => {
    shown = list
    const focus = document.activeElement
    const empty = free.values()
    const nodes = list.map((item) =>
      Array.isArray(item)
        ? button(...item)
        : item
          ? button(item, {})
          : empty.next().value,
    )
    const most = ROOM.matches ? wide : BAR
    const hidden = nodes.filter(
      (_, index) => index >= most || list[index]?.[1]?.menu === true,
    )
    const lost = bar.contains(focus) && !nodes.includes(focus)
    place(
      bar,
      nodes.filter((node) => !hidden.includes(node)),
    )
    place(menu, hidden)
    set(more, { hidden: hidden.length === 0 })
    if (nodes.includes(focus)) focus.focus()
    else if (lost) bar.querySelector('.button')?.focus()
  }
  const again = () => show(shown)
  ROOM.addEventListener('change', again)
  return {
    element,
    show,
    leave() {
      document.removeEventListener('pointerdown', outside)
      ROOM.removeEventListener('change', again)
    },
  }
}

/** Gives `parent` these children without touching those that already stand where they belong. */
function place(parent, nodes) {
  for (const old of [...parent.children]) if (!nodes.includes(old)) old.remove()
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node)
      parent.insertBefore(node, parent.children[index] ?? null)
  })
}
