// Four Horsemen: a turn of drawing and playing, and between turns the sums. Chip, sign, chip merges two into one; what
// equals a horseman lights him, and only then one click sends the whole sum. The sums are previews: the server decides.

import { say as speak } from '../../core/announcer.js'
import {
  explain,
  keyboard,
  possible,
  shake,
  sheet,
  reducedMotion,
} from '../../boards/contract.js'
import { number } from './art.js'
import { keys } from './keys.js'
import { equals, fraction, signed, Sums, written } from './expression.js'
import { side } from './side-panel.js'
import { HORSEMEN, STACKS, Table } from './table.js'
import { isSum, read } from './expression-parser.js'
import * as words from './sentences.js'

const NEAR = 5 // a value no further than this from a horseman's is worth a word
const GLIDE = 180 // ms; never over 200

export async function make(services) {
  await Promise.all(
    [
      '/static/boards/cards/cards.css',
      '/static/games/four_horsemen/board.css',
    ].map(sheet),
  )
  return new Horsemen(services)
}

class Horsemen {
  confirms = true
  #frame = null
  #how = { interactive: false }
  #tops = new Map() // top -> what it counts, in the order of the stacks
  #sums = new Sums()
  #trouble = null // a sentence in the place of the live line

  constructor(services) {
    this.services = services
    this.table = new Table(services)
    this.element = this.table.element
    this.beside = side(services.t)
    this.side = this.beside.element
    const { picks, settings } = services
    picks.warn = (move) => this.#warning(move)
    this.off = [
      picks.on(() => this.#frame && this.#paint()),
      settings.on((wish) => wish === 'confirm' && this.#careful()),
    ]
    this.element.addEventListener('click', (event) => {
      const node = event.target.closest('.place')
      if (node && this.#frame) this.#point(node)
    })
    this.keys = keys(this.table, {
      stack: (place) => this.#point(this.table.stacks[place]),
      sign: (sign) => this.#operate(sign),
      word: (word) => this.#word(word),
      defeat: () => this.#defeat([...this.#beats().keys()][0]),
      back: () => this.#back(),
      picked: () => this.#sums.left !== null,
    })
    keyboard(this.element, {
      back: () => picks.back() || this.#clear(),
      step: (onward) => this.keys.step(onward),
      moves: () =>
        services.say(
          possible(services, this, this.#frame, []) ||
            services.t('board.no_moves'),
        ),
    })
  }

  show(frame, how) {
    const before = this.#frame
    const held = this.element.contains(document.activeElement)
    this.#frame = frame
    this.#how = how
    this.#trouble = null
    this.#tops = new Map(frame.view.stacks.map(({ top }) => [top, number(top)]))
    this.#sums.stand(this.#tops)
    this.#careful()
    this.#paint()
    this.beside.show(frame)
    if (held && !this.element.contains(document.activeElement)) this.keys.home()
    if (before && how.animate && !reducedMotion()) this.#glide(before.view, frame.view)
  }

  name(word, frame) {
    return words.name(word, frame, this.services.t)
  }

  refuse(word, frame) {
    return words.refuse(word, frame, this.services.t)
  }

  news(before, frame) {
    return words.news(before, frame, this.services.t)
  }

  describe(frame) {
    return words.describe(frame, this.services.t)
  }

  /** A sum that was typed: {move} or {why}; null when the text is none. */
  read(text) {
    if (!isSum(text)) return null
    const { t } = this.services
    const sum = read(text, this.#tops)
    if (sum.why)
      return { why: t(`four_horsemen.typed.${sum.why}`, { what: sum.what }) }
    const value = signed(written(sum.value))
    const fits = HORSEMEN.filter((_, place) =>
      equals(sum.value, this.#frame.view.horsemen[place]?.value),
    )
    const horseman = sum.horseman ?? fits[0]
    if (!fits.includes(horseman))
      return {
        why: `${t('four_horsemen.typed.nobody', { value })} ${this.#away(sum.value)}`.trim(),
      }
    if (!this.#open) return { why: t('four_horsemen.refused.hand_not_empty') }
    return { move: `beat ${horseman} ${sum.name}` }
  }

  leave() {
    for (const off of this.off) off()
  }

  /** Whether horsemen may be defeated now: the server's openings say it. */
  get #open() {
    return this.#frame.legal.some(
      ([move]) => move.startsWith('beat ') && move.endsWith(' ...'),
    )
  }

  #careful() {
    const { picks, settings } = this.services
    picks.confirming =
      Boolean(this.#how.confirm) && settings.get('confirm', 'auto') === 'always'
  }

  /** What a move may cost, for a move that is asked about because of it; null for all others. */
  #warning(move) {
    const { view } = this.#frame
    if (!this.#how.confirm || view.deck !== 1) return null
    if (move === 'draw') return this.services.t('four_horsemen.warn.draw')
    return move.startsWith('play ') && view.taken
      ? this.services.t('four_horsemen.warn.play')
      : null
  }

  // Pointing.

  #point(node) {
    const { sq, part, tool, card } = node.dataset
    if (tool === 'back') this.#back()
    else if (tool === 'clear') this.#clear()
    else if (tool === 'defeat') this.#defeat(node.dataset.also)
    else if (tool === 'play') this.#word('play')
    else if (card) this.#card(card)
    else if (sq === 'deck') this.#word('draw')
    else if (sq === 'reserve') this.#word('reserve')
    else if (HORSEMEN.includes(sq)) this.#horseman(sq)
    else if (node.classList.contains('sign')) this.#operate(part)
    else if (part) this.#part(part)
    else this.#idle(sq)
  }

  #word(word) {
    const { picks } = this.services
    if (this.#how.interactive && picks.point(word)) return
    this.#refused(word)
  }

  #card(card) {
    const { picks } = this.services
    const words =
      picks.words[0] === 'play' && !picks.asked
        ? picks.point(card)
        : picks.asked === `play ${card}`
          ? picks.confirm()
          : picks.play(`play ${card}`)
    if (!this.#how.interactive || !words) this.#refused(card)
  }

  #refused(word) {
    const [frame, how] = [this.#frame, this.#how]
    const looking =
      frame.turn === how.seat && frame.status === 'live' && !how.interactive
    if (looking)
      return this.services.say(this.services.t('four_horsemen.refused.looking'))
    shake(
      this.table.hand.cards.querySelector(`[data-card="${word}"]`) ??
        this.element,
    )
    this.services.say(
      explain(this.services, this, {
        frame,
        how,
        words: [],
        word,
        owner: frame.seat,
      }),
    )
  }

  /** Not the player's turn to do anything: says why. True when it said so. */
  #barred(word) {
    if (this.#how.interactive && !this.services.picks.pending) return false
    this.#refused(word)
    return true
  }

  #part(name) {
    if (this.#barred(name)) return
    const done = this.#sums.point(name)
    this.#trouble = null
    if (done === 'division_by_zero')
      this.#trouble = this.services.t('four_horsemen.refused.division_by_zero')
    if (done === 'same')
      this.#trouble = this.services.t('four_horsemen.refused.stack_twice')
    this.#reckoned()
  }

  #operate(sign) {
    if (this.#barred(sign)) return
    this.#trouble = this.#sums.operate(sign)
      ? null
      : this.services.t('four_horsemen.refused.sign_first')
    this.#reckoned()
  }

  #back() {
    this.#trouble = null
    if (!this.services.picks.words.length && this.#sums.back())
      return this.#reckoned()
    return this.services.picks.back()
  }

  #clear() {
    this.#trouble = null
    const any = this.#sums.clear()
    if (any) this.#reckoned()
    return any
  }

  /** Shows and says the state of the sum. */
  #reckoned() {
    const held = this.element.contains(document.activeElement)
    this.#paint()
    if (held && !this.element.contains(document.activeElement)) this.keys.home()
    speak(this.#told() || this.services.t('four_horsemen.cleared'))
  }

  #horseman(name) {
    if (this.#beats().has(name) && this.#open) return this.#defeat(name)
    const { t, say } = this.services
    const parts = [words.horseman(name, this.#frame, t)]
    if (this.#beats().has(name))
      parts.push(t('four_horsemen.refused.hand_not_empty'))
    say(parts.join(' '))
  }

  #defeat(name) {
    const sum = this.#beats().get(name)
    if (!sum || !this.#open)
      return this.services.say(
        this.services.t(
          sum
            ? 'four_horsemen.refused.hand_not_empty'
            : 'four_horsemen.refused.no_match',
        ),
      )
    if (!this.services.picks.play(`beat ${name} ${sum}`)) this.#refused(name)
  }

  /** A stack that is part of a merged chip, or a place without a stack. */
  #idle(place) {
    const stack = this.#frame.view.stacks[STACKS.indexOf(place)]
    const chip = stack && this.#sums.used(stack.top)
    const { t, say } = this.services
    say(
      chip
        ? t('four_horsemen.refused.used', { sum: chip.told })
        : t('four_horsemen.refused.no_stack'),
    )
  }

  // Showing.

  /** Which horsemen some merged chip equals: Map name -> the sum. */
  #beats() {
    const four = this.#frame.view.horsemen.map((one, place) => [
      HORSEMEN[place],
      one && this.#sums.worth(one.value),
    ])
    return new Map(four.filter(([, sum]) => sum))
  }

  #told() {
    if (this.#trouble) return this.#trouble
    const { t } = this.services
    const told = this.#sums.told
    const value = this.#sums.value
    const fits =
      value && this.#sums.left.startsWith('(')
        ? this.#frame.view.horsemen.find(
            (one) => one && equals(value, one.value),
          )
        : null
    if (fits)
      return `${told} ✓ ${t(this.#open ? 'four_horsemen.defeats' : 'four_horsemen.will_defeat', { value: fits.value })}`
    const away =
      value && this.#sums.left.startsWith('(') ? this.#away(value) : ''
    return away ? `${told} · ${away}` : told
  }

  /** "3 away from 42", of the nearest horseman if he is near; else empty. */
  #away([over, under]) {
    const all = this.#frame.view.horsemen
      .filter(Boolean)
      .map(({ value }) => ({
        value,
        gap: fraction(Math.abs(value * under - over), under),
      }))
    const [one] = all.sort((a, b) => a.gap[0] / a.gap[1] - b.gap[0] / b.gap[1])
    if (!one || one.gap[0] > NEAR * one.gap[1]) return ''
    return this.services.t('four_horsemen.away', {
      gap: written(one.gap),
      value: one.value,
    })
  }

  #paint() {
    const { picks } = this.services
    const { interactive } = this.#how
    const next = interactive ? picks.next : new Map()
    const idle = interactive && !picks.pending && !picks.asked
    this.table.show({
      view: this.#frame.view,
      last: this.#frame.last?.split(' ') ?? [],
      words: picks.words,
      pending: picks.pending,
      sums: this.#sums,
      told: this.#told(),
      beats: this.#beats(),
      open: idle && this.#open,
      may: (word) => next.has(word),
      ready: (move) => idle && picks.legal.some(([other]) => other === move),
    })
    this.keys.stop()
  }

  /** A card that came to the hand, and a stack that came to the table, glide in. */
  #glide(before, after) {
    const nodes = after.hand
      .filter((card) => !before.hand.includes(card))
      .map((card) =>
        this.table.hand.cards.querySelector(`[data-card="${card}"]`),
      )
    after.stacks.forEach(
      ({ top }, place) =>
        before.stacks.some((old) => old.top === top) ||
        nodes.push(this.table.stacks[place]),
    )
    for (const node of nodes) {
      node.animate(
        [
          { transform: 'translateY(-24px)', opacity: 0.3 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: GLIDE, easing: 'ease-out' },
      )
    }
  }
}
