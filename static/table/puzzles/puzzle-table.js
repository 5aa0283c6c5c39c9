// Table of a puzzle: the board, the task, and the outcome of a try. A right move is followed by the opponent's reply; a wrong
// one is refuted on the board and taken back by "Try again".

import { gamePath } from '../../app/routes.js'
import { paced, reducedMotion } from '../../board/contract.js'
import { alert, say } from '../../core/announcer.js'
import { once } from '../../core/busy-button.js'
import { seatName } from '../../core/games.js'
import { post, Refusal } from '../../core/http.js'
import { sequence, t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { cue } from '../../core/sound.js'
import { button } from '../../kit/button.js'
import { follow } from '../../kit/follow.js'
import { mount } from '../../kit/page.js'
import { html, signal } from '../../vendor/preact.js'
import { showPosition } from '../board-host.js'
import { showKeys } from '../keys.js'
import { tableOf } from '../layout.js'
import { clearMarks, markPlaces } from '../marked-places.js'
import { loadVariation } from '../positions.js'
import { statusLine } from '../status.js'
import { readableText, reasonText } from '../texts.js'
import { Toolbar } from '../toolbar.js'
import { valueText } from '../values.js'
import { answered, begin, found, retried, sentenceKey, shown } from './line.js'

/** @import { Missed } from '../missed.js' */
/** @import { Puzzle } from './page.js' */
/** @import { Line } from './line.js' */
/** @typedef {Pick<Wire.PuzzleAnswer, 'right' | 'value' | 'move' | 'told'> & Partial<Wire.PuzzleAnswer>
 *   & Partial<Pick<Wire.MissedAnswer, 'line'>>} Answer */

/** `missed`: the puzzle is the missed win of one of the player's games.
 * @typedef {{ rules: Rules, puzzle: Puzzle, missed: Missed | null, title: string }} Task */

/** `side`: beside the board. @typedef {{ host: BoardHost, side: Content,
 *   strip: import('../message-strip.js').MessageStrip }} Parts */

/** next(grade): goes to the next puzzle of a grade; readResults(): reads the player's results again.
 * @typedef {{ next: (grade: number) => unknown, openHelp: () => unknown, readResults: () => Promise<unknown>,
 *   signal: AbortSignal }} Does */

/** `isOpen`: whether a move may be tried. @typedef {{ frame: State, isOpen: boolean }} Position */

const REPLY_MS = 700 // from a move to the answer

export class PuzzleTable {
  /** What the board shows. @type {import('@preact/signals').Signal<Position>} */
  #position
  /** The status of the line, in words. */
  #status
  /** @type {Line} */
  #line = begin()
  /** Of the last try. @type {import('@preact/signals').Signal<Answer | null>} */
  #answer = signal(null)
  #flipped = signal(false)

  /** @param {HTMLElement} root @param {Task} task @param {Parts} parts @param {Does} does */
  constructor(root, task, { host, side, strip }, does) {
    const { picks } = host
    this.root = root
    this.task = task
    this.host = host
    this.strip = strip
    this.does = does
    this.side = side
    this.#position = signal({ frame: task.puzzle.state, isOpen: true })
    this.#status = signal(this.#goal())
    picks.asks = false
    picks.onmove = (move) => this.#try(move)
  }

  open() {
    const { rules, puzzle } = this.task
    const { id, turn } = puzzle
    const { leave } = mount(this.root, html`<${PuzzleView} table=${this} />`) // before the board, which measures itself
    this.does.signal.addEventListener('abort', () => {
      leave()
      this.host.board.leave?.()
    })
    Object.assign(this.root.dataset, {
      screen: 'puzzles',
      status: 'live',
      turn,
      rules: rules.id,
      puzzle: id,
      phase: 'open',
    })
    this.#showPositions()
  }

  #showPositions() {
    const { board, picks } = this.host
    let animate = false
    follow(
      this.does.signal,
      () => ({ ...this.#position.value, flipped: this.#flipped.value }),
      ({ frame, isOpen, flipped }) => {
        board.show(frame, {
          seat: frame.turn,
          flipped: (this.task.puzzle.turn === 1) !== flipped,
          interactive: isOpen,
          animate,
        })
        picks.set(isOpen ? frame.legal : [])
        animate = true
      },
    )
  }

  get #frame() {
    return this.#position.value.frame
  }

  /** The parts of the table. */
  get content() {
    const { rules, title } = this.task
    const { board } = this.host
    const frame = this.#frame
    return tableOf({
      board,
      isAlone: true,
      onask: ({ detail }) =>
        detail === 'keys' && showKeys(board, { ...frame, seat: null, acts: [] }),
      heading: html`<h1 class="table-title">${title}</h1>`,
      head: statusLine(rules, frame, this.#status.value),
      message: this.strip.content,
      lead: this.side,
      actions: html`
        <${Toolbar}
          actions=${this.#actions()}
          press=${(/** @type {string} */ act, /** @type {HTMLElement} */ button) =>
            once(button, () => this.#press(act))}
        />`,
    })
  }

  /** Returns what is to be found, as a sentence. */
  #goal() {
    const { turn, turns: count = 1, ends } = this.task.puzzle
    const seat = seatName(this.task.rules, turn)
    if (ends) return t('puzzle.task.moves', { seat, count })
    return t(count > 1 ? 'puzzle.task.win' : 'puzzle.task.one', { seat })
  }

  /** @param {State} frame @param {boolean} isOpen */
  #show(frame, isOpen) {
    this.#position.value = { frame, isOpen }
  }

  /** @returns {ToolbarAction[]} */
  #actions() {
    const { missed, puzzle } = this.task
    const answer = this.#answer.value
    return [
      missed
        ? ['review', { href: gamePath(puzzle.id, missed.ply) }]
        : ['next', { label: t('act.next-puzzle') }],
      ['solution', { disabled: !answer || answer.right }],
      'help',
      ['flip', { pressed: this.#flipped.value, menu: true }],
      ['describe', { menu: true }],
    ]
  }

  /** @param {string} act */
  #press(act) {
    if (act === 'next') return this.does.next(this.task.puzzle.grade)
    if (act === 'help') return this.does.openHelp()
    if (act === 'solution') return this.#showSolution()
    if (act === 'describe') return showPosition(this.host.board, this.#frame)
    if (act === 'flip') this.#flipped.value = !this.#flipped.value
    return undefined
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
      this.#show(before, true)
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
    this.#answer.value = answer
    this.#line = answered(this.#line, move, answer)
    const answers = answer.reply || answer.refutation?.length
    const last = answers ? loadVariation(rules, puzzle.state, shown(this.#line)) : after
    if (answer.right || answers) this.#show(after, false)
    const frame = await last
    if (answers && !reducedMotion())
      await new Promise((resolve) => setTimeout(resolve, paced(REPLY_MS)))
    if (signal.aborted) return
    const { phase, tries, moves } = this.#line
    this.#show(answer.right || answers ? frame : before, phase === 'open')
    this.#status.value = this.#statusText()
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
    const outcome = this.#answer.peek()?.right ? 'right' : 'wrong'
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
    this.#show(frame, true)
    this.root.dataset.phase = 'open'
    this.#status.value = this.#statusText()
    say(this.#status.value)
  }

  async #showSolution() {
    const { board } = this.host
    const answer = this.#answer.value
    if (!answer) return
    await this.#retry()
    if (this.does.signal.aborted) return
    const { move, told } = answer
    markPlaces(board.element, [move])
    const sentence = t('puzzle.solution', { move: readableText(board, told) })
    this.#say(`${sentence} ${this.#lineText(answer)}`.trim())
    say(sentence)
  }

  /** Returns the win to its end; '': only the first move is known. @param {Answer} answer */
  #lineText({ line = [] }) {
    if (line.length < 2) return ''
    const moves = line.map(([, told]) => readableText(this.host.board, told))
    return t('missed.line', { line: sequence(moves) })
  }
}

/** @param {{ table: PuzzleTable }} props */
const PuzzleView = ({ table }) => table.content
