// Board of Cardinal's Guards: five by five tiles in a ring of guards. It previews what every run of a musketeer would do, from
// `view.runs`.

import { sheet } from '../../board/contract.js'
import { present } from '../../board/places.js'
import { Squares } from '../../board/squares.js'
import { closest } from '../../core/dom.js'
import { hosted } from '../../kit/element.js'
import { html, useEffect } from '../../vendor/preact.js'
import { playFinale } from './finale.js'
import { CastleModel, directionOf } from './model.js'
import { Panel } from './panel.js'
import { Ghosts, RunPaths } from './paths.js'
import { readMove, tellings } from './tellings.js'

/** @import { Direction } from './types.d.ts' */

/** @type {Record<string, Direction>} */
const ARROW_KEYS = {
  ArrowUp: 'n',
  ArrowRight: 'e',
  ArrowDown: 's',
  ArrowLeft: 'w',
}

/** @param {Services} services @returns {Promise<Board>} */
export async function make(services) {
  await Promise.all(
    ['board', 'panel'].map((name) => sheet(`/static/games/cardinals_guards/${name}.css`)),
  )
  const castle = new CastleModel(services)
  const { picks, sentences, squares } = castle
  const drawn = hosted(html`<${GuardsBoard} castle=${castle} />`)
  /** @type {Board} */
  const board = {
    element: drawn.element,
    show: (frame, how) => castle.show(frame, how),
    describe: (frame) => sentences.describe(frame),
    name: (token, frame) => sentences.name(token, frame, picks.words),
    words: {
      refuse: (token, frame, tokens) => sentences.refuse(token, frame, tokens),
      movable: ({ legal }) =>
        legal.some(([move]) => move.startsWith('put '))
          ? 'cardinals_guards.step.idle'
          : 'refused.movable',
      ...tellings(sentences),
      tell: (move) => readMove(move, sentences) ?? move,
    },
    draw: {
      side: html`<${Panel} castle=${castle} />`,
      hint: (move) => {
        castle.hint.value = move
      },
      async finale(frame, signal) {
        const { area } = squares.drawn ?? {}
        /** @type {HTMLElement | null} */
        const score = area?.closest('.table')?.querySelector('.count-defeated') ?? null
        if (area) await playFinale(frame, { area, score, lastRun: castle.lastRun }, signal)
      },
    },
    leave: () => drawn.leave(),
  }
  squares.names = board
  return board
}

/** @param {{ castle: CastleModel }} props */
function GuardsBoard({ castle }) {
  useEffect(() => listen(castle), [])
  return html`
    <${Squares}
      board=${castle.squares}
      class="cardinals-guards"
      ...${present({ 'data-over': castle.frame?.over?.reason, 'data-step': castle.step })}
      over=${html`<${RunPaths} castle=${castle} />`}
      above=${html`<${Ghosts} castle=${castle} />`}
    />`
}

/** Listens to the arrow keys while a direction is the next token, and shows the run to the cell under the pointer or the
 * focus; returns what ends it. @param {CastleModel} castle */
function listen(castle) {
  const left = new AbortController()
  const { grid } = castle.squares.drawn ?? {}
  const run = (/** @type {KeyboardEvent} */ event) => {
    const direction = ARROW_KEYS[event.key]
    const { altKey, ctrlKey, metaKey, shiftKey } = event
    if (!direction || altKey || ctrlKey || metaKey || shiftKey) return
    if (!castle.squares.interactive || !castle.choice) return
    event.preventDefault()
    event.stopPropagation()
    castle.point(direction)
  }
  const look = (/** @type {Event} */ event) =>
    castle.preview(directionOf(closest(event, '.cell')?.dataset.also))
  const lookAway = () => castle.preview(null)
  const { signal } = left
  grid?.addEventListener('keydown', run, { capture: true, signal })
  for (const type of ['pointerover', 'focusin']) grid?.addEventListener(type, look, { signal })
  for (const type of ['pointerleave', 'focusout'])
    grid?.addEventListener(type, lookAway, { signal })
  return () => left.abort()
}
