// Confirmation of a move that waits for one (`picks.asked`), in the message strip: the move in words, a button that takes
// one token back, and a button that plays it and is named after its effect.

import { el } from '../core/dom.js'
import { first, t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

/** @param {Services} services @param {Board} board
 * @param {ReturnType<typeof import('../play/message-strip.js').messageStrip>} strip @param {() => State} now */
export function confirmBar({ picks, rules }, board, strip, now) {
  const move = el('span', { class: 'asked-move' })
  const label = el('span', {})
  const yes = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      'data-act': 'confirm',
      onclick: () => picks.confirm(),
    },
    commandIcon('confirm'),
    label,
  )
  const no = el(
    'button',
    {
      type: 'button',
      class: 'icon',
      'data-act': 'cancel',
      title: t('act.cancel'),
      onclick: () => picks.back(),
    },
    commandIcon('cancel'),
  )
  /** @type {string | null} */
  let shown = null
  picks.on(() => {
    const { asked } = picks
    if (asked === shown) return
    shown = asked
    if (asked === null) return strip.ask([])
    const notation = picks.legal.find(([legal]) => legal === asked)?.[1]
    const text = notation && (board.tell?.(asked, now()) ?? notation)
    const warning = picks.warn(asked)
    move.textContent = warning ?? (text ? t('move.asked', { move: text }) : '')
    label.textContent = verb(rules.family, asked, warning !== null)
    strip.ask([move, no, yes], warning !== null)
  })
}

/** Returns the label of the button that plays the move: `<family>.confirm.warned` for a move that may cost something,
 * `<family>.confirm.<token>` by the move's first token, else the common word.
 * @param {string} family @param {string} move @param {boolean} warned */
function verb(family, move, warned) {
  const token = `${family}.confirm.${move.split(' ')[0]}`
  const own = warned ? [token, `${family}.confirm.warned`] : [token]
  return first([...own, 'act.confirm'])
}
