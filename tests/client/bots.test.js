import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  botGame,
  chosenLevel,
  hasAbility,
  hasBot,
  isTaught,
  levelName,
  levelsOf,
  remarkText,
  rememberLevel,
  teaches,
} from '../../static/core/bots.js'
import { add } from '../../static/core/i18n.js'
import { personName } from '../../static/core/people.js'
import { hasChat, tableActions } from '../../static/table/actions.js'
import { leadingActions, leads } from '../../static/table/live/next-level.js'
import { mayPremove } from '../../static/table/live/premove.js'
import { warningText } from '../../static/table/live/warning.js'
import { turnText } from '../../static/table/texts.js'
import { ANN, BEN, endedState, rulesOf, stateOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()
add({ 'chess.remark.draws_out': 'It draws your queen out.', 'chess.level.7': 'Perfect' })

/** @param {Rules['machine']} [machine] */
const rules = (machine = null) => rulesOf('chess', { draws: true, machine })
const PLAYED = rules({ levels: 7, abilities: ['evaluate'] })
const TAUGHT = rules({ levels: 7, abilities: [], teaches: true })
const BOT = { id: 'm', name: 'x', bot: 3 }
const STATE = stateOf({
  turn: 1,
  players: [ANN, BOT],
  acts: ['resign', 'offer:takeback', 'offer:draw'],
})

/** The names of the buttons. @param {any} state */
const acts = (state, of = PLAYED) =>
  tableActions(of, state, { flipped: false, docked: false, unread: 0 }).flatMap((action) =>
    Array.isArray(action) ? action[0] : action,
  )

test('a game without bots has neither levels nor abilities', () => {
  assert.equal(levelsOf(rules()), 0)
  assert.equal(hasAbility(rules(), 'hint'), false)
  assert.equal(hasAbility(PLAYED, 'evaluate'), true)
  assert.equal(hasAbility(PLAYED, 'hint'), false)
})

test('the first game is at level 1 from the first seat, until a level is chosen', () => {
  assert.equal(chosenLevel(PLAYED), 1)
  assert.deepEqual(botGame(PLAYED), { rules: 'chess', bot: { level: 1 }, seat: 0 })
  rememberLevel(PLAYED, 6)
  assert.equal(chosenLevel(PLAYED), 6)
  assert.deepEqual(botGame(PLAYED), { rules: 'chess', bot: { level: 6 } })
  assert.equal(chosenLevel(rules({ levels: 4, abilities: [] })), 1)
})

test('levels have numbers and words, the family’s own before the common ones', () => {
  assert.equal(levelName(PLAYED, 1), 'Level 1, Beginner')
  assert.equal(levelName(PLAYED, 7), 'Level 7, Perfect')
  assert.equal(levelName(PLAYED, 12), 'Level 12')
})

/** What the result of a game offers. @param {string} game @param {number} bot its level
 * @param {number | null} winner @param {object} [changes] */
function offered(game, bot, winner, changes = {}, of = PLAYED) {
  const players = [ANN, { ...BOT, bot }]
  const ended = endedState(winner, 'kings', { game, players, told: ['e4'], ...changes })
  return leadingActions(of, ended).map(({ act, label }) => `${act}: ${label}`)
}

test('a win offers the next level, up to the last one', () => {
  assert.deepEqual(offered('a', 1, 0), ['next-level: Try level 2'])
  assert.deepEqual(offered('b', 6, 0), ['next-level: Try level 7'])
  for (const none of [
    offered('c', 7, 0),
    offered('d', 1, null),
    offered('e', 1, 0, { seat: null }),
    offered('f', 1, 0, { players: [ANN, BEN] }),
  ])
    assert.deepEqual(none, [])
})

test('a loss leads to where the game was lost, if the server can value its positions', () => {
  const lost = endedState(1, 'kings', { told: ['e4'], players: [ANN, BOT] })
  const [first] = leadingActions(PLAYED, lost)
  assert.deepEqual([first.act, first.look], ['analyse', 'primary'])
  assert.deepEqual(leadingActions(rules({ levels: 7, abilities: [] }), lost), [])
  assert.equal(leads(PLAYED, lost), true)
  const unplayed = { ...lost, told: [] } // resigned before the first move: the rematch leads
  assert.equal(leads(PLAYED, unplayed), false)
})

test('two losses in a row at level 1 offer the lessons, too, and the teacher where there is one', () => {
  const where = 'analyse: Show me where'
  const lesson = 'lesson: Lesson'
  assert.deepEqual(offered('a', 1, 1), [where])
  assert.deepEqual(offered('a', 1, 1), [where]) // the same game, shown again
  assert.deepEqual(offered('b', 2, 1), [where])
  assert.deepEqual(offered('c', 1, 1), [where, lesson])
  assert.deepEqual(offered('d', 1, 1), [where, lesson])
  offered('e', 1, 0)
  assert.deepEqual(offered('f', 1, 1), [where])
  const taught = (/** @type {string} */ game, more = {}) =>
    offered(game, 1, 1, more, { ...TAUGHT, family: 'taught' }).map((one) => one.split(':')[0])
  assert.deepEqual(taught('one'), [])
  assert.deepEqual(taught('two'), ['lesson', 'play-teacher'])
  assert.deepEqual(taught('three', { warning: null }), ['lesson'])
})

test('a bot is named by its level, and has no chat and no draw', () => {
  assert.equal(personName(BOT), 'Computer, level 3')
  assert.equal(hasBot(STATE), true)
  assert.equal(hasChat(STATE), false)
  const social = (/** @type {any} */ state) =>
    acts(state).filter((act) => ['draw', 'takeback', 'chat'].includes(act))
  assert.deepEqual(social(STATE), ['takeback'])
  assert.deepEqual(social({ ...STATE, players: [ANN, BEN] }), ['draw', 'takeback', 'chat'])
})

test('while the bot is to move it is said to think', () => {
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

test('the teacher is the bot that is asked to teach', () => {
  assert.equal(teaches(TAUGHT), true)
  assert.equal(teaches(PLAYED), false)
  assert.equal(teaches(rules()), false)
  assert.equal(botGame(TAUGHT, true).bot?.teach, true)
  assert.equal('teach' in (botGame(TAUGHT).bot ?? {}), false)
})

test('while the teacher waits the bar keeps its buttons: the answers stand beside the warning', () => {
  const waiting = { ...STATE, warning: { ply: 1 }, acts: [...STATE.acts, 'proceed'] }
  assert.deepEqual(acts(waiting, TAUGHT), acts({ ...STATE, warning: null }, TAUGHT))
  assert.equal(acts(waiting, TAUGHT).includes('proceed'), false)
  assert.equal(isTaught(STATE), false)
  assert.equal(turnText(TAUGHT, waiting), 'The computer is waiting for you')
  assert.equal(mayPremove({ ...STATE, warning: null }), true)
  assert.equal(mayPremove(waiting), false)
})

test('a warning says what the move costs', () => {
  const line = /** @type {[string, string][]} */ ([['a', 'a']])
  /** @param {object} warning @returns {string} */
  const text = (warning) => warningText(/** @type {any} */ ({ ply: 1, left: 2, line, ...warning }))
  assert.match(text({ reason: 'lost_win', plies: 3 }), /in 2 moves at most/)
  assert.match(text({ reason: 'forced_loss', plies: 1 }), /with its next move/)
  assert.match(text({ reason: 'changes_hands', plies: 7 }), /in 4 moves/)
  for (const reason of ['chain', 'costly', 'changes_hands'])
    assert.doesNotMatch(text({ reason, points: 820 }), /warning\.|undefined/)
})
