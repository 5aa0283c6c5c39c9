// Hints for a player's first game at each side of a family, in the message strip: the goal and what the side to move can
// tap, with the next own moves what else a newcomer needs, and a button for the lessons. They go after the third own move;
// a solitaire has one, which goes after the first move. Afterwards a bot that plays gives there the reason for its last
// move.

import { remarkText } from '../../core/bots.js'
import { solitaire } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'
import { coachText, isYourTurn } from '../texts.js'

const STEPS = 3 // own moves with a hint, in a game for two

/** Creates the hints. openLesson(): shows the lessons of the game.
 * @param {Rules} rules @param {Board} board
 * @param {Pick<import('../message-strip.js').MessageStrip, 'notice' | 'notices'>} strip
 * @param {(event: ElementEvent<'click'>) => void} openLesson */
export function coachLine(rules, board, strip, openLesson) {
  const alone = solitaire(rules)
  const steps = alone ? 1 : STEPS
  /** @type {Set<string>} the settings of the sides that had a hint at this table */
  const begun = new Set()
  let hint = ''
  /** @type {Content} the hint or the reason, while there is one */
  let notice = null
  const finish = (/** @type {string} */ side) => {
    settings.set(side, 'done')
    show('', null)
  }
  const line = (/** @type {string} */ text, /** @type {string} */ side) => html`
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
        onClick=${() => finish(side)}
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
    /** Whether a hint is in the strip, which nothing unimportant may cover. */
    get hints() {
      return hint !== '' && isShown()
    },
    /** @param {State} state */
    show(state) {
      const { told } = state
      const seat = state.turn ?? 0
      const side = alone ? `coach.${rules.family}` : `coach.${rules.family}.${seat}`
      const step = alone ? told.length : Math.floor(told.length / 2) // own moves made
      const isTurn = isYourTurn(state)
      if (isTurn && step >= steps && begun.has(side)) settings.set(side, 'done')
      const isOver = !isTurn || step >= steps || settings.get(side) === 'done'
      const text = isOver ? null : coachText(rules, state, seat, step, board)
      const reason = remarkText(rules, state)
      if (text) {
        begun.add(side)
        show(text, line(text, side))
      } else show('', reason ? remark(reason) : null)
    },
  }
}

/** @param {string} reason */
const remark = (reason) =>
  html`<div key="remark" class="remark">${icon('bot')}<span>${reason}</span></div>`
