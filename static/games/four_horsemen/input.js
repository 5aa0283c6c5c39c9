// Input at the table: presses, drags and keys. Moves go out through the move builder; impossible input is answered with a
// sentence.

import { explain, keyboard, possible, shake } from '../../boards/contract.js'
import { say as announce } from '../../core/announcer.js'
import { closest } from '../../core/dom.js'
import { Dragging } from './drag.js'
import { DrawToPair } from './draw-to-pair.js'
import { attachKeys } from './keys.js'
import { HORSEMEN } from './places.js'
import { canDefeat, handComesFirst } from './preview.js'
import { SignRing } from './ring.js'
import { horsemanValue } from './sentences.js'

/** @import { Operator } from './types.d.ts' */

/** The board as the input needs it. @typedef {import('./types.d.ts').InputHost} InputHost */

export class Input {
  /** @param {InputHost} board */
  constructor(board) {
    const { services, table } = board
    const { picks } = services
    this.board = board
    this.services = services
    this.table = table
    this.sums = board.sums
    this.ring = new SignRing(table.element, services.t)
    this.drawing = new DrawToPair(picks, () => board.paint())
    this.dragging = new Dragging(table.element, {
      may: () => board.how.interactive && !picks.pending,
      drop: (node, target) => this.#drop(node, target),
    })
    table.element.addEventListener('click', (event) => {
      const node = closest(event, '.place')
      if (node && !this.ring.element.contains(node)) this.#press(node)
    })
    this.focus = this.#listenToKeys()
  }

  #listenToKeys() {
    const { board } = this
    const { say, t } = this.services
    const focus = attachKeys(this.table, {
      stack: (index) => this.#press(this.table.stacks[index]),
      operator: (operator) => this.#setOperator(operator),
      token: (token) => this.#pickToken(token),
      drawPair: () => this.#drawPair(),
      defeat: () => this.#defeat([...this.sums.matches(this.#frame).keys()][0]),
      back: () => this.#back(),
      picked: () => this.sums.builder.picked !== null,
    })
    keyboard(this.table.element, {
      back: () => this.#escape(),
      step: (onward) => focus.focusNext(onward),
      moves: () => {
        const sentence = possible(this.services, board, this.#frame, [])
        say(sentence || t('board.no_moves'))
      },
    })
    return focus
  }

  /** Handles a shown state; `other`: it is another position. @param {boolean} other */
  onState(other) {
    if (other) {
      this.dragging.cancel()
      this.ring.close()
    }
    this.drawing.onState(this.#frame, this.board.how.interactive)
  }

  leave() {
    this.drawing.stop()
    this.dragging.cancel()
  }

  get #frame() {
    return this.board.frame
  }

  /** @param {HTMLElement} node */
  #press(node) {
    const { sq, part, tool, card, act } = node.dataset
    if (act === 'draw-pair') return this.#drawPair()
    this.drawing.stop()
    if (tool === 'back') this.#back()
    else if (tool === 'clear') this.#clear()
    else if (tool === 'defeat') this.#defeat(node.dataset.also)
    else if (tool === 'play') this.#pickToken('play')
    else if (card) this.#pickCard(card)
    else if (sq === 'deck') this.#pickToken('draw')
    else if (sq === 'reserve') this.#pickToken('reserve')
    else if (sq && HORSEMEN.includes(sq)) this.#pressHorseman(sq)
    else if (part && node.classList.contains('sign'))
      this.#setOperator(/** @type {Operator} */ (part))
    else if (part) this.#pickChip(part)
    else if (sq) this.services.say(this.sums.why(sq, this.#frame))
  }

  /** Handles a drop. @param {HTMLElement} node @param {HTMLElement} target */
  #drop(node, target) {
    const { part, card } = node.dataset
    const onto = target.dataset.part
    if (card) {
      if (target.closest('.stacks')) this.#pickCard(card)
    } else if (!part || this.#blocked(part)) return
    else if (target.matches('.horseman')) {
      if (this.sums.builder.picked !== part) this.#pickChip(part)
      this.#pressHorseman(target.dataset.sq ?? '')
    } else if (onto && onto !== part)
      this.ring.open(target, (operator) => {
        this.sums.join(part, operator, onto)
        this.#expressionChanged()
        this.table.calculator.focus()
      })
  }

  #drawPair() {
    if (this.drawing.running) return this.drawing.stop()
    if (this.#blocked('draw') || this.drawing.start(this.#frame)) return
    const { say, t } = this.services
    if (this.#frame.view.tops.length) say(t('four_horsemen.refused.pair_there'))
    else if (!this.services.picks.asked) this.#explain('draw')
  }

  /** @param {string} token */
  #pickToken(token) {
    const { picks } = this.services
    if (this.board.how.interactive && picks.point(token)) return
    this.#explain(token)
  }

  /** @param {string} card */
  #pickCard(card) {
    const done = this.#playWithTop(card)
    if (!this.board.how.interactive || !done) this.#explain(card)
  }

  /** Chooses the top of the new stack; pressed again while the move waits, it confirms.
   * @param {string} card */
  #playWithTop(card) {
    const { picks } = this.services
    if (picks.words[0] === 'play' && !picks.asked) return picks.point(card)
    if (picks.asked === `play ${card}`) return picks.confirm()
    return picks.play(`play ${card}`)
  }

  /** Announces why picking `token` began no move. @param {string} token */
  #explain(token) {
    const { say, t } = this.services
    const { board } = this
    const { frame, how } = board
    const lookingBack =
      frame.turn === how.seat && frame.status === 'live' && !how.interactive
    if (lookingBack) return say(t('four_horsemen.refused.looking'))
    const { cards } = this.table.hand
    shake(cards.querySelector(`[data-card="${token}"]`) ?? this.table.element)
    say(
      explain(this.services, board, {
        frame,
        how,
        words: [],
        word: token,
        owner: frame.seat,
      }),
    )
  }

  /** Announces why the player cannot do anything now; false: they can. @param {string} token */
  #blocked(token) {
    if (this.board.how.interactive && !this.services.picks.pending) return false
    this.#explain(token)
    return true
  }

  /** @param {string} name */
  #pickChip(name) {
    if (this.#blocked(name)) return
    this.sums.pick(name)
    this.#expressionChanged()
  }

  /** @param {Operator} operator */
  #setOperator(operator) {
    if (this.#blocked(operator)) return
    this.sums.sign(operator)
    this.#expressionChanged()
  }

  #back() {
    const { picks } = this.services
    if (picks.words.length || !this.sums.back()) picks.back()
    else this.#expressionChanged()
  }

  /** Undoes the last selection. False: there was none. */
  #escape() {
    if (this.ring.close() || this.drawing.running) {
      this.drawing.stop()
      return true
    }
    return this.services.picks.back() || this.#clear()
  }

  #clear() {
    const any = this.sums.clear()
    if (any) this.#expressionChanged()
    return any
  }

  /** Shows and announces the current expression. */
  #expressionChanged() {
    this.board.paint()
    announce(
      this.sums.text(this.#frame) || this.services.t('four_horsemen.cleared'),
    )
  }

  /** @param {string} name */
  #pressHorseman(name) {
    const { t, say } = this.services
    const match = this.sums.matches(this.#frame).has(name)
    if (match && canDefeat(this.#frame)) return this.#defeat(name)
    const parts = [horsemanValue(name, this.#frame, t)]
    if (match && handComesFirst(this.#frame))
      parts.push(t('four_horsemen.refused.hand_not_empty'))
    say(parts.join(' '))
  }

  /** @param {string | undefined} name */
  #defeat(name) {
    const { picks, say, t } = this.services
    const expression = name && this.sums.matches(this.#frame).get(name)
    if (!expression) return say(t('four_horsemen.refused.no_match'))
    if (handComesFirst(this.#frame))
      return say(t('four_horsemen.refused.hand_not_empty'))
    if (!picks.play(`beat ${name} ${expression}`)) this.#explain(name)
  }
}
