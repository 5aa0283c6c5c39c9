// Warning that a solitaire can no longer be won, for players who have switched it on: a short search of the server after
// each of their moves. The first request counts as a hint, and so does each warning.

import { askTable } from '../boards/contract.js'
import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { post, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { settings } from '../core/settings.js'

const SETTING = 'lost-warning'
const TIMEOUT_MS = 60_000 // of one search

const isWarning = () => settings.get(SETTING, 'off') === 'on'

export class LostWarning {
  #asked = new AbortController()
  /** Number of moves at the last warning; the same loss is told once. @type {number | null} */
  #lostAt = null
  /** @type {HTMLElement | null} */
  #shown = null

  /** @param {SolitaireTable} table @param {() => void} redraw called when the label of the switch has changed */
  constructor(table, redraw) {
    this.table = table
    this.redraw = redraw
  }

  /** Switches the warning on or off on this device, and says what it costs. */
  toggle() {
    settings.set(SETTING, isWarning() ? 'off' : 'on')
    if (!isWarning()) this.#withdraw()
    this.redraw()
    this.table.services.say(
      t(isWarning() ? 'lost-warning.on' : 'lost-warning.off'),
    )
  }

  leave() {
    this.#withdraw()
  }

  /** Handles a new state. @param {State} before @param {State} state */
  onState(before, state) {
    const made = state.told.length
    if (state.view.position === before.view.position) return
    this.#withdraw()
    if (this.#lostAt !== null && made < this.#lostAt) this.#lostAt = null
    const isAsked = isAskedFor(before, state) && this.#lostAt === null
    if (isAsked && isWarning()) this.#ask(state)
  }

  /** @param {State} state */
  async #ask(state) {
    this.#asked = new AbortController()
    const { signal } = this.#asked
    try {
      /** @type {Wire.Hint} */
      const { text } = await post(
        `/api/games/${encodeURIComponent(this.table.id)}/hint`,
        { ply: state.ply, ask: 'watch' },
        { signal, timeout: TIMEOUT_MS },
      )
      if (!signal.aborted && text === 'lost') this.#warn(state.told.length)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // without an answer there is no warning
    }
  }

  /** @param {number} made moves */
  #warn(made) {
    const { strip, board } = this.table
    const text = t('lost-warning.lost')
    this.#lostAt = made
    this.#shown = el(
      'div',
      { class: 'game-hint', 'data-lost': made },
      commandIcon('winnable'),
      el('span', {}, text),
      el(
        'button',
        {
          type: 'button',
          class: 'primary',
          'data-act': 'undo-lost',
          onclick: () => askTable(board.element, 'undo'),
        },
        t('lost-warning.undo'),
      ),
    )
    strip.notice(this.#shown)
    say(text)
  }

  /** Cancels the running request and removes the warning. */
  #withdraw() {
    this.#asked.abort()
    if (this.#shown?.isConnected) this.table.strip.notice(null)
    this.#shown = null
  }
}

/** Whether a state was reached by the player's own move and may be lost without showing it.
 * @param {State} before @param {State} state */
const isAskedFor = (before, state) =>
  state.status === 'live' &&
  state.seat !== null &&
  state.told.length > before.told.length &&
  !state.view.stuck
