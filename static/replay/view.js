// View of a replay: board, scrubber, move list, tried lines, and buttons.

import { el, set } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { sequence, t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { elementOf } from '../kit/element.js'
import { ChainRow, chainSheet } from '../play/chain-offers.js'
import { termsText } from '../play/clock-text.js'
import { layTable } from '../play/layout.js'
import { stepButton } from '../play/look-back.js'
import { missedRow } from '../play/missed.js'
import { MoveList } from '../play/move-list.js'
import { PlayerBars } from '../play/player-bars.js'
import { statusLine } from '../play/status.js'
import { endText, firstSeat, readableText, resultText, versionText } from '../play/texts.js'
import { toolbar } from '../play/toolbar.js'
import { solitaireStats } from '../solitaire/stats.js'
import { markElements } from './marks.js'
import { variationList } from './variations.js'

/** @import { Step } from '../play/look-back.js' */
/** @import { Chain } from '../play/chains.js' */
/** @import { Findings } from './marks.js' */
/** @import { Line, Place } from './variations.js' */

/** slide(ply): called while the slider moves; goTo(ply), step(act): move through the game; goToPlace(place): through a
 * variation, which leaveVariation() ends; playChain(chain), shareChain(chain): for the offered chain; press(act, button):
 * for all other buttons.
 * @typedef {object} ReplayHandlers
 * @property {(ply: number) => void} slide
 * @property {(ply: number) => void} goTo
 * @property {(act: Step) => void} step
 * @property {(place: Place) => void} goToPlace
 * @property {() => void} leaveVariation
 * @property {(chain: Chain) => unknown} playChain
 * @property {(chain: Chain) => unknown} shareChain
 * @property {(act: string, button: HTMLElement) => void} press
 * @property {AbortSignal} left
 * @property {ReturnType<typeof import('./autoplay.js').autoplay>} autoplay */

/** Returns the clocks stopped at their values. @param {State['clock']} clock */
const stopped = (clock) => clock && { ...clock, running: null }

export class ReplayView {
  #tried = el('span', {})
  #trying = el(
    'p',
    { class: 'trying' },
    this.#tried,
    el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'data-act': 'leave-line',
        onclick: () => this.#leaveVariation(),
      },
      t('replay.leave_line'),
    ),
  )
  /** @type {HTMLElement | null} the strip's notice about the game's shown position */
  #remark = null
  #marks = el('div', { class: 'marks', 'aria-hidden': 'true' })
  #verdicts = el('div', { class: 'verdicts', 'aria-hidden': 'true' })
  /** The verdict of the position after a ply, in words. @type {((ply: number) => string) | null} */
  #verdict = null
  #result = el('p', { class: 'result' })
  /** @type {Findings} */
  #findings = { forced: [], moments: [] }
  #range
  #status = statusLine()

  /** Style sheets of a replay, besides those of a table. */
  static sheet() {
    return Promise.all([
      sheet('/static/play/look-back.css'),
      sheet('/static/replay/replay.css'),
      chainSheet(),
    ])
  }

  /** @param {Rules} rules @param {Board} board @param {ReplaySource} source
   * @param {import('../play/message-strip.js').MessageStrip} strip @param {ReplayHandlers} on */
  constructor(rules, board, source, strip, on) {
    this.rules = rules
    this.board = board
    this.source = source
    this.strip = strip
    this.on = on
    const { last, plies } = source
    this.players = new PlayerBars(rules, () => {}, board)
    // presence does not matter in a replay
    this.people = last.players.map((player) => player && { ...player, online: undefined })
    this.stats = solitaireStats()
    this.moves = new MoveList({
      seats: rules.seats.length,
      readable: (told) => board.readable?.(told) ?? told,
      press: (made) => on.goTo(plies[made - 1] ?? made),
    })
    this.lines = variationList(board, this.moves, on.goToPlace)
    this.chains = new ChainRow({
      play: on.playChain,
      share: source.game === null ? null : on.shareChain,
    })
    this.analysis = el('div', { class: 'analysis-place' })
    this.turning = el('div', { class: 'turning-place' })
    this.toolbar = toolbar(on.press)
    this.note = source.note && el('p', { class: 'note-of-ply', 'data-note': true })
    this.#result.textContent = this.#resultText()
    this.#range = this.#makeRange()
    this.element = this.#layOut()
    this.moves.show(last.told)
  }

  #makeRange() {
    const range = el('input', {
      type: 'range',
      min: '0',
      max: String(this.source.last.ply),
      'aria-label': t('replay.place'),
      'data-input': 'ply',
    })
    let waiting = false
    range.addEventListener('input', () => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(() => {
        waiting = false
        this.on.slide(Number(range.value))
      })
    })
    range.addEventListener('change', () => this.on.goTo(Number(range.value)))
    return range
  }

  #layOut() {
    const { rules, board, source, players, strip, on } = this
    return layTable(rules, board, {
      heading: el(
        'h1',
        { class: 'table-title', title: source.heading }, // for a title that is cut off
        el('span', {}, source.heading, ' '),
        el('span', { class: 'table-control' }, termsText(source.last)),
      ),
      head: [this.#status.element, this.stats.element],
      bars: players.elements,
      message: strip.element,
      rail: [
        el('div', { class: 'steps' }, this.#scrubber(), this.note, this.#result),
        this.turning,
        this.moves.element,
        this.analysis,
        this.lines.element,
        this.chains.element,
        source.game === null ? null : missedRow(rules, source.last, on.left),
        el('p', { class: 'rules-version' }, versionText(rules, source.last)),
      ],
      actions: this.toolbar.element,
    })
  }

  #scrubber() {
    const { step, autoplay } = this.on
    return el(
      'div',
      {
        class: 'scrubber',
        dir: 'ltr', // back is left, as in the move list
        role: 'group',
        'aria-label': t('replay.steps'),
      },
      autoplay.button,
      elementOf(stepButton('first', step)),
      elementOf(stepButton('prev', step)),
      el('div', { class: 'scrubber-line' }, this.#range, this.#verdicts, this.#marks),
      elementOf(stepButton('next', step)),
      elementOf(stepButton('last', step)),
      autoplay.speedButton,
    )
  }

  #resultText() {
    const { rules, board } = this
    const { last } = this.source
    if (!last.over) return ''
    return endText(rules, last, board)
  }

  /** Draws the replay. at: the state of the game; frame: the same, or that of a variation from it; place: the shown one in
   * that variation.
   * @param {State} at @param {State} frame @param {Place | null} place @param {Line[]} lines @param {boolean} flipped */
  show(at, frame, place, lines, flipped) {
    const { source, rules, people: players } = this
    const { last } = source
    this.players.show(
      {
        ...at,
        seat: null,
        turn: frame.turn,
        clock: stopped(at.clock),
        players,
      },
      flipped,
    )
    const text = this.#statusText(at)
    this.#status.show(rules, { ...frame, seat: null, players }, text)
    this.stats.show(at, this.board.score?.(at))
    this.#range.value = String(at.ply)
    set(this.#range, { 'aria-valuetext': text })
    set(this.#result, { 'data-early': at.ply !== last.ply })
    this.moves.show(last.told, at.told.length, firstSeat(at))
    this.lines.show(lines, place)
    if (this.note) this.note.textContent = source.note?.(at.ply) ?? ''
    this.#showTrying(frame, place)
  }

  /** Returns "Move 12 of 31"; at the end the result.
   * @param {State} at */
  #statusText(at) {
    const { rules, source } = this
    const { last } = source
    if (at.ply === last.ply && last.over) return resultText(rules, last)
    const made = at.told.length
    const count = last.told.length
    if (!made) return t('look_back.start', { count })
    const moment = this.#findings.moments[made - 1] ?? this.#verdict?.(at.ply)
    if (moment) return t('replay.at.moment', { made, count, moment })
    return t('look_back.at', { made, count })
  }

  /** Shows the button of the analysis until it is open. @param {() => unknown} analyse */
  offerAnalysis(analyse) {
    this.analysis.replaceChildren(
      el(
        'button',
        {
          type: 'button',
          class: 'with-icon',
          'data-act': 'analyse',
          onclick: analyse,
        },
        commandIcon('analyse'),
        t('act.analyse.game'),
      ),
    )
  }

  /** @param {Findings} findings */
  mark(findings) {
    const { last, plies } = this.source
    this.#findings = findings
    this.#marks.replaceChildren(...markElements(findings, plies, last.ply))
    for (const [index, forced] of findings.forced.entries()) this.moves.mark(index, forced)
    for (const [index, text] of findings.seen?.entries() ?? [])
      if (text) this.moves.reword(index, text)
  }

  /** Shows the verdicts of the positions, along the scrubber and in words. @param {HTMLElement[]} stretches
   * @param {(ply: number) => string} verdict of the position after a ply */
  showVerdicts(stretches, verdict) {
    this.#verdicts.replaceChildren(...stretches)
    this.#verdict = verdict
  }

  /** @param {State} frame @param {Place | null} place */
  #showTrying(frame, place) {
    const told = place ? frame.told.slice(-place.step) : []
    const line = sequence(told.map((text) => readableText(this.board, text)))
    this.#tried.textContent = t('replay.trying', { line })
    this.strip.notice(place ? this.#trying : this.#remark)
  }

  /** Sets the strip's notice about the game's shown position; null: none.
   * @param {HTMLElement | null} element */
  remark(element) {
    const shown = this.#trying.isConnected
    this.#remark = element
    if (!shown) this.strip.notice(element)
  }

  /** Removes the button; a near element gets its focus. */
  #leaveVariation() {
    this.on.leaveVariation()
    this.#range.focus({ preventScroll: true })
  }

  leave() {
    this.moves.leave()
    this.lines.leave()
    this.players.leave()
    this.strip.leave()
    this.toolbar.leave()
    this.stats.leave()
  }
}
