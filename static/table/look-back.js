// Earlier positions on a live table ("look back"): the board shows one and sends nothing. Controls: the arrow keys outside
// the board, the wheel over the move list, the moves of the list, and the buttons under it.

import { isShortcut } from '../board/contract.js'
import { say } from '../core/announcer.js'
import { loadPart, MissingPart } from '../core/files.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { follow } from '../kit/follow.js'
import { icon } from '../kit/icon.js'
import { createRef, html, signal } from '../vendor/preact.js'
import { hiddenText } from './texts.js'

/** @import { History } from './history.js' */

/** @typedef {'first' | 'prev' | 'next' | 'last'} Step */

/** @type {Record<string, Step>} */
const KEYS = {
  Home: 'first',
  ArrowLeft: 'prev',
  ArrowRight: 'next',
  End: 'last',
}
const STEP_WHEEL_PX = 40 // of the wheel, for one step
// Elements in which these keys have a meaning of their own.
const OWN_KEYS_SELECTOR = '[role=grid], input, textarea, select, dialog:modal'

/** Returns the step of a key pressed outside the board; null: none.
 * @param {KeyboardEvent} event @param {Element} board */
export function stepOfKey(event, board) {
  const act = KEYS[event.key]
  const { target } = event
  if (!act || event.defaultPrevented || event.shiftKey || isShortcut(event)) return null
  if (!(target instanceof Element) || board.contains(target)) return null
  return target.closest(OWN_KEYS_SELECTOR) ? null : act
}

/** @param {Step} act @param {(act: Step) => unknown} press @param {boolean} [isDisabled] */
export const stepButton = (act, press, isDisabled = false) => html`
  <button
    type="button"
    class="icon"
    data-act=${act}
    title=${t(`replay.${act}`)}
    aria-disabled=${isDisabled ? 'true' : undefined}
    onClick=${() => press(act)}
  >${icon(act, 'act-sign')}</button>`

export class LookBack {
  /** @type {import('@preact/signals').Signal<State | null>} */
  #frame = signal(null)
  /** @type {number | null} the requested number of moves; null: all */
  #wanted = null
  /** @type {Map<number, State>} by ply, states received before `History` was loaded */
  #received = new Map()
  /** @type {Promise<History> | null} */
  #history = null
  #turned = 0 // px of the wheel since the last step
  #place = /** @type {{ current: HTMLElement | null }} */ (createRef())

  /** game: its newest state is followed; board: its keys are not handled here; left: aborted when the page is left.
   * @param {Rules} rules @param {{ readonly id: string, readonly state: State, readonly played: State }} game @param {HTMLElement} board @param {Say} say
   * @param {AbortSignal} left */
  constructor(rules, game, board, say, left) {
    this.rules = rules
    this.game = game
    this.board = board
    this.say = say
    this.left = left
    this.#listen()
    follow(
      left,
      () => game.played,
      (state) => this.#onState(state),
    )
  }

  /** Why earlier positions are closed, or ''. */
  get #hidden() {
    return hiddenText(this.rules, this.game.state)
  }

  #listen() {
    const { board, left: signal } = this
    document.addEventListener('keydown', (event) => this.#onKey(event), {
      signal,
    })
    // A press on the board would act on the newest position, which is not shown.
    board.addEventListener(
      'click',
      (event) => {
        if (!this.frame) return
        event.stopPropagation()
        this.say(t('look_back.not_now'))
      },
      { capture: true, signal },
    )
  }

  /** The earlier position on the board; null: the newest is shown. */
  get frame() {
    return this.#frame.value
  }

  /** Number of moves before the shown position; null: the newest is shown. */
  get made() {
    return this.frame?.told.length ?? null
  }

  /** @param {Step} act */
  step(act) {
    const count = this.game.state.told.length
    const at = this.#wanted ?? count
    const goals = { first: 0, prev: at - 1, next: at + 1, last: count }
    return this.goTo(goals[act])
  }

  /** Shows the position after `made` moves, or the newest for all or more. `told`: announces it.
   * @param {number} made @param {boolean} [told] */
  async goTo(made, told = true) {
    const why = this.#hidden
    if (why) return this.say(why)
    if (made >= this.game.state.told.length) return this.end(told)
    this.#wanted = Math.max(made, 0)
    try {
      const wanted = this.#wanted
      const frame = await this.position(wanted)
      if (this.#wanted === wanted && !this.left.aborted) this.#show(frame, told)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#wanted = this.made
      if (!(error instanceof MissingPart)) this.say(t('replay.failed'))
    }
  }

  /** Returns the position after that many moves. @param {number} made */
  async position(made) {
    const history = await this.#open()
    return history.at(made, this.game.state)
  }

  /** Returns to the newest position; false: no earlier one is shown. @param {boolean} [told] */
  end(told = true) {
    this.#wanted = null
    if (!this.frame) return false
    this.#show(null, told)
    return true
  }

  /** Handles a new state: the earlier position stays, unless its moves were taken back.
   * @param {State} state */
  #onState(state) {
    if (this.rules.hides && state.status === 'ended') {
      // the positions received before hide cards that are open now
      this.#received.clear()
      this.#history = null
    }
    if (this.#history) this.#history.then((history) => history.add(state))
    else this.#received.set(state.ply, state)
    const { told } = this.frame ?? { told: [] }
    const holds =
      told.length < state.told.length && told.every((move, place) => move === state.told[place])
    if (holds) return
    this.#frame.value = null
    this.#wanted = null
  }

  /** The buttons under the move list. */
  get steps() {
    const count = this.game.state.told.length
    const { made } = this
    const why = this.#hidden
    const step = (/** @type {Step} */ act) => this.step(act)
    return html`
      <div ref=${this.#place} class="steps">
        <div class="steps-row" dir="ltr" role="group" aria-label=${t('replay.steps')} hidden=${why !== ''}>
          ${stepButton('prev', step, (made ?? count) === 0)}
          <span class="steps-count" hidden=${made !== null}>${t('look_back.count', { count })}</span>
          <button
            type="button"
            class="quiet to-now"
            data-act="now"
            hidden=${made === null}
            onClick=${() => this.#pressNow()}
          >
            <span>${made !== null && placeText(made, count)}</span>
            <b>${t('act.now')}</b>
          </button>
          ${stepButton('next', step, made === null)}
        </div>
        <p class="steps-hidden" hidden=${why === ''}>${why}</p>
      </div>`
  }

  /** Button after the sentence about the shown position. */
  get backButton() {
    return html`
      <button type="button" class="quiet status-now" onClick=${() => this.#pressNow()}>
        ${t('act.now')}
      </button>`
  }

  /** Sentence about the shown position; undefined: the newest is shown. */
  get sentence() {
    const { made } = this
    if (made === null) return undefined
    const count = this.game.state.told.length
    const key = made ? 'look_back.status' : 'look_back.status.start'
    return t(key, { made, count })
  }

  /** @param {State | null} frame @param {boolean} told */
  #show(frame, told) {
    this.#frame.value = frame
    if (!told) return
    const count = this.game.state.told.length
    say(frame ? placeText(frame.told.length, count) : t('look_back.ended'))
  }

  #pressNow() {
    this.end()
    const prev = this.#place.current?.querySelector('[data-act=prev]')
    if (prev instanceof HTMLElement) prev.focus({ preventScroll: true })
  }

  #open() {
    this.#history ??= this.#loadHistory()
    return this.#history
  }

  async #loadHistory() {
    try {
      const { History } = await loadPart(() => import('./history.js'))
      return new History(this.game.id, this.#received.values())
    } catch (error) {
      this.#history = null // the next step loads it again
      throw error
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const act = stepOfKey(event, this.board)
    if (!act || !this.game.state.told.length) return
    event.preventDefault()
    this.step(act)
  }

  /** Steps by the wheel over the move list. @param {WheelEvent} event */
  turn = (event) => {
    if (event.ctrlKey || this.#hidden) return
    event.preventDefault()
    this.#turned += event.deltaMode ? event.deltaY * STEP_WHEEL_PX : event.deltaY
    const steps = Math.trunc(this.#turned / STEP_WHEEL_PX)
    this.#turned -= steps * STEP_WHEEL_PX
    if (!steps) return
    const count = this.game.state.told.length
    this.goTo((this.#wanted ?? count) + steps)
  }
}

/** @param {number} made @param {number} count */
const placeText = (made, count) =>
  made ? t('look_back.at', { made, count }) : t('look_back.start', { count })
