// Warning that a solitaire can no longer be won, in games in which the player has asked for it: a short search of the server
// after each of their moves. The first request counts as a hint, and so does each warning.

import { askTable } from '../../board/contract.js'
import { say } from '../../core/announcer.js'
import { post, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'
import { ask } from '../../kit/dialog.js'
import { icon } from '../../kit/icon.js'
import { html, signal } from '../../vendor/preact.js'
import { stripNotice } from './strip-notice.js'
import { isWarned, setWarned } from './warned-games.js'

const TIMEOUT_MS = 60_000 // of one search

export class LostWarning {
  /** The running request. */
  #asked = new AbortController()
  /** Number of moves at the last warning; the same loss is told once. */
  lostAt = signal(/** @type {number | null} */ (null))
  /** Whether the warning is shown: until the position changes. */
  shown = signal(false)

  /** @param {SolitaireTable} table */
  constructor(table) {
    this.table = table
    stripNotice(
      table.strip,
      () =>
        this.shown.value &&
        lostNotice(this.lostAt.peek(), () => askTable(table.board.element, 'undo')),
    )
    table.left.addEventListener('abort', () => this.#withdraw())
  }

  /** Starts or ends the warning in this game, and says what it costs; in a deal of the day it asks first.
   * @param {HTMLElement} trigger */
  async toggle(trigger) {
    const { id, state, services } = this.table
    const on = !isWarned(id)
    if (on && isOfToday(state) && !(await agreesToCost(trigger))) return
    setWarned(id, on)
    if (!on) this.#withdraw()
    services.say(t(on ? 'lost-warning.on' : 'lost-warning.off'))
  }

  /** Handles a new state. @param {State} before @param {State} state */
  onState(before, state) {
    const made = state.told.length
    if (state.view.position === before.view.position) return
    this.#withdraw()
    if (made < (this.lostAt.value ?? 0)) this.lostAt.value = null
    const isAsked = isAskedFor(before, state) && this.lostAt.value === null
    if (isAsked && isWarned(this.table.id)) this.#ask(state)
  }

  /** @param {State} state */
  async #ask(state) {
    this.#asked = new AbortController()
    const { signal: ended } = this.#asked
    try {
      /** @type {Wire.Hint} */
      const { text } = await post(
        `/api/games/${encodeURIComponent(this.table.id)}/hint`,
        { ply: state.ply, ask: 'watch' },
        { signal: ended, timeout: TIMEOUT_MS },
      )
      if (!ended.aborted && text === 'lost') this.#warn(state.told.length)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // without an answer there is no warning
    }
  }

  /** @param {number} made moves */
  #warn(made) {
    this.lostAt.value = made
    this.shown.value = true
    say(t('lost-warning.lost'))
  }

  /** Cancels the running request and removes the warning. */
  #withdraw() {
    this.#asked.abort()
    this.shown.value = false
  }
}

/** @param {number | null} made moves @param {() => void} onpress takes the last one back */
const lostNotice = (made, onpress) => html`
  <div class="game-hint" data-lost=${made}>
    ${icon('winnable')}
    <span>${t('lost-warning.lost')}</span>
    ${button({ act: 'undo-lost', look: 'primary', onpress }, t('lost-warning.undo'))}
  </div>`

/** Whether the player's game is at a deal of today, whose number is a secret.
 * @param {Pick<State, 'daily' | 'deal'>} state */
export const isOfToday = ({ daily, deal }) => daily !== undefined && deal === null

/** Asks in a deal of the day, where the warning costs a place among the results without help.
 * @param {HTMLElement} trigger */
const agreesToCost = async (trigger) =>
  (await ask({
    kind: 'confirm',
    title: t('lost-warning.sure'),
    body: t('lost-warning.sure.about'),
    trigger,
    actions: [
      { label: t('act.keep_playing'), value: null, act: 'cancel' },
      { label: t('lost-warning.sure.yes'), value: 'yes', act: 'confirm', look: 'primary' },
    ],
  })) === 'yes'

/** Whether a state was reached by the player's own move and may be lost without showing it.
 * @param {State} before @param {State} state */
export const isAskedFor = (before, state) =>
  state.status === 'live' &&
  state.seat !== null &&
  state.told.length > before.told.length &&
  !state.view.stuck
