import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { History } from '../../static/table/history.js'
import { serve } from './games.js'

/** A state at a ply with these moves in effect.
 * @param {number} ply @param {string} moves @returns {any} */
const state = (ply, moves) => ({ ply, told: [...moves] })

/** Answers requests for the log and for positions; returns their addresses. @param {unknown[]} entries */
function addresses(entries) {
  const requests = serve((path) => {
    const query = new URL(path, 'http://site').searchParams
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
    const items = Array.from({ length: to - from + 1 }, (_, n) => state(from + n, ''))
    return path.endsWith('/log') ? { entries } : { items }
  })
  return () => requests.map(([, path]) => path)
}

afterEach(() => mock.restoreAll())

test('where each entry was a move the log is not needed, and one request brings all positions', async () => {
  const asked = addresses([])
  const newest = state(3, 'abc')
  const history = new History('g', [newest])
  for (const made of [2, 1, 0]) assert.equal((await history.at(made, newest)).ply, made)
  assert.deepEqual(asked(), ['/api/games/g/frames?from=0&to=2'])
})

test('what the socket brought is not asked for, also after moves were taken back', async () => {
  const asked = addresses([])
  const states = [state(0, ''), state(1, 'a'), state(2, 'ab'), state(3, 'a')]
  const history = new History('g', states)
  history.add(state(4, 'ac'))
  const newest = state(5, 'acd')
  history.add(newest)
  const plies = []
  for (const made of [0, 1, 2]) plies.push((await history.at(made, newest)).ply)
  assert.deepEqual(plies, [0, 3, 4])
  assert.deepEqual(asked(), [])
})

test('the log tells where the moves stand that were made before the page was opened', async () => {
  const entries = [
    [0, 0, 'move', 'a', 0],
    [1, 0, 'undo', '', 0],
    [2, 0, 'move', 'b', 0],
    [3, 0, 'move', 'c', 0],
  ]
  const asked = addresses(entries)
  const newest = state(4, 'bc')
  const history = new History('g/h', [newest])
  assert.equal((await history.at(1, newest)).ply, 3)
  assert.equal((await history.at(0, newest)).ply, 0)
  assert.deepEqual(asked(), ['/api/games/g%2Fh/log', '/api/games/g%2Fh/frames?from=0&to=3'])
})
