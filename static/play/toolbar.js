// Toolbar of a table: some buttons in the bar, the others behind "More". Buttons of the bar keep their places from the
// first to the last move. An act that is not possible now is disabled and keeps the focus, so that a key pressed
// repeatedly hits no other button.

import { children, el, focused, set } from '../core/dom.js'
import { knows, t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

const MAX_BAR_BUTTONS = 5 // beside "More"

/** Creates the toolbar. `show(list)`: shows the actions, in order of importance; `menu`: always behind "More";
 * `disabled`: not possible now. `press(act, button)` is called for buttons, not for links.
 * @param {(act: string, button: HTMLElement) => void} press */
export function toolbar(press) {
  const bar = el('div', { class: 'bar' })
  const { menu, more, open } = moreMenu()
  const element = el(
    'div',
    { class: 'actions', role: 'group', 'aria-label': t('table.actions') },
    bar,
    menu,
    more,
  )
  const isOpen = () => more.getAttribute('aria-expanded') === 'true'
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return
    event.stopPropagation()
    open(false)
    more.focus()
  })
  const onPointerDown = (/** @type {Event} */ event) => {
    if (!element.contains(/** @type {Node} */ (event.target))) open(false)
  }
  document.addEventListener('pointerdown', onPointerDown)
  const button = actionButtons((act, node) => {
    if (menu.contains(node)) more.focus() // the button disappears with the menu
    open(false)
    press(act, node)
  })
  const show = (/** @type {ToolbarAction[]} */ list) => {
    const focus = focused()
    const nodes = list.map(button)
    const inBar = nodes.filter((_, index) => !isInMenu(list[index]))
    const shown = inBar.slice(0, MAX_BAR_BUTTONS)
    const hidden = nodes.filter((node) => !shown.includes(node))
    const lost = bar.contains(focus) && !nodes.some((node) => node === focus)
    children(bar, shown)
    children(menu, hidden)
    set(more, { hidden: hidden.length === 0 })
    if (focus && nodes.includes(focus)) focus.focus()
    else if (lost)
      /** @type {HTMLElement | null} */ (bar.querySelector('.button'))?.focus()
  }
  return {
    element,
    show,
    leave() {
      document.removeEventListener('pointerdown', onPointerDown)
    },
  }
}

/** @param {ToolbarAction} action */
const isInMenu = (action) => Array.isArray(action) && action[1].menu === true

/** Creates the button "More" and its menu. */
function moreMenu() {
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
  const open = (/** @type {boolean} */ wanted) => {
    set(menu, { 'data-open': wanted })
    set(more, { 'aria-expanded': String(wanted) })
  }
  more.addEventListener('click', () =>
    open(more.getAttribute('aria-expanded') === 'false'),
  )
  return { menu, more, open }
}

/** Returns a function that creates the button of an action once and updates it afterwards.
 * @param {(act: string, button: HTMLElement) => void} press */
function actionButtons(press) {
  /** @type {Map<string, HTMLElement>} */
  const made = new Map()
  return (/** @type {ToolbarAction} */ action) => {
    const [act, { href, label, download, pressed, disabled, count }] =
      typeof action === 'string' ? [action, {}] : action
    let node = made.get(act)
    if (!node) {
      node = makeButton(act, press, { href, download })
      made.set(act, node)
    }
    const text = node.lastElementChild
    if (text) text.textContent = label ?? t(`act.${act}`)
    if (knows(`act.${act}.name`))
      set(node, { 'aria-label': t(`act.${act}.name`) })
    set(node, {
      href,
      'aria-pressed': pressed === undefined ? null : String(pressed),
      'aria-disabled': disabled ? 'true' : null,
      'data-count': count ? String(count) : null,
    })
    if (count !== undefined) nameCount(node, act, Number(count))
    return node
  }
}

/** Shows the number of new items in a corner of the button and adds it to the button's spoken name.
 * @param {HTMLElement} node @param {string} act @param {number} count */
function nameCount(node, act, count) {
  set(node, { 'aria-label': count ? t(`act.${act}.new`, { count }) : null })
}

/** @param {string} act @param {(act: string, button: HTMLElement) => void} press
 * @param {{ href?: string, download?: string }} link @returns {HTMLElement} */
function makeButton(act, press, { href, download }) {
  const parts = [commandIcon(act), el('span', {})]
  const attributes = { 'data-act': act, class: 'button' }
  if (href) return el('a', { ...attributes, download }, parts)
  const node = el('button', { ...attributes, type: 'button' }, parts)
  node.addEventListener('click', () => {
    if (node.ariaDisabled !== 'true') press(act, node)
  })
  return node
}
