// Boards in a help text: diagrams of a position, and lessons, in which the reader moves and gets an answer. The family's
// board module is loaded only if the text has one, and each board is drawn when it comes near the view: together they are
// up to ten thousand elements, which take a phone seconds.

import { el } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { t } from '../core/i18n.js'
import { DrawnLater } from './drawn-later.js'
import { Progress } from './lessons.js'

/** Services of a board without the move builder: each diagram has its own. @typedef {Omit<Services, 'picks'>} HelpServices */

/**
 * The parts of a state that a board draws.
 * @typedef {object} Position
 * @property {string} position
 * @property {Record<string, unknown>} [view]
 * @property {string[]} [legal]
 * @property {number} [turn]
 * @property {string | null} [last]
 * @property {string[]} [words] of a diagram: the picked tokens
 */

/**
 * A position to move in. `answers`: sentences by move or opening (`beat h1 ...`); `otherwise`: the sentence for every other
 * move.
 * @typedef {Position & { answers: Record<string, string>, otherwise?: string }} Lesson
 */

/**
 * @typedef {object} HelpBoards
 * @property {(position: Position, caption?: string) => HTMLElement} diagram
 * @property {(lesson: Lesson, caption?: string) => HTMLElement} lesson
 * @property {HTMLElement} progress of the lessons
 * @property {() => void} leave
 */

/**
 * Creates the boards of a help text. `needed`: whether it has any.
 * @param {Rules} rules
 * @param {HelpServices} services
 * @param {boolean} needed
 * @returns {Promise<HelpBoards>}
 */
export async function helpBoards(rules, services, needed) {
  const noBoard = () => el('figure')
  const progress = new Progress(rules.family)
  if (!needed)
    return {
      diagram: noBoard,
      lesson: noBoard,
      progress: progress.element,
      leave: () => {},
    }
  const [{ MoveBuilder }, { make }] = await Promise.all([
    loadPart(() => import('../boards/move-builder.js')),
    loadPart(() => import(`../games/${rules.family}/board.js`)),
    prepare(`games/${rules.family}`),
  ])
  const later = new DrawnLater()
  /** @type {Board[]} */
  const boards = []
  /** @returns {Promise<Drawing>} */
  const board = async () => {
    const picks = new MoveBuilder()
    /** @type {Board} */
    const own = await make({ ...services, rules, picks })
    boards.push(own)
    return { picks, board: own }
  }
  const reader = await board() // describes diagrams, also before they are drawn
  return {
    diagram(position, caption) {
      const state = stateOf(rules, position)
      const place = later.place('diagram', async () =>
        drawDiagram(position.words ?? [], state, await board()),
      )
      return diagram(place, caption, reader.board.describe(state))
    },
    lesson(position, caption) {
      const entry = progress.add(position.position)
      const answer = el('p', { class: 'answer', role: 'status' })
      const state = stateOf(rules, position)
      const place = later.place('lesson', async () =>
        drawLesson(position, state, answer, entry.solve, await board()),
      )
      const figure = lesson(place, caption, answer)
      entry.place(figure)
      return figure
    },
    progress: progress.element,
    leave() {
      later.leave()
      for (const own of boards) own.leave?.()
    },
  }
}

/** @typedef {{ picks: MoveBuilder, board: Board }} Drawing */

/**
 * Returns a live state with nothing but this position.
 * @param {Rules} rules
 * @param {Position} position
 * @returns {State}
 */
function stateOf(rules, { position, view, legal = [], turn = 0, last = null }) {
  return {
    t: 'state',
    game: null,
    rules: rules.id,
    version: rules.version,
    status: 'live',
    ply: 0,
    seat: turn,
    turn,
    legal: legal.map((move) => [move, move]),
    view: { ...view, position },
    told: [],
    last,
    acts: [],
    tally: null,
    score: [],
    over: null,
    deal: null,
    commit: null,
    next: null,
    start: null,
    rated: false,
    public: false,
    control: null,
    offers: [],
    players: [],
    clock: null,
    watchers: 0,
    to: null,
    declined: null,
    watching: [],
  }
}

/**
 * Creates a picture of a position: nothing in it can be pressed or focused; screen readers get sentences.
 * @param {HTMLElement} place
 * @param {string | undefined} caption
 * @param {string[]} sentences
 */
function diagram(place, caption, sentences) {
  const description = el(
    'ul',
    { class: 'visually-hidden' },
    sentences.map((text) => el('li', {}, text)),
  )
  place.inert = true
  return el('figure', {}, place, el('figcaption', {}, caption, description))
}

/**
 * @param {string[]} words
 * @param {State} state
 * @param {Drawing} drawing
 */
function drawDiagram(words, state, { picks, board }) {
  picks.set(state.legal)
  picks.confirming = true
  for (const word of words) picks.point(word)
  board.show(state, {
    seat: null,
    flipped: false,
    interactive: false,
    animate: false,
  })
  return [board.element, board.below]
}

/**
 * Creates a lesson: the reader moves, and a sentence judges the move.
 * @param {HTMLElement} place
 * @param {string | undefined} caption
 * @param {HTMLElement} answer
 */
const lesson = (place, caption, answer) =>
  el(
    'figure',
    { class: 'lesson' },
    el('figcaption', {}, caption),
    place,
    answer,
  )

/**
 * Draws a lesson's board; the position stays whatever the reader moves.
 * @param {Lesson} position
 * @param {State} state
 * @param {HTMLElement} answer
 * @param {() => void} solve
 * @param {Drawing} drawing
 */
function drawLesson(position, state, answer, solve, { picks, board }) {
  picks.set(state.legal)
  picks.onmove = (/** @type {string} */ move) => {
    const right = answerTo(position.answers, move)
    answer.dataset.right = right === null ? 'no' : 'yes'
    answer.textContent = right ?? position.otherwise ?? t('help.otherwise')
    if (right !== null) solve()
    picks.set(state.legal)
    picks.clear()
  }
  board.show(state, {
    seat: state.seat,
    flipped: false,
    interactive: true,
    animate: false,
  })
  return [board.element, board.below, board.side]
}

/**
 * Returns the sentence about a move; null: it is none of the expected ones.
 * @param {Record<string, string>} answers
 * @param {string} move
 */
function answerTo(answers, move) {
  if (Object.hasOwn(answers, move)) return answers[move]
  const opening = Object.keys(answers).find(
    (text) => text.endsWith(' ...') && move.startsWith(text.slice(0, -3)),
  )
  return opening === undefined ? null : answers[opening]
}
