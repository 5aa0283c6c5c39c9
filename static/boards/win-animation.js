// The sweep over the table when a game of cards is won: the cards fly up in a wave and come back. The signal ends it;
// where motion is not wanted there is none.

import { reducedMotion } from './contract.js'

const APART = 60 // ms between two cards
const EACH = 430 // ms that a card is on its way

/** Sweeps the elements over `area` in their order; resolves when the last one is back, or at the signal.
 * @param {HTMLElement[]} nodes @param {HTMLElement} area @param {AbortSignal} signal */
export async function playWin(nodes, area, signal) {
  if (reducedMotion() || signal.aborted || !nodes.length) return
  const box = area.getBoundingClientRect()
  area.dataset.sweep = ''
  const flights = nodes.map((node, place) =>
    fly(node, box, place, nodes.length),
  )
  const end = () => {
    for (const node of nodes)
      for (const running of node.getAnimations()) running.cancel()
  }
  signal.addEventListener('abort', end, { once: true })
  await Promise.allSettled(flights.map((flight) => flight.finished))
  signal.removeEventListener('abort', end)
  delete area.dataset.sweep
}

/** @param {HTMLElement} node @param {DOMRect} box @param {number} place @param {number} count */
function fly(node, box, place, count) {
  const { left, top, width, height } = node.getBoundingClientRect()
  const share = place / Math.max(count - 1, 1)
  const x = box.left + share * (box.width - width) - left
  const y =
    box.top +
    (0.5 + 0.42 * Math.sin(share * Math.PI * 4)) * (box.height - height) -
    top
  const rest = node.style.transform
  const away = `translate(${x}px, ${y}px) rotate(${(share * 720).toFixed()}deg)`
  return node.animate(
    [
      { transform: rest },
      { transform: away, offset: 0.45 },
      { transform: away, offset: 0.6 },
      { transform: rest },
    ],
    { duration: EACH, delay: place * APART, easing: 'ease-in-out' },
  )
}
