// Confirmation of a move that waits for one (`picks.asked`), in the message strip: the move in words, a button that takes
// one token back, and a button that plays it and is named after its effect.

import { first, t } from '../../core/i18n.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'

/** @param {Services} services @param {Board} board
 * @param {import('../message-strip.js').MessageStrip} strip @param {{ readonly state: State }} game */
export function confirmBar({ picks, rules }, board, strip, game) {
  /** @type {string | null} */
  let shown = null
  picks.on(() => {
    const { asked } = picks
    if (asked === shown) return
    shown = asked
    if (asked === null) return strip.ask(null)
    const notation = picks.legal.find(([legal]) => legal === asked)?.[1]
    const text = notation && (board.words.tell?.(asked, game.state) ?? notation)
    const warning = picks.warn(asked)
    const question = html`
      <span class="asked-move">${warning ?? (text ? t('move.asked', { move: text }) : '')}</span>
      <button
        type="button"
        class="icon"
        data-act="cancel"
        title=${t('act.cancel')}
        onClick=${() => picks.back()}
      >${icon('cancel', 'act-sign')}</button>
      <button type="button" class="primary" data-act="confirm" onClick=${() => picks.confirm()}>
        ${icon('confirm', 'act-sign')}
        <span>${verb(rules.family, asked, warning !== null)}</span>
      </button>`
    strip.ask(question, warning !== null)
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
