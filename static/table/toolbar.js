// Toolbar of a table: some buttons in the bar, the others behind "More", where they exist only while it is open. Buttons of
// the bar keep their places from the first to the last move. An act that is not possible now is disabled and keeps the
// focus, so that a key pressed repeatedly hits no other button.

import { all, focused } from '../core/dom.js'
import { knows, t } from '../core/i18n.js'
import { icon } from '../kit/icon.js'
import { html, useEffect, useLayoutEffect, useRef, useSignal } from '../vendor/preact.js'

const MAX_BAR_BUTTONS = 4 // beside "More"

/** Carries out an act, not a link; `button` has the focus meanwhile. @typedef {(act: string, button: HTMLElement) => void} Press */

/** The buttons of a table, in order of importance; `menu`: always behind "More"; `disabled`: not possible now;
 * `elsewhere`: the control stands beside a message now, and only its place is kept here.
 * @param {{ actions: ToolbarAction[], press: Press }} props */
export function Toolbar({ actions, press }) {
  const isOpen = useSignal(false)
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  const more = useRef(/** @type {HTMLButtonElement | null} */ (null))
  const open = (/** @type {boolean} */ wanted) => {
    isOpen.value = wanted
  }
  useEffect(() => {
    const closeOutside = (/** @type {Event} */ event) => {
      if (!element.current?.contains(/** @type {Node} */ (event.target))) open(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  useFocusInBar(element)
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !isOpen.value) return
    event.stopPropagation()
    open(false)
    more.current?.focus()
  }
  const list = actions.map((action) => {
    const [act, how] = typeof action === 'string' ? [action, {}] : action
    return { ...how, act, menu: how.menu === true }
  })
  const bar = list.filter(({ menu }) => !menu).slice(0, MAX_BAR_BUTTONS)
  const menu = list.filter((action) => !bar.includes(action))
  const pressInMenu = (/** @type {string} */ act) => {
    more.current?.focus() // the button disappears with the menu
    open(false)
    if (more.current) press(act, more.current)
  }
  return html`
    <div
      ref=${element}
      class="actions"
      role="group"
      aria-label=${t('table.actions')}
      onKeyDown=${onKeyDown}
    >
      <div class="bar">${bar.map((action) => actionButton(action, press))}</div>
      ${
        isOpen.value &&
        html`
          <div class="menu" id="more-actions" data-open>
            ${menu.map((action) => actionButton(action, pressInMenu))}
          </div>`
      }
      <button
        ref=${more}
        type="button"
        class="more"
        data-act="more"
        aria-expanded=${String(isOpen.value)}
        aria-controls="more-actions"
        hidden=${!menu.length}
        onClick=${() => open(!isOpen.value)}
      >
        ${icon('more', 'act-sign')}
        <span>${t('act.more')}</span>
      </button>
    </div>`
}

/** Gives the focus to the first button of the bar if the one that had it has gone.
 * @param {{ current: HTMLElement | null }} element */
function useFocusInBar(element) {
  const bar = element.current?.querySelector('.bar')
  const focus = focused()
  const before = focus && bar?.contains(focus) ? focus : null
  useLayoutEffect(() => {
    if (!before || before.isConnected) return
    const [first] = bar ? all(bar, '.button') : []
    first?.focus()
  })
}

/** @param {{ act: string, href?: string, download?: string, label?: string, pressed?: AttributeValue,
 *   disabled?: AttributeValue, count?: AttributeValue, elsewhere?: AttributeValue }} action @param {Press} press */
function actionButton({ act, href, download, label, pressed, disabled, count, elsewhere }, press) {
  const content = html`
    ${icon(act, 'act-sign')}
    <span>${label ?? t(`act.${act}`)}</span>`
  if (href)
    return html`
      <a key=${act} class="button" data-act=${act} href=${href} download=${download}>${content}</a>`
  return html`
    <button
      key=${act}
      type="button"
      class="button"
      data-act=${elsewhere ? undefined : act}
      data-elsewhere=${elsewhere || undefined}
      data-count=${count || undefined}
      aria-label=${spokenName(act, Number(count ?? 0))}
      aria-pressed=${pressed === undefined ? undefined : String(pressed)}
      aria-disabled=${disabled ? 'true' : undefined}
      onClick=${(/** @type {ElementEvent<'click'>} */ { currentTarget }) =>
        !disabled && press(act, currentTarget)}
    >${content}</button>`
}

/** Returns the name of a button where its label says too little: with the number of new items, or in more words.
 * @param {string} act @param {number} count */
function spokenName(act, count) {
  if (count) return t(`act.${act}.new`, { count })
  return knows(`act.${act}.name`) ? t(`act.${act}.name`) : undefined
}
