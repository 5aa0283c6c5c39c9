// What the table of Four Horsemen and the panel beside it show, as signals, and what presses, drags and keys do there. Moves
// go out through the picks; what is impossible is answered with a sentence.

import { possible, shake } from '../../board/contract.js'
import { following } from '../../board/navigation.js'
import { Places } from '../../board/places.js'
import { say as announce } from '../../core/announcer.js'
import { all, focused } from '../../core/dom.js'
import { batch, computed, signal } from '../../vendor/preact.js'
import { DrawToPair } from './draw-to-pair.js'
import { ExpressionBuilder } from './expression.js'
import { isFocusLost } from './focus.js'
import { HORSEMEN, STACKS } from './places.js'
import { canDefeat, handComesFirst, matchingHorsemen, previewText, valuesOf } from './preview.js'
import { horsemanValue } from './sentences.js'

/** @import { HorsemenState, HorsemenView, Operator } from './types.d.ts' */

export class HorsemenTable extends Places {
  /** Sums of the stacks. They are a preview: nothing is sent before a horseman is pressed, and the server decides. */
  sums = new ExpressionBuilder()
  /** A stack or chip, and the one that it was dropped onto: the signs are shown round that.
   * @type {import('@preact/signals').Signal<{ dropped: string, onto: string } | null>} */
  ring = signal(/** @type {{ dropped: string, onto: string } | null} */ (null))
  finale = signal(/** @type {'won' | 'lost' | null} */ (null))
  position = computed(() => this.shown.value?.frame.view.position)
  #matches = computed(() => matchingHorsemen(this.view, this.sums))

  /** @param {Services} services */
  constructor(services) {
    super(services)
    this.drawing = new DrawToPair(services.picks)
    services.picks.warn = (move) => this.#warning(move)
  }

  /** The shown state; there is one before anything can be pressed. */
  get frame() {
    return /** @type {HorsemenState} */ (this.now.frame)
  }

  /** Animates what the next drawing moves. @type {((after: HorsemenView) => void) | null} */
  motion = null

  get view() {
    return this.frame.view
  }

  /** The tokens of the last move. */
  get last() {
    return this.frame.last?.split(' ') ?? []
  }

  /** The horsemen that a merged chip equals: name -> its expression. */
  get matches() {
    return this.#matches.value
  }

  /** Whether a move can begin now. */
  get idle() {
    const { asked, pending } = this.services.picks
    return this.interactive && !pending && !asked
  }

  /** Whether horsemen may be defeated now. */
  get open() {
    return this.idle && canDefeat(this.frame)
  }

  /** Whether a token may come next. @param {string} token */
  offers(token) {
    return this.interactive && this.services.picks.next.has(token)
  }

  /** Whether a press plays this whole move. @param {string} move */
  plays(move) {
    const { legal, words } = this.services.picks
    return this.idle && !words.length && legal.some(([other]) => other === move)
  }

  /** @param {HorsemenState} frame @param {ShowOptions} how */
  show(frame, how) {
    const other = this.position.peek() !== frame.view.position
    batch(() => {
      if (other) this.closeRing()
      this.shown.value = { frame, how }
      this.tabStop.value ??= HORSEMEN[0]
      this.sums.setTops(valuesOf(frame.view))
    })
    this.setConfirming()
    this.drawing.onState(frame, how.interactive)
  }

  setConfirming() {
    const { picks, settings } = this.services
    const confirms = this.shown.peek()?.how.confirm ?? false
    picks.confirming = confirms && settings.get('confirm', 'auto') === 'always'
  }

  /** Returns the warning of a costly move, which needs a confirmation; null: other moves.
   * @param {string} move */
  #warning(move) {
    const { t } = this.services
    if (!this.now.how.confirm || this.view.deck !== 1) return null
    if (move === 'draw') return t('four_horsemen.warn.draw')
    return move.startsWith('play ') && this.view.taken ? t('four_horsemen.warn.play') : null
  }

  // Moves.

  /** Picks draw, reserve or play. @param {string} token */
  pickToken(token) {
    if (!this.interactive || !this.services.picks.point(token)) this.#refuse(token)
  }

  /** Draws until the hand can be played, or stops that. */
  drawPair() {
    if (this.drawing.running) return this.drawing.stop()
    if (this.#isBlocked('draw') || this.drawing.start(this.frame)) return
    const { picks, say, t } = this.services
    if (this.view.tops.length) say(t('four_horsemen.refused.pair_there'))
    else if (!picks.asked) this.#refuse('draw')
  }

  /** Chooses the top of the new stack; pressed again while the move waits, it confirms. @param {string} card */
  pickCard(card) {
    if (!this.interactive || !this.#playUnder(card)) this.#refuse(card)
  }

  /** @param {string} card */
  #playUnder(card) {
    const { picks } = this.services
    if (picks.words[0] === 'play' && !picks.asked) return picks.point(card)
    if (picks.asked === `play ${card}`) return picks.confirm()
    return picks.play(`play ${card}`)
  }

  /** Defeats a horseman that a chip equals, or explains his value. @param {string} name */
  pressHorseman(name) {
    const { say, t } = this.services
    const match = this.matches.has(name)
    if (match && canDefeat(this.frame)) return this.defeat(name)
    const value = horsemanValue(name, this.frame, t)
    const waits = match && handComesFirst(this.frame)
    say(waits ? `${value} ${t('four_horsemen.refused.hand_not_empty')}` : value)
  }

  /** @param {string | undefined} name by default of the first horseman that a chip equals */
  defeat(name = [...this.matches.keys()][0]) {
    const { picks, say, t } = this.services
    const expression = this.matches.get(name)
    if (!expression) return say(t('four_horsemen.refused.no_match'))
    if (handComesFirst(this.frame)) return say(t('four_horsemen.refused.hand_not_empty'))
    if (!picks.play(`beat ${name} ${expression}`)) this.#refuse(name)
  }

  // Sums.

  /** Picks the top of a stack, or says why it cannot be picked. @param {number} index */
  pressStack(index) {
    const { say, t } = this.services
    const top = this.view.stacks[index]?.top
    if (top === undefined) return say(t('four_horsemen.refused.no_stack'))
    const sum = this.sums.chipWith(top)?.text
    if (sum === undefined) this.pickChip(top)
    else say(t('four_horsemen.refused.used', { sum }))
  }

  /** @param {string} name */
  pickChip(name) {
    if (this.#isBlocked(name)) return
    this.sums.pick(name)
    this.#announceSum()
  }

  /** @param {Operator} operator */
  setOperator(operator) {
    if (this.#isBlocked(operator)) return
    this.sums.setOperator(operator)
    this.#announceSum()
  }

  /** Joins the dropped chip with the one under it. @param {Operator} operator */
  join(operator) {
    const ring = this.ring.peek()
    if (!ring) return
    if (this.#isBlocked(operator)) return this.closeRing()
    const joined = batch(() => {
      this.ring.value = null
      return this.sums.join(ring.dropped, operator, ring.onto)
    })
    if (joined !== 'merged') this.returnFocus() // else the new chip takes the focus of the sign
    this.#announceSum()
  }

  /** Unpicks a token of a move, else undoes a step of the sums. */
  back() {
    const { picks } = this.services
    if (picks.words.length || !this.sums.undo()) picks.back()
    else this.#announceSum()
  }

  /** Clears the sums. False: there was nothing to clear. */
  clear() {
    const any = this.sums.clear()
    if (any) this.#announceSum()
    return any
  }

  /** The current sum and its effect, or why the last press did nothing; empty: there is none. */
  get sumText() {
    return previewText(this.sums, this.frame, this.services.t)
  }

  #announceSum() {
    announce(this.sumText || this.services.t('four_horsemen.cleared'))
  }

  /** Closes the ring of signs. False: it was not open. */
  closeRing() {
    if (!this.ring.peek()) return false
    this.ring.value = null
    this.returnFocus()
    return true
  }

  /** Ends what Esc ends before anything that was picked: the ring or the drawing. False: there is neither. */
  interrupt() {
    if (this.closeRing()) return true
    const { running } = this.drawing
    this.drawing.stop()
    return running
  }

  // Dragging: a stack or chip onto another one or a horseman, a card of the hand onto the stacks.

  /** Returns the element of a stack, chip or card that can be dragged now, or null. @param {string} name */
  lift(name) {
    if (!this.interactive || this.services.picks.pending) return null
    return this.sums.chip(name) || this.plays(`play ${name}`) ? this.part(name) : null
  }

  /** @param {string | null} place @param {string} dropped */
  drop(place, dropped) {
    const { picked } = this.sums
    this.over.value = null
    if (place === null) return
    if (this.view.hand.includes(dropped)) {
      if (place === 'stacks' || STACKS.includes(place) || this.isChip(place)) this.pickCard(dropped)
    } else if (HORSEMEN.includes(place)) {
      if (picked !== dropped) this.pickChip(dropped)
      this.pressHorseman(place)
    } else if (this.isChip(place)) this.ring.value = { dropped, onto: place }
  }

  /** Whether this is a stack's top or a merged chip that can be picked. @param {string} name */
  isChip(name) {
    return this.sums.chip(name) !== undefined
  }

  /** Returns the element of a stack, chip or card, or null. @param {string} name @returns {HTMLElement | null} */
  part(name) {
    return this.drawn?.area.querySelector(`[data-part="${name}"], [data-card="${name}"]`) ?? null
  }

  // Keys.

  /** Gives the focus to the tab stop of the grid if a sign had it, or nothing. */
  returnFocus() {
    if (isFocusLost() || focused()?.closest('.ring')) this.focusTabStop()
  }

  focusTabStop() {
    this.cell(this.tabStop.peek() ?? '')?.focus({ preventScroll: true })
  }

  /** Goes to the next or previous button that plays something now, on the grid or in the hand.
   * @param {1 | -1} onward */
  step(onward) {
    const order = this.drawn ? all(this.drawn.area, 'button') : []
    const wanted = order.filter(({ dataset }) => dataset.word || dataset.move)
    following({ order, wanted, from: focused(), onward })?.focus()
  }

  tellMoves() {
    const { say, t } = this.services
    say(possible(this.services, this.named, this.frame, []) || t('board.no_moves'))
  }

  // Refusals.

  /** Says why the player cannot do anything now. False: they can. @param {string} token */
  #isBlocked(token) {
    if (this.interactive && !this.services.picks.pending) return false
    this.#refuse(token)
    return true
  }

  /** Says why `token` begins no move. @param {string} token */
  #refuse(token) {
    const { say, t } = this.services
    const { frame } = this
    const { interactive, seat } = this.now.how
    if (!interactive && frame.turn === seat && frame.status === 'live')
      return say(t('four_horsemen.refused.looking'))
    const node = this.view.hand.includes(token) ? this.part(token) : this.drawn?.area
    if (node) shake(node)
    this.explain(token, [], frame.seat)
  }
}
