// What only the table of a solitaire has: automatic play, new and same deals, and the link to the deal.

import { gamePath } from '../app/routes.js'
import { reducedMotion } from '../boards/contract.js'
import { ask } from '../core/dialog.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { deviceActions, undoActions } from '../table/commands.js'
import { sameDeal, shareDeal, startDeal } from './deals.js'

const MODES = ['off', 'safe', 'all']
const PAUSE = 140 // ms between two moves, so that the eye can follow

export class SolitaireControls {
  /** @param {SolitaireTable} table @param {SolitaireHandlers} on */
  constructor(table, on) {
    this.table = table
    this.on = on
    const { board, picks } = table
    this.auto = board.auto
      ? new Autoplay(
          (state, all) => board.auto?.(state, all) ?? null,
          (move) => this.#send(move),
          (state) => board.pace?.(state) ?? PAUSE,
        )
      : null
    picks.on(() => {
      if (picks.words.length && !picks.pending) this.auto?.stop()
    })
  }

  /** The buttons in the order of their weight. `docked`: the dialog of the result stands there and offers its own.
   * @param {boolean} docked @returns {ToolbarAction[]} */
  actions(docked) {
    const { state } = this.table
    if (state.seat === null)
      return ['help', 'share', 'describe', ...deviceActions(state)]
    return state.status === 'live'
      ? this.#liveActions()
      : this.#endedActions(docked)
  }

  /** @returns {ToolbarAction[]} */
  #liveActions() {
    const { state, board } = this.table
    const mode = t(`act.auto-mode.${autoplayMode()}`)
    const [newDeal, ...others] = this.#dealActions(false)
    return [
      ...undoActions(state),
      ...(this.auto ? ['auto'] : []),
      newDeal,
      'help',
      ...others,
      ['give-up', { menu: true }],
      ['describe', { menu: true }],
      .../** @type {ToolbarAction[]} */ (
        this.auto ? [['auto-mode', { menu: true, label: mode }]] : []
      ),
      ...deviceActions(state, board.confirms !== false),
    ]
  }

  /** @param {boolean} docked @returns {ToolbarAction[]} */
  #endedActions(docked) {
    const { state } = this.table
    const href = gamePath(state.game, state.ply)
    return [
      .../** @type {ToolbarAction[]} */ (docked ? [] : [['review', { href }]]),
      ...this.#dealActions(docked),
      'help',
      ['describe', { menu: true }],
      ...deviceActions(state, false),
    ]
  }

  /** @param {boolean} docked */
  #dealActions(docked) {
    const { state, rules } = this.table
    if (docked) return []
    return sameDeal(rules, state)
      ? ['new-deal', 'same-deal', 'share']
      : ['new-deal', 'share']
  }

  /** Whether the act was one of these.
   * @param {string} act @param {HTMLElement} button */
  press(act, button) {
    if (act === 'share') this.#share()
    else if (act === 'new-deal' || act === 'same-deal')
      this.#startDeal(act, button)
    else if (act === 'auto') this.autoplay()
    else if (act === 'auto-mode') this.#nextMode()
    else return false
    return true
  }

  /** Plays automatically what can be played so. */
  autoplay() {
    const { picks, state } = this.table
    if (!this.auto || picks.pending) return
    picks.clear()
    if (!this.auto.start(state))
      this.on.say(t(autoplayMode() === 'all' ? 'auto.none' : 'auto.none.safe'))
  }

  onOwnMove() {
    this.auto?.onOwnMove()
  }

  /** @param {State} before @param {State} state */
  onState(before, state) {
    if (state.view.stuck && !before.view.stuck && state.status === 'live')
      this.on.say(t('table.turn.stuck'))
    this.auto?.onState(state)
  }

  stop() {
    this.auto?.stop()
  }

  /** An automatic move is not asked for confirmation.
   * @param {string} move */
  #send(move) {
    const { picks } = this.table
    const { confirming } = picks
    picks.confirming = false
    const sent = picks.play(move)
    picks.confirming = confirming
    return sent
  }

  async #share() {
    const { rules, state, board } = this.table
    this.on.say(await shareDeal(rules, state, board))
  }

  #nextMode() {
    const place = MODES.indexOf(autoplayMode())
    const mode = MODES[(place + 1) % MODES.length]
    settings.set('auto', mode)
    this.on.redraw()
    this.on.say(t(`act.auto-mode.${mode}.about`))
  }

  /** @param {'new-deal' | 'same-deal'} act @param {HTMLElement} trigger */
  async #startDeal(act, trigger) {
    const { rules, state, go } = this.table
    this.stop()
    if (state.status === 'live' && !(await isSure(act, trigger))) return
    try {
      await startDeal(act, rules, state, go)
    } catch {
      this.on.say(t('refused.failed'))
    }
  }
}

/** Asks before a running game is left.
 * @param {string} act @param {HTMLElement} trigger */
const isSure = (act, trigger) =>
  ask({
    kind: 'confirm',
    title: t(`act.${act}.sure`),
    body: t(`act.${act}.about`),
    trigger,
    actions: [
      { label: t('act.keep_playing'), value: null, act: 'cancel' },
      { label: t(`act.${act}`), value: 'yes', act: 'confirm', look: 'primary' },
    ],
  })

/** What is played automatically after each of the player's moves; `off` unless chosen on this device. */
function autoplayMode() {
  const chosen = settings.get('auto', 'off')
  return MODES.includes(chosen) ? chosen : 'off'
}

/** Plays one ordinary move after another, each an entry of its own that can be undone. It never begins by itself after an
 * undo, and whatever the player does meanwhile ends it. */
class Autoplay {
  #next
  #play
  #pace
  /** @type {boolean | null} true: all that fits, false: what is safe, null: not running */
  #all = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #ownMove = false // whether the player's own move is the one that is on its way

  /** next(frame, all): the board's `auto`; play(move): sends it and returns whether it could be sent; pace(frame): ms
   * until the next one.
   * @param {NonNullable<Board['auto']>} next @param {(move: string) => boolean} play
   * @param {(state: State) => number} pace */
  constructor(next, play, pace) {
    this.#next = next
    this.#play = play
    this.#pace = pace
  }

  get running() {
    return this.#all !== null
  }

  /** The player asks for it now: false when there is nothing to play.
   * @param {State} state */
  start(state) {
    this.stop()
    this.#all = autoplayMode() === 'all'
    return this.#step(state)
  }

  /** The player has made a move of their own. */
  onOwnMove() {
    if (!this.running) this.#ownMove = true
  }

  stop() {
    clearTimeout(this.#timer)
    this.#all = null
    this.#ownMove = false
  }

  /** A new state: goes on, or begins after the player's own move.
   * @param {State} state */
  onState(state) {
    const mode = autoplayMode()
    if (this.#ownMove && mode !== 'off') this.#all = mode === 'all'
    this.#ownMove = false
    if (!this.running) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#step(state),
      reducedMotion() ? 0 : this.#pace(state),
    )
  }

  /** @param {State} state */
  #step(state) {
    const move =
      state.status === 'live' ? this.#next(state, this.#all === true) : null
    if (move && this.#play(move)) return true
    this.stop()
    return false
  }
}
