// The finale of a won game of cards: the cards leap from their piles one after the other, bounce over the table, gather as
// two crossed swords, and go home. Transforms only; the signal ends it, and where motion is not wanted there is none.

import { paced, reducedMotion } from './contract.js'

const APART = 36 // ms between two cards
const BOUNCING = 1250 // ms that a card bounces
const GATHERING = 400 // ms to its place in a sword
const HOLD = 750 // ms that the swords are seen once the last card is there
const HOMEWARD = 450 // ms
const SAMPLES = 30 // of the way that bounces
const GRAVITY = 3.4 // heights of the table a second and second
const LEAP = 0.75 // heights of the table a second
const SPRING = 0.74 // of the speed after a bounce
const BLADE = 19 // cards along a sword
const GUARD = 6 // cards across it
const HILT = 0.2 // of the blade: where they cross it

/** @typedef {{ x: number, y: number, turn: number, scale: number }} Pose x, y: of the card's middle on the table, in px */

/** Plays the finale over `area` with the cards in their order; resolves when the last one is home, or at the signal.
 * @param {HTMLElement[]} nodes @param {HTMLElement} area @param {AbortSignal} signal */
export async function playWin(nodes, area, signal) {
  if (reducedMotion() || signal.aborted || !nodes.length) return
  for (const node of nodes)
    for (const gliding of node.getAnimations()) gliding.finish()
  const box = area.getBoundingClientRect()
  const boxes = nodes.map((node) => node.getBoundingClientRect())
  const together = nodes.length * APART + BOUNCING + GATHERING + HOLD
  area.dataset.sweep = ''
  const flights = nodes.map((node, index) => {
    const { left, top, width, height } = boxes[index]
    const start = {
      x: left - box.left + width / 2,
      y: top - box.top + height / 2,
    }
    const delay = index * APART
    const { poses, offsets } = journey(start, index, nodes.length, {
      ...{ width: box.width, height: box.height },
      ...{ card: [width, height], length: together - delay },
    })
    const rest = node.style.transform
    const frames = poses.map(({ x, y, turn, scale }, place) => ({
      transform: `translate(${(x - start.x).toFixed(1)}px, ${(y - start.y).toFixed(1)}px) ${rest} rotate(${turn.toFixed(1)}deg) scale(${scale.toFixed(3)})`,
      offset: offsets[place],
    }))
    return node.animate(frames, {
      duration: paced(together - delay + HOMEWARD),
      delay: paced(delay),
    })
  })
  const end = () => {
    for (const flight of flights) flight.cancel()
  }
  signal.addEventListener('abort', end, { once: true })
  await Promise.allSettled(flights.map((flight) => flight.finished))
  signal.removeEventListener('abort', end)
  delete area.dataset.sweep
}

/** The way of one card: from its pile in bounces, to its place in a sword, where it stays until `length`, and home.
 * @param {{ x: number, y: number }} start @param {number} index @param {number} count
 * @param {{ width: number, height: number, card: [number, number], length: number }} table */
export function journey(start, index, count, table) {
  const home = { ...start, turn: 0, scale: 1 }
  const bounces = bounce(start, index, table)
  const sword = swordPose(index, count, table)
  const whole = table.length + HOMEWARD
  const times = [
    ...bounces.map((_, place) => (place * BOUNCING) / SAMPLES),
    BOUNCING + GATHERING,
    table.length,
    whole,
  ]
  return {
    poses: [...bounces, sword, sword, home],
    offsets: times.map((ms) => Math.min(ms / whole, 1)),
  }
}

/** Where a card is in each sample of its bounces; it leaves neither the floor nor the sides of the table.
 * @param {{ x: number, y: number }} start @param {number} index
 * @param {{ width: number, height: number, card: [number, number] }} table @returns {Pose[]} */
function bounce(start, index, { width, height, card }) {
  const step = BOUNCING / SAMPLES / 1000
  const [across, floor] = [card[0] / 2, height - card[1] / 2]
  const side = index % 2 ? 1 : -1
  let { x, y } = start
  let run = side * width * (0.35 + 0.55 * ((index * 0.618) % 1))
  let fall = -height * LEAP * (0.7 + 0.3 * ((index * 0.382) % 1))
  const poses = [{ x, y, turn: 0, scale: 1 }]
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    fall += GRAVITY * height * step
    x += run * step
    y += fall * step
    if (y > floor) {
      y = floor
      fall *= -SPRING
    }
    if (x < across || x > width - across) {
      x = Math.min(Math.max(x, across), width - across)
      run *= -1
    }
    poses.push({ x, y, turn: (side * 200 * sample) / SAMPLES, scale: 1 })
  }
  return poses
}

/** The place of a card in the swords: every other card belongs to one of them, the first ones to its blade.
 * @param {number} index @param {number} count
 * @param {{ width: number, height: number, card: [number, number] }} table @returns {Pose} */
function swordPose(index, count, { width, height, card }) {
  const side = index % 2 ? 1 : -1
  const place = index >> 1
  const size = Math.min(width, height) * 0.86
  const gap = (size * Math.SQRT1_2) / (BLADE - 1) // on each axis, from one card of a blade to the next
  const scale = Math.min((3.2 * gap) / card[1], 1)
  const isBlade = place < BLADE || count < 2 * BLADE
  const along = isBlade ? place % BLADE : HILT * (BLADE - 1)
  const beside = place - BLADE - (GUARD - 1) / 2
  const across = isBlade ? 0 : beside + Math.sign(beside) * 0.6
  const middle = (BLADE - 1) / 2
  return {
    x: width / 2 + side * (along - middle - across) * gap,
    y: height / 2 - (along - middle + across) * gap,
    turn: side * (isBlade ? 45 : 135),
    scale,
  }
}
