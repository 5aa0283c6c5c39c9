// The board of the tests' tiny game: cards in the hand to keep, the deck to draw from, and a number to say.
// Tests copy it to static/games/ as a new game's board.

import { sheet } from '../../board/contract.js'
import { el } from '../../core/dom.js'

export async function make(services) {
  const { rules, picks, t } = services
  await sheet(`/static/games/${rules.family}/board.css`)
  const sentence = (key, params) => t(`${rules.family}.${key}`, params)
  const moves = el('div', { class: 'moves' })
  const number = el('input', {
    type: 'number',
    'aria-label': sentence('number'),
  })
  const say = el(
    'button',
    { 'data-act': 'say', onclick: () => picks.play(`say ${number.value}`) },
    sentence('say'),
  )
  const lines = (frame) => [
    sentence('hand', { cards: frame.view.hand.join(' ') || '-' }),
    sentence('deck', { count: frame.view.position.split(' ')[2] }),
  ]
  return {
    element: el('div', { class: 'tiny-board' }, moves, number, say),
    show(frame) {
      const listed = frame.legal.filter(([move]) => !move.endsWith(' ...'))
      moves.replaceChildren(
        ...lines(frame).map((line) => el('p', {}, line)),
        ...listed.map(([move]) =>
          el(
            'button',
            { 'data-move': move, onclick: () => picks.play(move) },
            move,
          ),
        ),
      )
    },
    describe: lines,
    name: (word) => word,
  }
}
