// Analysis of an ended game: a curve of the position values, the mistakes, and the best moves of the shown position, also in
// a line that the reader tries. Values come from the server, some positions per request; received ones stay if the server
// has no time for more. Loaded on demand.

import { say } from '../../core/announcer.js'
import { sheet } from '../../core/files.js'
import { solitaire } from '../../core/games.js'
import { get, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { ValueCurve } from '../../kit/charts/value-curve.js'
import { follow } from '../../kit/follow.js'
import { computed, html, signal, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { clearMarks, markPlaces } from '../marked-places.js'
import { readableText } from '../texts.js'
import { heightsOf, valueText } from '../values.js'
import { nextPage } from './analysis-order.js'
import { betterText, countTexts, faultText, heldTexts, MistakeList } from './mistake-list.js'
import { countMistakes, findMistakes, heldWins } from './mistakes.js'
import { numberText, sideNames } from './names.js'
import { busyText, PositionValues } from './position-values.js'

/** @import { Replay } from './replay.js' */
/** @import { Made, Mistake, Valued } from './mistakes.js' */

const TIMEOUT_MS = 120_000 // of one request; searches are slow
const MAX_BEST_MOVES = 4
const MAX_LINE_MOVES = 8 // of the best line

/** `why`: it waits or has stopped; `isStopped`: until the reader lets it go on.
 * @typedef {{ phase: '' | 'running' | 'paused' | 'done', why: string, isStopped: boolean }} Progress */

/** What is known of the shown position: its value in words, the best moves, the rest of the best line, and the mistake that
 * follows in the game. @typedef {{ text: string, isHere: boolean, best: LegalMove[], line: LegalMove[],
 *   next: Mistake | undefined }} Shown */

/** @type {Map<number, Valued>} */
const NO_VALUES = new Map()

export class Analysis {
  /** The values by the number of moves made. */
  #values = signal(NO_VALUES)
  /** The moves of the game. */
  #moves = signal(/** @type {Pick<Made, 'seat' | 'move'>[]} */ ([]))
  /** What the board adds, once it is loaded. */
  #added = signal(/** @type {BoardAnalysis | undefined} */ (undefined))
  #running = signal(false)
  progress = signal(/** @type {Progress} */ ({ phase: '', why: '', isStopped: false }))
  /** How often the reader has asked for it. */
  opened = signal(0)
  #valued = computed(() =>
    this.#moves.value.map((move, made) => ({
      ...move,
      before: this.#values.value.get(made),
      after: this.#values.value.get(made + 1),
    })),
  )
  /** The mistakes found so far. */
  #found = computed(() => findMistakes(this.#valued.value))
  #curve = computed(() => this.#values.value.size > 0 && this.#curveOf())
  /** How many of the game's moves lead to its shown position; null: it was taken back later. */
  #made = computed(() => {
    const { at, last } = this.replay
    const isKept = at.told.every((move, index) => move === last.told[index])
    return isKept ? at.told.length : null
  })
  /** Whether the shown position is one of the game, whose values are known together. */
  #isOwn = computed(() => {
    const { frame, at, source } = this.replay
    return (source.game ?? source.values) !== null && frame === at
  })
  /** The mistake of the next move, if the game itself is shown. */
  #next = computed(() => {
    const { frame, at } = this.replay
    const made = frame === at ? this.#made.value : null
    return this.#found.value.find(({ index }) => index === made)
  })
  #shown = computed(() => this.#shownOf())
  /** The strip's message before a mistake. */
  remark = computed(() => this.#next.value && this.#remark(this.#next.value))

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay
    const { rules, source, last } = replay
    this.plies = [0, ...source.plies]
    this.sides = sideNames(rules, last)
    this.positions = new PositionValues(rules, replay.left)
    /** The analysis, for its place in the rail. */
    this.panel = html`<${Panel} analysis=${this} />`
    sheet('/static/table/replay/analysis.css')
    sheet('/static/kit/charts/charts.css')
    const { left } = replay
    follow(
      left,
      () => (this.#isOwn.value ? null : replay.frame.view.position),
      (position) => this.positions.want(position),
    )
    follow(
      left,
      () => this.#found.value,
      (found) => {
        for (const { index, kind } of found) replay.moves.flag(index, kind)
      },
    )
    follow(
      left,
      () => /** @type {const} */ ([this.#shown.value, replay.frame, this.#added.value]),
      ([shown, frame, added]) => this.#mark(shown, frame, added),
    )
  }

  /** Loads missing values. Those of a published game are in its file; without them each position is analysed when it is
   * shown. */
  async run() {
    const { source, board } = this.replay
    if (this.#running.value) return
    this.#running.value = true
    this.#setState(this.progress.value.phase)
    try {
      this.#added.value ??= await board.draw?.analysis?.()
      if (source.values) this.#showGiven(source.values)
      else if (source.game) await this.#analyse(source.game)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.replay.left.aborted) this.#stop(error)
    } finally {
      this.#running.value = false
    }
  }

  /** @param {string} game its id */
  async #analyse(game) {
    this.#setState('running')
    this.#moves.value = await this.#loadMoves()
    await this.#loadAll(game)
    this.#setState('done')
    say(t('analysis.done', { count: this.#found.value.length }))
  }

  /** @param {Valued[]} values by the number of moves made */
  #showGiven(values) {
    this.#add(values.map((value, made) => [made, value]))
    this.#setState('done')
  }

  async #loadMoves() {
    const { source, last } = this.replay
    return Promise.all(
      source.plies.map(async (ply) => {
        const before = await source.positions.at(ply - 1, last.ply)
        const after = await source.positions.at(ply, last.ply)
        return { seat: before.turn ?? 0, move: after.last ?? '' }
      }),
    )
  }

  /** @param {string} id of the game */
  async #loadAll(id) {
    for (;;) {
      const page = nextPage(
        this.plies,
        (made) => this.#values.value.has(made),
        this.#made.value ?? this.plies.length - 1,
      )
      if (!page) return
      try {
        await this.#loadPage(id, page)
        this.#setState('running')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const why = busyText(error)
        if (why === null) throw error
        await this.#waitFor(why, error)
      }
    }
  }

  /** @param {string} id @param {{ first: number, last: number }} page */
  async #loadPage(id, { first, last }) {
    const path = `/api/games/${encodeURIComponent(id)}/analysis`
    const [from, to] = [this.plies[first], this.plies[last]]
    /** @type {Wire.Analysis} */
    const { items } = await get(`${path}?from=${from}&to=${to}`, {
      signal: this.replay.left,
      timeout: TIMEOUT_MS,
    })
    this.#add(items.map(({ n, ...valued }) => [this.plies.indexOf(n), valued]))
    if (!this.#values.value.has(first)) throw new Refusal(502, 'broken')
  }

  /** Adds values by the number of moves made; -1: of no position of the game.
   * @param {[made: number, valued: Valued][]} entries */
  #add(entries) {
    const known = entries.filter(([made]) => made >= 0)
    this.#values.value = new Map([...this.#values.value, ...known])
  }

  /** Handles a busy server: tells why, and waits before the next request. @param {string} why @param {Refusal} error */
  #waitFor(why, { detail }) {
    if (this.progress.value.why !== why) say(why)
    this.#setState('paused', why)
    const seconds = Number(detail.seconds) || 1
    return new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000)
      this.replay.left.addEventListener('abort', resolve, { once: true })
    })
  }

  /** Handles a refusal or no answer: received values stay. @param {Refusal} error */
  #stop({ code }) {
    const why = t(code === 'in_play' ? 'analysis.in_play' : 'analysis.failed')
    this.#setState('paused', why, true)
    say(why)
  }

  /** @param {Progress['phase']} phase @param {string} [why] @param {boolean} [isStopped] */
  #setState(phase, why = '', isStopped = false) {
    this.progress.value = { phase, why, isStopped }
  }

  // Drawing.

  /** What its panel contains. */
  get content() {
    const { board } = this.replay
    const { phase, why, isStopped } = this.progress.value
    const shown = this.#shown.value
    const counts = this.#countTexts()
    const [value, max] = [this.#values.value.size, this.plies.length]
    const isOpen = phase === 'running' || phase === 'paused'
    const wait = why || (isOpen ? t('analysis.positions', { value, max }) : '')
    const rows = this.#found.value.map((one) => ({
      ...one,
      text: this.#mistakeText(one),
      name: solitaire(this.replay.rules) ? '' : this.sides[one.seat],
    }))
    const press = (/** @type {number} */ index) => {
      this.replay.goTo(this.plies[index])
      board.element.scrollIntoView({ block: 'nearest' })
    }
    return html`
      <h2 tabindex="-1">${t('analysis.title')}</h2>
      <p class="value" data-value=${shown.isHere ? 'here' : ''}>${shown.text}</p>
      <p class="best">${this.#bestContent(shown)}</p>
      <progress
        aria-label=${t('analysis.progress')}
        max=${max}
        value=${value}
        hidden=${phase === 'done'}
      ></progress>
      <p class="analysis-wait">${wait}</p>
      <button type="button" data-act="go-on" hidden=${!isStopped} onClick=${() => this.run()}>
        ${t('act.go-on')}
      </button>
      <div>${this.#curve.value}</div>
      <div class="analysis-found" role="group" tabindex="0" aria-label=${t('analysis.mistakes')}>
        <ul class="mistake-counts">
          ${counts.slice(0, -1).map((text) => text && html`<li>${text}</li>`)}
        </ul>
        <${MistakeList} rows=${rows} marked=${shown.next?.index ?? null} press=${press} />
        <p class="mistake-defined">${counts.at(-1)}</p>
      </div>`
  }

  /** Returns a sentence for each player, and last the definition; nothing while too little is known. */
  #countTexts() {
    const { rules } = this.replay
    const [moves, found] = [this.#valued.value, this.#found.value]
    const isDone = this.progress.value.phase === 'done'
    const { length: seats } = rules.seats
    if (!moves.length) return []
    if ([...this.#values.value.values()].some(({ value }) => isCounted(value)))
      return countTexts(this.sides, countMistakes(found, seats))
    if (seats === 2 && isDone) return heldTexts(this.sides, heldWins(moves, seats))
    return isDone && !found.length ? [t('analysis.none')] : []
  }

  /** Returns "7. 4♣i3 lowers the chances from 71% to 34%. Better: 1♥g3." @param {Mistake} mistake @param {string} [key] */
  #mistakeText(mistake, key = 'analysis.mistake') {
    const { board, last } = this.replay
    const readable = (/** @type {string} */ told) => readableText(board, told)
    return t(key, {
      number: this.#numberText(mistake.index),
      best: betterText(mistake, readable),
      what: faultText(mistake, {
        move: readable(last.told[mistake.index]),
        other: this.sides[1 - mistake.seat] ?? '',
      }),
    })
  }

  /** @param {number} index of a move */
  #numberText(index) {
    return numberText(this.replay.moves.place(index))
  }

  #curveOf() {
    const { rules, board, last, moves } = this.replay
    const values = this.plies.map((_, made) => this.#values.value.get(made)?.value)
    const found = this.#found.value
    const told = last.told.map((text) => readableText(board, text))
    return html`
      <${ValueCurve}
        heights=${heightsOf(values)}
        marks=${found.map((one) => ({
          made: one.index + 1,
          kind: one.kind,
          title: this.#mistakeText(one),
        }))}
        sides=${
          solitaire(rules)
            ? [t('analysis.good'), t('analysis.bad')]
            : [this.#sideText(0), this.#sideText(1)]
        }
        end=${String(moves.place(told.length - 1).number)}
        at=${this.#made}
        choose=${(/** @type {number} */ made) => this.replay.goTo(this.plies[made])}
        texts=${{
          title: t('analysis.curve'),
          summary: t('analysis.curve.says', {
            count: told.length,
            mistakes: found.length,
          }),
          table: {
            head: [t('analysis.move'), t('table.moves'), t('analysis.value')],
            rows: values.map((value, made) => ({
              cells: [
                made ? this.#numberText(made - 1) : '–',
                made ? told[made - 1] : '–',
                valueText(rules, value, this.sides),
              ],
            })),
          },
        }}
      />`
  }

  /** Creates the label at the top or the foot of the curve. @param {number} seat */
  #sideText(seat) {
    return t('analysis.side', { seat: this.sides[seat] })
  }

  // Shown position.

  /** Returns what is known of the shown position. @returns {Shown} */
  #shownOf() {
    const { rules, frame } = this.replay
    const own = this.#isOwn.value
    const found = own ? this.#values.value.get(this.#made.value ?? -1) : this.positions.of(frame)
    const problem = own ? null : this.positions.problem(frame)
    const isOver = found?.value === null && frame.legal.length === 0
    const missing = own && !this.#running.value ? 'unknown' : 'thinking'
    const text = found && !isOver && valueText(rules, found.value, this.sides)
    const led = found?.best.length ? found : this.#continuation()
    return {
      text: problem ?? (text || t(`analysis.${found ? 'over' : missing}`)),
      isHere: found !== undefined && found !== null,
      best: led?.best.slice(0, MAX_BEST_MOVES) ?? [],
      line: led?.line?.slice(0, MAX_LINE_MOVES) ?? [],
      next: this.#next.value,
    }
  }

  /** Returns the strip's message before a mistake: what is wrong with the next move, and a button for the better one.
   * @param {Mistake} mistake */
  #remark(mistake) {
    const [move, told] = mistake.best[0] ?? []
    const what = this.#mistakeText(mistake, 'analysis.mistake.next')
    const tryBetter = () => this.replay.tryLine([move])
    return html`
      <p key=${mistake.index} class="next-mistake">
        <span>${what}</span>
        ${
          move &&
          html`
            <button type="button" class="quiet" data-act="try-better" onClick=${tryBetter}>
              ${t('analysis.better_move', { move: readableText(this.replay.board, told) })}
            </button>`
        }
      </p>`
  }

  /** Returns the rest of the game's best line if the reader follows it. @returns {Valued | undefined} */
  #continuation() {
    const { tried } = this.replay
    const line = this.#values.value.get(this.#made.value ?? -1)?.line ?? []
    const rest = line.slice(tried.length)
    const follows = tried.every((move, index) => move === line[index]?.[0])
    if (!tried.length || !follows || !rest.length) return undefined
    return { value: null, best: [rest[0]], line: rest }
  }

  /** Lists the best moves of the shown position, then the rest of the best line. @param {Shown} shown */
  #bestContent({ best, line }) {
    const then = line.slice(1)
    return [
      best.length > 0 && html`<span>${t('analysis.best')}</span>`,
      best.map((move) => this.#moveButton([move])),
      then.length > 0 && html`<span>${t('analysis.then')}</span>`,
      then.map((_, index) => this.#moveButton(line.slice(0, index + 2))),
    ]
  }

  /** Marks the best move on the board, before a mistake also the played move.
   * @param {Shown} shown @param {State} frame @param {BoardAnalysis | undefined} added */
  #mark({ best: [first], next }, frame, added) {
    const { board } = this.replay
    const best = first?.[0]
    clearMarks(board.element)
    if (best) markPlaces(board.element, [best])
    const played = next && this.#moves.value[next.index].move
    /** @type {MoveArrow[]} */
    const arrows = []
    if (played) arrows.push({ move: played, kind: 'played' })
    if (best && frame.legal.length > 1) arrows.push({ move: best, kind: 'better' })
    added?.arrows(arrows)
  }

  /** Shows a button that plays these moves, named by the last one. @param {LegalMove[]} moves */
  #moveButton(moves) {
    const { board } = this.replay
    const [move, told] = moves[moves.length - 1]
    return html`
      <button
        type="button"
        class="quiet"
        dir="ltr"
        data-best=${moves.length === 1 ? move : undefined}
        data-line-move=${moves.length > 1 ? moves.length : undefined}
        aria-label=${t('analysis.try', { move: readableText(board, told) })}
        onClick=${() => this.replay.tryLine(moves.map(([text]) => text))}
      >${board.words.readable?.(told) ?? told}</button>`
  }
}

/** @param {Value | null} value */
const isCounted = (value) => typeof value?.points === 'number'

/** The panel; the reader who asks for it is brought to its heading. @param {{ analysis: Analysis }} props */
function Panel({ analysis }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [analysis.opened.value])
  return html`
    <section
      ref=${place}
      class="analysis"
      aria-label=${t('analysis.title')}
      data-analysis=${analysis.progress.value.phase || undefined}
    >${analysis.content}</section>`
}
