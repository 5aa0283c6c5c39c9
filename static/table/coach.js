// Hint for a player's first game of a family, in the message strip: what the side to move can tap, and a button for the
// lessons. It disappears after the player's first move. Afterwards a bot that plays gives there the reason for its
// last move.

import { remarkText } from '../core/bots.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon, icon } from '../core/icons.js'
import { settings } from '../core/settings.js'
import { coachText, isYourTurn, playsBothSides } from '../play/texts.js'

/** Creates the hint. openLesson(): shows the lessons of the game.
 * @param {Rules} rules @param {Board} board
 * @param {import('../play/message-strip.js').MessageStrip} strip @param {() => void} openLesson */
export function coachLine(rules, board, strip, openLesson) {
  const done = `coach.${rules.family}`
  const hint = el('span', {})
  const leave = () => {
    if (line.isConnected || remark.isConnected) strip.notice(null) // the strip may hold another notice
  }
  const finish = () => {
    settings.set(done, 'done')
    leave()
  }
  const lesson = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'lesson',
      onclick: openLesson,
    },
    t('act.lesson'),
  )
  const close = el(
    'button',
    {
      type: 'button',
      class: 'quiet icon',
      'data-act': 'coach',
      title: t('act.understood'),
      onclick: finish,
    },
    commandIcon('confirm'),
  )
  const line = el('div', { class: 'coach' }, hint, lesson, close)
  const reason = el('span', {})
  const remark = el('div', { class: 'remark' }, icon('bot'), reason)
  let made = -1 // moves in effect in the last state
  return {
    /** @param {State} state */
    show(state) {
      const seen = hint.isConnected && made >= 0 && state.told.length > made
      made = state.told.length
      if (seen && (made > 1 || !playsBothSides(state))) finish()
      const text =
        settings.get(done) === 'done' || made > 1 || !isYourTurn(state)
          ? null
          : coachText(rules, state, state.turn ?? 0, board)
      hint.textContent = text ?? ''
      reason.textContent = remarkText(rules, state)
      if (text) strip.notice(line)
      else if (reason.textContent) strip.notice(remark)
      else leave()
    },
  }
}
