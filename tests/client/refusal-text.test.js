import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalText } from '../../static/core/busy-button.js'
import { Refusal } from '../../static/core/http.js'
import { addTexts } from './texts.js'

addTexts()

test('who left games early reads when pairing opens again and what is open', () => {
  const rows = /** @type {const} */ ([
    [1, 'one minute'],
    [61, '2 minutes'],
    [300, '5 minutes'],
  ])
  for (const [seconds, wait] of rows)
    assert.equal(
      refusalText(new Refusal(429, 'paused_pairing', { seconds, count: 3 })),
      `You left 3 games early. You can be paired again in ${wait}. Games by link, against the computer and solitaires are open.`,
    )
})

test('another refusal has its own sentence, or asks to try again', () => {
  const many = new Refusal(409, 'too_many_games', { limit: 20 })
  assert.match(refusalText(many), /^You already have 20 games/)
  assert.match(refusalText(new Refusal(403, 'closed')), /try again/)
})
