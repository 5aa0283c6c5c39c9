// The board of Four Horsemen: moves that draw and play cards, and between them the calculator. Chip, operator, chip
// merges two chips into one; a merged chip that equals a horseman highlights it, and one press then sends the whole
// expression. The values shown here are previews: the server decides.

import {
  explain,
  keyboard,
  possible,
  reducedMotion,
  shake,
  sheet,
} from '../../boards/contract.js'
import { say as announce } from '../../core/announcer.js'
import { closest } from '../../core/dom.js'
import { cardValue } from './art.js'
import { ExpressionBuilder } from './expression.js'
import { attachKeys } from './keys.js'
import {
  canDefeat,
  handComesFirst,
  matchingHorsemen,
  previewText,
  readTyped,
} from './preview.js'
import * as sentences from './sentences.js'
import { sidePanel } from './side-panel.js'
import { HORSEMEN, STACKS, Table } from './table.js'

/** @import { HorsemenState, HorsemenView, Operator } from './types.d.ts' */

const GLIDE = 180 // ms; never over 200

/** @param {Services} services */
export async function make(services) {
  await Promise.all(
    [
      '/static/boards/cards/cards.css',
      '/static/games/four_horsemen/board.css',
    ].map(sheet),
  )
  return new FourHorsemenBoard(services)
}

/** @implements {Board} */
class FourHorsemenBoard {
  confirms = true
  /** @type {HorsemenState | null} */
  #shown = null
  /** @type {ShowOptions} */
  #how = { seat: null, flipped: false, interactive: false, animate: false }
  /** @type {Map<string, number>} top -> its value, in the order of the stacks */
  #tops = new Map()
  #builder = new ExpressionBuilder()
  /** @type {string | null} a sentence that replaces the line of the calculator */
  #error = null

  /** @param {Services} services */
  constructor(services) {
    this.services = services
    this.table = new Table(services)
    this.element = this.table.element
    this.panel = sidePanel(services.t)
    this.side = this.panel.element
    const { picks, settings } = services
    picks.warn = (move) => this.#warning(move)
    this.unsubscribe = [
      picks.on(() => this.#shown && this.#paint()),
      settings.on((name) => name === 'confirm' && this.#updateConfirming()),
    ]
    this.element.addEventListener('click', (event) => {
      const node = closest(event, '.place')
      if (node && this.#shown) this.#press(node)
    })
    this.boardKeys = this.#listenToKeys()
  }

  #listenToKeys() {
    const { picks, say, t } = this.services
    const keys = attachKeys(this.table, {
      stack: (index) => this.#press(this.table.stacks[index]),
      operator: (operator) => this.#setOperator(operator),
      token: (token) => this.#pickToken(token),
      defeat: () => this.#defeat([...this.#matches().keys()][0]),
      back: () => this.#back(),
      picked: () => this.#builder.picked !== null,
    })
    keyboard(this.element, {
      back: () => picks.back() || this.#clear(),
      step: (onward) => keys.focusNext(onward),
      moves: () =>
        say(
          possible(this.services, this, this.#frame, []) || t('board.no_moves'),
        ),
    })
    return keys
  }

  /** @param {HorsemenState} frame @param {ShowOptions} how */
  show(frame, how) {
    const before = this.#shown
    const focused = this.#hasFocus()
    this.#shown = frame
    this.#how = how
    this.#error = null
    this.#tops = new Map(
      frame.view.stacks.map(({ top }) => [top, cardValue(top)]),
    )
    this.#builder.setTops(this.#tops)
    this.#updateConfirming()
    this.#paint()
    this.panel.show(frame)
    if (focused && !this.#hasFocus()) this.boardKeys.focusTabStop()
    if (before && how.animate && !reducedMotion())
      this.#glide(before.view, frame.view)
  }

  /** @param {string} token @param {HorsemenState} frame */
  name(token, frame) {
    return sentences.name(token, frame, this.services.t)
  }

  /** A move by its words, which the memory game does not tell. @param {string} move */
  tell(move) {
    return move
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
  describe(frame) {
    return sentences.describe(frame, this.services.t)
  }

  /** @param {string} text */
  read(text) {
    return readTyped(text, this.#tops, this.#frame, this.services.t)
  }

  leave() {
    for (const unsubscribe of this.unsubscribe) unsubscribe()
  }

  /** The frame that is shown; there is one before anything can be pressed. */
  get #frame() {
    if (!this.#shown) throw new Error('the board was used before show()')
    return this.#shown
  }

  /** Whether horsemen may be defeated now. */
  get #open() {
    return canDefeat(this.#frame)
  }

  #hasFocus() {
    return this.element.contains(document.activeElement)
  }

  #updateConfirming() {
    const { picks, settings } = this.services
    picks.confirming =
      Boolean(this.#how.confirm) && settings.get('confirm', 'auto') === 'always'
  }

  /** What a move may cost, for a move that needs a confirmation because of it; null for all others.
   * @param {string} move */
  #warning(move) {
    const { view } = this.#frame
    if (!this.#how.confirm || view.deck !== 1) return null
    if (move === 'draw') return this.services.t('four_horsemen.warn.draw')
    return move.startsWith('play ') && view.taken
      ? this.services.t('four_horsemen.warn.play')
      : null
  }

  // Input.

  /** @param {HTMLElement} node */
  #press(node) {
    const { sq, part, tool, card } = node.dataset
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
    else if (sq) this.#explainStack(sq)
  }

  /** @param {string} token */
  #pickToken(token) {
    const { picks } = this.services
    if (this.#how.interactive && picks.point(token)) return
    this.#explain(token)
  }

  /** @param {string} card */
  #pickCard(card) {
    const done = this.#playWithTop(card)
    if (!this.#how.interactive || !done) this.#explain(card)
  }

  /** Chooses the card as the top of the new stack; pressed again while the move waits, it confirms.
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
    const [frame, how] = [this.#frame, this.#how]
    const lookingBack =
      frame.turn === how.seat && frame.status === 'live' && !how.interactive
    if (lookingBack) return say(t('four_horsemen.refused.looking'))
    shake(
      this.table.hand.cards.querySelector(`[data-card="${token}"]`) ??
        this.element,
    )
    say(
      explain(this.services, this, {
        frame,
        how,
        words: [],
        word: token,
        owner: frame.seat,
      }),
    )
  }

  /** True, with the reason announced, when the player cannot do anything now. @param {string} token */
  #blocked(token) {
    if (this.#how.interactive && !this.services.picks.pending) return false
    this.#explain(token)
    return true
  }

  /** @param {string} name */
  #pickChip(name) {
    if (this.#blocked(name)) return
    const { t } = this.services
    const result = this.#builder.pick(name)
    this.#error = null
    if (result === 'division_by_zero')
      this.#error = t('four_horsemen.refused.division_by_zero')
    if (result === 'same') this.#error = t('four_horsemen.refused.stack_twice')
    this.#expressionChanged()
  }

  /** @param {Operator} operator */
  #setOperator(operator) {
    if (this.#blocked(operator)) return
    this.#error = this.#builder.setOperator(operator)
      ? null
      : this.services.t('four_horsemen.refused.sign_first')
    this.#expressionChanged()
  }

  #back() {
    const { picks } = this.services
    this.#error = null
    if (picks.words.length || !this.#builder.undo()) picks.back()
    else this.#expressionChanged()
  }

  /** False: there was nothing to clear. */
  #clear() {
    this.#error = null
    const any = this.#builder.clear()
    if (any) this.#expressionChanged()
    return any
  }

  /** Shows and announces the expression in the making. */
  #expressionChanged() {
    const focused = this.#hasFocus()
    this.#paint()
    if (focused && !this.#hasFocus()) this.boardKeys.focusTabStop()
    announce(this.#text() || this.services.t('four_horsemen.cleared'))
  }

  /** @param {string} name */
  #pressHorseman(name) {
    const { t, say } = this.services
    const match = this.#matches().has(name)
    if (match && this.#open) return this.#defeat(name)
    const parts = [sentences.horsemanValue(name, this.#frame, t)]
    if (match && handComesFirst(this.#frame))
      parts.push(t('four_horsemen.refused.hand_not_empty'))
    say(parts.join(' '))
  }

  /** @param {string | undefined} name */
  #defeat(name) {
    const { picks, say, t } = this.services
    const expression = name && this.#matches().get(name)
    if (!expression) return say(t('four_horsemen.refused.no_match'))
    if (handComesFirst(this.#frame))
      return say(t('four_horsemen.refused.hand_not_empty'))
    if (!picks.play(`beat ${name} ${expression}`)) this.#explain(name)
  }

  /** Explains a stack that is part of a merged chip, or a place without a stack. @param {string} place */
  #explainStack(place) {
    const stack = this.#frame.view.stacks[STACKS.indexOf(place)]
    const chip = stack && this.#builder.chipWith(stack.top)
    const { t, say } = this.services
    say(
      chip
        ? t('four_horsemen.refused.used', { sum: chip.text })
        : t('four_horsemen.refused.no_stack'),
    )
  }

  // Output.

  #matches() {
    return matchingHorsemen(this.#frame.view, this.#builder)
  }

  #text() {
    return (
      this.#error ?? previewText(this.#builder, this.#frame, this.services.t)
    )
  }

  #paint() {
    const { picks } = this.services
    const { interactive } = this.#how
    const next = interactive ? picks.next : new Map()
    const idle = interactive && !picks.pending && !picks.asked
    this.table.show({
      view: this.#frame.view,
      last: this.#frame.last?.split(' ') ?? [],
      tokens: picks.words,
      pending: picks.pending,
      builder: this.#builder,
      text: this.#text(),
      matches: this.#matches(),
      open: idle && this.#open,
      offered: (token) => next.has(token),
      playable: (move) => idle && picks.legal.some(([other]) => other === move),
    })
    this.boardKeys.restoreTabStop()
  }

  /** Animates the cards that came to the hand and the stacks that are new.
   * @param {HorsemenView} before @param {HorsemenView} after */
  #glide(before, after) {
    const { hand, stacks } = this.table
    const cards = after.hand
      .filter((card) => !before.hand.includes(card))
      .map((card) => hand.cards.querySelector(`[data-card="${card}"]`))
    const tops = before.stacks.map(({ top }) => top)
    const arrived = stacks.filter((_, index) => {
      const stack = after.stacks[index]
      return stack && !tops.includes(stack.top)
    })
    for (const node of [...cards, ...arrived]) {
      node?.animate(
        [
          { transform: 'translateY(-24px)', opacity: 0.3 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: GLIDE, easing: 'ease-out' },
      )
    }
  }
}
