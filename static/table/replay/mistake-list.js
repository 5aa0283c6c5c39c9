// List of a game's mistakes, which grows during the analysis: number in the move list, player's name, and sentence; and the
// summary for each player.

import { percent } from '../../core/format.js'
import { list, t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'
import { chancesText } from '../values.js'
import { chancesFor, MISTAKE_CHANCES } from './mistakes.js'

/** @import { Mistake } from './mistakes.js' */

const MAX_BETTER_MOVES = 4

/** Returns the effect of a mistake as a sentence.
 * @param {Pick<Mistake, 'seat' | 'fault' | 'before' | 'after'>} mistake
 * @param {{ move: string, other: string }} words names of the move and the other side */
export function faultText({ seat, fault, before, after }, words) {
  const [from, to] = [before, after].map((value) =>
    fault === 'chances' ? chancesText(chancesFor(seat, value) ?? 0) : value.score?.[0],
  )
  return t(`analysis.fault.${fault}`, { ...words, from, to })
}

/** Returns the better moves of a mistake as a list.
 * @param {Pick<Mistake, 'best'>} mistake @param {(told: string) => string} readable */
export const betterText = ({ best }, readable) =>
  list(best.slice(0, MAX_BETTER_MOVES).map(([, told]) => readable(told)))

/** Returns the summary of each player's mistakes as sentences, then the definition of a mistake.
 * @param {string[]} sides @param {ReturnType<typeof import('./mistakes.js').countMistakes>} counts */
export const countTexts = (sides, counts) => [
  ...counts.map((count, seat) => t('analysis.count', { name: sides[seat], ...count })),
  t('analysis.defined', { mistake: percent(MISTAKE_CHANCES) }),
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

/** @typedef {{ index: number, kind: string, text: string, name: string }} MistakeRow */

/** Lists mistakes in the order of the moves. `marked`: the index of the next move's; `press(index)`: called when one is
 * pressed.
 * @param {{ rows: MistakeRow[], marked: number | null, press: (index: number) => void }} props */
export const MistakeList = ({ rows, marked, press }) => html`
  <ol class="mistakes" aria-label=${t('analysis.mistakes')} tabindex="-1" hidden=${!rows.length}>
    ${rows.map(
      ({ index, kind, text, name }) => html`
        <li
          key=${index}
          data-mistake=${index}
          data-kind=${kind}
          aria-current=${index === marked ? 'step' : undefined}
        >
          <button type="button" class="quiet" onClick=${() => press(index)}>
            <span>${text}</span>${' '}
            ${name && html`<span class="mistake-of">${name}</span>`}
          </button>
        </li>`,
    )}
  </ol>`
