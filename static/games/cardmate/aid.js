// Player aid: the moves of each rank, as 14 tiles of 5 by 5 squares with a legend.

import { sheet } from '../../core/files.js'
import { panel } from '../../kit/dialog.js'
import { html } from '../../vendor/preact.js'
import { MOVEMENTS, stepsOf } from './movements.js'
import { RANKS, rankLabel } from './position.js'

/** @import { Step } from './movements.js' */

const SIDE = 20 // of a square, in units of a tile
const ARROW = 'M-2.5 7V-13H-7L0 -25L7 -13H2.5V7Z' // up, from the edge of the card

/**
 * Shows the tiles with their legend.
 * @param {Pick<Services, 't'>} services
 * @param {string} [current] the marked rank
 */
export async function aid({ t }, current) {
  await sheet('/static/games/cardmate/movements.css')
  const tile = (/** @type {string} */ rank) => html`
    <li data-tile=${rank} aria-current=${rank === current ? 'true' : undefined}>
      ${picture(rank, t(`cardmate.moves.${rank}`))}
      <span class="tile-name" aria-hidden="true">${t(`cardmate.tile.${rank}`)}</span>
    </li>`
  const sign = (/** @type {string} */ name) => html`
    <li>
      <svg viewBox="-14 -14 28 28" aria-hidden="true">
        ${
          name === 'slide'
            ? html`<g transform="translate(0 8) scale(0.85)">${mark(name)}</g>`
            : mark(name)
        }
      </svg>
      ${t(`cardmate.aid.${name}`)}
    </li>`
  return html`
    <div class="cardmate movements">
      <ul class="tiles">${RANKS.map(tile)}</ul>
      <ul class="legend">${['step', 'slide', 'quiet'].map(sign)}</ul>
      <p class="aid-note">${t('cardmate.aid.side')}</p>
    </div>`
}

/**
 * Opens the tiles as a sheet over the game.
 * @param {Services} services
 * @param {string} [current] the marked rank
 */
export async function openMovements(services, current) {
  const { t } = services
  const body = await aid(services, current)
  return panel({ kind: 'moves', title: t('cardmate.aid.title'), body })
}

/** @param {string} rank @param {string} sentence */
function picture(rank, sentence) {
  const squares = [...MOVEMENTS[rank].join('')].map(
    (_, index) => html`
      <rect
        class=${index % 2 ? 'light' : 'dark'}
        x=${(index % 5) * SIDE}
        y=${Math.floor(index / 5) * SIDE}
        width=${SIDE}
        height=${SIDE}
      />`,
  )
  const width = rank === 'X' ? 24 : 18
  return html`
    <svg viewBox="0 0 100 100" class="tile" role="img" aria-label=${sentence}>
      ${squares}
      ${stepsOf(rank).map((step) => marked(step, rank))}
      <rect class="card" x=${50 - width / 2} y="40" width=${width} height="20" rx="3" />
      <text class="rank" x="50" y="56" text-anchor="middle">${rankLabel(rank)}</text>
    </svg>`
}

/** Draws a step; a sliding direction is one arrow over both squares of the tile. @param {Step} step @param {string} rank */
function marked({ right, ahead, sign }, rank) {
  const slides = (/** @type {number} */ x, /** @type {number} */ y) =>
    MOVEMENTS[rank][2 - y]?.[2 + x] === '*'
  if (sign === 'x' && slides(2 * right, 2 * ahead)) return null
  const [x, y] = [50 + right * SIDE, 50 - ahead * SIDE]
  if (sign !== '*')
    return html`<g transform=${`translate(${x} ${y})`}>${mark(sign === 'x' ? 'step' : 'quiet')}</g>`
  const angle = (Math.atan2(right, ahead) * 180) / Math.PI
  const place = `translate(${(x + 50) / 2} ${(y + 50) / 2}) rotate(${angle})`
  return html`<g transform=${place}>${mark('slide')}</g>`
}

/** Draws a sign around the origin. @param {string} name step, slide or quiet */
function mark(name) {
  if (name === 'slide') return html`<path class="slide" d=${ARROW} />`
  return html`<circle class=${name} r=${name === 'step' ? 5.5 : 4.5} />`
}
