// The confirm bar: the move that waits for a confirmation in words, a yes and a no. No takes one token back.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

/** An element that shows itself while `picks.asked`; `now()`: the newest state, for the board's own words.
 * @param {MoveBuilder} picks
 * @param {Board} board
 * @param {() => State} now */
export function confirmBar(picks, board, now) {
  const move = el('span', { class: 'asked-move' })
  const button = (
    /** @type {'confirm' | 'cancel'} */ act,
    /** @type {() => void} */ onclick,
    look = '',
  ) =>
    el(
      'button',
      { type: 'button', class: look || null, 'data-act': act, onclick },
      commandIcon(act),
      t(`act.${act}`),
    )
  const yes = button('confirm', () => picks.confirm(), 'primary')
  const no = button('cancel', () => picks.back())
  const element = el('div', { class: 'asked', hidden: true })
  picks.on(() => {
    set(element, { hidden: !picks.asked })
    if (!picks.asked) return element.replaceChildren()
    if (!element.firstChild) element.append(move, no, yes)
    const { asked } = picks
    const told = picks.legal.find(([legal]) => legal === asked)?.[1]
    const text = told && (board.tell?.(asked, now()) ?? told)
    const warning = picks.warn(asked)
    set(element, { 'data-warning': Boolean(warning) })
    move.textContent = warning ?? (text ? t('move.asked', { move: text }) : '')
  })
  return element
}
