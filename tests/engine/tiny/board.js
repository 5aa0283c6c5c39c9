// The board of the tests' tiny game: cards in the hand to keep, the deck to draw from, and a number to say.
// Tests copy it to static/games/ as a new game's board.

import { sheet } from '../../board/contract.js'
import { hosted } from '../../kit/element.js'
import { html, signal, useSignal } from '../../vendor/preact.js'

export async function make(services) {
  const { rules, picks, t } = services
  await sheet(`/static/games/${rules.family}/board.css`)
  const sentence = (key, params) => t(`${rules.family}.${key}`, params)
  const shown = signal(null)
  const lines = (frame) => [
    sentence('hand', { cards: frame.view.hand.join(' ') || '-' }),
    sentence('deck', { count: frame.view.position.split(' ')[2] }),
  ]
  const { element } = hosted(html`<${Board} ...${{ shown, lines, sentence, picks }} />`)
  return {
    element,
    show(frame) {
      shown.value = frame
    },
    describe: lines,
    name: (word) => word,
    words: {},
  }
}

function Board({ shown, lines, sentence, picks }) {
  const number = useSignal('')
  const frame = shown.value
  const listed = frame?.legal.filter(([move]) => !move.endsWith(' ...')) ?? []
  return html`
    <div class="tiny-board">
      <div class="moves">
        ${frame && lines(frame).map((line) => html`<p>${line}</p>`)}
        ${listed.map(
          ([move]) => html`
            <button data-move=${move} onClick=${() => picks.play(move)}>${move}</button>`,
        )}
      </div>
      <input
        type="number"
        aria-label=${sentence('number')}
        onInput=${({ currentTarget }) => {
          number.value = currentTarget.value
        }}
      />
      <button data-act="say" onClick=${() => picks.play(`say ${number.value}`)}>
        ${sentence('say')}
      </button>
    </div>`
}
