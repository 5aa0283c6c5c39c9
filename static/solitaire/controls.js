// Controls of a solitaire's table: automatic play, hints, new and same deals, and the link to the deal.

import { gamePath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { hasAbility } from '../core/bots.js'
import { loadPart, prepare } from '../core/files.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { deviceActions, undoActions } from '../play/actions.js'
import { giveUpWords } from '../play/texts.js'
import { Autoplay, autoplayMode, MODES, PAUSE_MS } from './autoplay.js'
import { sameDeal } from './same-deal.js'

export { solitaireStats } from './stats.js'

const warningMode = () => settings.get('lost-warning', 'off')
const loadDeals = () => loadPart(() => import('./deals.js'))

export class SolitaireControls {
  /** @type {import('./hints.js').Hints | null} once one was requested */
  hints = null
  /** @type {ReturnType<typeof import('./finish-offer.js').finishOffer> | null} once it was made */
  #finish = null
  #left = false
  /** @type {import('./lost-warning.js').LostWarning | null} once it was needed */
  lostWarning = null

  /** @param {SolitaireTable} table @param {SolitaireHandlers} on */
  constructor(table, on) {
    this.table = table
    this.on = on
    const { board, picks } = table
    this.auto = board.auto
      ? new Autoplay(
          (state, all) => board.auto?.(state, all) ?? null,
          (move) => this.#send(move),
          (state) => board.pace?.(state) ?? PAUSE_MS,
        )
      : null
    picks.on(() => {
      if (picks.words.length && !picks.pending) this.auto?.stop()
    })
  }

  /** Offers to play the rest automatically if it can be. */
  async #offerFinish() {
    const { board, strip } = this.table
    const count = () => {
      const { state } = this.table
      const own = state.status === 'live' && state.seat !== null
      return own && !this.auto?.running ? (board.finishing?.(state) ?? 0) : 0
    }
    if (!this.#finish && !count()) return
    if (!this.#finish) {
      const { finishOffer } = await loadPart(() => import('./finish-offer.js'))
      this.#finish ??= finishOffer(strip, () => {
        this.auto?.start(this.table.state, true)
        this.#finish?.show(0)
      })
    }
    if (!this.#left) this.#finish.show(count())
  }

  /** Returns the buttons in order of importance. `docked`: the result is docked and has buttons of its own.
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
    const { state, board, rules } = this.table
    const mode = t(`act.auto-mode.${autoplayMode()}`)
    const [newDeal, ...others] = this.#dealActions(false)
    const hints = this.#hintActions()
    const { finishes, label } = giveUpWords(rules, state)
    /** @type {ToolbarAction[]} in the place of the new deal in the bar, once there are points to finish with */
    const end = finishes
      ? [['give-up', { label }], 'help', newDeal]
      : [newDeal, 'help']
    return [
      ...undoActions(state),
      ...(this.auto ? ['auto'] : []),
      ...hints.slice(0, 1),
      ...(this.auto && hints.length ? ['help', newDeal] : end),
      ...hints.slice(1),
      ...others,
      .../** @type {ToolbarAction[]} */ (
        finishes ? [] : [['give-up', { menu: true }]]
      ),
      ['describe', { menu: true }],
      .../** @type {ToolbarAction[]} */ (
        this.auto ? [['auto-mode', { menu: true, label: mode }]] : []
      ),
      ...deviceActions(state, board.confirms !== false),
    ]
  }

  /** Returns the hint, and the question whether the game can still be won. @returns {ToolbarAction[]} */
  #hintActions() {
    const { rules, state } = this.table
    /** @type {ToolbarAction[]} */
    const list = []
    if (hasAbility(rules, 'hint'))
      list.push(['hint', { disabled: state.view.stuck === true }])
    if (hasAbility(rules, 'winnable')) {
      const label = t(`act.lost-warning.${warningMode()}`)
      list.push(['winnable', { menu: true }])
      list.push(['lost-warning', { menu: true, label }])
    }
    return list
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

  /** Carries out an act; returns false if it is none of these.
   * @param {string} act @param {HTMLElement} button */
  press(act, button) {
    if (act === 'share') this.#share()
    else if (act === 'new-deal' || act === 'same-deal')
      this.#startDeal(act, button)
    else if (act === 'next-daily') this.#playNextDaily(button)
    else if (act === 'auto') this.autoplay()
    else if (act === 'hint') this.#hint('move', button)
    else if (act === 'winnable') this.#hint('winnable', button)
    else if (act === 'auto-mode') this.#nextMode()
    else if (act === 'lost-warning')
      this.#loadWarning().then((warning) => warning.toggle())
    else return false
    return true
  }

  /** Starts automatic play. */
  autoplay() {
    const { picks, state } = this.table
    if (!this.auto || picks.pending) return
    picks.clear()
    if (!this.auto.start(state))
      this.on.say(t(autoplayMode() === 'all' ? 'auto.none' : 'auto.none.safe'))
  }

  /** @param {'move' | 'winnable'} what @param {HTMLElement} button */
  async #hint(what, button) {
    this.stop()
    const [{ Hints }] = await Promise.all([
      loadPart(() => import('./hints.js')),
      prepare('solitaire/hints'),
    ])
    this.hints ??= new Hints(this.table, (move) => this.#send(move))
    await this.hints.ask(what, button)
  }

  async #loadWarning() {
    const [{ LostWarning }] = await Promise.all([
      loadPart(() => import('./lost-warning.js')),
      prepare('solitaire/lost-warning'),
    ])
    this.lostWarning ??= new LostWarning(this.table, this.on.redraw)
    return this.lostWarning
  }

  /** Warns of a lost game if the player has switched it on. @param {State} before @param {State} state */
  async #warnOfLoss(before, state) {
    const on =
      hasAbility(this.table.rules, 'winnable') && warningMode() === 'on'
    if (this.lostWarning || on)
      (await this.#loadWarning()).onState(before, state)
  }

  onOwnMove() {
    this.auto?.onOwnMove()
  }

  /** @param {State} before @param {State} state */
  onState(before, state) {
    if (state.view.stuck && !before.view.stuck && state.status === 'live')
      say(t('table.turn.stuck')) // the status line shows it
    this.auto?.onState(state)
    this.hints?.onState(before, state)
    this.#offerFinish()
    this.#warnOfLoss(before, state)
  }

  leave() {
    this.#left = true
    this.stop()
    this.hints?.leave()
    this.lostWarning?.leave()
  }

  stop() {
    this.auto?.stop()
  }

  /** Sends an automatic move, without a confirmation.
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
    const { shareDeal } = await loadDeals()
    this.on.say(await shareDeal(rules, state, board))
  }

  #nextMode() {
    const place = MODES.indexOf(autoplayMode())
    const mode = MODES[(place + 1) % MODES.length]
    settings.set('auto', mode)
    this.on.redraw()
    this.on.say(t(`act.auto-mode.${mode}.about`))
  }

  /** @param {HTMLElement} button */
  async #playNextDaily(button) {
    const { rules, state, go } = this.table
    try {
      const { nextDaily, playNext } = await loadPart(
        () => import('./next-daily.js'),
      )
      const next = await nextDaily(rules, state)
      if (next) await playNext(next, go, button)
    } catch {
      this.on.say(t('refused.failed'))
    }
  }

  /** @param {'new-deal' | 'same-deal'} act @param {HTMLElement} trigger */
  async #startDeal(act, trigger) {
    const { rules, state, go } = this.table
    this.stop()
    try {
      const { isSure, startDeal } = await loadDeals()
      if (state.status === 'live' && !(await isSure(act, trigger))) return
      await startDeal(act, rules, state, go)
    } catch {
      this.on.say(t('refused.failed'))
    }
  }
}
