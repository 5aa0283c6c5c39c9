// Live regions for screen readers: #live is polite (moves, hints), #alert assertive (your turn, an illegal try, the end).
// A repeated sentence gets a no-break space, so that it is a change and is read again. Sentences in quick succession (the
// link is back, a move was made meanwhile) are joined, since the first would be gone before it is read; the answer to a
// key or a tap stands alone.

import { byId } from './dom.js'

const JOIN_MS = 150 // after the first sentence

/** Converts a sentence for reading. @type {(text: string) => string} */
let reading = (text) => text
/** @type {Map<string, number>} until when sentences of a region are joined */
const together = new Map()
const onAct = () => together.clear()

/** @param {'live' | 'alert'} id @param {string} text */
function speak(id, text) {
  const sentence = reading(text)
  for (const act of ['keydown', 'pointerdown']) addEventListener(act, onAct, true) // once: the same listener again changes nothing
  const region = byId(id)
  const { textContent: before } = region
  if (performance.now() < (together.get(id) ?? 0)) {
    region.textContent = `${before} ${sentence}`
    return
  }
  region.textContent = before === sentence ? `${sentence}\u00a0` : sentence
  together.set(id, performance.now() + JOIN_MS)
}

/** Sets the conversion of sentences for reading: boards turn the signs of moves into words.
 * @param {(text: string) => string} read */
export function readAs(read) {
  reading = read
}

/** Empties both regions: their sentences belong to another game. */
export function forgetSentences() {
  for (const id of ['live', 'alert']) byId(id).textContent = ''
  together.clear()
}

/** @type {Say} */
export const say = (sentence) => speak('live', sentence)
/** @type {Say} */
export const alert = (sentence) => speak('alert', sentence)
