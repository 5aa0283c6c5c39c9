// List of a game's mistakes, which grows during the analysis: number in the move list, player's name, and sentence; and the
// summary for each player.

import { children, el, set } from '../core/dom.js'
import { first, list, t } from '../core/i18n.js'
import { DECIDED_POINTS, MISTAKE_POINTS } from './mistakes.js'

/** @import { Mistake } from './mistakes.js' */

const MAX_BETTER_MOVES = 4

/** Returns the effect of a mistake as a sentence.
 * @param {Pick<Mistake, 'fault' | 'points' | 'before' | 'after'>} mistake
 * @param {{ move: string, other: string, worth?(points: number): string }} words names of the move and the other side */
export function faultText({ fault, points, before, after }, { move, other, worth }) {
  return t(`analysis.fault.${fault}`, {
    move,
    other,
    worth: worth?.(points) ?? t('analysis.points', { points }),
    from: before.score?.[0],
    to: after.score?.[0],
  })
}

/** Returns the better moves of a mistake as a list.
 * @param {Pick<Mistake, 'best'>} mistake @param {(told: string) => string} readable */
export const betterText = ({ best }, readable) =>
  list(best.slice(0, MAX_BETTER_MOVES).map(([, told]) => readable(told)))

/** Returns the summary of each player's mistakes as sentences, then the definition of a mistake.
 * @param {Rules} rules @param {string[]} sides
 * @param {ReturnType<typeof import('./mistakes.js').countMistakes>} counts */
export const countTexts = (rules, sides, counts) => [
  ...counts.map((count, seat) => t('analysis.count', { name: sides[seat], ...count })),
  first([`${rules.family}.analysis.defined`, 'analysis.defined'], {
    mistake: MISTAKE_POINTS,
    decided: DECIDED_POINTS,
  }),
]

/** Returns for how many moves each player held a proved win, as sentences, then the explanation.
 * @param {string[]} sides @param {ReturnType<typeof import('./mistakes.js').heldWins>} held */
export function heldTexts(sides, held) {
  if (held.every(({ known }) => known === 0)) return [t('analysis.held.unknown')]
  const texts = held.map((one, seat) => {
    const key = one.known === one.count ? 'analysis.held' : 'analysis.held.some'
    return t(key, { name: sides[seat], ...one })
  })
  return [...texts, t('analysis.held.defined')]
}

export class MistakeList {
  /** @type {Map<number, HTMLElement>} by the index of the move */
  #rows = new Map()

  /** press(index): called when the mistake of that move is pressed. @param {(index: number) => void} press */
  constructor(press) {
    this.press = press
    this.element = el('ol', {
      class: 'mistakes',
      'aria-label': t('analysis.mistakes'),
      tabindex: '-1',
    })
  }

  /** Shows the rows. Existing rows stay, so that neither the focus nor the place in the list is lost.
   * @param {{ index: number, kind: string, text: string, name: string }[]} rows in the order of the moves */
  show(rows) {
    for (const row of rows)
      if (!this.#rows.has(row.index)) this.#rows.set(row.index, this.#row(row))
    const items = rows.flatMap(({ index }) => this.#rows.get(index) ?? [])
    children(this.element, items)
    set(this.element, { hidden: rows.length === 0 })
  }

  /** Marks the mistake of the next move; null: none. @param {number | null} index */
  mark(index) {
    for (const [at, row] of this.#rows) set(row, { 'aria-current': at === index && 'step' })
  }

  /** @param {{ index: number, kind: string, text: string, name: string }} row */
  #row({ index, kind, text, name }) {
    return el(
      'li',
      { 'data-mistake': index, 'data-kind': kind },
      el(
        'button',
        { type: 'button', class: 'quiet', onclick: () => this.press(index) },
        el('span', {}, text),
        ' ',
        name ? el('span', { class: 'mistake-of' }, name) : null,
      ),
    )
  }
}
