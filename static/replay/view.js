// View of a replay: board, scrubber, move list, tried lines, and buttons.

import { sheet } from '../core/files.js'
import { solitaire } from '../core/games.js'
import { sequence, t } from '../core/i18n.js'
import { icon } from '../kit/icon.js'
import { mount } from '../kit/page.js'
import { chainRow, chainSheet } from '../play/chain-offers.js'
import { termsText } from '../play/clock-text.js'
import { tableOf } from '../play/layout.js'
import { stepButton } from '../play/look-back.js'
import { missedRow } from '../play/missed.js'
import { MoveList, Moves } from '../play/move-list.js'
import { PlayerBars } from '../play/player-bars.js'
import { statusLine } from '../play/status.js'
import {
  endText,
  firstSeat,
  longHeading,
  readableText,
  resultText,
  versionText,
} from '../play/texts.js'
import { Toolbar } from '../play/toolbar.js'
import { Tally } from '../solitaire/tally.js'
import { computed, createRef, effect, html, signal, useRef } from '../vendor/preact.js'
import { AutoplayButton, SpeedButton } from './autoplay.js'
import { marks } from './marks.js'
import { variationList } from './variations.js'

/** @import { Step } from '../play/look-back.js' */
/** @import { Chain } from '../play/chains.js' */
/** @import { Findings } from './marks.js' */
/** @import { Line, Place } from './variations.js' */

/** slide(ply): called while the slider moves; goTo(ply), step(act): move through the game; goToPlace(place): through a
 * variation, which leaveVariation() ends; playChain(chain), shareChain(chain): for the offered chain; actions(): those of the
 * toolbar; press(act, button): for them; showKeys(): explains the board's keys.
 * @typedef {object} ReplayHandlers
 * @property {(ply: number) => void} slide
 * @property {(ply: number) => void} goTo
 * @property {(act: Step) => void} step
 * @property {(place: Place) => void} goToPlace
 * @property {() => void} leaveVariation
 * @property {(chain: Chain) => unknown} playChain
 * @property {(chain: Chain) => unknown} shareChain
 * @property {() => ToolbarAction[]} actions
 * @property {(act: string, button: HTMLElement) => void} press
 * @property {() => unknown} showKeys
 * @property {AbortSignal} left
 * @property {import('./autoplay.js').Autoplay} autoplay */

/** at: the state of the game; frame: the same, or that of a variation from it; place: the shown one in that variation.
 * @typedef {{ at: State, frame: State, place: Place | null, lines: Line[], flipped: boolean }} Shown */

/** Returns the clocks stopped at their values. @param {State['clock']} clock */
const stopped = (clock) => clock && { ...clock, running: null }

export class ReplayView {
  /** @type {import('@preact/signals').Signal<Shown>} */
  #shown
  /** The strip's notice about the game's shown position. */
  #remark = signal(/** @type {Content} */ (null))
  /** The verdicts of the positions: along the scrubber, and of the one after a ply in words.
   * @type {import('@preact/signals').Signal<{ stretches: Content, of: (ply: number) => string } | null>} */
  #verdicts = signal(null)
  /** @type {import('@preact/signals').Signal<Findings>} */
  #findings = signal({ forced: [], moments: [] })
  /** The chain that is offered. */
  chain = signal(/** @type {Chain | null} */ (null))
  /** Opens the analysis, once it may be opened. */
  #analyse = signal(/** @type {(() => unknown) | null} */ (null))
  analysis = signal(/** @type {Content} */ (null))
  turning = signal(/** @type {Content} */ (null))
  #range = /** @type {{ current: HTMLElement | null }} */ (createRef())

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
    const { last } = source
    this.rules = rules
    this.board = board
    this.source = source
    this.strip = strip
    this.on = on
    this.#shown = signal({ at: last, frame: last, place: null, lines: [], flipped: false })
    this.players = new PlayerBars(rules, () => {}, board, on.left)
    // presence does not matter in a replay
    this.people = last.players.map((player) => player && { ...player, online: undefined })
    this.moves = new MoveList(rules.seats.length)
    this.moves.take(last.told)
    effect(() => strip.notice(this.#trying.value ?? this.#remark.value))
  }

  /** The line that is being tried, in place of the remark. */
  #trying = computed(() => {
    const { frame, place } = this.#shown.value
    if (!place) return null
    const told = frame.told.slice(-place.step).map((text) => readableText(this.board, text))
    return trying(sequence(told), () => this.#leaveVariation())
  })

  /** Shows the table, after the first position. @param {HTMLElement} root */
  open(root) {
    const { leave } = mount(root, html`<${ReplayTable} view=${this} />`)
    this.on.left.addEventListener('abort', leave)
  }

  /** @param {Shown} shown */
  show(shown) {
    this.moves.take(this.source.last.told, firstSeat(shown.at))
    this.players.take(this.#atPlayers(shown))
    this.#shown.value = shown
  }

  /** Returns the state of the game as its players see it: with the turn of the board. @param {Shown} shown @returns {State} */
  #atPlayers({ at, frame }) {
    return {
      ...at,
      seat: null,
      turn: frame.turn,
      clock: stopped(at.clock),
      players: this.people,
    }
  }

  /** The parts of the table. */
  get content() {
    const { rules, board, source, players, moves, strip, on } = this
    const { last } = source
    const shown = this.#shown.value
    const { at, frame, place, lines, flipped } = shown
    const text = this.#statusText(at)
    const state = this.#atPlayers(shown)
    return tableOf({
      board,
      isAlone: solitaire(rules),
      onask: ({ detail }) => detail === 'keys' && on.showKeys(),
      heading: headingOf(source),
      top: players.bar(flipped ? 0 : 1, state),
      head: [
        statusLine(rules, { ...frame, seat: null, players: this.people }, text),
        html`<${Tally} state=${at} words=${board.score?.(at)} />`,
      ],
      message: strip.content,
      lead: this.#steps(at, text),
      rail: html`
        <div class="turning-place">${this.turning.value}</div>
        <${Moves}
          list=${moves}
          told=${last.told}
          made=${at.told.length}
          readable=${(/** @type {string} */ told) => board.readable?.(told) ?? told}
          press=${(/** @type {number} */ made) => on.goTo(source.plies[made - 1] ?? made)}
        />
        ${this.#analysisPlace()}
        ${variationList(lines, place, { board, moves, press: on.goToPlace })}
        ${chainRow(this.chain.value, {
          play: on.playChain,
          share: source.game === null ? null : on.shareChain,
        })}
        ${source.game !== null && missedRow(rules, last, on.left)}
        <p class="rules-version">${versionText(rules, last)}</p>`,
      bottom: players.bar(flipped ? 1 : 0, state),
      actions: html`<${Toolbar} actions=${on.actions()} press=${on.press} />`,
    })
  }

  /** The way through the game: scrubber, note and result. @param {State} at @param {string} text */
  #steps(at, text) {
    const { source, rules, board } = this
    const { last } = source
    return html`
      <div class="steps">
        <${Scrubber}
          on=${this.on}
          range=${this.#range}
          ply=${at.ply}
          end=${last.ply}
          text=${text}
          marks=${marks(this.#findings.value, source.plies, last.ply)}
          verdicts=${this.#verdicts.value?.stretches}
        />
        ${source.note && html`<p class="note-of-ply" data-note>${source.note(at.ply)}</p>`}
        <p class="result" data-early=${at.ply === last.ply ? undefined : ''}>
          ${last.over && endText(rules, last, board)}
        </p>
      </div>`
  }

  /** The analysis, or the button that opens it. */
  #analysisPlace() {
    const open = this.#analyse.value
    const opener =
      open &&
      html`
        <button type="button" class="with-icon" data-act="analyse" onClick=${open}>
          ${icon('analyse', 'act-sign')}
          ${t('act.analyse.game')}
        </button>`
    return html`<div class="analysis-place">${this.analysis.value ?? opener}</div>`
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
    const moment = this.#findings.value.moments[made - 1] ?? this.#verdicts.value?.of(at.ply)
    if (moment) return t('replay.at.moment', { made, count, moment })
    return t('look_back.at', { made, count })
  }

  /** Shows the button of the analysis until it is open. @param {() => unknown} analyse */
  offerAnalysis(analyse) {
    this.#analyse.value = analyse
  }

  /** @param {Findings} findings */
  mark(findings) {
    this.#findings.value = findings
    for (const [index, forced] of findings.forced.entries()) this.moves.mark(index, forced)
    for (const [index, text] of findings.seen?.entries() ?? [])
      if (text) this.moves.reword(index, text)
  }

  /** Shows the verdicts of the positions, along the scrubber and in words. @param {Content} stretches
   * @param {(ply: number) => string} of the position after a ply */
  showVerdicts(stretches, of) {
    this.#verdicts.value = { stretches, of }
  }

  /** Sets the strip's notice about the game's shown position; null: none. @param {Content} content */
  remark(content) {
    this.#remark.value = content
  }

  /** Removes the button; a near element gets its focus. */
  #leaveVariation() {
    this.on.leaveVariation()
    this.#range.current?.focus({ preventScroll: true })
  }
}

/** @param {{ view: ReplayView }} props */
const ReplayTable = ({ view }) => view.content

/** @param {ReplaySource} source */
const headingOf = ({ heading, last }) => html`
  <h1 class="table-title" title=${heading} data-long=${longHeading(heading)}>
    <span>${`${heading} `}</span>
    <span class="table-control">${termsText(last)}</span>
  </h1>`

/** The line that is being tried. @param {string} line @param {() => void} leave */
const trying = (line, leave) => html`
  <p key="trying" class="trying">
    <span>${t('replay.trying', { line })}</span>
    <button type="button" class="quiet" data-act="leave-line" onClick=${leave}>
      ${t('replay.leave_line')}
    </button>
  </p>`

/** `ply`: the shown one of `end`; `text`: the same in words.
 * @param {{ on: ReplayHandlers, range: { current: HTMLElement | null }, ply: number, end: number, text: string, marks: Content, verdicts: Content }} props */
function Scrubber({ on, range, ply, end, text, marks, verdicts }) {
  const frame = useRef(0)
  const slide = (/** @type {ElementEvent<'input'>} */ { currentTarget }) => {
    const input = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (currentTarget))
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0
      on.slide(Number(input.value))
    })
  }
  return html`
    <div class="scrubber" dir="ltr" role="group" aria-label=${t('replay.steps')}>
      <${AutoplayButton} autoplay=${on.autoplay} />
      ${stepButton('first', on.step)} ${stepButton('prev', on.step)}
      <div class="scrubber-line">
        <input
          ref=${range}
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
