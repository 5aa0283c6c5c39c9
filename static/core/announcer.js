// Live regions for screen readers: #live is polite (moves, hints), #alert is assertive (your turn, an
// illegal try, the end). A repeated sentence gets a no-break space, so that it is a change and is read again.
// Sentences that come shortly after one another (the link is back, and a move was made meanwhile) stay
// together, since the first would be gone before it is read; what answers a key or a finger comes alone.

import { byId } from './dom.js'

const TOGETHER = 150 // milliseconds after the first sentence

/** How a sentence is read. @type {(text: string) => string} */
let reading = (text) => text
/** @type {Map<string, number>} until when sentences of a region stay together */
const together = new Map()
const onAct = () => together.clear()

/** @param {'live' | 'alert'} id @param {string} text */
function speak(id, text) {
  const sentence = reading(text)
  for (const act of ['keydown', 'pointerdown'])
    addEventListener(act, onAct, true) // once: the same listener again changes nothing
  const region = byId(id)
  const { textContent: before } = region
  if (performance.now() < (together.get(id) ?? 0)) {
    region.textContent = `${before} ${sentence}`
    return
  }
  region.textContent = before === sentence ? `${sentence}\u00a0` : sentence
  together.set(id, performance.now() + TOGETHER)
}

/** From now on sentences are read as `read` gives them: boards have the signs of moves in words.
 * @param {(text: string) => string} read */
export function readAs(read) {
  reading = read
}

/** @type {Say} */
export const say = (sentence) => speak('live', sentence)
/** @type {Say} */
export const alert = (sentence) => speak('alert', sentence)
