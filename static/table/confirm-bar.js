// Where a confirmation is asked: the move in words, a yes and a no. No takes one word back.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

/** An element that shows itself while `picks.asked`; `now()`: the newest state, for the board's own words. */
export function asked(picks, board, now) {
  const what = el('span', { class: 'asked-move' })
  const yes = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      'data-act': 'confirm',
      onclick: () => picks.confirm(),
    },
    commandIcon('confirm'),
    t('act.confirm'),
  )
  const no = el(
    'button',
    { type: 'button', 'data-act': 'cancel', onclick: () => picks.back() },
    commandIcon('cancel'),
    t('act.cancel'),
  )
  const element = el('div', { class: 'asked', hidden: true })
  picks.on(() => {
    set(element, { hidden: !picks.asked })
    if (!picks.asked) return element.replaceChildren()
    if (!element.firstChild) element.append(what, no, yes)
    const told = picks.legal.find(([move]) => move === picks.asked)?.[1]
    const words = told && (board.tell?.(picks.asked, now()) ?? told)
    const warning = picks.warn(picks.asked)
    set(element, { 'data-warning': Boolean(warning) })
    what.textContent =
      warning ?? (words ? t('move.asked', { move: words }) : '')
  })
  return element
}
