// Turning point of a lost solitaire in its replay: the verdicts along the scrubber, the sentence, a solution on the board,
// and a new game from before the losing move.

import { say } from '../../core/announcer.js'
import { sheet } from '../../core/files.js'
import { Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { html, signal } from '../../vendor/preact.js'
import { findingOf, loadTurning, turningText } from '../solitaire/turning.js'
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

/** `status`: that it is searched for, why there is no finding, or the key of the finding.
 * @typedef {{ status: string, sentence: string, found: Turning | null }} Shown */

export class TurningPoint {
  #shown = signal(
    /** @type {Shown} */ ({
      status: 'searching',
      sentence: t('turning.searching'),
      found: null,
    }),
  )

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay
    /** The turning point, for its place in the rail. */
    this.section = html`<${Section} replay=${replay} shown=${this.#shown} />`
    sheet('/static/table/replay/turning.css')
  }

  /** Requests the turning point, again while the server is busy. @param {string} game */
  async run(game) {
    const { left } = this.replay
    /** @type {Turning | null} */
    let found = null
    while (!found && !left.aborted)
      try {
        found = await loadTurning(game, left)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (left.aborted) return
        if (!(await this.#waitFor(error))) return
      }
    if (found && !left.aborted) this.#show(found)
  }

  /** Handles a refusal; returns false if waiting is useless. @param {Refusal} error */
  async #waitFor({ code, detail }) {
    const busy = BUSY_CODES.includes(code)
    const status = busy ? 'busy' : 'failed'
    this.#shown.value = {
      status: code === 'not_found' ? 'none' : status,
      sentence: t(`turning.${status}`),
      found: null,
    }
    if (!busy) return false
    await new Promise((resolve) => {
      setTimeout(resolve, (Number(detail.seconds) || 5) * 1000)
      this.replay.left.addEventListener('abort', resolve, { once: true })
    })
    return true
  }

  /** @param {Turning} turning */
  #show(turning) {
    const { last, board, moves } = this.replay
    const { key } = findingOf(turning)
    const sentence = turningText(turning, board, last)
    this.#shown.value = { status: key, sentence, found: turning }
    say(sentence)
    if (key === 'at' && turning.lost !== null) moves.flag(turning.lost - 1, 'blunder')
  }

  get #known() {
    const { status, found } = this.#shown.value
    return status === 'unknown' ? null : found
  }

  /** The verdicts of the positions, along the scrubber. */
  get stretches() {
    const { ply: end } = this.replay.last
    return this.#known && stretches(this.#known, end).map((one) => stretch(one, end))
  }

  /** Returns the verdict of the position after a ply in words; undefined: there is none. @param {number} ply */
  verdictOf(ply) {
    return this.#known ? t(VERDICT_TEXTS[verdictOfPly(this.#known, ply)]) : undefined
  }
}

/** @param {{ replay: Replay, shown: import('@preact/signals').Signal<Shown> }} props */
function Section({ replay, shown: { value: shown } }) {
  const { status, sentence, found } = shown
  const known = found && status !== 'unknown' ? stretches(found, replay.last.ply) : []
  return html`
    <section
      class="turning"
      aria-label=${t('turning.title')}
      data-turning=${status}
      hidden=${status === 'none'}
    >
      <p class="turning-text">${sentence}</p>
      <p class="turning-legend" aria-hidden="true">
        ${known.map(
          ({ verdict }) => html`
            <span><span class="verdict" data-verdict=${verdict}></span>${t(VERDICT_TEXTS[verdict])}</span>`,
        )}
      </p>
      <div class="turning-buttons">${found && buttons(replay, found, status)}</div>
    </section>`
}

/** @param {Replay} replay @param {Turning} turning @param {string} status */
function buttons(replay, { ply, line }, status) {
  if (ply === null) return null
  const solution = { ply, moves: line.map(([move]) => move) }
  const tryBefore = async (/** @type {ElementEvent<'click'>} */ { currentTarget }) => {
    const { view } = await replay.source.positions.at(ply, replay.last.ply)
    await playOnFrom(replay, view.position, currentTarget)
  }
  return [
    status !== 'alive' &&
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

/** @param {ReturnType<typeof stretches>[number]} stretch @param {number} end of the log */
const stretch = ({ verdict, from, to }, end) => html`
  <span
    class="verdict"
    data-verdict=${verdict}
    style=${{ insetInlineStart: `${(100 * from) / end}%`, inlineSize: `${(100 * (to - from)) / end}%` }}
  ></span>`
