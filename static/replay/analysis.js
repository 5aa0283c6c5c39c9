// The analysis of an ended game: the value of each position as a curve, the mistakes, and the best moves of the position that
// is shown, also in a line that the reader tries. Values come from the server, some positions at a time; what has come stays
// when the server has no time for more. Loaded when it is asked for.

import { valueCurve } from '../charts/value-curve.js'
import { say } from '../core/announcer.js'
import { el, set } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { seatName, solitaire } from '../core/games.js'
import { get, Refusal } from '../core/http.js'
import { list, t } from '../core/i18n.js'
import { clearMarks, markPlaces } from '../table/marked-places.js'
import { readableText } from '../table/texts.js'
import { findMistakes } from './mistakes.js'
import { PositionValues } from './position-values.js'
import { heightsOf, valueText } from './values.js'

/** @import { Replay } from './replay.js' */
/** @import { Mistake, Valued } from './mistakes.js' */

const PAGE = 20 // positions in one request, at most
const FIRST_PAGE = 4 // so that something is seen soon
const PATIENCE = 120_000 // ms for one page: searches take their time
const SHOWN = 4 // best moves

export class Analysis {
  /** @type {Map<number, Valued>} by ply */
  #values = new Map()
  #left = new AbortController()
  #running = false
  /** @type {ReturnType<typeof valueCurve> | null} */
  #curve = null
  #value = el('p', { class: 'value', 'data-value': '' })
  #best = el('p', { class: 'best' })
  #chart = el('div', {})
  #mistakes = el('div', {})
  #progress = el('progress', { 'aria-label': t('analysis.progress') })
  #wait = el('p', { class: 'analysis-wait' })

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay
    this.plies = [0, ...replay.source.plies]
    this.positions = new PositionValues(replay.rules, this.#left.signal, () =>
      this.#showValue(),
    )
    this.again = el(
      'button',
      {
        type: 'button',
        'data-act': 'go-on',
        hidden: true,
        onclick: () => this.run(),
      },
      t('act.go-on'),
    )
    this.element = el(
      'section',
      { class: 'analysis', 'aria-label': t('analysis.title') },
      el('h2', { tabindex: '-1' }, t('analysis.title')),
      this.#value,
      this.#best,
      this.#progress,
      this.#wait,
      this.again,
      this.#chart,
      this.#mistakes,
    )
    sheet('/static/replay/analysis.css')
  }

  leave() {
    this.#left.abort()
    clearMarks(this.replay.board.element)
  }

  /** Loads what is missing. The values of a published game stand in its file; without them each position is valued when it
   * is shown. */
  async run() {
    const { source, last } = this.replay
    this.show()
    if (source.values) return this.#showGiven(source.values)
    if (!source.game || this.#running) return
    this.#running = true
    this.#setState('running')
    try {
      await this.#loadAll(source.game, last.ply)
      this.#finish(await this.#judge())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.#left.signal.aborted) this.#pause(error)
    } finally {
      this.#running = false
    }
  }

  /** @param {Valued[]} values by ply */
  #showGiven(values) {
    values.forEach((value, ply) => {
      this.#values.set(ply, value)
    })
    this.#setState('done')
    this.#draw([])
  }

  /** @param {string} id @param {number} end */
  async #loadAll(id, end) {
    const path = `/api/games/${encodeURIComponent(id)}/analysis`
    const { signal } = this.#left
    let size = FIRST_PAGE
    for (;;) {
      const from = this.plies.find((ply) => !this.#values.has(ply))
      this.#showProgress()
      if (from === undefined) return
      const to = Math.min(from + size - 1, end)
      /** @type {{ items: ({ n: number } & Valued)[] }} */
      const { items } = await get(`${path}?from=${from}&to=${to}`, {
        signal,
        timeout: PATIENCE,
      })
      for (const { n, value, best } of items)
        this.#values.set(n, { value, best })
      if (!this.#values.has(from)) throw new Refusal(502, 'broken')
      size = PAGE
      this.#draw([])
    }
  }

  /** @returns {Promise<Mistake[]>} */
  async #judge() {
    const { source, last } = this.replay
    const moves = source.plies.map(async (ply, index) => {
      const before = await source.positions.at(ply - 1, last.ply)
      const after = await source.positions.at(ply, last.ply)
      return {
        seat: before.turn ?? 0,
        move: after.last ?? '',
        before: this.#values.get(this.plies[index]),
        after: this.#values.get(ply),
      }
    })
    return findMistakes(await Promise.all(moves))
  }

  /** @param {Mistake[]} mistakes */
  #finish(mistakes) {
    const { view, board, last } = this.replay
    this.#setState('done')
    this.#draw(mistakes)
    for (const { index, kind } of mistakes) view.moves.flag(index, kind)
    const found = mistakes.map((one) => {
      const { index } = one
      const made = index + 1
      const text = t('analysis.mistake', {
        made,
        what: mistakeText(one, readableText(board, last.told[index]), board),
      })
      return el(
        'li',
        { 'data-mistake': index, 'data-kind': one.kind },
        el(
          'button',
          {
            type: 'button',
            class: 'quiet',
            onclick: () => view.on.goTo(this.plies[made]),
          },
          text,
        ),
      )
    })
    this.#mistakes.replaceChildren(
      found.length
        ? el(
            'ol',
            { class: 'mistakes', 'aria-label': t('analysis.mistakes') },
            found,
          )
        : el('p', {}, t('analysis.none')),
    )
    say(t('analysis.done', { count: mistakes.length }))
  }

  /** The server has no time, or does not answer: what is here stays. @param {Refusal} error */
  #pause({ code }) {
    this.#setState('paused')
    const key = code === 'in_play' ? 'analysis.in_play' : busyKey(code)
    this.#wait.textContent = t(key)
    say(t(key))
  }

  /** @param {'running' | 'paused' | 'done'} state */
  #setState(state) {
    set(this.element, { 'data-analysis': state })
    set(this.again, { hidden: state !== 'paused' })
    set(this.#progress, { hidden: state === 'done' })
    this.#wait.textContent = ''
  }

  #showProgress() {
    const max = this.plies.length
    const value = this.plies.filter((ply) => this.#values.has(ply)).length
    set(this.#progress, { max, value })
    this.#wait.textContent = t('analysis.positions', { value, max })
  }

  // Drawing.

  /** @param {Mistake[]} mistakes */
  #draw(mistakes) {
    const { rules, board, last } = this.replay
    const values = this.plies.map((ply) => this.#values.get(ply)?.value)
    const told = last.told.map((text) => readableText(board, text))
    const title = t('analysis.curve')
    const marks = mistakes.map((one) => ({
      made: one.index + 1,
      kind: one.kind,
      title: mistakeText(one, told[one.index], board),
    }))
    this.#curve = valueCurve(
      {
        heights: heightsOf(values),
        marks,
        sides: sidesOf(rules),
        choose: (made) => this.replay.view.on.goTo(this.plies[made]),
      },
      {
        title,
        summary: t('analysis.curve.says', {
          count: told.length,
          mistakes: mistakes.length,
        }),
        table: {
          head: [t('analysis.move'), t('table.moves'), t('analysis.value')],
          rows: values.map((value, made) => ({
            cells: [made, made ? told[made - 1] : '–', valueText(rules, value)],
          })),
        },
      },
    )
    this.#chart.replaceChildren(this.#curve.element)
    this.show()
  }

  /** The replay shows another position. */
  show() {
    const made = this.plies.indexOf(this.replay.at.ply)
    if (made >= 0) this.#curve?.point(made)
    this.#showValue()
  }

  /** What is known of the position that is shown; of a line that is tried it is asked. */
  #showValue() {
    const { frame, at, board, source } = this.replay
    const own = (source.game ?? source.values) !== null && frame === at
    const found = own ? this.#values.get(at.ply) : this.positions.of(frame)
    clearMarks(board.element)
    set(this.#value, { 'data-value': found ? 'here' : '' })
    this.#value.textContent = found
      ? (this.positions.problem(frame) ?? this.#valueOf(found, frame))
      : t(own && !this.#running ? 'analysis.unknown' : 'analysis.thinking')
    const best = (found?.best ?? []).slice(0, SHOWN)
    this.#best.replaceChildren(
      ...(best.length
        ? [
            el('span', {}, t('analysis.best')),
            ...best.map(([move, told]) => this.#bestButton(move, told)),
          ]
        : []),
    )
    if (best.length) markPlaces(board.element, [best[0][0]])
  }

  /** @param {Valued} found @param {State} frame */
  #valueOf({ value }, frame) {
    const over = value === null && frame.legal.length === 0
    return over ? t('analysis.over') : valueText(this.replay.rules, value)
  }

  /** @param {string} move @param {string} told */
  #bestButton(move, told) {
    const { board } = this.replay
    return el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'data-best': move,
        'aria-label': t('analysis.try', { move: readableText(board, told) }),
        onclick: () => this.replay.tryMove(move),
      },
      board.readable?.(told) ?? told,
    )
  }
}

/** @param {string} code of a refusal */
const busyKey = (code) =>
  ['busy', 'too_many', 'timeout', 'try_again'].includes(code)
    ? 'machine.busy'
    : 'analysis.failed'

/** What stands at the top and at the foot of the curve. @param {Rules} rules @returns {[string, string]} */
const sidesOf = (rules) =>
  solitaire(rules)
    ? [t('analysis.good'), t('analysis.bad')]
    : [
        t('analysis.side', { seat: seatName(rules, 0) }),
        t('analysis.side', { seat: seatName(rules, 1) }),
      ]

/** @param {Mistake} mistake @param {string} move @param {Board} board */
function mistakeText({ fault, best, before, after }, move, board) {
  const better = best
    .slice(0, SHOWN)
    .map(([, told]) => readableText(board, told))
  const params = {
    move,
    best: list(better),
    points: String(
      Math.round(Math.abs((before.points ?? 0) - (after.points ?? 0)) / 10) /
        10,
    ),
    from: String(before.score?.[0] ?? ''),
    to: String(after.score?.[0] ?? ''),
  }
  const known =
    fault !== 'points' ||
    (typeof before.points === 'number' && typeof after.points === 'number')
  return t(`analysis.fault.${known ? fault : 'much'}`, params)
}
