// Finale of a won card game: the cards leap from their piles one after the other, bounce over the table, form two crossed
// swords, and go home. Transforms only; the signal ends it, and with reduced motion there is none.

import { paced, reducedMotion } from './contract.js'

const INTERVAL_MS = 36 // between two cards
const BOUNCE_MS = 1250 // that a card bounces
const GATHER_MS = 400 // to its place in a sword
const SWORDS_MS = 750 // that the complete swords are shown
const RETURN_MS = 450
const SAMPLES = 30 // keyframes of a bouncing path
const GRAVITY = 3.4 // table heights per second squared
const LEAP = 0.75 // table heights per second
const SPRING = 0.74 // part of the speed that a bounce keeps
const BLADE = 19 // cards along a sword
const GUARD = 6 // cards across it
const HILT = 0.2 // of the blade, where the guard crosses it

/** @typedef {{ x: number, y: number, turn: number, scale: number }} Pose x, y: of the card's middle on the table, in px */

/** Plays the finale over `area` with the cards in order; resolves when the last one is home, or on the signal.
 * @param {HTMLElement[]} nodes @param {HTMLElement} area @param {AbortSignal} signal */
export async function playWin(nodes, area, signal) {
  if (reducedMotion() || signal.aborted || !nodes.length) return
  for (const node of nodes) for (const gliding of node.getAnimations()) gliding.finish()
  const box = area.getBoundingClientRect()
  const boxes = nodes.map((node) => node.getBoundingClientRect())
  const together = nodes.length * INTERVAL_MS + BOUNCE_MS + GATHER_MS + SWORDS_MS
  area.dataset.sweep = ''
  const flights = nodes.map((node, index) => {
    const { left, top, width, height } = boxes[index]
    const start = {
      x: left - box.left + width / 2,
      y: top - box.top + height / 2,
    }
    const delay = index * INTERVAL_MS
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
      duration: paced(together - delay + RETURN_MS),
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

/** Returns the path of one card: bouncing from its pile, to its place in a sword until `length`, and home.
 * @param {{ x: number, y: number }} start @param {number} index @param {number} count
 * @param {{ width: number, height: number, card: [number, number], length: number }} table */
export function journey(start, index, count, table) {
  const home = { ...start, turn: 0, scale: 1 }
  const bounces = bounce(start, index, table)
  const sword = swordPose(index, count, table)
  const whole = table.length + RETURN_MS
  const times = [
    ...bounces.map((_, place) => (place * BOUNCE_MS) / SAMPLES),
    BOUNCE_MS + GATHER_MS,
    table.length,
    whole,
  ]
  return {
    poses: [...bounces, sword, sword, home],
    offsets: times.map((ms) => Math.min(ms / whole, 1)),
  }
}

/** Returns the poses of a bouncing card; it stays within the floor and sides of the table.
 * @param {{ x: number, y: number }} start @param {number} index
 * @param {{ width: number, height: number, card: [number, number] }} table @returns {Pose[]} */
function bounce(start, index, { width, height, card }) {
  const step = BOUNCE_MS / SAMPLES / 1000
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

/** Returns the place of a card in the swords: cards alternate between them, the first ones form the blades.
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
