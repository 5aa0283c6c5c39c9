// The boards in a help text: diagrams, which show a position, and lessons, in which the reader moves and is answered. The
// family's board module is loaded only when the text has one of them.

import { el } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { t } from '../core/i18n.js'
import { Progress } from './lessons.js'

/** What a board gets, but for the move builder: each diagram has its own. @typedef {Omit<Services, 'picks'>} HelpServices */

/**
 * The parts of a state that a board draws.
 * @typedef {object} Position
 * @property {string} position
 * @property {Record<string, unknown>} [view]
 * @property {string[]} [legal]
 * @property {number} [turn]
 * @property {string | null} [last]
 * @property {string[]} [words] of a diagram: the tokens that are picked
 */

/**
 * A position to move in. `answers`: the sentence about a move, or of all that begin with an opening (`beat h1 ...`);
 * `otherwise`: of every other move.
 * @typedef {Position & { answers: Record<string, string>, otherwise?: string }} Lesson
 */

/**
 * @typedef {object} HelpBoards
 * @property {(position: Position, caption?: string) => Promise<HTMLElement>} diagram
 * @property {(lesson: Lesson, caption?: string) => Promise<HTMLElement>} lesson
 * @property {HTMLElement} progress of the lessons
 * @property {() => void} leave
 */

/**
 * The boards of one help text. `needed`: whether it has any.
 * @param {Rules} rules
 * @param {HelpServices} services
 * @param {boolean} needed
 * @returns {Promise<HelpBoards>}
 */
export async function helpBoards(rules, services, needed) {
  const noBoard = async () => el('figure')
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
  /** @type {Board[]} */
  const boards = []
  const board = async (/** @type {Position} */ position) => {
    const picks = new MoveBuilder()
    /** @type {Board} */
    const own = await make({ ...services, rules, picks })
    boards.push(own)
    const state = stateOf(rules, position)
    picks.set(state.legal)
    return { picks, board: own, state }
  }
  return {
    diagram: async (position, caption) =>
      diagram(position, caption, await board(position)),
    lesson: async (position, caption) => {
      const entry = progress.add(position.position)
      return lesson(position, caption, await board(position), entry)
    },
    progress: progress.element,
    leave: () => {
      for (const own of boards) own.leave?.()
    },
  }
}

/** @typedef {{ picks: MoveBuilder, board: Board, state: State }} Drawing */

/**
 * A live state with this position and nothing else in it.
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
 * A picture: nothing in it can be pressed or focused; to assistive technology it is the position in sentences.
 * @param {Position} position
 * @param {string | undefined} caption
 * @param {Drawing} drawing
 */
function diagram(position, caption, { picks, board, state }) {
  picks.confirming = true
  for (const word of position.words ?? []) picks.point(word)
  board.show(state, {
    seat: null,
    flipped: false,
    interactive: false,
    animate: false,
  })
  const description = el(
    'ul',
    { class: 'visually-hidden' },
    board.describe(state).map((text) => el('li', {}, text)),
  )
  return el(
    'figure',
    {},
    el('div', { class: 'diagram', inert: true }, board.element, board.below),
    el('figcaption', {}, caption, description),
  )
}

/**
 * A question: the reader moves, and a sentence judges the move. The position stays.
 * @param {Lesson} position
 * @param {string | undefined} caption
 * @param {Drawing} drawing
 * @param {ReturnType<Progress['add']>} entry
 */
function lesson(position, caption, { picks, board, state }, entry) {
  const answer = el('p', { class: 'answer', role: 'status' })
  picks.onmove = (/** @type {string} */ move) => {
    const right = answerTo(position.answers, move)
    answer.dataset.right = right === null ? 'no' : 'yes'
    answer.textContent = right ?? position.otherwise ?? t('help.otherwise')
    if (right !== null) entry.solve()
    picks.set(state.legal)
    picks.clear()
  }
  board.show(state, {
    seat: state.seat,
    flipped: false,
    interactive: true,
    animate: false,
  })
  const figure = el(
    'figure',
    { class: 'lesson' },
    el('figcaption', {}, caption),
    el('div', { class: 'diagram' }, board.element, board.below, board.side),
    answer,
  )
  entry.place(figure)
  return figure
}

/**
 * The sentence about a move; null: it is none of the expected ones.
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
