// What is read aloud: cards and moves in words, the places of the castle.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { spoken } from '../../static/board/spoken.js'
import { add, t } from '../../static/core/i18n.js'
import { Sentences } from '../../static/games/cardinals_guards/sentences.js'

for (const file of ['lang/boards.en.json', 'games/cardinals_guards/en.json'])
  add(JSON.parse(readFileSync(new URL(`../../static/${file}`, import.meta.url), 'utf8')))

test('cards are read in words, whatever else stands in the sentence', () => {
  for (const [shown, read] of [
    ['5♦ onto 6♣.', '5 of diamonds onto 6 of clubs.'],
    ['drew 10♠\uFE0E', 'drew 10 of spades'],
    ['A♥ home', 'ace of hearts home'],
    ['Only J♠ on f3 can.', 'Only jack of spades on f3 can.'],
    ['You won 10 of 20.', 'You won 10 of 20.'],
  ])
    assert.equal(spoken(shown), read)
})

test('a move is read with what it does', () => {
  for (const [shown, read] of [
    ['Rearhand: Q♠e9.', 'Rearhand: queen of spades to e9.'],
    ['10♥:f8+', '10 of hearts takes on f8+'],
    ['Musketeers: c3–d3.', 'Musketeers: c3 to d3.'],
    ['J♠: 3 of 5', 'jack of spades: 3 of 5'],
  ])
    assert.equal(spoken(shown), read)
})

test('a place of the castle is called as moves and hints call it, and by row and column', () => {
  const sentences = new Sentences(t)
  const named = sentences.cell.bind(sentences)
  const tiles = new Map([['d4', 'A4']])
  assert.equal(named('d4', undefined, tiles), 'd4, row 4 column 4, tile 4 of Arms')
  assert.equal(
    named('d4', { piece: 'M', owner: 0, suit: 'M' }, tiles),
    'd4, row 4 column 4, tile 4 of Arms, Moons musketeer',
  )
  assert.equal(
    named('a5w', { piece: 'guard', owner: 1, suit: 'C' }, tiles),
    'a5w, west of row 5 column 1, Crowns guard',
  )
})
