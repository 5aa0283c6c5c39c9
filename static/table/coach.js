// Hint for a player's first game of a family, in the message strip: what the side to move can tap, and a button for the
// lessons. It disappears after the player's first move. Afterwards a bot that plays gives there the reason for its
// last move.

import { remarkText } from '../core/bots.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { hosted } from '../kit/element.js'
import { icon } from '../kit/icon.js'
import { coachText, isYourTurn, playsBothSides } from '../play/texts.js'
import { html } from '../vendor/preact.js'

/** Creates the hint. openLesson(): shows the lessons of the game.
 * @param {Rules} rules @param {Board} board
 * @param {import('../play/message-strip.js').MessageStrip} strip @param {() => void} openLesson */
export function coachLine(rules, board, strip, openLesson) {
  const done = `coach.${rules.family}`
  let hint = ''
  let reason = ''
  let made = -1 // moves in effect in the last state
  const finish = () => {
    settings.set(done, 'done')
    leave()
  }
  const line = hosted(
    () => html`
      <div class="coach">
        <span>${hint}</span>
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
      </div>`,
  )
  const remark = hosted(() => html`<div class="remark">${icon('bot')}<span>${reason}</span></div>`)
  const isShown = () => line.element.isConnected || remark.element.isConnected
  function leave() {
    if (isShown()) strip.notice(null) // the strip may hold another notice
  }
  return {
    /** @param {State} state */
    show(state) {
      const seen = line.element.isConnected && made >= 0 && state.told.length > made
      made = state.told.length
      if (seen && (made > 1 || !playsBothSides(state))) finish()
      const isOver = settings.get(done) === 'done' || made > 1 || !isYourTurn(state)
      hint = (isOver ? null : coachText(rules, state, state.turn ?? 0, board)) ?? ''
      reason = remarkText(rules, state)
      line.draw()
      remark.draw()
      if (hint) strip.notice(line.element)
      else if (reason) strip.notice(remark.element)
      else leave()
    },
  }
}
