import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { add } from '../../static/core/i18n.js'
import {
  chosenLevel,
  hasAbility,
  hasMachine,
  levelName,
  levelsOf,
  remarkText,
  rememberLevel,
} from '../../static/core/machines.js'
import { personName } from '../../static/core/people.js'
import { hasChat, tableActions } from '../../static/table/actions.js'
import { turnText } from '../../static/table/texts.js'

const COMMON = new URL('../../static/lang/en.json', import.meta.url)
add(JSON.parse(readFileSync(COMMON, 'utf8')))
add({
  'chess.remark.draws_out': 'It draws your queen out.',
  'chess.level.7': 'Perfect',
})

/** @param {object | null} [machine] @returns {any} */
const rules = (machine) => ({
  id: 'chess',
  family: 'chess',
  seats: ['white', 'black'],
  draws: true,
  machine,
})
const PLAYED = rules({ levels: 7, abilities: ['evaluate'] })
const COMPUTER = { id: 'm', name: 'x', bot: 3 }
const PERSON = { id: 'p', name: 'Ann' }
/** @type {any} */
const STATE = {
  status: 'live',
  seat: 0,
  turn: 1,
  players: [PERSON, COMPUTER],
  acts: ['resign', 'offer:takeback', 'offer:draw'],
  offers: [],
  view: {},
}

/** The names of the buttons. @param {any} state */
const acts = (state) =>
  tableActions(PLAYED, state, { flipped: false, docked: false, unread: 0 }).map(
    (action) => (typeof action === 'string' ? action : action[0]),
  )

test('a game without machines has neither levels nor abilities', () => {
  for (const none of [rules(), rules(null)]) {
    assert.equal(levelsOf(none), 0)
    assert.equal(hasAbility(none, 'hint'), false)
  }
  assert.equal(hasAbility(PLAYED, 'evaluate'), true)
  assert.equal(hasAbility(PLAYED, 'hint'), false)
})

test('the level is a third of the way up until one is chosen, and then remembered', () => {
  assert.equal(chosenLevel(PLAYED), 3)
  rememberLevel(PLAYED, 6)
  assert.equal(chosenLevel(PLAYED), 6)
  assert.equal(chosenLevel(rules({ levels: 4, abilities: [] })), 2)
})

test('levels have words, the family’s own before the common ones', () => {
  assert.equal(levelName(PLAYED, 1), 'Beginner')
  assert.equal(levelName(PLAYED, 7), 'Perfect')
  assert.equal(levelName(PLAYED, 12), 'Level 12')
})

test('a machine is named by its level, and has no chat and no draw', () => {
  assert.equal(personName(COMPUTER), 'Computer, level 3')
  assert.equal(hasMachine(STATE), true)
  assert.equal(hasChat(STATE), false)
  assert.deepEqual(
    acts(STATE).filter((act) => ['draw', 'takeback', 'chat'].includes(act)),
    ['takeback'],
  )
  const people = { ...STATE, players: [PERSON, { id: 'q', name: 'Ben' }] }
  assert.deepEqual(
    acts(people).filter((act) => ['draw', 'takeback', 'chat'].includes(act)),
    ['draw', 'takeback', 'chat'],
  )
})

test('while the machine is to move it is said to think', () => {
  assert.equal(turnText(PLAYED, STATE), 'The computer is thinking…')
  assert.equal(turnText(PLAYED, { ...STATE, turn: 0 }), 'Your move')
})

test('a remark is a sentence of the family, while the game runs', () => {
  const said = { status: /** @type {const} */ ('live'), remark: 'draws_out' }
  assert.equal(remarkText(PLAYED, said), 'It draws your queen out.')
  assert.equal(remarkText(PLAYED, { ...said, remark: 'unheard' }), '')
  assert.equal(remarkText(PLAYED, { ...said, remark: null }), '')
  assert.equal(remarkText(PLAYED, { ...said, status: 'ended' }), '')
})
