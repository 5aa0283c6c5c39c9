// Table of a puzzle: the board, the task, and the outcome of a try. A right move is followed by the opponent's reply; a wrong
// one is refuted on the board and taken back by "Try again".

import { dailyPath, gamePath, puzzlesPath } from '../app/routes.js'
import { paced, reducedMotion } from '../boards/contract.js'
import { alert, say } from '../core/announcer.js'
import { el, set } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { familyName, seatName } from '../core/games.js'
import { get, post, Refusal } from '../core/http.js'
import { sequence, t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { cue } from '../core/sound.js'
import { showPosition } from '../play/board-host.js'
import { showKeys } from '../play/keys.js'
import { layTable } from '../play/layout.js'
import { clearMarks, markPlaces } from '../play/marked-places.js'
import { listNumber } from '../play/missed.js'
import { loadVariation } from '../play/positions.js'
import { statusLine } from '../play/status.js'
import { readableText, reasonText } from '../play/texts.js'
import { toolbar } from '../play/toolbar.js'
import { valueText, winnerOf } from '../play/values.js'
import { answered, begin, found, retried, shown } from './line.js'

/** @import { Missed } from '../play/missed.js' */
/** @import { Puzzle } from './page.js' */
/** @import { Line } from './line.js' */
/** @typedef {Pick<Wire.PuzzleAnswer, 'right' | 'value' | 'move' | 'told'> & Partial<Wire.PuzzleAnswer>
 *   & Partial<Pick<Wire.MissedAnswer, 'line'>>} Answer */

const ALL_GRADES = [1, 2, 3, 4, 5, 6, 7]
const REPLY_MS = 700 // from a move to the answer

/** `missed`: the puzzle is the missed win of one of the player's games; `games`: the games with puzzles; `month`: the
 * calendar; next(grade): asks for the next puzzle of a grade; choose(rules): for the puzzle of the day of another game.
 * @typedef {object} PuzzleOptions
 * @property {string} title
 * @property {Missed | null} missed
 * @property {Rules[]} games
 * @property {{ element: HTMLElement, reload(): unknown } | null} month
 * @property {(grade: number) => unknown} next
 * @property {(rules: string) => unknown} choose
 * @property {AbortSignal} signal */

export class PuzzleTable {
  /** @type {Puzzle | null} */
  #puzzle = null
  /** @type {State | null} what the board shows */
  #frame = null
  /** @type {Line} */
  #line = begin()
  #flipped = false
  #open = false // whether a move may be tried
  /** @type {Answer | null} of the last try */
  #answer = null
  #status = statusLine()
  #grade = el('p', { class: 'puzzle-grade' })
  #outcome = el('p', { class: 'puzzle-outcome warned-text' })
  #count = el('p', { class: 'detail' })
  #streak = el('p', { class: 'detail', hidden: true })
  #more = el('div', { class: 'row', role: 'group' })

  /** @param {HTMLElement} root @param {Rules} rules @param {BoardHost} host
   * @param {ReturnType<typeof import('../play/message-strip.js').messageStrip>} strip @param {PuzzleOptions} options */
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
          this.#goal(),
          this.#grade,
          options.missed ? null : [this.#choice(), this.#more],
          this.#count,
          this.#streak,
          options.missed
            ? null
            : el(
                'a',
                { class: 'button quiet', href: dailyPath() },
                t('puzzle.daily'),
              ),
        ),
        options.month?.element ?? null,
      ],
      actions: this.toolbar.element,
    })
    return set(table, { 'data-alone': true }) // no player bars
  }

  /** Creates the collapsed goal of the game. */
  #goal() {
    return el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'data-act': 'goal',
        onclick: () => this.#openHelp(),
      },
      t('puzzle.goal'),
    )
  }

  async #openHelp() {
    const [{ openHelp }] = await Promise.all([
      loadPart(() => import('../help/page.js')),
      prepare('help/page'),
    ])
    openHelp(this.rules, this.services)
  }

  /** Creates links to the puzzles of the day of the games with puzzles; null: there is only one. */
  #choice() {
    const { games } = this.options
    if (games.length < 2) return null
    return el(
      'nav',
      { class: 'row', 'aria-label': t('puzzle.game') },
      games.map((one) =>
        el(
          'a',
          {
            class: 'button',
            href: puzzlesPath(null, undefined, one.id),
            'data-game': one.id,
            'aria-current': one.id === this.rules.id ? 'true' : null,
          },
          familyName(one),
        ),
      ),
    )
  }

  /** Shows the links to the next puzzles by grade. @param {readonly number[]} grades */
  #showGrades(grades) {
    set(this.#more, { 'aria-label': t('puzzle.more') })
    this.#more.replaceChildren(
      el('span', { class: 'detail' }, t('puzzle.more')),
      ...grades.map((grade) =>
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
    const { missed } = this.options
    this.#grade.textContent = missed
      ? t('missed.task', { number: listNumber(missed) })
      : t('puzzle.grade', { grade: t(`puzzle.grade.${puzzle.grade}`) })
    this.#showGrades(puzzle.grades ?? ALL_GRADES)
    this.#showMine(puzzle.mine)
    this.#status.show(rules, puzzle.state, this.#task())
    this.#draw(puzzle.state, true)
  }

  /** Returns the task as a sentence. */
  #task() {
    const { turn = 0, turns: count = 1, ends } = this.#puzzle ?? {}
    const seat = seatName(this.rules, turn)
    if (ends) return t('puzzle.task.moves', { seat, count })
    return t(count > 1 ? 'puzzle.task.win' : 'puzzle.task.one', { seat })
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
    this.#open = open
    this.#showActions()
  }

  #showActions() {
    const right = this.#answer?.right === true
    const { missed } = this.options
    const game = this.#puzzle?.id ?? ''
    this.toolbar.show([
      missed
        ? ['review', { href: gamePath(game, missed.ply) }]
        : ['next', { label: t('act.next-puzzle') }],
      ['solution', { disabled: !this.#answer || right }],
      ['flip', { pressed: this.#flipped }],
      'help',
      ['describe', { menu: true }],
    ])
  }

  /** @param {string} act */
  #press(act) {
    const { board } = this
    if (act === 'next') this.options.next(this.#puzzle?.grade ?? 1)
    else if (act === 'help') this.#openHelp()
    else if (act === 'solution') this.#showSolution()
    else if (act === 'describe' && this.#frame) showPosition(board, this.#frame)
    else if (act === 'flip' && this.#frame) {
      this.#flipped = !this.#flipped
      this.#draw(this.#frame, this.#open)
    }
  }

  /** @param {string} move */
  async #try(move) {
    const { rules, options } = this
    const [puzzle, before, { moves: line }] = [
      this.#puzzle,
      this.#frame,
      this.#line,
    ]
    if (!puzzle || !before) return
    clearMarks(this.board.element)
    this.#say('')
    this.picks.set(before.legal, { pending: move })
    try {
      const id = encodeURIComponent(puzzle.id)
      if (!options.missed) await me() // the server stores the first answer
      const [answer, after] = await Promise.all([
        options.missed
          ? post(
              `/api/games/${id}/missed`,
              { move },
              { signal: options.signal },
            )
          : post(
              `/api/puzzles/${id}`,
              { move, line },
              { signal: options.signal },
            ),
        loadVariation(rules, puzzle.state, [...line, move]),
      ])
      if (!options.signal.aborted) await this.#decide(answer, move, after)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (options.signal.aborted) return
      this.#draw(before, true)
      const busy = error.status === 503 || error.status === 429
      this.services.say(t(busy ? 'search.busy' : 'puzzle.failed'))
    }
  }

  /** @param {Answer} answer @param {string} move @param {State} after the position after the move */
  async #decide(answer, move, after) {
    const { rules, root, options } = this
    const puzzle = this.#puzzle
    if (!puzzle) return
    this.#answer = answer
    this.#line = answered(this.#line, move, answer)
    const moves = shown(this.#line)
    const told = after.told.at(-1) ?? ''
    const answers = answer.reply || answer.refutation?.length
    const last = answers ? loadVariation(rules, puzzle.state, moves) : after
    const before = this.#frame
    if (answer.right || answers) this.#draw(after, false)
    const frame = await last
    if (answers && !reducedMotion())
      await new Promise((resolve) => setTimeout(resolve, paced(REPLY_MS)))
    if (options.signal.aborted) return
    const { phase, tries } = this.#line
    const open = phase === 'open'
    this.#draw(answer.right || answers ? frame : (before ?? after), open)
    this.#status.show(rules, frame, this.#statusText())
    root.dataset.answer = answer.right ? 'right' : 'wrong'
    Object.assign(root.dataset, {
      line: String(this.#line.moves.length),
      phase,
    })
    this.#tell(this.#sentence(answer, told, frame), answer)
    if (options.missed || open) return
    if (phase === 'done' || tries === 1) await this.#readMine()
  }

  /** Returns the current task. */
  #statusText() {
    const { phase } = this.#line
    const count = this.#puzzle?.turns ?? 1
    const number = found(this.#line) + 1
    if (phase === 'done' || number === 1 || number > count) return this.#task()
    return t('puzzle.next-move', { number, count })
  }

  /** Returns the outcome of a move as a sentence. `frame`: the last position of the line.
   * @param {Answer} answer @param {string} told @param {State} frame */
  #sentence(answer, told, frame) {
    const { rules, board, options } = this
    const value =
      reasonText(rules, frame, board) || valueText(rules, answer.value)
    const { phase, tries } = this.#line
    const move = readableText(board, told)
    const reply = answer.reply ?? answer.refutation?.[0]
    const params = {
      move,
      value,
      reply: reply ? readableText(board, reply[1]) : '',
    }
    if (!answer.right) {
      if (!reply) return t('puzzle.wrong', params)
      const wins = answer.value && winnerOf(answer.value) === this.#puzzle?.turn
      return t(wins ? 'puzzle.slower' : 'puzzle.refuted', params)
    }
    if (options.missed) {
      const line = answer.told === told ? this.#lineText(answer) : ''
      return `${t('puzzle.right', params)} ${line}`.trim()
    }
    if (phase === 'open') return t('puzzle.right.reply', params)
    return t(tries ? 'puzzle.done.later' : 'puzzle.done', params)
  }

  /** Shows the outcome, with the way back from a wrong move, and announces it. @param {string} text @param {Answer} answer */
  #tell(text, { right }) {
    const rightCue = this.#line.phase === 'done' ? 'end' : 'move'
    cue(right ? rightCue : 'wrong')
    set(this.#outcome, { 'data-answer': right ? 'right' : 'wrong' })
    this.#say(text)
    if (right) say(text)
    else alert(text)
  }

  /** Shows the outcome in the message strip, and nowhere else. @param {string} text */
  #say(text) {
    this.#outcome.textContent = text
    const refuted = this.#line.phase === 'refuted'
    const again = el(
      'button',
      {
        type: 'button',
        'data-act': 'again',
        onclick: () => this.#retry(),
      },
      t('puzzle.retry'),
    )
    this.strip.warn(text ? [this.#outcome, ...(refuted ? [again] : [])] : [])
  }

  /** Takes the wrong move back. */
  async #retry() {
    const puzzle = this.#puzzle
    if (!puzzle || this.#line.phase !== 'refuted') return
    this.#line = retried(this.#line)
    this.#say('')
    const { moves } = this.#line
    const frame = moves.length
      ? await loadVariation(this.rules, puzzle.state, moves)
      : puzzle.state
    if (this.options.signal.aborted) return
    this.#draw(frame, true)
    this.root.dataset.phase = 'open'
    const text = this.#statusText()
    this.#status.show(this.rules, frame, text)
    say(text)
  }

  /** Reloads the player's puzzle results and the calendar. */
  async #readMine() {
    const { rules, options } = this
    const [{ mine }] = await Promise.all([
      get(`/api/puzzles?rules=${rules.id}`, { signal: options.signal }),
      options.month?.reload(),
    ])
    if (!options.signal.aborted) this.#showMine(mine)
  }

  /** @param {Wire.PuzzleMine | undefined} mine */
  #showMine(mine) {
    if (this.options.missed) return
    this.#count.textContent = t('puzzle.solved', { count: mine?.solved ?? 0 })
    const { streak: count = 0, best = 0 } = mine ?? {}
    set(this.#streak, { hidden: count === 0, 'data-streak': count })
    this.#streak.textContent = count ? t('puzzle.streak', { count, best }) : ''
  }

  async #showSolution() {
    const { board } = this
    if (!this.#answer) return
    await this.#retry()
    if (this.options.signal.aborted) return
    const { move, told } = this.#answer
    markPlaces(board.element, [move])
    const sentence = t('puzzle.solution', { move: readableText(board, told) })
    this.#say(`${sentence} ${this.#lineText(this.#answer)}`.trim())
    say(sentence)
  }

  /** Returns the win to its end; '': only the first move is known. @param {Answer} answer */
  #lineText({ line = [] }) {
    if (line.length < 2) return ''
    const moves = line.map(([, told]) => readableText(this.board, told))
    return t('missed.line', { line: sequence(moves) })
  }
}
