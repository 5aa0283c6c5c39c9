// Board of Four Horsemen: moves that draw and play cards, and sums. Chip, operator, chip merges two chips into one; a merged
// chip that equals a horseman highlights it, and a press on it sends the whole expression.

import { sheet } from '../../boards/contract.js'
import { Input } from './input.js'
import { finale, motionFrom } from './motion.js'
import { STACKS } from './places.js'
import { canDefeat, readTyped } from './preview.js'
import * as sentences from './sentences.js'
import { sidePanel } from './side-panel.js'
import { Sums } from './sums.js'
import { Table } from './table.js'
import * as words from './words.js'

/** @import { HorsemenState } from './types.d.ts' */

/** @param {Services} services */
export async function make(services) {
  await Promise.all(
    [
      '/static/boards/cards/cards.css',
      '/static/games/four_horsemen/board.css',
      '/static/games/four_horsemen/cloth.css',
      '/static/games/four_horsemen/stacks.css',
    ].map(sheet),
  )
  return new FourHorsemenBoard(services)
}

/** @implements {Board} */
class FourHorsemenBoard {
  wide = true
  confirms = true
  /** @type {HorsemenState | null} */
  #shown = null
  /** @type {ShowOptions} */
  how = { seat: null, flipped: false, interactive: false, animate: false }

  /** @param {Services} services */
  constructor(services) {
    this.services = services
    const { picks, settings, t } = services
    this.table = new Table(services)
    this.element = this.table.element
    this.panel = sidePanel(t)
    this.side = this.panel.element
    this.sums = new Sums(t)
    this.input = new Input(this)
    picks.warn = (move) => this.#warning(move)
    this.unsubscribe = [
      picks.on(() => this.paint()),
      settings.on((name) => name === 'confirm' && this.#updateConfirming()),
    ]
  }

  /** @param {HorsemenState} frame @param {ShowOptions} how */
  show(frame, how) {
    const before = this.#shown
    const move = before && how.animate && motionFrom(this.table, before.view)
    this.#shown = frame
    this.how = how
    this.sums.show(frame)
    this.#updateConfirming()
    this.paint()
    this.panel.show(frame)
    if (move) move(this.table, frame.view)
    this.input.onState(before?.view.position !== frame.view.position)
  }

  /** @param {string} token @param {HorsemenState} frame */
  name(token, frame) {
    return sentences.name(token, frame, this.services.t)
  }

  /** @param {string} move */
  tell(move) {
    return words.moveWords(move, this.services.t, 'asked')
  }

  /** @param {string} told */
  readable(told) {
    return words.moveWords(told, this.services.t)
  }

  /** @param {HorsemenState} frame */
  score(frame) {
    return words.scoreWords(frame, this.services.t)
  }

  /** @param {HorsemenState} frame */
  story(frame) {
    return words.story(frame, this.services.t)
  }

  /** @param {HorsemenState} before @param {HorsemenState} after */
  moment(before, after) {
    return words.moment(before.view, after.view, this.services.t)
  }

  /** @param {HorsemenState} before @param {HorsemenState} after */
  seen(before, after) {
    return words.seen(before, after, this.services.t)
  }

  /** @param {HorsemenState} frame */
  shareText(frame) {
    return words.picture(frame)
  }

  /** @param {HorsemenState} frame @param {AbortSignal} signal */
  finale(frame, signal) {
    return finale(this.table, frame, signal)
  }

  keys() {
    return words.keyList(this.services.t)
  }

  /** @param {string} token @param {HorsemenState} frame */
  refuse(token, frame) {
    return sentences.refuse(token, frame, this.services.t)
  }

  /** @param {HorsemenState} before @param {HorsemenState} frame */
  news(before, frame) {
    return sentences.news(before, frame, this.services.t)
  }

  /** @param {HorsemenState} frame */
  coach({ legal, view }) {
    const { t } = this.services
    if (legal.some(([move]) => move === 'draw')) return t('four_horsemen.coach')
    return view.stacks.length === STACKS.length
      ? t('four_horsemen.hint.sum')
      : null
  }

  /** @param {HorsemenState} frame */
  describe(frame) {
    return sentences.describe(frame, this.services.t)
  }

  /** @param {string} text */
  read(text) {
    return readTyped(text, this.sums.tops, this.frame, this.services.t)
  }

  leave() {
    this.input.leave()
    for (const unsubscribe of this.unsubscribe) unsubscribe()
  }

  /** The shown frame; there is one before anything can be pressed. */
  get frame() {
    if (!this.#shown) throw new Error('the board was used before show()')
    return this.#shown
  }

  #hasFocus() {
    return this.element.contains(document.activeElement)
  }

  #updateConfirming() {
    const { picks, settings } = this.services
    picks.confirming =
      Boolean(this.how.confirm) && settings.get('confirm', 'auto') === 'always'
  }

  /** Returns the warning of a costly move, which needs a confirmation; null: other moves.
   * @param {string} move */
  #warning(move) {
    const { view } = this.frame
    if (!this.how.confirm || view.deck !== 1) return null
    if (move === 'draw') return this.services.t('four_horsemen.warn.draw')
    return move.startsWith('play ') && view.taken
      ? this.services.t('four_horsemen.warn.play')
      : null
  }

  /** Shows the current frame and selection. The focus stays on the board when its element is gone. */
  paint() {
    if (!this.#shown) return
    const { picks } = this.services
    const { interactive } = this.how
    const { frame } = this
    const focused = this.#hasFocus()
    const next = interactive ? picks.next : new Map()
    const idle = interactive && !picks.pending && !picks.asked
    this.table.show({
      view: frame.view,
      last: frame.last?.split(' ') ?? [],
      tokens: picks.words,
      pending: picks.pending,
      builder: this.sums.builder,
      text: this.sums.text(frame),
      matches: this.sums.matches(frame),
      open: idle && canDefeat(frame),
      still: !interactive,
      drawing: this.input.drawing.running,
      offered: (token) => next.has(token),
      playable: (move) => idle && picks.legal.some(([other]) => other === move),
    })
    this.input.focus.restoreTabStop()
    if (focused && !this.#hasFocus()) this.input.focus.focusTabStop()
  }
}
