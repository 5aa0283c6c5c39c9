// Live regions for screen readers: #live is polite (moves, hints), #alert is assertive (your turn, an
// illegal try, the end). A repeated sentence gets a no-break space, so that it is a change and is read again;
// sentences of one task (the link is back, and a move was made meanwhile) stay together.

import { byId } from './dom.js'

const speaking = new Set() // regions that have just got a sentence

/** @param {'live' | 'alert'} id @param {string} sentence */
function speak(id, sentence) {
  const region = byId(id)
  const { textContent: before } = region
  if (speaking.has(id)) region.textContent = `${before} ${sentence}`
  else region.textContent = before === sentence ? `${sentence}\u00a0` : sentence
  speaking.add(id)
  setTimeout(() => speaking.delete(id), 0)
}

/** @type {Say} */
export const say = (sentence) => speak('live', sentence)
/** @type {Say} */
export const alert = (sentence) => speak('alert', sentence)
