import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Picks } from '../../static/board/picks.js'
import fc from './properties.js'

const word = fc.constantFrom('a1', 'b2', 'c3', 'n', 'put')
const moves = fc.uniqueArray(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  { minLength: 1, maxLength: 12 },
)
const step = fc.oneof(
  fc.record({ do: fc.constant(/** @type {const} */ ('point')), word }),
  fc.record({ do: fc.constantFrom(.../** @type {const} */ (['back', 'clear', 'confirm'])) }),
  fc.record({ do: fc.constant(/** @type {const} */ ('set')), moves }),
)

/** @param {string[]} texts @returns {LegalMove[]} */
const pairs = (texts) => texts.map((move) => [move, move])

/** @typedef {typeof step extends fc.Arbitrary<infer A> ? A : never} Action */

/** @param {Picks} picks @param {Action} action */
function take(picks, action) {
  if (action.do === 'point') picks.point(action.word)
  else if (action.do === 'set') picks.set(pairs(action.moves))
  else picks[action.do]()
}

test('what is picked always begins a legal move, whether moves are confirmed or not', () => {
  const steps = fc.array(step, { maxLength: 30 })
  fc.assert(
    fc.property(moves, steps, fc.boolean(), (first, steps, confirming) => {
      const { picks, sent } = picking(first)
      let legal = first
      picks.confirming = confirming
      for (const action of steps) {
        if (action.do === 'set') legal = action.moves
        take(picks, action)
        for (const move of sent.splice(0)) assert.ok(legal.includes(move))
        const picked = picks.words
        assert.ok(
          legal.some((move) => picked.every((word, place) => move.split(' ')[place] === word)),
          `${picked} begins none of ${legal}`,
        )
        if (picks.asked) assert.equal(picks.asked, picked.join(' '))
      }
    }),
  )
})

/** Picks among these moves, and the moves that they send. @param {string[]} moves @param {Partial<Picks>} [how] */
function picking(moves, how = {}) {
  const picks = Object.assign(new Picks(), how)
  /** @type {string[]} */
  const sent = []
  picks.onmove = (move) => sent.push(move)
  picks.set(pairs(moves))
  return { picks, sent }
}

test('nothing is sent before the last word', () => {
  const { picks, sent } = picking(['a1 b2 n', 'a1 c3'])
  picks.point('a1')
  picks.point('b2')
  assert.deepEqual(sent, [])
  picks.point('n')
  assert.deepEqual(sent, ['a1 b2 n'])
})

test('an opening is never offered as words, and a whole move that it covers is played', () => {
  const { picks, sent } = picking(['beat h2 ...', 'draw'])
  assert.deepEqual([...picks.next.keys()], ['draw'])
  assert.equal(picks.play('take h2 9S'), false)
  assert.equal(picks.play('beat h2 9S*5D'), true)
  assert.deepEqual(sent, ['beat h2 9S*5D'])
})

test('while a move is pending nothing can be picked, played or taken back', () => {
  const { picks } = picking(['a1 b2'])
  picks.point('a1')
  picks.point('b2')
  assert.equal(picks.pending, 'a1 b2')
  assert.equal(picks.point('a1'), false)
  assert.equal(picks.play('a1 b2'), false)
  assert.equal(picks.back(), false)
  assert.equal(picks.next.size, 0)
})

const warn = (/** @type {string} */ move) => (move === 'a1 c3' ? 'This gives the game away.' : null)

test('a move that may cost something waits until it is confirmed', () => {
  const { picks, sent } = picking(['a1 b2', 'a1 c3'], { warn })
  picks.point('a1')
  picks.point('c3')
  assert.equal(picks.asked, 'a1 c3')
  assert.deepEqual(sent, [])
  picks.point('c3')
  assert.deepEqual(sent, ['a1 c3'])
})

test('without anybody to ask no move waits', () => {
  const { picks, sent } = picking(['a1 c3'], { warn, confirming: true, asks: false })
  picks.point('a1')
  picks.point('c3')
  assert.deepEqual(sent, ['a1 c3'])
})

test('what is picked stays when a try is refused; pointing at it again keeps it, once more unpicks it', () => {
  const { picks } = picking(['a1 b2', 'c3 b2'])
  picks.point('a1')
  assert.equal(picks.point('n'), false)
  assert.deepEqual([[...picks.words], picks.refused], [['a1'], true])
  picks.point('a1')
  assert.deepEqual([[...picks.words], picks.refused], [['a1'], false])
  picks.point('a1')
  assert.deepEqual([[...picks.words], picks.refused], [[], false])
})
