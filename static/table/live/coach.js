// Hint for a player's first game of a family, in the message strip: what the side to move can tap, and a button for the
// lessons. It disappears after the player's first move. Afterwards a bot that plays gives there the reason for its
// last move.

import { remarkText } from '../../core/bots.js'
import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'
import { coachText, isYourTurn, playsBothSides } from '../texts.js'

/** Creates the hint. openLesson(): shows the lessons of the game.
 * @param {Rules} rules @param {Board} board
 * @param {import('../message-strip.js').MessageStrip} strip @param {(event: ElementEvent<'click'>) => void} openLesson */
export function coachLine(rules, board, strip, openLesson) {
  const done = `coach.${rules.family}`
  let hint = ''
  /** @type {Content} the hint or the reason, while there is one */
  let notice = null
  let made = -1 // moves in effect in the last state
  const finish = () => {
    settings.set(done, 'done')
    show('', null)
  }
  const line = (/** @type {string} */ text) => html`
    <div key="coach" class="coach">
      <span>${text}</span>
      <button type="button" class="quiet" data-act="lesson" onClick=${openLesson}>
        ${t('act.lesson')}
      </button>
      <button
        type="button"
        class="quiet icon"
        data-act="coach"
        title=${t('act.understood')}
        onClick=${finish}
      >${icon('confirm', 'act-sign')}</button>
    </div>`
  const isShown = () => notice !== null && strip.notices(notice)
  /** @param {string} text of the hint @param {Content} content */
  function show(text, content) {
    if (content || isShown()) strip.notice(content) // else the strip may hold another notice
    hint = text
    notice = content
  }
  return {
    /** @param {State} state */
    show(state) {
      const seen = hint && isShown() && made >= 0 && state.told.length > made
      made = state.told.length
      if (seen && (made > 1 || !playsBothSides(state))) finish()
      const isOver = settings.get(done) === 'done' || made > 1 || !isYourTurn(state)
      const text = (isOver ? null : coachText(rules, state, state.turn ?? 0, board)) ?? ''
      const reason = remarkText(rules, state)
      if (text) show(text, line(text))
      else show('', reason ? remark(reason) : null)
    },
  }
}

/** @param {string} reason */
const remark = (reason) =>
  html`<div key="remark" class="remark">${icon('bot')}<span>${reason}</span></div>`
