// Controls of a solitaire's table: automatic play, hints, new and same deals, and the link to the deal.

import { gamePath } from '../../app/routes.js'
import { say } from '../../core/announcer.js'
import { hasAbility } from '../../core/bots.js'
import { once, refusalText } from '../../core/busy-button.js'
import { loadPart, MissingPart } from '../../core/files.js'
import { Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { readerActions, undoActions } from '../actions.js'
import { giveUpWords, mayFinish } from '../texts.js'
import { Autoplay, autoplayMode, MODES, PAUSE_MS } from './autoplay.js'
import { isLostDeal, lostDealNotice, mayBeLost } from './lost-deal.js'
import { sameDeal } from './same-deal.js'
import { stripNotice } from './strip-notice.js'
import { isWarned } from './warned-games.js'

export { DailyMark } from './daily-mark.js'
export { Tally } from './tally.js'

const loadDeals = () => loadPart(() => import('./deals.js'))

export class SolitaireControls {
  /** @type {import('./hints.js').Hints | null} once one was requested */
  hints = null
  /** @type {ReturnType<typeof import('./finish-offer.js').finishOffer> | null} once it was made */
  #finish = null
  /** @type {ReturnType<typeof stripNotice> | null} says that the deal cannot be won */
  #lostDeal = null
  /** @type {import('./lost-warning.js').LostWarning | null} once it was needed */
  lostWarning = null

  /** @param {SolitaireTable} table */
  constructor(table) {
    this.table = table
    const { board, picks } = table
    this.auto = board.auto
      ? new Autoplay(
          (state, how) => board.auto?.next(state, how) ?? null,
          (move) => this.#send(move),
          (state) => board.auto?.pace?.(state) ?? PAUSE_MS,
        )
      : null
    picks.on(() => {
      if (picks.words.length && !picks.pending) this.auto?.stop()
    })
    this.#judgeDeal()
    table.left.addEventListener('abort', () => this.stop())
  }

  /** Says before the first move that the deal cannot be won, and offers another one. */
  async #judgeDeal() {
    const { rules, id, strip, left } = this.table
    if (!mayBeLost(rules, this.table.state) || !(await isLostDeal(id, left))) return
    if (left.aborted || !mayBeLost(rules, this.table.state)) return
    this.#lostDeal = stripNotice(strip, () =>
      lostDealNotice((event) => this.#startDeal('new-deal', event.currentTarget)),
    )
    say(t('deal.lost'))
  }

  /** Keeps the notice until the first move, over the coach's first lines, which come with each state. */
  #keepLostDeal() {
    if (!this.table.state.told.length) return this.#lostDeal?.again()
    this.#lostDeal?.leave()
    this.#lostDeal = null
    return undefined
  }

  /** Offers to play the rest automatically if it can be. */
  async #offerFinish() {
    const { board, strip } = this.table
    const count = () => {
      const { state } = this.table
      const own = state.status === 'live' && state.seat !== null
      return own && !this.auto?.running ? (board.auto?.finishing?.(state) ?? 0) : 0
    }
    if (!this.#finish && !count()) return
    if (!this.#finish) {
      const { finishOffer } = await loadPart(() => import('./finish-offer.js'))
      this.#finish ??= finishOffer(strip, () => {
        this.auto?.start(this.table.state, true)
        this.#finish?.show(0)
      })
    }
    if (!this.table.left.aborted) this.#finish.show(count())
  }

  /** Returns the buttons in order of importance. `docked`: the result is docked and has buttons of its own.
   * @param {boolean} docked @returns {ToolbarAction[]} */
  actions(docked) {
    const { state } = this.table
    if (state.seat === null) return ['help', 'share', 'describe', ...readerActions(state)]
    return state.status === 'live' ? this.#liveActions() : this.#endedActions(docked)
  }

  /** @returns {ToolbarAction[]} */
  #liveActions() {
    const { state, board, rules } = this.table
    const mode = t(`act.auto-mode.${autoplayMode()}`)
    const [newDeal, ...others] = this.#dealActions(false)
    const hints = this.#hintActions()
    const { label } = giveUpWords(rules, state)
    const finishes = mayFinish(rules)
    /** @type {ToolbarAction[]} the end stands in the bar from the start, so that no button changes its meaning */
    const end = finishes ? [['give-up', { label }], 'help', newDeal] : [newDeal, 'help']
    return [
      ...undoActions(state),
      ...(this.auto ? ['auto'] : []),
      ...hints.slice(0, 1),
      ...(this.auto && hints.length ? ['help', newDeal] : end),
      ...hints.slice(1),
      ...others,
      .../** @type {ToolbarAction[]} */ (finishes ? [] : [['give-up', { menu: true }]]),
      ['describe', { menu: true }],
      .../** @type {ToolbarAction[]} */ (
        this.auto ? [['auto-mode', { menu: true, label: mode }]] : []
      ),
      ...readerActions(state, board.confirms !== false),
    ]
  }

  /** Returns the hint, and the question whether the game can still be won. @returns {ToolbarAction[]} */
  #hintActions() {
    const { rules, state } = this.table
    /** @type {ToolbarAction[]} */
    const list = []
    if (hasAbility(rules, 'hint')) list.push(['hint', { disabled: state.view.stuck === true }])
    if (hasAbility(rules, 'winnable')) {
      const label = t(`act.lost-warning.${isWarned(state.game) ? 'on' : 'off'}`)
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
      ...readerActions(state, false),
    ]
  }

  /** @param {boolean} docked */
  #dealActions(docked) {
    const { state, rules } = this.table
    if (docked) return []
    return sameDeal(rules, state) ? ['new-deal', 'same-deal', 'share'] : ['new-deal', 'share']
  }

  /** Carries out an act; returns false if it is none of these.
   * @param {string} act @param {HTMLElement} button */
  press(act, button) {
    if (act === 'share') this.#share()
    else if (act === 'new-deal' || act === 'same-deal')
      once(button, () => this.#startDeal(act, button))
    else if (act === 'next-daily') this.#playNextDaily(button)
    else if (act === 'auto') this.autoplay()
    else if (act === 'hint') this.#hint('move', button)
    else if (act === 'winnable') this.#hint('winnable', button)
    else if (act === 'auto-mode') this.#nextMode()
    else if (act === 'lost-warning') this.#loadWarning().then((warning) => warning.toggle(button))
    else return false
    return true
  }

  /** Starts automatic play. */
  autoplay() {
    const { picks, state } = this.table
    if (!this.auto || picks.pending) return
    picks.clear()
    if (!this.auto.start(state))
      this.table.services.say(t(autoplayMode() === 'all' ? 'auto.none' : 'auto.none.safe'))
  }

  /** @param {'move' | 'winnable'} what @param {HTMLElement} button */
  async #hint(what, button) {
    this.stop()
    const { Hints } = await loadPart(() => import('./hints.js'))
    this.hints ??= new Hints(
      this.table,
      (move) => this.#send(move),
      (trigger) => this.#startDeal('new-deal', trigger),
    )
    await this.hints.ask(what, button)
  }

  async #loadWarning() {
    const { LostWarning } = await loadPart(() => import('./lost-warning.js'))
    this.lostWarning ??= new LostWarning(this.table)
    return this.lostWarning
  }

  /** Warns of a lost game if the player has asked for it in this game. @param {State} before @param {State} state */
  async #warnOfLoss(before, state) {
    if (this.lostWarning || isWarned(state.game)) (await this.#loadWarning()).onState(before, state)
  }

  onOwnMove() {
    this.auto?.onOwnMove()
  }

  /** @param {State} before @param {State} state */
  onState(before, state) {
    if (state.view.stuck && !before.view.stuck && state.status === 'live')
      say(t('table.turn.stuck')) // the status line shows it
    this.auto?.onState(state)
    this.#keepLostDeal()
    this.hints?.onState(before, state)
    this.#offerFinish()
    this.#warnOfLoss(before, state)
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
    this.table.services.say(await shareDeal(rules, state, board))
  }

  #nextMode() {
    const place = MODES.indexOf(autoplayMode())
    const mode = MODES[(place + 1) % MODES.length]
    settings.set('auto', mode)
    this.table.services.say(t(`act.auto-mode.${mode}.about`))
  }

  /** @param {HTMLElement} button */
  async #playNextDaily(button) {
    const { rules, state, go } = this.table
    try {
      const { nextDaily, playNext } = await loadPart(() => import('./next-daily.js'))
      const next = await nextDaily(rules, state)
      if (next) await playNext(next, go, button)
    } catch (error) {
      this.#tell(error)
    }
  }

  /** @param {'new-deal' | 'same-deal'} act @param {HTMLElement} trigger */
  async #startDeal(act, trigger) {
    const { rules, state, go } = this.table
    this.stop()
    try {
      const { confirmLeaving, startDeal } = await loadDeals()
      if (await confirmLeaving(act, rules, state, trigger)) await startDeal(act, rules, state, go)
    } catch (error) {
      this.#tell(error)
    }
  }

  /** Tells the player what the server refuses. @param {unknown} error */
  #tell(error) {
    if (!(error instanceof Refusal)) throw error
    if (!(error instanceof MissingPart)) this.table.services.say(refusalText(error))
  }
}
