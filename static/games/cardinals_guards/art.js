// Drawings, which differ in shape first: four suits, a musketeer's silhouette, a guard's round coin, a tile with number and
// suit in a corner that nothing covers, and the stair to the tunnel.

import { html } from '../../vendor/preact.js'

/** Outlines of the suits, in boxes of 24 x 24. @type {Record<string, string>} */
export const SUITS = {
  S: 'M12 1l2.3 4.5 4.5-2.3-.7 5 5 .7-3.6 3.1 3.6 3.1-5 .7.7 5-4.5-2.3L12 23l-2.3-4.5-4.5 2.3.7-5-5-.7L4.5 12 .9 8.9l5-.7-.7-5 4.5 2.3z',
  M: 'M15.5 1.5a10.8 10.8 0 1 0 6.8 15.8A9 9 0 0 1 15.5 1.5z',
  C: 'M2 5.5l5 5L12 2.5l5 8 5-5-2 12H4zM4 19.5h16v2.5H4z',
  A: 'M3 2h18v9c0 6-4 9.5-9 12-5-2.5-9-6-9-12zM10.6 5v4.5H6.5v2.8h4.1V18h2.8v-5.7h4.1V9.5h-4.1V5z',
}

/** Draws a suit as a picture. @param {string} suit */
export const suitPicture = (suit) => html`
  <svg viewBox="0 0 24 24" class=${`suit suit-${suit}`} aria-hidden="true" focusable="false">
    <path d=${SUITS[suit]} fill-rule="evenodd" />
  </svg>`

/** Draws a suit inside another drawing. @param {string} suit @param {number} x @param {number} y @param {number} size */
const suitAt = (suit, x, y, size) => html`
  <path
    class="sign"
    d=${SUITS[suit]}
    fill-rule="evenodd"
    transform=${`translate(${x} ${y}) scale(${size / 24})`}
  />`

export const FIGURE =
  'M50 20c7 0 12 5 12 11 7 1 14 3 14 6s-6 5-14 6c-1 4-3 7-5 9 10 5 16 18 18 36 0 5-50 5-50 0 2-18 8-31 18-36-2-2-4-5-5-9-8-1-14-3-14-6s7-5 14-6c0-6 5-11 12-11z'

/** Draws a musketeer in hat and cloak, at the bottom right of the square. @param {string} suit */
export const musketeer = (suit) => html`
  <svg viewBox="0 0 100 100" class="picture">
    <g class=${`figure suit-${suit}`} transform="translate(26 25) scale(0.74)">
      <ellipse class="shadow" cx="50" cy="92" rx="30" ry="7" />
      <path class="body" d=${FIGURE} />
      <path class="plume" d="M60 27c8-10 18-8 20-2-6-1-11 2-15 7z" />
      ${suitAt(suit, 36, 57, 28)}
    </g>
  </svg>`

const ON_TILE = 'translate(40 40) scale(0.58)'
const ON_RING = 'translate(27.5 27.5) scale(0.45)'

/** Draws a guard's coin: centred on the ring, at the bottom right on a tile. @param {string} suit @param {boolean} onTile */
export const guard = (suit, onTile) => html`
  <svg viewBox="0 0 100 100" class="picture">
    <g class=${`coin suit-${suit}`} transform=${onTile ? ON_TILE : ON_RING}>
      <circle class="shadow" cx="50" cy="54" r="44" />
      <circle class="body" cx="50" cy="50" r="44" />
      <circle class="rim" cx="50" cy="50" r="37" />
      ${suitAt(suit, 26, 26, 48)}
    </g>
  </svg>`

/** Draws the face of a tile: number and suit at the top left. @param {string} name "S0", or "--" for the stair of the tunnel */
export function tile(name) {
  const [suit, rank] = name
  if (name === '--')
    return html`
      <svg viewBox="0 0 100 100" class="face tunnel" aria-hidden="true" focusable="false">
        ${[40, 30, 20, 10].map(step)}
      </svg>`
  return html`
    <svg viewBox="0 0 100 100" class=${`face suit-${suit}`} aria-hidden="true" focusable="false">
      <rect class="slab" x="3" y="3" width="94" height="94" rx="8" pathLength="400" />
      <text class="rank" x="8" y="42">${rank}</text>
      ${suitAt(suit, 36, 15, 25)}
      <path class="goal" d="M97 3v30L67 3z" />
      <path
        class="goal-star"
        d="M87.5 6l1.9 4.2 4.6.5-3.4 3.1 1 4.5-4.1-2.3-4.1 2.3 1-4.5-3.4-3.1 4.6-.5z"
      />
      <path class="done" d="M76 14l6 7 11-13" />
    </svg>`
}

/** Draws a step of the stair. @param {number} size */
const step = (size) => html`
  <rect
    class="step"
    x=${50 - size}
    y=${50 - size}
    width=${2 * size}
    height=${2 * size}
    rx=${size / 4}
  />`
