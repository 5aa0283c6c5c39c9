// Turning point of a lost solitaire in its replay: the verdicts along the scrubber, the sentence, a solution on the board,
// and a new game from before the losing move.

import { say } from '../core/announcer.js'
import { el, set } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
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

export class TurningPoint {
  /** @type {Turning | null} */
  #found = null
  #left = new AbortController()
  #text = el('p', { class: 'turning-text' }, t('turning.searching'))
  #buttons = el('div', { class: 'turning-buttons' })
  #legend = el('p', { class: 'turning-legend', 'aria-hidden': 'true' })

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay
    this.element = el(
      'section',
      {
        class: 'turning',
        'aria-label': t('turning.title'),
        'data-turning': 'searching',
      },
      this.#text,
      this.#legend,
      this.#buttons,
    )
    sheet('/static/replay/turning.css')
  }

  leave() {
    this.#left.abort()
  }

  /** Requests the turning point, again while the server is busy. @param {string} game */
  async run(game) {
    while (!this.#found && !this.#left.signal.aborted)
      try {
        this.#found = await loadTurning(game, this.#left.signal)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (this.#left.signal.aborted) return
        if (!(await this.#waitFor(error))) return
      }
    if (this.#found && !this.#left.signal.aborted) this.#show(this.#found)
  }

  /** Handles a refusal; returns false if waiting is useless. @param {Refusal} error */
  async #waitFor({ code, detail }) {
    const busy = BUSY_CODES.includes(code)
    set(this.element, {
      hidden: code === 'not_found', // this server does not search for it
      'data-turning': busy ? 'busy' : 'failed',
    })
    this.#text.textContent = t(busy ? 'turning.busy' : 'turning.failed')
    if (!busy) return false
    await new Promise((resolve) => {
      setTimeout(resolve, (Number(detail.seconds) || 5) * 1000)
      this.#left.signal.addEventListener('abort', resolve, { once: true })
    })
    return true
  }

  /** @param {Turning} turning */
  #show(turning) {
    const { replay } = this
    const { last, board, view } = replay
    const { key } = findingOf(turning)
    set(this.element, { 'data-turning': key })
    this.#text.textContent = turningText(turning, board, last)
    say(this.#text.textContent)
    const parts = stretches(turning, last.ply)
    if (key !== 'unknown') {
      view.showVerdicts(
        parts.map(({ verdict, from, to }) => stretch(verdict, from / last.ply, to / last.ply)),
        (ply) => t(VERDICT_TEXTS[verdictOfPly(turning, ply)]),
      )
      const shown = parts.map(({ verdict }) => verdict)
      this.#legend.replaceChildren(
        ...shown.map((verdict) => el('span', {}, sample(verdict), t(VERDICT_TEXTS[verdict]))),
      )
    }
    if (key === 'at' && turning.lost !== null) view.moves.flag(turning.lost - 1, 'blunder')
    this.#buttons.replaceChildren(...this.#actions(turning, key))
    replay.draw(replay.frame)
  }

  /** @param {Turning} turning @param {string} key @returns {HTMLElement[]} */
  #actions({ ply, line }, key) {
    if (ply === null) return []
    const { replay } = this
    const solution = { ply, moves: line.map(([move]) => move) }
    const show = el(
      'button',
      {
        type: 'button',
        'data-act': 'show-solution',
        onclick: () => replay.showSolution(solution),
      },
      t('act.show-solution'),
    )
    if (key === 'alive') return [show]
    const again = el(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-act': 'try-before',
        onclick: async () => {
          const { positions } = replay.source
          const { view } = await positions.at(ply, replay.last.ply)
          await playOnFrom(replay, view.position, again)
        },
      },
      t('act.try-before'),
    )
    return [again, show]
  }
}

/** @param {Verdict} verdict @param {number} from @param {number} to shares of the scrubber */
function stretch(verdict, from, to) {
  const mark = el('span', { class: 'verdict', 'data-verdict': verdict })
  mark.style.insetInlineStart = `${100 * from}%`
  mark.style.inlineSize = `${100 * (to - from)}%`
  return mark
}

/** @param {Verdict} verdict */
const sample = (verdict) => el('span', { class: 'verdict', 'data-verdict': verdict })
