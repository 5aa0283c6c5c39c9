// What follows a lesson of the help.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStep } from '../../static/pages/help/lessons.js'

const lessons = ['a', 'b', 'c'].map((id, index) => ({
  number: index + 1,
  id,
  task: '',
  exercise: { position: '', answers: {} },
}))

/** The steps after each lesson. @param {string[]} solved @param {number | null} latest */
const steps = (solved, latest) =>
  lessons.map((lesson) =>
    nextStep(lesson, { lessons, solved: { value: solved }, latest: { value: latest } }),
  )

test('a solved lesson leads to the next unsolved one, the one solved last with the leading button', () => {
  assert.deepEqual(steps([], null), [null, null, null])
  assert.deepEqual(steps(['a'], 1), [{ number: 2, leads: true }, null, null])
  assert.deepEqual(steps(['a', 'c'], 3), [
    { number: 2, leads: false },
    null,
    { number: 2, leads: true },
  ])
})

test('once all are solved one of them leads on: the one solved last, else the last one', () => {
  const onward = { number: null, leads: true }
  assert.deepEqual(steps(['a', 'b', 'c'], 2), [null, onward, null])
  assert.deepEqual(steps(['a', 'b', 'c'], null), [null, null, onward])
})
