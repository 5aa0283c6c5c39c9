// View of a replay: board, scrubber, move list, tried lines, and buttons.

import { el } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { sequence, t } from '../core/i18n.js'
import { elementOf, hosted } from '../kit/element.js'
import { icon } from '../kit/icon.js'
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
import { html, useRef } from '../vendor/preact.js'
import { AutoplayButton, SpeedButton } from './autoplay.js'
import { marks } from './marks.js'
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
 * @property {import('./autoplay.js').Autoplay} autoplay */

/** Returns the clocks stopped at their values. @param {State['clock']} clock */
const stopped = (clock) => clock && { ...clock, running: null }

export class ReplayView {
  /** @type {HTMLElement | null} the strip's notice about the game's shown position */
  #remark = null
  /** @type {Content} */
  #verdicts = null
  /** The verdict of the position after a ply, in words. @type {((ply: number) => string) | null} */
  #verdict = null
  /** @type {State | null} the shown state of the game */
  #at = null
  /** @type {Findings} */
  #findings = { forced: [], moments: [] }
  #tried = '' // the moves of the line that is being tried
  #status = statusLine()
  #heading
  #steps
  #trying

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
    this.#heading = elementOf(headingOf(source))
    this.#steps = hosted(() => this.#stepsContent())
    this.#trying = hosted(
      () => html`<${Trying} line=${this.#tried} leave=${() => this.#leaveVariation()} />`,
    )
    this.element = this.#layOut()
    this.moves.show(last.told)
  }

  #layOut() {
    const { rules, board, source, players, strip, on } = this
    return layTable(rules, board, {
      heading: this.#heading,
      head: [this.#status.element, this.stats.element],
      bars: players.elements,
      message: strip.element,
      rail: [
        this.#steps.element,
        this.turning,
        this.moves.element,
        this.analysis,
        this.lines.element,
        this.chains.element,
        source.game === null ? null : missedRow(rules, source.last, on.left),
        elementOf(html`<p class="rules-version">${versionText(rules, source.last)}</p>`),
      ],
      actions: this.toolbar.element,
    })
  }

  /** The way through the game: scrubber, note and result. */
  #stepsContent() {
    const { source } = this
    const at = this.#at ?? source.last
    return html`
      <div class="steps">
        <${Scrubber}
          on=${this.on}
          ply=${at.ply}
          end=${source.last.ply}
          text=${this.#statusText(at)}
          marks=${marks(this.#findings, source.plies, source.last.ply)}
          verdicts=${this.#verdicts}
        />
        ${source.note && html`<p class="note-of-ply" data-note>${source.note(at.ply)}</p>`}
        <p class="result" data-early=${at.ply === source.last.ply ? undefined : ''}>
          ${this.#resultText()}
        </p>
      </div>`
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
    this.#at = at
    this.#steps.draw()
    this.moves.show(last.told, at.told.length, firstSeat(at))
    this.lines.show(lines, place)
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
      elementOf(html`
        <button type="button" class="with-icon" data-act="analyse" onClick=${analyse}>
          ${icon('analyse', 'act-sign')}
          ${t('act.analyse.game')}
        </button>`),
    )
  }

  /** @param {Findings} findings */
  mark(findings) {
    this.#findings = findings
    this.#steps.draw()
    for (const [index, forced] of findings.forced.entries()) this.moves.mark(index, forced)
    for (const [index, text] of findings.seen?.entries() ?? [])
      if (text) this.moves.reword(index, text)
  }

  /** Shows the verdicts of the positions, along the scrubber and in words. @param {Content} stretches
   * @param {(ply: number) => string} verdict of the position after a ply */
  showVerdicts(stretches, verdict) {
    this.#verdicts = stretches
    this.#verdict = verdict
    this.#steps.draw()
  }

  /** @param {State} frame @param {Place | null} place */
  #showTrying(frame, place) {
    const told = place ? frame.told.slice(-place.step) : []
    this.#tried = sequence(told.map((text) => readableText(this.board, text)))
    this.#trying.draw()
    this.strip.notice(place ? this.#trying.element : this.#remark)
  }

  /** Sets the strip's notice about the game's shown position; null: none.
   * @param {HTMLElement | null} element */
  remark(element) {
    const shown = this.#trying.element.isConnected
    this.#remark = element
    if (!shown) this.strip.notice(element)
  }

  /** Removes the button; a near element gets its focus. */
  #leaveVariation() {
    this.on.leaveVariation()
    /** @type {HTMLElement | null} */
    const range = this.element.querySelector('[data-input=ply]')
    range?.focus({ preventScroll: true })
  }

  leave() {
    this.moves.leave()
    this.lines.leave()
    this.players.leave()
    this.strip.leave()
    this.toolbar.leave()
    this.stats.leave()
    this.#steps.leave()
    this.#trying.leave()
  }
}

/** @param {ReplaySource} source */
const headingOf = ({ heading, last }) => html`
  <h1 class="table-title" title=${heading}>
    <span>${`${heading} `}</span>
    <span class="table-control">${termsText(last)}</span>
  </h1>`

/** The line that is being tried. @param {{ line: string, leave: () => void }} props */
const Trying = ({ line, leave }) => html`
  <p class="trying">
    <span>${t('replay.trying', { line })}</span>
    <button type="button" class="quiet" data-act="leave-line" onClick=${leave}>
      ${t('replay.leave_line')}
    </button>
  </p>`

/** `ply`: the shown one of `end`; `text`: the same in words.
 * @param {{ on: ReplayHandlers, ply: number, end: number, text: string, marks: Content, verdicts: Content }} props */
function Scrubber({ on, ply, end, text, marks, verdicts }) {
  const frame = useRef(0)
  const slide = (/** @type {ElementEvent<'input'>} */ { currentTarget }) => {
    const range = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (currentTarget))
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0
      on.slide(Number(range.value))
    })
  }
  return html`
    <div class="scrubber" dir="ltr" role="group" aria-label=${t('replay.steps')}>
      <${AutoplayButton} autoplay=${on.autoplay} />
      ${stepButton('first', on.step)} ${stepButton('prev', on.step)}
      <div class="scrubber-line">
        <input
          type="range"
          min="0"
          max=${end}
          value=${ply}
          aria-label=${t('replay.place')}
          aria-valuetext=${text}
          data-input="ply"
          onInput=${slide}
          onChange=${(/** @type {any} */ { currentTarget }) => on.goTo(Number(currentTarget.value))}
        />
        <div class="verdicts" aria-hidden="true">${verdicts}</div>
        <div class="marks" aria-hidden="true">${marks}</div>
      </div>
      ${stepButton('next', on.step)} ${stepButton('last', on.step)}
      <${SpeedButton} />
    </div>`
}
