// The table of one puzzle: the board, what is to be done, and what became of the move that was tried.

import { dailyPath, gamePath } from '../app/routes.js'
import { alert, say } from '../core/announcer.js'
import { el, set } from '../core/dom.js'
import { seatName } from '../core/games.js'
import { post, Refusal } from '../core/http.js'
import { sequence, t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { cue } from '../core/sound.js'
import { openHelp } from '../help/page.js'
import { loadVariation } from '../replay/sources.js'
import { valueText } from '../replay/values.js'
import { showPosition } from '../table/board-host.js'
import { showKeys } from '../table/keys.js'
import { layTable } from '../table/layout.js'
import { clearMarks, markPlaces } from '../table/marked-places.js'
import { listNumber } from '../table/missed.js'
import { statusLine } from '../table/status.js'
import { readableText } from '../table/texts.js'
import { toolbar } from '../table/toolbar.js'

/** @import { Missed } from '../table/missed.js' */
/** @import { Puzzle } from './page.js' */
/** @typedef {Wire.PuzzleAnswer & Partial<Pick<Wire.MissedAnswer, 'line'>>} Answer */

const SOLVED = 'puzzles.solved' // the setting: how many were solved on this device with the first try
const GRADES = 7

/** missed: it is that of a game of the player's own; next(grade): the next one of a grade is asked for.
 * @typedef {{ title: string, missed: Missed | null, next(grade: number): unknown, signal: AbortSignal }} PuzzleOptions */

export class PuzzleTable {
  /** @type {Puzzle | null} */
  #puzzle = null
  /** @type {State | null} what the board shows */
  #frame = null
  #tries = 0
  #flipped = false
  /** @type {Answer | null} of the last try */
  #answer = null
  #status = statusLine()
  #grade = el('p', { class: 'puzzle-grade' })
  #outcome = el('p', { class: 'puzzle-outcome' })
  #count = el('p', { class: 'detail' })

  /** @param {HTMLElement} root @param {Rules} rules @param {BoardHost} host
   * @param {ReturnType<typeof import('../table/message-strip.js').messageStrip>} strip @param {PuzzleOptions} options */
  constructor(root, rules, { board, picks, services }, strip, options) {
    this.root = root
    this.rules = rules
    this.board = board
    this.picks = picks
    this.services = services
    this.strip = strip
    this.options = options
    picks.asks = false
    picks.onmove = (move) => this.#try(move)
    this.toolbar = toolbar((act) => this.#press(act))
    this.element = this.#layOut()
    this.element.addEventListener('ask', (event) => {
      if (/** @type {CustomEvent} */ (event).detail === 'keys' && this.#frame)
        showKeys(board, { ...this.#frame, seat: null, acts: [] })
    })
  }

  leave() {
    this.board.leave?.()
    this.strip.leave()
    this.toolbar.leave()
  }

  #layOut() {
    const { rules, board, strip, options } = this
    const table = layTable(rules, board, {
      heading: el('h1', { class: 'table-title' }, options.title),
      head: [this.#status.element],
      bars: [
        el('div', { class: 'seat-top' }),
        el('div', { class: 'seat-bottom' }),
      ],
      message: strip.element,
      rail: [
        el(
          'section',
          { class: 'card puzzle', 'aria-label': options.title },
          this.#grade,
          this.#outcome,
          options.missed ? null : this.#stream(),
          this.#count,
          options.missed
            ? null
            : el(
                'a',
                { class: 'button quiet', href: dailyPath() },
                t('puzzle.daily'),
              ),
        ),
      ],
      actions: this.toolbar.element,
    })
    return set(table, { 'data-alone': true }) // nobody's bars
  }

  /** The next puzzles, by grade. */
  #stream() {
    const grades = Array.from({ length: GRADES }, (_, index) => index + 1)
    return el(
      'div',
      { class: 'row', role: 'group', 'aria-label': t('puzzle.more') },
      el('span', { class: 'detail' }, t('puzzle.more')),
      grades.map((grade) =>
        el(
          'button',
          {
            type: 'button',
            'data-grade': grade,
            onclick: () => this.options.next(grade),
          },
          t(`puzzle.grade.${grade}`),
        ),
      ),
    )
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    const { root, rules } = this
    this.#puzzle = puzzle
    Object.assign(root.dataset, {
      status: 'live',
      turn: puzzle.turn,
      rules: rules.id,
      puzzle: puzzle.id,
    })
    const seat = seatName(rules, puzzle.turn)
    this.#status.show(rules, puzzle.state, t('puzzle.task', { seat }))
    const { missed } = this.options
    this.#grade.textContent = missed
      ? t('missed.task', { number: listNumber(missed) })
      : t('puzzle.grade', { grade: t(`puzzle.grade.${puzzle.grade}`) })
    this.#showCount()
    this.#draw(puzzle.state, true)
  }

  /** @param {State} frame @param {boolean} open whether a move may be tried */
  #draw(frame, open) {
    const animate = this.#frame !== null
    this.#frame = frame
    this.board.show(frame, {
      seat: frame.turn,
      flipped: (this.#puzzle?.turn === 1) !== this.#flipped,
      interactive: open,
      animate,
    })
    this.picks.set(open ? frame.legal : [])
    this.#showActions()
  }

  #showActions() {
    const answered = this.#answer !== null
    const right = this.#answer?.right === true
    const { missed } = this.options
    const game = this.#puzzle?.id ?? ''
    this.toolbar.show([
      missed
        ? ['review', { href: gamePath(game, missed.ply) }]
        : ['next', { label: t('act.next-puzzle') }],
      ['solution', { disabled: !answered || right }],
      ['flip', { pressed: this.#flipped }],
      'help',
      ['describe', { menu: true }],
    ])
  }

  /** @param {string} act */
  #press(act) {
    const { services, rules, board } = this
    if (act === 'next') this.options.next(this.#puzzle?.grade ?? 1)
    else if (act === 'help') openHelp(rules, services)
    else if (act === 'solution') this.#showSolution()
    else if (act === 'describe' && this.#frame) showPosition(board, this.#frame)
    else if (act === 'flip' && this.#frame) {
      this.#flipped = !this.#flipped
      this.#draw(this.#frame, this.#answer?.right !== true)
    }
  }

  /** @param {string} move */
  async #try(move) {
    const { rules, options } = this
    const puzzle = this.#puzzle
    if (!puzzle) return
    clearMarks(this.board.element)
    this.picks.set(puzzle.state.legal, { pending: move })
    try {
      const id = encodeURIComponent(puzzle.id)
      const path = options.missed
        ? `/api/games/${id}/missed`
        : `/api/puzzles/${id}`
      const [answer, after] = await Promise.all([
        post(path, { move }, { signal: options.signal }),
        loadVariation(rules, puzzle.state, [move]),
      ])
      if (!options.signal.aborted) this.#decide(answer, after)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (options.signal.aborted) return
      this.#draw(puzzle.state, true)
      const busy = error.status === 503 || error.status === 429
      this.services.say(t(busy ? 'machine.busy' : 'puzzle.failed'))
    }
  }

  /** @param {Answer} answer @param {State} after the position after the move */
  #decide(answer, after) {
    const { rules, board, root } = this
    const told = after.told.at(-1) ?? ''
    this.#tries += 1
    this.#answer = answer
    root.dataset.answer = answer.right ? 'right' : 'wrong'
    const sentence = t(answer.right ? 'puzzle.right' : 'puzzle.wrong', {
      move: readableText(board, told),
      value: valueText(rules, answer.value),
    })
    const best = answer.right && answer.told === told
    const line = best ? this.#lineText(answer) : ''
    const text = `${sentence} ${line}`.trim()
    this.#outcome.textContent = text
    set(this.#outcome, { 'data-answer': answer.right ? 'right' : 'wrong' })
    cue(answer.right ? 'end' : 'wrong')
    if (answer.right) say(text)
    else alert(text)
    this.strip.say(sentence)
    if (answer.right && this.#tries === 1 && !this.options.missed) this.#solve()
    if (answer.right) this.#draw(after, false)
    else this.#draw(this.#puzzle?.state ?? after, true)
  }

  #solve() {
    settings.set(SOLVED, String(Number(settings.get(SOLVED, '0')) + 1))
    this.#showCount()
  }

  #showCount() {
    if (this.options.missed) return
    const count = Number(settings.get(SOLVED, '0'))
    this.#count.textContent = t('puzzle.solved', { count })
  }

  #showSolution() {
    const { board } = this
    if (!this.#answer) return
    const { move, told } = this.#answer
    markPlaces(board.element, [move])
    const sentence = t('puzzle.solution', { move: readableText(board, told) })
    const text = `${sentence} ${this.#lineText(this.#answer)}`.trim()
    this.#outcome.textContent = text
    this.services.say(sentence)
  }

  /** The win to its end; '' where only the first move is known. @param {Answer} answer */
  #lineText({ line = [] }) {
    if (line.length < 2) return ''
    const moves = line.map(([, told]) => readableText(this.board, told))
    return t('missed.line', { line: sequence(moves) })
  }
}
