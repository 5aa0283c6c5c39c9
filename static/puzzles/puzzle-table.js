// Table of a puzzle: the board, the task, and the outcome of a try. A right move is followed by the opponent's reply; a wrong
// one is refuted on the board and taken back by "Try again".

import { gamePath } from '../app/routes.js'
import { paced, reducedMotion } from '../board/contract.js'
import { alert, say } from '../core/announcer.js'
import { seatName } from '../core/games.js'
import { post, Refusal } from '../core/http.js'
import { sequence, t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { cue } from '../core/sound.js'
import { button } from '../kit/button.js'
import { elementOf } from '../kit/element.js'
import { showPosition } from '../play/board-host.js'
import { showKeys } from '../play/keys.js'
import { layTable } from '../play/layout.js'
import { clearMarks, markPlaces } from '../play/marked-places.js'
import { loadVariation } from '../play/positions.js'
import { statusLine } from '../play/status.js'
import { readableText, reasonText } from '../play/texts.js'
import { toolbar } from '../play/toolbar.js'
import { valueText } from '../play/values.js'
import { html } from '../vendor/preact.js'
import { answered, begin, found, retried, sentenceKey, shown } from './line.js'

/** @import { Missed } from '../play/missed.js' */
/** @import { Puzzle } from './page.js' */
/** @import { Line } from './line.js' */
/** @typedef {Pick<Wire.PuzzleAnswer, 'right' | 'value' | 'move' | 'told'> & Partial<Wire.PuzzleAnswer>
 *   & Partial<Pick<Wire.MissedAnswer, 'line'>>} Answer */

/** `missed`: the puzzle is the missed win of one of the player's games.
 * @typedef {{ rules: Rules, puzzle: Puzzle, missed: Missed | null, title: string }} Task */

/** `side`: beside the board. @typedef {{ host: BoardHost, side: HTMLElement,
 *   strip: import('../play/message-strip.js').MessageStrip }} Parts */

/** next(grade): goes to the next puzzle of a grade; readResults(): reads the player's results again.
 * @typedef {{ next: (grade: number) => unknown, openHelp: () => unknown, readResults: () => Promise<unknown>,
 *   signal: AbortSignal }} Does */

const REPLY_MS = 700 // from a move to the answer

export class PuzzleTable {
  /** @type {State} what the board shows */
  #frame
  #open = true // whether a move may be tried
  /** @type {Line} */
  #line = begin()
  /** @type {Answer | null} of the last try */
  #answer = null
  #flipped = false
  #status = statusLine()

  /** @param {HTMLElement} root @param {Task} task @param {Parts} parts @param {Does} does */
  constructor(root, task, { host, side, strip }, does) {
    const { rules, puzzle, title } = task
    const { board, picks } = host
    this.root = root
    this.task = task
    this.host = host
    this.strip = strip
    this.does = does
    this.#frame = puzzle.state
    picks.asks = false
    picks.onmove = (move) => this.#try(move)
    this.toolbar = toolbar((act) => this.#press(act))
    this.element = layTable(rules, board, {
      heading: elementOf(html`<h1 class="table-title">${title}</h1>`),
      head: [this.#status.element],
      bars: [
        elementOf(html`<div class="seat-top" />`),
        elementOf(html`<div class="seat-bottom" />`),
      ],
      message: strip.element,
      rail: [side],
      actions: this.toolbar.element,
    })
    this.element.dataset.alone = '' // no player bars
    this.element.addEventListener('ask', (event) => {
      if (/** @type {CustomEvent} */ (event).detail === 'keys')
        showKeys(board, { ...this.#frame, seat: null, acts: [] })
    })
    const { id, turn } = puzzle
    Object.assign(root.dataset, {
      status: 'live',
      turn,
      rules: rules.id,
      puzzle: id,
      phase: 'open',
    })
    this.#status.show(rules, puzzle.state, this.#goal())
    this.#draw(puzzle.state, true, false)
  }

  leave() {
    this.host.board.leave?.()
    this.strip.leave()
    this.toolbar.leave()
  }

  /** Returns what is to be found, as a sentence. */
  #goal() {
    const { turn, turns: count = 1, ends } = this.task.puzzle
    const seat = seatName(this.task.rules, turn)
    if (ends) return t('puzzle.task.moves', { seat, count })
    return t(count > 1 ? 'puzzle.task.win' : 'puzzle.task.one', { seat })
  }

  /** @param {State} frame @param {boolean} open whether a move may be tried */
  #draw(frame, open, animate = true) {
    const { board, picks } = this.host
    this.#frame = frame
    this.#open = open
    board.show(frame, {
      seat: frame.turn,
      flipped: (this.task.puzzle.turn === 1) !== this.#flipped,
      interactive: open,
      animate,
    })
    picks.set(open ? frame.legal : [])
    this.#showActions()
  }

  #showActions() {
    const { missed, puzzle } = this.task
    this.toolbar.show([
      missed
        ? ['review', { href: gamePath(puzzle.id, missed.ply) }]
        : ['next', { label: t('act.next-puzzle') }],
      ['solution', { disabled: !this.#answer || this.#answer.right }],
      'help',
      ['flip', { pressed: this.#flipped, menu: true }],
      ['describe', { menu: true }],
    ])
  }

  /** @param {string} act */
  #press(act) {
    if (act === 'next') this.does.next(this.task.puzzle.grade)
    else if (act === 'help') this.does.openHelp()
    else if (act === 'solution') this.#showSolution()
    else if (act === 'describe') showPosition(this.host.board, this.#frame)
    else if (act === 'flip') {
      this.#flipped = !this.#flipped
      this.#draw(this.#frame, this.#open)
    }
  }

  /** @param {string} move */
  async #try(move) {
    const { signal } = this.does
    const { rules, puzzle } = this.task
    const before = this.#frame
    clearMarks(this.host.board.element)
    this.#say('')
    this.host.picks.set(before.legal, { pending: move })
    try {
      const line = [...this.#line.moves, move]
      const [answer, after] = await Promise.all([
        this.#ask(move),
        loadVariation(rules, puzzle.state, line),
      ])
      if (!signal.aborted) await this.#decide(answer, move, after)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (signal.aborted) return
      this.#draw(before, true)
      const busy = error.status === 503 || error.status === 429
      this.host.services.say(t(busy ? 'search.busy' : 'puzzle.failed'))
    }
  }

  /** Asks the server about a move, which stores the player's first answer. @param {string} move @returns {Promise<Answer>} */
  async #ask(move) {
    const { signal } = this.does
    const id = encodeURIComponent(this.task.puzzle.id)
    if (this.task.missed) return post(`/api/games/${id}/missed`, { move }, { signal })
    await me()
    return post(`/api/puzzles/${id}`, { move, line: this.#line.moves }, { signal })
  }

  /** @param {Answer} answer @param {string} move @param {State} after the position after the move */
  async #decide(answer, move, after) {
    const { rules, puzzle, missed } = this.task
    const { signal, readResults } = this.does
    const before = this.#frame
    this.#answer = answer
    this.#line = answered(this.#line, move, answer)
    const answers = answer.reply || answer.refutation?.length
    const last = answers ? loadVariation(rules, puzzle.state, shown(this.#line)) : after
    if (answer.right || answers) this.#draw(after, false)
    const frame = await last
    if (answers && !reducedMotion())
      await new Promise((resolve) => setTimeout(resolve, paced(REPLY_MS)))
    if (signal.aborted) return
    const { phase, tries, moves } = this.#line
    this.#draw(answer.right || answers ? frame : before, phase === 'open')
    this.#status.show(rules, frame, this.#statusText())
    const outcome = answer.right ? 'right' : 'wrong'
    Object.assign(this.root.dataset, { answer: outcome, line: String(moves.length), phase })
    this.#tell(this.#sentence(answer, after.told.at(-1) ?? '', frame), answer.right)
    if (!missed && (phase === 'done' || (phase === 'refuted' && tries === 1))) await readResults()
  }

  /** Returns what is to be found next. */
  #statusText() {
    const count = this.task.puzzle.turns ?? 1
    const number = found(this.#line) + 1
    if (this.#line.phase === 'done' || number === 1 || number > count) return this.#goal()
    return t('puzzle.next-move', { number, count })
  }

  /** Returns the outcome of a move as a sentence. `frame`: the last position of the line.
   * @param {Answer} answer @param {string} told @param {State} frame */
  #sentence(answer, told, frame) {
    const { board } = this.host
    const { rules, missed } = this.task
    const reply = answer.reply ?? answer.refutation?.[0]
    const sentence = t(sentenceKey(this.#line, answer, missed !== null), {
      move: readableText(board, told),
      best: readableText(board, answer.told),
      value: reasonText(rules, frame, board) || valueText(rules, answer.value),
      reply: reply ? readableText(board, reply[1]) : '',
      tries: this.#line.tries,
    })
    const line = missed && answer.right && answer.told === told ? this.#lineText(answer) : ''
    return `${sentence} ${line}`.trim()
  }

  /** Shows the outcome, with the way back from a wrong move, and announces it. @param {string} text @param {boolean} right */
  #tell(text, right) {
    const rightCue = this.#line.phase === 'done' ? 'end' : 'move'
    cue(right ? rightCue : 'wrong')
    this.#say(text)
    if (right) say(text)
    else alert(text)
  }

  /** Shows the outcome in the message strip, and nowhere else. @param {string} text */
  #say(text) {
    const outcome = this.#answer?.right ? 'right' : 'wrong'
    const sentence = html`<p class="puzzle-outcome warned-text" data-answer=${outcome}>${text}</p>`
    const again = button({ act: 'again', onpress: () => this.#retry() }, t('puzzle.retry'))
    this.strip.warn(text ? [sentence, this.#line.phase === 'refuted' && again] : null)
  }

  /** Takes the wrong move back. */
  async #retry() {
    const { rules, puzzle } = this.task
    if (this.#line.phase !== 'refuted') return
    this.#line = retried(this.#line)
    this.#say('')
    const { moves } = this.#line
    const frame = moves.length ? await loadVariation(rules, puzzle.state, moves) : puzzle.state
    if (this.does.signal.aborted) return
    this.#draw(frame, true)
    this.root.dataset.phase = 'open'
    const text = this.#statusText()
    this.#status.show(rules, frame, text)
    say(text)
  }

  async #showSolution() {
    const { board } = this.host
    if (!this.#answer) return
    await this.#retry()
    if (this.does.signal.aborted) return
    const { move, told } = this.#answer
    markPlaces(board.element, [move])
    const sentence = t('puzzle.solution', { move: readableText(board, told) })
    this.#say(`${sentence} ${this.#lineText(this.#answer)}`.trim())
    say(sentence)
  }

  /** Returns the win to its end; '': only the first move is known. @param {Answer} answer */
  #lineText({ line = [] }) {
    if (line.length < 2) return ''
    const moves = line.map(([, told]) => readableText(this.host.board, told))
    return t('missed.line', { line: sequence(moves) })
  }
}
