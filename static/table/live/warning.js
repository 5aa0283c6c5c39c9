// Warning of a bot that teaches: a sentence in the message strip with its answers, and the line that refutes the move,
// which the board plays step by step and keeps as arrows. Only the reader sees it; the game does not change meanwhile.

import { glideTime, paced, reducedMotion } from '../../board/contract.js'
import { alert } from '../../core/announcer.js'
import { post } from '../../core/http.js'
import { sequence, t } from '../../core/i18n.js'
import { batch, html, signal } from '../../vendor/preact.js'
import { readableText } from '../texts.js'

const STEP_MS = 900 // between two moves of the line
const LINE_END_MS = 1800 // that the end of the line stays

export class LineOfWarning {
  #frame = signal(/** @type {State | null} */ (null))
  #key = ''
  #made = signal(0) // shown moves of the line
  /** @type {Promise<State>[]} the positions of the line, from its first move on */
  #frames = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #run = 0 // number of the current showing of the line

  /** press(act, button): called for the answers; left: aborted when the page is left
   * @param {Board} board @param {import('../message-strip.js').MessageStrip} strip
   * @param {import('../../live/game-socket.js').GameSocket} game
   * @param {(act: string, button: HTMLElement) => void} press @param {AbortSignal} left */
  constructor(board, strip, game, press, left) {
    this.board = board
    this.strip = strip
    this.game = game
    this.press = press
    left.addEventListener('abort', () => this.#stop())
  }

  /** The position of the line on the board; null: that of the game is there. */
  get frame() {
    return this.#frame.value
  }

  /** The moves of the line as far as it is shown, for arrows. @returns {[from: string, to: string][]} */
  get arrows() {
    const line = this.game.state.warning?.line ?? []
    return line.slice(0, this.#made.value).map(([move]) => {
      const [from, to] = move.split(' ')
      return [from, to]
    })
  }

  /** Shows, says and announces a new warning, to the player alone, after a new state. */
  onState() {
    const { game, seat, warning: given } = this.game.state
    const warning = seat === null ? null : given
    const key = warning ? `${game} ${warning.ply}` : ''
    if (key === this.#key) return
    this.#key = key
    this.#frames = []
    this.#stop()
    this.strip.warn(warning && this.#sentence(warning))
    if (!warning) return
    const line = sequence(warning.line.map(([, told]) => readableText(this.board, told)))
    alert(`${warningText(warning)} ${t('warning.line', { line })}`)
    if (reducedMotion()) this.#made.value = warning.line.length
    else this.#show()
  }

  /** @param {Wire.MoveWarning} warning */
  #sentence(warning) {
    return html`
      <p class="warned-text" data-reason=${warning.reason}>
        ${warningText(warning)}${' '}
        <span class="warnings-left" data-left=${warning.left}>
          ${t('warning.left', { count: warning.left })}
        </span>
      </p>
      <div class="offer-buttons">
        ${this.#answer('takeback')} ${this.#answer('proceed')}
        <button type="button" class="quiet" data-act="show-line" onClick=${() => this.#show()}>
          ${t('act.show-line')}
        </button>
      </div>`
  }

  /** @param {'takeback' | 'proceed'} act */
  #answer(act) {
    return html`
      <button
        type="button"
        data-act=${act}
        aria-label=${t(`act.${act}.name`)}
        onClick=${(/** @type {ElementEvent<'click'>} */ { currentTarget }) =>
          this.press(act, currentTarget)}
      >${t(`act.${act}`)}</button>`
  }

  /** Plays the line on the board, from the position of the game on. */
  #show() {
    this.#stop()
    this.#step(0, ++this.#run)
  }

  /** @param {number} made @param {number} run */
  async #step(made, run) {
    const { warning } = this.game.state
    if (!warning || run !== this.#run) return
    const over = made > warning.line.length
    const frame = over || !made ? null : await this.#at(made).catch(() => null)
    if (run !== this.#run) return
    batch(() => {
      this.#frame.value = frame
      this.#made.value = over ? warning.line.length : made
    })
    if (over) return
    const wait = made === warning.line.length ? LINE_END_MS : STEP_MS
    const next = () => this.#step(made + 1, run)
    this.#timer = setTimeout(next, glideTime() + paced(wait))
  }

  /** Returns the position after that many moves of the line. @param {number} made @returns {Promise<State>} */
  #at(made) {
    const { state } = this.game
    const moves = (state.warning?.line ?? []).slice(0, made).map(([move]) => move)
    const { rules, version, view, seat } = state
    const body = { rules, version, position: view.position, moves }
    this.#frames[made] ??= post('/api/lines', body).then((frame) => ({
      ...frame,
      seat,
      legal: [],
    }))
    return this.#frames[made]
  }

  #stop() {
    clearTimeout(this.#timer)
    this.#run += 1
    batch(() => {
      this.#made.value = 0
      this.#frame.value = null
    })
  }
}

/** Returns the number of moves of the side to move within so many plies. @param {number} plies */
const movesIn = (plies) => Math.ceil(plies / 2)

/** Returns a sentence about the mistake in the last move. @param {Wire.MoveWarning} warning */
export function warningText({ reason, plies }) {
  if (reason === 'chain' || reason === 'costly') return t(`warning.${reason}`)
  const key = `warning.${reason}`
  return plies === undefined ? t(`${key}.unknown`) : t(key, { count: movesIn(plies) })
}
