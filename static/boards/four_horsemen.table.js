// What lies on the table of Four Horsemen, as one grid of buttons that are made once: horsemen, stacks, merged chips,
// signs, deck and reserve, hand. It shows what it is told; what pointing at a thing means is the board's.

import { called, face } from '../art/cards.js'
import { el, set } from '../dom.js'
import { horse, number, small } from './four_horsemen.art.js'
import { signed, SIGNS, written } from './four_horsemen.sums.js'

export const HORSEMEN = ['h1', 'h2', 'h3', 'h4']
export const STACKS = ['s1', 's2', 's3', 's4', 's5', 's6']
export const CLOSE = 3 // cards in the deck from which on the table warns

/** A button of the grid; it stays for good, or as long as its card or chip does. */
export const cell = (kind, attributes, ...children) =>
  el('button', { type: 'button', role: 'gridcell', class: `place ${kind}`, tabindex: '-1', ...attributes }, ...children)

const row = (kind, ...children) => el('div', { role: 'row', class: `line ${kind}` }, ...children)

/** Gives `node` new content when what it shows has changed. */
function fill(node, key, children) {
  if (node.dataset.key === key) return
  node.dataset.key = key
  node.replaceChildren(...children().filter(Boolean))
}

/** Gives `parent` these buttons in this order; those that stay are not touched, so that the focus survives. */
function place(parent, nodes) {
  for (const old of [...parent.children]) if (!nodes.includes(old)) old.remove()
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null)
  })
}

export class Table {
  #hand = new Map() // card -> its button
  #chips = new Map() // a merged chip's name -> its button

  constructor({ t }) {
    this.t = t
    this.horsemen = HORSEMEN.map((place) => cell('horseman', { 'data-sq': place }))
    this.stacks = STACKS.map((place) => cell('stack', { 'data-sq': place }))
    this.signs = Object.keys(SIGNS).map((sign) =>
      cell('sign', { 'data-part': sign, 'aria-label': t(`four_horsemen.sign.${sign}`) }, SIGNS[sign]),
    )
    this.back = cell('sign tool', { 'data-tool': 'back', 'aria-label': t('four_horsemen.back') }, '⌫')
    this.clear = cell('sign tool', { 'data-tool': 'clear', 'aria-label': t('four_horsemen.clear') }, '✕')
    this.defeat = cell('defeat', { 'data-tool': 'defeat' })
    this.deck = cell('pile', { 'data-sq': 'deck' })
    this.reserve = cell('pile', { 'data-sq': 'reserve' })
    this.play = cell('pile', { 'data-tool': 'play' })
    this.#lay()
  }

  #lay() {
    const { t } = this
    this.counts = el('span', { class: 'counted' })
    this.full = el('span', { class: 'warning', 'data-warning': 'stacks' })
    this.last = el('span', { class: 'warning', 'data-warning': 'deck' })
    this.hint = el('span', { class: 'hint' })
    this.live = el('span', { class: 'told' })
    this.value = el('span', { role: 'gridcell', class: 'live', 'data-value': '' }, this.live)
    this.chips = el('span', { role: 'presentation', class: 'chips' })
    this.cards = el('span', { role: 'presentation', class: 'cards' })
    this.first = el('span', { class: 'hint', role: 'rowheader' }, t('four_horsemen.hint.sum'))
    const head = (...parts) => el('span', { role: 'rowheader', class: 'head' }, ...parts)
    this.grid = el(
      'div',
      { role: 'grid', class: 'four-horsemen', 'aria-label': t('four_horsemen.board') },
      row('horsemen', this.horsemen),
      row('stacks', head(this.counts, this.full), this.stacks),
      row('work', this.first, this.chips),
      row('result', this.value, this.defeat),
      row('signs', this.signs, this.back, this.clear),
      row('turn', head(el('span', {}, t('four_horsemen.turn')), this.last), this.deck, this.reserve, this.play),
      row('hand', head(el('span', {}, t('four_horsemen.hand')), this.hint), this.cards),
    )
    this.element = el('div', { class: 'board' }, this.grid)
  }

  /** Every button that can be seen, row by row. */
  get rows() {
    return [this.horsemen, this.stacks, [...this.chips.children], [this.defeat], [...this.signs, this.back, this.clear], [this.deck, this.reserve, this.play], [...this.cards.children]].filter((cells) => cells.length)
  }

  /** state: {view, last, may(word), ready, words, pending, sums, beats: Map h1.. -> the sum that beats him} */
  show(state) {
    this.#horsemen(state)
    this.#stacks(state)
    this.#work(state)
    this.#turn(state)
    this.#handed(state)
  }

  #horsemen({ view, last, beats, pending }) {
    const { t } = this
    this.horsemen.forEach((node, place) => {
      const one = view.horsemen[place]
      const name = HORSEMEN[place]
      const beaten = last?.[0] === 'beat' && last[1] === name
      fill(node, one ? one.cards.join('') : '-', () => [
        horse(),
        el('span', { class: 'worth' }, one ? String(one.value) : '✓'),
        one && el('span', { class: 'pair' }, one.cards.map(small)),
        el('span', { class: 'seal' }, one ? `✓ ${t('four_horsemen.defeat.short')}` : t('four_horsemen.defeated.short')),
      ])
      const key = one ? (beats.has(name) ? 'four_horsemen.cell.match' : 'four_horsemen.cell.horseman') : 'four_horsemen.cell.defeated'
      const cards = one?.cards.map((card) => called(card, t)) ?? []
      set(node, {
        'aria-label': t(key, { number: place + 1, value: one?.value, tens: cards[0], units: cards[1] }),
        'data-word': beats.has(name) && name,
        'data-match': beats.has(name),
        'data-gone': !one,
        'data-last': beaten,
        'data-pending': pending?.startsWith(`beat ${name} `),
      })
    })
  }

  #stacks({ view, last, sums, pending }) {
    const { t } = this
    const count = view.stacks.length
    this.counts.textContent = t('four_horsemen.stacks', { count })
    this.full.textContent = count < 5 ? '' : `⚠ ${t(`four_horsemen.warn.stacks.${count}`)}`
    this.stacks.forEach((node, place) => {
      const stack = view.stacks[place]
      const top = stack?.top
      const under = stack ? (stack.under.length ?? stack.under) : 0
      const merged = top && sums.used(top)
      fill(node, stack ? `${top}${under}` : '-', () => (stack ? covered(top, under) : [String(place + 1)]))
      const key = stack ? (merged ? 'four_horsemen.cell.used' : 'four_horsemen.cell.stack') : 'four_horsemen.cell.free'
      set(node, {
        'aria-label': t(key, { number: place + 1, card: top && called(top, t), counts: top && number(top), count: under }),
        'aria-selected': stack && (sums.left === top ? 'true' : 'false'),
        'data-part': stack && !merged && top,
        'data-piece': top,
        'data-owner': stack && 0,
        'data-suit': top?.[1],
        'data-used': Boolean(merged),
        'data-picked': sums.left === top && stack !== undefined,
        'data-depth': Math.min(under, 3),
        'data-last': last?.[0] === 'play' && last[1] === top,
        'data-pending': merged && pending?.startsWith('beat '),
      })
    })
  }

  #work({ sums, told, beats }) {
    const { t } = this
    const nodes = sums.merged.map((chip) => {
      const node = this.#chips.get(chip.name) ?? cell('chip', { 'data-part': chip.name })
      this.#chips.set(chip.name, node)
      const value = signed(written(chip.value))
      node.textContent = `${chip.told} = ${value}`
      return set(node, {
        'aria-label': t('four_horsemen.cell.chip', { sum: chip.told, value }),
        'aria-selected': sums.left === chip.name ? 'true' : 'false',
        'data-picked': sums.left === chip.name,
      })
    })
    for (const [name, node] of this.#chips) if (!nodes.includes(node)) this.#chips.delete(name)
    place(this.chips, nodes)
    this.first.hidden = nodes.length > 0
    this.live.textContent = told
    set(this.value, { 'data-value': sums.value ? written(sums.value) : '', 'data-match': beats.size > 0 })
    for (const node of this.signs) set(node, { 'data-picked': sums.sign === node.dataset.part, 'aria-disabled': sums.left ? null : 'true' })
    for (const node of [this.back, this.clear]) set(node, { 'aria-disabled': sums.changed ? null : 'true' })
  }

  #turn({ view, may, words, defeats }) {
    const { t } = this
    fill(this.defeat, defeats ?? '-', () => [defeats ? t('four_horsemen.defeat', { value: defeats }) : t('four_horsemen.defeat.none')])
    this.defeat.disabled = !defeats
    this.last.textContent = view.deck > CLOSE || !view.horsemen.some(Boolean) ? '' : `⚠ ${t('four_horsemen.warn.deck', { count: view.deck })}`
    fill(this.deck, String(view.deck), () => [
      el('span', { class: 'back', 'data-left': Math.min(view.deck, 4) }),
      label(t('four_horsemen.draw'), t('four_horsemen.left', { count: view.deck })),
    ])
    const card = view.reserve
    fill(this.reserve, `${card}${view.taken}`, () => [
      el('span', { class: 'sideways' }, card && face(card)),
      label(t('four_horsemen.take'), card ? small(card) : t(view.taken ? 'four_horsemen.taken' : 'four_horsemen.none')),
    ])
    fill(this.play, 'play', () => [el('span', { class: 'fan' }), label(t('four_horsemen.play'), t('four_horsemen.as_stack'))])
    set(this.deck, { 'data-word': may('draw') && 'draw', 'aria-label': t('four_horsemen.cell.deck', { count: view.deck }) })
    const says = card ? 'four_horsemen.cell.reserve' : 'four_horsemen.cell.reserve.none'
    set(this.reserve, { 'data-word': may('reserve') && 'reserve', 'aria-label': t(says, { card: card && called(card, t) }) })
    set(this.reserve, { 'data-piece': card, 'data-owner': card && 0, 'data-suit': card?.[1] })
    set(this.play, { 'data-word': may('play') && 'play', 'data-picked': words[0] === 'play', 'aria-label': t('four_horsemen.cell.play') })
    for (const node of [this.deck, this.reserve, this.play]) {
      set(node, { 'aria-disabled': node.dataset.word || node.dataset.picked === '' ? null : 'true' })
    }
  }

  #handed({ view, last, may, ready, words }) {
    const { t } = this
    const cards = bySuit(view.hand)
    const drawn = ['draw', 'reserve'].includes(last?.[0]) ? view.hand.at(-1) : null
    for (const card of this.#hand.keys()) if (!cards.includes(card)) this.#hand.delete(card)
    for (const card of cards) if (!this.#hand.has(card)) this.#hand.set(card, cell('card', { 'data-card': card }, face(card), counted(card)))
    place(this.cards, cards.map((card) => this.#hand.get(card)))
    cards.forEach((card, index) => {
      const paired = view.tops.includes(card)
      set(this.#hand.get(card), {
        'aria-label': t(paired ? 'four_horsemen.cell.top' : 'four_horsemen.cell.card', { card: called(card, t), suit: t(`card.suit.${card[1]}`) }),
        'data-piece': card,
        'data-owner': 0,
        'data-suit': card[1],
        'data-pair': paired && (cards[index - 1]?.[1] === card[1] ? (cards[index + 1]?.[1] === card[1] ? 'on' : 'end') : 'start'),
        'data-word': words[0] === 'play' && may(card) && card,
        'data-move': words.length === 0 && ready(`play ${card}`) && `play ${card}`,
        'data-picked': words[1] === card,
        'data-last': card === drawn,
      })
    })
    const hint = !cards.length ? 'empty' : view.tops.length ? (words[0] === 'play' ? 'which' : 'play') : 'pair'
    this.hint.textContent = t(`four_horsemen.hint.${hint}`)
  }
}

const label = (what, detail) => el('span', { class: 'label' }, el('b', {}, what), el('small', {}, detail))

/** For a letter, the number that it counts. */
const counted = (card) => ('AJQK'.includes(card[0]) ? el('span', { class: 'counts' }, String(number(card))) : '')

const covered = (top, under) => [face(top), counted(top) || null, el('span', { class: 'under' }, `+${under}`)]

/** The cards of a hand, those of one suit side by side, in the order in which their suits came. */
function bySuit(hand) {
  const suits = [...new Set(hand.map((card) => card[1]))]
  return suits.flatMap((suit) => hand.filter((card) => card[1] === suit))
}
