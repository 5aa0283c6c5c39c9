// Speaking to those who do not look: #live is polite (moves, hints), #alert is assertive (your turn, an
// illegal try, the end). A repeated sentence gets a no-break space, so that it is a change and is read again.

function speak(id, sentence) {
  const region = document.getElementById(id)
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence
}

export const say = (sentence) => speak('live', sentence)
export const alert = (sentence) => speak('alert', sentence)
