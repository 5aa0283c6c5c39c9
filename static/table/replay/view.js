// View of a replay: board, scrubber, move list, tried lines, and buttons.

import { sheet } from '../../core/files.js'
import { solitaire } from '../../core/games.js'
import { sequence, t } from '../../core/i18n.js'
import { icon } from '../../kit/icon.js'
import { html, useRef } from '../../vendor/preact.js'
import { chainRow, chainSheet } from '../chain-offers.js'
import { termsText } from '../clock-text.js'
import { showKeys } from '../keys.js'
import { tableOf } from '../layout.js'
import { stepButton } from '../look-back.js'
import { missedRow } from '../missed.js'
import { Moves } from '../move-list.js'
import { Tally } from '../solitaire/tally.js'
import { statusLine } from '../status.js'
import { endText, longHeading, readableText, resultText, versionText } from '../texts.js'
import { Toolbar } from '../toolbar.js'
import { AutoplayButton, SpeedButton } from './autoplay.js'
import { canAnalyse, pressReplay, replayActions } from './commands.js'
import { marks } from './marks.js'
import { variationList } from './variations.js'

/** @import { Replay } from './replay.js' */

/** Loads the style sheets of a replay, besides those of a table. */
export const loadSheets = () =>
  Promise.all([
    sheet('/static/table/look-back.css'),
    sheet('/static/table/replay/replay.css'),
    chainSheet(),
  ])

/** @param {{ replay: Replay }} props */
export function ReplayTable({ replay }) {
  const { rules, board, source, last, players, moves, strip, at, frame, place, isTurned } = replay
  const text = statusText(replay)
  const state = replay.asShown(at)
  return tableOf({
    board,
    isAlone: solitaire(rules),
    onask: ({ detail }) => detail === 'keys' && showKeys(board, { ...frame, seat: null, acts: [] }),
    heading: headingOf(source),
    top: players.bar(isTurned ? 0 : 1, state),
    head: [
      statusLine(rules, { ...frame, seat: null, players: state.players }, text),
      html`<${Tally} state=${at} words=${board.words.score?.(at)} />`,
    ],
    message: strip.content,
    lead: html`
      <div class="steps">
        <${Scrubber} replay=${replay} text=${text} />
        ${source.note && html`<p class="note-of-ply" data-note>${source.note(at.ply)}</p>`}
        <p class="result" data-early=${at.ply === last.ply ? undefined : ''}>
          ${last.over && endText(rules, last, board)}
        </p>
      </div>`,
    rail: html`
      <div class="turning-place">${replay.turning.value?.section}</div>
      <${Moves}
        list=${moves}
        told=${last.told}
        made=${at.told.length}
        readable=${(/** @type {string} */ told) => board.words.readable?.(told) ?? told}
        press=${(/** @type {number} */ made) => replay.goTo(source.plies[made - 1] ?? made)}
      />
      <div class="analysis-place">${replay.analysis.value?.panel ?? analysisButton(replay)}</div>
      ${variationList(replay.variations.lines, place, { board, moves, press: replay.goToPlace })}
      ${chainRow(replay.chain.value, {
        play: replay.playChain,
        share: source.game === null ? null : replay.shareChain,
      })}
      ${source.game !== null && missedRow(rules, last, replay.left)}
      <p class="rules-version">${versionText(rules, last)}</p>`,
    bottom: players.bar(isTurned ? 1 : 0, state),
    actions: html`
      <${Toolbar}
        actions=${replayActions(replay)}
        press=${(/** @type {string} */ act, /** @type {HTMLElement} */ button) =>
          pressReplay(replay, act, button)}
      />`,
  })
}

/** @param {Replay} replay */
const analysisButton = (replay) =>
  canAnalyse(replay) &&
  html`
    <button
      type="button"
      class="with-icon"
      data-act="analyse"
      onClick=${() => replay.analyse()}
    >
      ${icon('analyse', 'act-sign')}
      ${t('act.analyse.game')}
    </button>`

/** Returns "Move 12 of 31"; at the end the result. @param {Replay} replay */
function statusText({ rules, last, at, findings, turning }) {
  if (at.ply === last.ply && last.over) return resultText(rules, last)
  const made = at.told.length
  const count = last.told.length
  if (!made) return t('look_back.start', { count })
  const moment = findings.value.moments[made - 1] ?? turning.value?.verdictOf(at.ply)
  if (moment) return t('replay.at.moment', { made, count, moment })
  return t('look_back.at', { made, count })
}

/** @param {ReplaySource} source */
const headingOf = ({ heading, last }) => html`
  <h1 class="table-title" title=${heading} data-long=${longHeading(heading)}>
    <span>${`${heading} `}</span>
    <span class="table-control">${termsText(last)}</span>
  </h1>`

/** The line that is being tried, in the message strip; null: none is. @param {Replay} replay @returns {Content} */
export function trying(replay) {
  const { frame, place, board } = replay
  if (!place) return null
  const told = frame.told.slice(-place.step).map((text) => readableText(board, text))
  const leave = () => {
    replay.leaveVariation()
    replay.range.current?.focus({ preventScroll: true }) // the button goes
  }
  return html`
    <p key="trying" class="trying">
      <span>${t('replay.trying', { line: sequence(told) })}</span>
      <button type="button" class="quiet" data-act="leave-line" onClick=${leave}>
        ${t('replay.leave_line')}
      </button>
    </p>`
}

/** The way through the game. `text`: the shown position in words. @param {{ replay: Replay, text: string }} props */
function Scrubber({ replay, text }) {
  const { at, last, place, source, findings, turning, step, goTo, range } = replay
  const drawing = useRef(0)
  const isFirst = !place && at.ply === 0
  const isLast = !place && at.ply === last.ply
  const slide = (/** @type {ElementEvent<'input'>} */ { currentTarget }) => {
    const input = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (currentTarget))
    drawing.current ||= requestAnimationFrame(() => {
      drawing.current = 0
      goTo(Number(input.value), false)
    })
  }
  return html`
    <div class="scrubber" dir="ltr" role="group" aria-label=${t('replay.steps')}>
      <${AutoplayButton} autoplay=${replay.autoplay} />
      ${stepButton('first', step, isFirst)} ${stepButton('prev', step, isFirst)}
      <div class="scrubber-line">
        <input
          ref=${range}
          type="range"
          min="0"
          max=${last.ply}
          value=${at.ply}
          aria-label=${t('replay.place')}
          aria-valuetext=${text}
          data-input="ply"
          onInput=${slide}
          onChange=${(/** @type {any} */ { currentTarget }) => goTo(Number(currentTarget.value))}
        />
        <div class="verdicts" aria-hidden="true">${turning.value?.stretches}</div>
        <div class="marks" aria-hidden="true">${marks(findings.value, source.plies, last.ply)}</div>
      </div>
      ${stepButton('next', step, isLast)} ${stepButton('last', step, isLast)}
      <${SpeedButton} />
    </div>`
}
