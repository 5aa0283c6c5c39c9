// Rematch on the card of the result: to offer, offered by the player, offered by the opponent, or begun. The table takes
// both players to the new game as soon as it exists.

import { gamePath } from '../app/routes.js'
import { focused } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { linkButton } from '../kit/button.js'
import { hosted } from '../kit/element.js'
import { playerName, playsBothSides } from '../play/texts.js'
import { html, useLayoutEffect, useRef } from '../vendor/preact.js'

/** `isPrimary(state)`: whether the rematch leads.
 * @typedef {object} RematchHandlers
 * @property {() => void} offer
 * @property {() => void} withdraw
 * @property {(yes: boolean) => void} answer
 * @property {(state: State) => boolean} isPrimary */

/** Creates the rematch row. `show(state)`: called after every state; `element`: stands before the other buttons of the card.
 * @param {RematchHandlers} on */
export function rematchLine(on) {
  /** @type {State | null} */
  let shown = null
  const drawn = hosted(() => html`<${Rematch} state=${shown} on=${on} />`)
  return {
    element: drawn.element,
    /** @param {State} state */
    show(state) {
      shown = state
      drawn.draw()
    },
    leave: drawn.leave,
  }
}

/** @param {{ state: State | null, on: RematchHandlers }} props */
function Rematch({ state, on }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  const focus = focused()
  const isHeld = focus !== null && element.current?.contains(focus)
  useLayoutEffect(() => {
    if (isHeld && !focus.isConnected) element.current?.querySelector('button')?.focus()
  })
  return html`<div ref=${element} class="rematch">${state && content(state, on)}</div>`
}

/** @param {State} state @returns {'next' | 'own' | 'theirs' | 'free' | ''} */
function stageOf({ next, offers, acts, seat, players }) {
  if (playsBothSides({ players })) return ''
  if (next) return 'next'
  const offer = offers.find(({ what }) => what === 'rematch')
  if (seat !== null && offer) return offer.seat === seat ? 'own' : 'theirs'
  return acts.includes('offer:rematch') ? 'free' : ''
}

/** @param {State} state @param {RematchHandlers} on @returns {Content} */
function content(state, on) {
  const name = playerName(state, 1 - (state.seat ?? 0))
  const text = (/** @type {string} */ sentence) =>
    html`<span class="rematch-text">${sentence}</span>`
  const casual = state.offers.some((offer) => offer.casual) && text(t('join.casual'))
  switch (stageOf(state)) {
    case 'next':
      return linkButton(
        { act: 'next-game', look: 'primary', href: gamePath(state.next) },
        t('act.next-game'),
      )
    case 'free':
      return button('rematch', on.offer, on.isPrimary(state))
    case 'own':
      return [text(t('offer.rematch.own', { name })), casual, button('withdraw', on.withdraw)]
    case 'theirs':
      return [
        text(t('offer.rematch.theirs', { name })),
        casual,
        button('accept', () => on.answer(true), true),
        button('decline', () => on.answer(false)),
      ]
    default:
      return null
  }
}

/** @param {string} act @param {() => void} press @param {boolean} [isPrimary] */
const button = (act, press, isPrimary = false) => html`
  <button
    key=${act}
    type="button"
    class=${isPrimary ? 'button primary' : 'button'}
    data-act=${act}
    onClick=${press}
  >${t(`act.${act}`)}</button>`
