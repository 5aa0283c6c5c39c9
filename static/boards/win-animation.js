// The sweep over the table when a game of cards is won: the cards fly up in a wave and come back. A key, a press or
// the next position ends it; where motion is not wanted there is none.

import { reducedMotion } from './contract.js'

const EACH = 900 // ms that a card is on its way
const APART = 28 // ms between two cards

/** Sweeps the elements over `area` in their order; answers a function that ends it at once.
 * @param {HTMLElement[]} nodes @param {HTMLElement} area */
export function playWin(nodes, area) {
  if (reducedMotion() || !nodes.length) return () => {}
  const box = area.getBoundingClientRect()
  area.dataset.sweep = ''
  const flights = nodes.map((node, place) =>
    fly(node, box, place, nodes.length),
  )
  const listening = new AbortController()
  const end = () => {
    listening.abort()
    delete area.dataset.sweep
    for (const node of nodes)
      for (const running of node.getAnimations()) running.cancel()
  }
  const stop = (/** @type {Event} */ event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
    }
    end()
  }
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, stop, {
      capture: true,
      signal: listening.signal,
    })
  flights.at(-1)?.addEventListener('finish', end)
  return end
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
    {
      duration: EACH,
      delay: place * APART,
      easing: 'ease-in-out',
    },
  )
}
