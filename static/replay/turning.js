// Turning point of a lost solitaire in its replay: the verdicts along the scrubber, the sentence, a solution on the board,
// and a new game from before the losing move.

import { say } from '../core/announcer.js'
import { sheet } from '../core/files.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { hosted } from '../kit/element.js'
import { findingOf, loadTurning, turningText } from '../solitaire/turning.js'
import { html } from '../vendor/preact.js'
import { playOnFrom } from './commands.js'

/** @import { Turning, Verdict } from '../solitaire/turning.js' */
/** @import { Replay } from './replay.js' */

/** @type {Record<Verdict, string>} */
const VERDICT_TEXTS = {
  winnable: 'turning.winnable',
  unknown: 'turning.not_known',
  lost: 'turning.lost',
}
const BUSY_CODES = ['busy', 'too_many', 'try_again']

/** @typedef {Pick<Turning, 'moves' | 'winnable' | 'ply' | 'lost_ply'>} Course */

/** Returns the stretches of one verdict along a log of `end` entries, without empty ones; the losing move is in the last.
 * @param {Course} turning @param {number} end
 * @returns {{ verdict: Verdict, from: number, to: number }[]} */
export function stretches({ moves, winnable, ply, lost_ply: lost }, end) {
  const won = winnable === moves ? end : (ply ?? 0) // entries after the last move change no position
  const over = lost === null ? end : Math.max(won, lost - 1)
  /** @type {{ verdict: Verdict, from: number, to: number }[]} */
  const all = [
    { verdict: 'winnable', from: 0, to: won },
    { verdict: 'unknown', from: won, to: over },
    { verdict: 'lost', from: over, to: end },
  ]
  return all.filter(({ from, to }) => to > from)
}

/** Returns the verdict of the position after `at` entries. Before the last winnable one the player could go back to it.
 * @param {Course} turning @param {number} at @returns {Verdict} */
export function verdictOfPly({ moves, winnable, ply, lost_ply: lost }, at) {
  if (winnable === moves || (ply !== null && at <= ply)) return 'winnable'
  return lost !== null && at >= lost ? 'lost' : 'unknown'
}

export class TurningPoint {
  /** @type {Turning | null} */
  #found = null
  #sentence = t('turning.searching')
  #status = 'searching' // or why there is no finding, or the key of the finding
  #drawn

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay
    this.#drawn = hosted(() => this.#content())
    this.element = this.#drawn.element
    replay.left.addEventListener('abort', this.#drawn.leave)
    sheet('/static/replay/turning.css')
  }

  /** Requests the turning point, again while the server is busy. @param {string} game */
  async run(game) {
    while (!this.#found && !this.replay.left.aborted)
      try {
        this.#found = await loadTurning(game, this.replay.left)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (this.replay.left.aborted) return
        if (!(await this.#waitFor(error))) return
      }
    if (this.#found && !this.replay.left.aborted) this.#show(this.#found)
  }

  /** Handles a refusal; returns false if waiting is useless. @param {Refusal} error */
  async #waitFor({ code, detail }) {
    const busy = BUSY_CODES.includes(code)
    if (code === 'not_found') this.#status = 'none'
    else this.#status = busy ? 'busy' : 'failed'
    this.#sentence = t(busy ? 'turning.busy' : 'turning.failed')
    this.#drawn.draw()
    if (!busy) return false
    await new Promise((resolve) => {
      setTimeout(resolve, (Number(detail.seconds) || 5) * 1000)
      this.replay.left.addEventListener('abort', resolve, { once: true })
    })
    return true
  }

  /** @param {Turning} turning */
  #show(turning) {
    const { replay } = this
    const { last, board, view } = replay
    const { key } = findingOf(turning)
    this.#status = key
    this.#sentence = turningText(turning, board, last)
    this.#drawn.draw()
    say(this.#sentence)
    if (key !== 'unknown')
      view.showVerdicts(
        stretches(turning, last.ply).map((one) => stretch(one, last.ply)),
        (ply) => t(VERDICT_TEXTS[verdictOfPly(turning, ply)]),
      )
    if (key === 'at' && turning.lost !== null) view.moves.flag(turning.lost - 1, 'blunder')
    replay.draw(replay.frame)
  }

  #content() {
    const found = this.#found
    const isKnown = found !== null && this.#status !== 'unknown'
    const shown = isKnown ? stretches(found, this.replay.last.ply) : []
    return html`
      <section
        class="turning"
        aria-label=${t('turning.title')}
        data-turning=${this.#status}
        hidden=${this.#status === 'none'}
      >
        <p class="turning-text">${this.#sentence}</p>
        <p class="turning-legend" aria-hidden="true">
          ${shown.map(
            ({ verdict }) => html`
              <span><span class="verdict" data-verdict=${verdict}></span>${t(VERDICT_TEXTS[verdict])}</span>`,
          )}
        </p>
        <div class="turning-buttons">${found && this.#buttons(found)}</div>
      </section>`
  }

  /** @param {Turning} turning */
  #buttons({ ply, line }) {
    if (ply === null) return null
    const { replay } = this
    const solution = { ply, moves: line.map(([move]) => move) }
    const tryBefore = async (/** @type {ElementEvent<'click'>} */ { currentTarget }) => {
      const { view } = await replay.source.positions.at(ply, replay.last.ply)
      await playOnFrom(replay, view.position, currentTarget)
    }
    return [
      this.#status !== 'alive' &&
        html`
          <button type="button" class="primary" data-act="try-before" onClick=${tryBefore}>
            ${t('act.try-before')}
          </button>`,
      html`
        <button
          type="button"
          data-act="show-solution"
          onClick=${() => replay.showSolution(solution)}
        >${t('act.show-solution')}</button>`,
    ]
  }
}

/** @param {ReturnType<typeof stretches>[number]} stretch @param {number} end of the log */
const stretch = ({ verdict, from, to }, end) => html`
  <span
    class="verdict"
    data-verdict=${verdict}
    style=${{ insetInlineStart: `${(100 * from) / end}%`, inlineSize: `${(100 * (to - from)) / end}%` }}
  ></span>`
