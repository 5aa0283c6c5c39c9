// Marks for the square under the pointer or the focus: the reply that a move would force; for an inspected card, where it can
// go and what can take it (inspect.js).

import { closest } from '../../core/dom.js'
import { loadPart } from '../../core/files.js'
import { drawOverlay } from './overlay.js'
import { cardAt, movementOf } from './position.js'

/** @import { Grid } from '../../boards/grid.js' */
/** @import { CardmateState } from './position.js' */
/** @import { Findings } from './inspect.js' */

const REST_MS = 350 // before the card under the pointer is explained

/**
 * {show(frame, how), leave()}; `banner` shows the sentences about the inspected or picked card.
 * @param {Grid} grid @param {Services} services
 * @param {ReturnType<typeof import('./forced-reply.js').forcedReplyPreview>} reply
 * @param {ReturnType<typeof import('./compulsory-captures.js').captureBanner>} banner
 */
export function hoverMarks(grid, services, reply, banner) {
  const remark = banner.preview
  const { picks } = services
  /** @type {[frame: CardmateState, how: ShowOptions] | null} */
  let shown = null
  /** @type {string | null} the hovered or focused square */
  let target = null
  /** @type {Findings | null} */
  let found = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const redraw = () => {
    if (!shown) return
    const [frame, how] = shown
    const whole =
      how.interactive && target ? picks.next.get(target)?.whole : null
    const known = picks.words.length > 0 && !picks.ahead && !how.closed
    const move = known ? (picks.asked ?? whole ?? null) : null
    const forced = reply.preview(frame, move)
    drawOverlay(grid, frame, how, { picks, target, found, forced })
  }
  const forget = () => {
    clearTimeout(timer)
    if (found) remark('')
    found = null
  }
  const look = async () => {
    const [frame, how] = shown ?? []
    const square = target
    if (!square || !frame || picks.words.length) return
    const { inspect } = await loadPart(() => import('./inspect.js'), {
      quiet: true,
    })
    const findings = await inspect(square, frame, services, how?.closed)
    if (square !== target || frame !== shown?.[0] || picks.words.length) return
    found = findings
    remark(found?.sentence ?? '')
    redraw()
  }
  /** @param {string | null} square */
  const setTarget = (square) => {
    if (square === target) return
    target = square
    forget()
    if (square) timer = setTimeout(look, REST_MS)
    redraw()
  }
  /** @param {Event} event */
  const enter = (event) =>
    setTarget(closest(event, '[data-sq]')?.dataset.sq ?? null)
  for (const type of ['pointerover', 'focusin'])
    grid.grid.addEventListener(type, enter)
  for (const type of ['pointerleave', 'focusout'])
    grid.grid.addEventListener(type, () => setTarget(null))
  // The message strip has just said why an own card cannot move.
  grid.grid.addEventListener('click', () => {
    const [frame, how] = shown ?? []
    const card = target && frame && cardAt(target, frame)
    if (card && card.owner === how?.seat) forget()
  })
  reply.onanswer = redraw
  const unsubscribe = picks.on(() => {
    if (picks.words.length) forget()
    const card = shown && picks.words[0] && cardAt(picks.words[0], shown[0])
    redraw()
    banner.moves(card ? movementOf(card.piece, services.t) : '')
  })
  return {
    /** @param {CardmateState} frame @param {ShowOptions} how */
    show(frame, how) {
      if (frame.view.position !== shown?.[0].view.position) forget()
      shown = [frame, how]
      redraw()
    },
    /** Marks the focused square's card; returns the sentence about it to announce, '': there is none. */
    async explain() {
      await look()
      return found?.sentence ?? ''
    },
    leave() {
      clearTimeout(timer)
      unsubscribe()
      reply.leave()
    },
  }
}
