import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MoveBuilder } from '../../static/boards/move-builder.js'

const word = fc.constantFrom('a1', 'b2', 'c3', 'n', 'put')
const moves = fc.uniqueArray(
  fc
    .array(word, { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' ')),
  { minLength: 1, maxLength: 12 },
)
const step = fc.oneof(
  fc.record({ do: fc.constant('point'), word }),
  fc.record({ do: fc.constantFrom('back', 'clear', 'confirm') }),
  fc.record({ do: fc.constant('set'), moves }),
)

const pairs = (texts) => texts.map((move) => [move, move])

function take(picks, action) {
  if (action.do === 'point') picks.point(action.word)
  else if (action.do === 'set') picks.set(pairs(action.moves))
  else picks[action.do]()
}

for (const confirming of [false, true]) {
  test(`what is picked always begins a legal move, confirming: ${confirming}`, () => {
    fc.assert(
      fc.property(moves, fc.array(step, { maxLength: 30 }), (first, steps) => {
        const picks = new MoveBuilder()
        let legal = first
        const sent = []
        picks.confirming = confirming
        picks.onmove = (move) => {
          sent.push(move)
          assert.ok(legal.includes(move))
        }
        picks.set(pairs(first))
        for (const action of steps) {
          if (action.do === 'set') legal = action.moves
          take(picks, action)
          const picked = picks.words
          assert.ok(
            legal.some((move) =>
              picked.every((word, place) => move.split(' ')[place] === word),
            ),
            `${picked} begins none of ${legal}`,
          )
          if (picks.asked) assert.equal(picks.asked, picked.join(' '))
        }
      }),
    )
  })
}

test('nothing is sent before the last word', () => {
  const picks = new MoveBuilder()
  const sent = []
  picks.onmove = (move) => sent.push(move)
  picks.set(pairs(['a1 b2 n', 'a1 c3']))
  picks.point('a1')
  picks.point('b2')
  assert.deepEqual(sent, [])
  picks.point('n')
  assert.deepEqual(sent, ['a1 b2 n'])
})
