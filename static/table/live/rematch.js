// Rematch on the card of the result: to offer, offered by the player, offered by the opponent, or begun. The table takes
// both players to the new game as soon as it exists.

import { gamePath } from '../../app/routes.js'
import { focused } from '../../core/dom.js'
import { t } from '../../core/i18n.js'
import { linkButton } from '../../kit/button.js'
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { playerName, playsBothSides } from '../texts.js'
import { leads } from './next-level.js'

/** @typedef {import('./commands.js').Commands} Commands */

/** @param {{ rules: Rules, game: import('../../live/game-socket.js').GameSocket, commands: Commands }} props */
export function Rematch({ rules, game: { state }, commands }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  const focus = focused()
  const isHeld = focus !== null && element.current?.contains(focus)
  useLayoutEffect(() => {
    if (isHeld && !focus.isConnected) element.current?.querySelector('button')?.focus()
  })
  return html`<div ref=${element} class="rematch">${content(rules, state, commands)}</div>`
}

/** @param {State} state @returns {'next' | 'own' | 'theirs' | 'free' | ''} */
function stageOf({ next, offers, acts, seat, players }) {
  if (playsBothSides({ players })) return ''
  if (next) return 'next'
  const offer = offers.find(({ what }) => what === 'rematch')
  if (seat !== null && offer) return offer.seat === seat ? 'own' : 'theirs'
  return acts.includes('offer:rematch') ? 'free' : ''
}

/** @param {Rules} rules @param {State} state @param {Commands} commands @returns {Content} */
function content(rules, state, commands) {
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
      return button('rematch', () => commands.offer('rematch'), !leads(rules, state))
    case 'own':
      return [
        text(t('offer.rematch.own', { name })),
        casual,
        button('withdraw', () => commands.withdraw('rematch')),
      ]
    case 'theirs':
      return [
        text(t('offer.rematch.theirs', { name })),
        casual,
        button('accept', () => commands.answer('rematch', true), true),
        button('decline', () => commands.answer('rematch', false)),
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
