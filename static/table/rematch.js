// Rematch on the card of the result: to offer, offered by the player, offered by the opponent, or begun. The table takes
// both players to the new game as soon as it exists.

import { gamePath } from '../app/routes.js'
import { el, focused } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { playerName, playsBothSides } from '../play/texts.js'

/** @typedef {object} RematchHandlers
 * @property {() => void} offer
 * @property {() => void} withdraw
 * @property {(yes: boolean) => void} answer */

/** Creates the rematch row. `show(state)`: called after every state; `element`: stands before the other buttons of the card.
 * @param {RematchHandlers} on */
export function rematchLine(on) {
  const element = el('div', { class: 'rematch' })
  let shown = ''
  return {
    element,
    /** @param {State} state */
    show(state) {
      const key = stageOf(state)
      if (key === shown) return
      shown = key
      const focus = focused()
      const held = focus !== null && element.contains(focus)
      element.replaceChildren(...content(state, key, on))
      if (held) element.querySelector('button')?.focus()
    },
  }
}

/** @param {State} state @returns {'next' | 'own' | 'theirs' | 'free' | ''} */
function stageOf({ next, offers, acts, seat, players }) {
  if (playsBothSides({ players })) return ''
  if (next) return 'next'
  const offer = offers.find(({ what }) => what === 'rematch')
  if (seat !== null && offer) return offer.seat === seat ? 'own' : 'theirs'
  return acts.includes('offer:rematch') ? 'free' : ''
}

/** @param {State} state @param {ReturnType<typeof stageOf>} stage @param {RematchHandlers} on @returns {Element[]} */
function content(state, stage, on) {
  const name = playerName(state, 1 - (state.seat ?? 0))
  const text = (/** @type {string} */ sentence) => el('span', { class: 'rematch-text' }, sentence)
  const casual = state.offers.some((offer) => offer.casual) ? [text(t('join.casual'))] : []
  if (stage === 'next')
    return [
      el(
        'a',
        {
          class: 'button primary',
          'data-act': 'next-game',
          href: gamePath(state.next),
        },
        t('act.next-game'),
      ),
    ]
  if (stage === 'free') return [button('rematch', on.offer, 'primary')]
  if (stage === 'own')
    return [text(t('offer.rematch.own', { name })), ...casual, button('withdraw', on.withdraw)]
  if (stage === 'theirs')
    return [
      text(t('offer.rematch.theirs', { name })),
      ...casual,
      button('accept', () => on.answer(true), 'primary'),
      button('decline', () => on.answer(false)),
    ]
  return []
}

/** @param {string} act @param {() => void} onclick @param {string} [look] */
const button = (act, onclick, look = '') =>
  el(
    'button',
    {
      type: 'button',
      class: `button ${look}`.trim(),
      'data-act': act,
      onclick,
    },
    t(`act.${act}`),
  )
