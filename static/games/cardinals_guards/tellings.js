// Texts of Cardinal's Guards: moves, highlights, moments, keys, the shared picture.

import { sequence } from '../../core/i18n.js'
import {
  CENTRE,
  CORNERS,
  DONE,
  isDirection,
  namedRun,
  parsePosition,
  pointsOf,
  SUITS,
} from './position.js'

/** @import { Sentences } from './sentences.js' */
/** @import { GuardsState } from './types.d.ts' */

const KEYS = ['next', 'arrows', 'enter', 'escape', 'dice', 'hover']
/** @type {[number, string][]} minimum points of each word about them, of 56 */
const LEVELS = [
  [50, 'brilliant'],
  [40, 'very_good'],
  [28, 'good'],
  [1, 'some'],
]
/** @type {Record<string, string>} */
const SQUARES = { S: '🟥', M: '⬛', C: '🟨', A: '🟦' }

/** @param {Sentences} sentences
 * @returns {Pick<BoardWords, 'readable' | 'heard' | 'over' | 'story' | 'moment' | 'score' | 'keys' | 'shareText'>} */
export function tellings(sentences) {
  const { say } = sentences
  return {
    readable: (told) => readMove(told, sentences) ?? told,
    heard: (before, after) => heard(before, after, sentences),
    over: (frame) => stopped(frame, say),
    story: (frame) => story(frame, sentences),
    moment: (before, after) => moment(before, after, sentences),
    score: ({ score }) => say('score', { points: score[0], most: 56 }),
    keys: () => KEYS.map((key) => [say(`key.${key}`), say(`key.${key}.does`)]),
    shareText: ({ view }) => picture(view.position),
  }
}

/** Returns a told move as a sentence; null: it is none. @param {string} told @param {Pick<Sentences, 'say' | 'suit'>} sentences */
export function readMove(told, sentences) {
  const { say } = sentences
  const suit = (/** @type {string} */ letter) => sentences.suit(letter)
  const words = told.split(' ')
  const [first, second, third, corner, again] = words
  if (first === 'put') return say('told.put', { suit: suit(second), place: third })
  if (!SUITS.includes(first) || !isDirection(second ?? '')) return null
  const fate = ['take', 'leave'].includes(words.at(-1) ?? '') ? `.${words.at(-1)}` : ''
  const params = { suit: suit(first), way: say(`way.${second}`) }
  if (!isDirection(again ?? '')) return say(`told.run${fate}`, params)
  const removed = third === '-' ? '' : '.removed'
  return say(`told.tunnel${removed}${fate}`, {
    ...params,
    place: third,
    corner: say(`corner.${CORNERS[corner]}`),
    again: say(`way.${again}`),
  })
}

/** Returns a run with what it did and where it ended, which a board shows; null: the move's
 * own words say all.
 * @param {GuardsState} before @param {State} after @param {Sentences} sentences */
export function heard(before, { told }, sentences) {
  const move = told.at(-1) ?? ''
  const named = namedRun(before, move.split(' '))
  if (!named) return null
  const { run } = named
  const did = sentences
    .consequences(named, run, before)
    .flatMap(([effect, , text]) => (effect === 'choice' ? [] : [text]))
  const stop = sentences.say('effect.stop', { place: run.stop })
  const stands = run.stop !== 'out' && run.stop !== named.start && !did.includes(stop)
  const effects = stands ? [...did, stop] : did
  if (!effects.length) return null // he meets a guard beside him, and the move says what becomes of that one
  return sentences.say('heard', {
    move: readMove(move, sentences) ?? move,
    effects: sequence(effects),
  })
}

/** Returns the sentence about the player's own choice to stop, with a word for the points; '' for other ends and readers,
 * which have the common sentences. @param {Pick<State, 'over' | 'score' | 'seat'>} frame @param {Sentences['say']} say */
export function stopped({ over, score, seat }, say) {
  if (over?.reason !== 'resigned' || seat === null) return ''
  const [count] = score
  const [, level] = LEVELS.find(([least]) => count >= least) ?? []
  return say(`over.resigned.${level ?? 'none'}`, { count })
}

/** @param {State} frame @param {Sentences} sentences */
function story({ view, told, tally, over }, { say }) {
  const { searched, defeated, escaped } = pointsOf(view.position)
  const sentences = [say('story.score', { searched, defeated, escaped: escaped / 3 })]
  const count = told.filter((move) => move.split(' ').length > 4).length
  if (count) sentences.push(say('story.tunnel', { count }))
  if (over?.winner === 0 && tally?.undone === 0) sentences.push(say('story.no_undo'))
  return sentences
}

/** @param {State} before @param {State} after @param {Sentences} sentences */
function moment(before, after, sentences) {
  const { say } = sentences
  const suit = (/** @type {string} */ letter) => sentences.suit(letter)
  const [old, now] = [before, after].map(({ view }) => parsePosition(view.position))
  for (const [index, letter] of SUITS.entries()) {
    const params = { suit: suit(letter) }
    if (now.lost.includes(letter) && !old.lost.includes(letter)) return say('moment.lost', params)
    if (now.escaped.includes(letter) && !old.escaped.includes(letter))
      return say('moment.escaped', params)
    if (now.next[index] === DONE && old.next[index] < DONE) return say('moment.done', params)
  }
  return null
}

/** Draws five lines of five tiles: searched ones in the colour of their suit, the others white.
 * @param {string} position */
export function picture(position) {
  const { tiles, next } = parsePosition(position)
  const signs = [...tiles].map(([square, tile]) => {
    if (square === CENTRE) return '🟫'
    const searched = Number(tile[1]) < next[SUITS.indexOf(tile[0])]
    return searched ? SQUARES[tile[0]] : '⬜'
  })
  return [0, 5, 10, 15, 20].map((start) => signs.slice(start, start + 5).join('')).join('\n')
}
