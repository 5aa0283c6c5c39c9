// Boards in a help text: the family's board module draws a position, for a diagram or a lesson. Each is drawn when it comes
// near the view or when the page is printed: together they are up to ten thousand elements, which take a phone seconds.

import { loadPart, prepare } from '../../core/files.js'
import { html, render, useEffect, useRef, useSignal } from '../../vendor/preact.js'

const NEAR_VIEW = '100% 0px' // a window's height above and below

/** Services of a board without the picks: each board has its own. @typedef {Omit<Services, 'picks'>} HelpServices */

/** The parts of a state that a board draws; `words`: the picked tokens.
 * @typedef {object} Position
 * @property {string} position
 * @property {Record<string, unknown>} [view]
 * @property {string[]} [legal]
 * @property {number} [turn]
 * @property {string | null} [last]
 * @property {string[]} [words] */

/** @typedef {{ picks: Picks, board: Board }} Drawing */
/** @typedef {() => Promise<Drawing>} MakeBoard */

/** Height of the last drawn board in px, by kind of board.
 * @typedef {import('@preact/signals').Signal<Record<string, number>>} Heights */

/** Loads the family's board module; returns what makes a board.
 * @param {Rules} rules @param {HelpServices} services @returns {Promise<MakeBoard>} */
export async function loadBoards(rules, services) {
  const [{ Picks }, { make }] = await Promise.all([
    loadPart(() => import('../../board/picks.js')),
    loadPart(() => import(`../../games/${rules.family}/board.js`)),
    prepare(`games/${rules.family}`),
  ])
  return async () => {
    const picks = new Picks()
    return { picks, board: await make({ ...services, rules, picks }) }
  }
}

/** A board that is drawn late. `draw` shows a position on it and returns what stands below it. Until one of its kind has
 * told its height, a place has that of the style sheet; then as much room is kept, so that the text moves little.
 * @param {{ kind: string, make: MakeBoard, draw: (drawing: Drawing) => Content, heights: Heights }
 *   & Attributes} props */
export function LateBoard({ kind, make, draw, heights, ...attributes }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null))
  const drawn = useSignal(false)
  useEffect(() => {
    const box = /** @type {HTMLDivElement} */ (place.current)
    const left = new AbortController()
    let begun = false
    const show = async () => {
      if (begun) return
      begun = true
      const drawing = await make()
      const { board } = drawing
      if (left.signal.aborted) return board.leave?.()
      render(draw(drawing), box)
      box.prepend(board.element)
      left.signal.addEventListener('abort', () => {
        render(null, box)
        board.leave?.()
      })
      drawn.value = true
      heights.value = { ...heights.value, [kind]: Math.round(box.getBoundingClientRect().height) }
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: NEAR_VIEW },
    )
    observer.observe(box)
    addEventListener('beforeprint', show, left)
    return () => {
      observer.disconnect()
      left.abort()
    }
  }, [])
  const height = heights.value[kind]
  const style = drawn.value || height === undefined ? undefined : `min-height: ${height}px`
  return html`<div ref=${place} class="diagram" style=${style} ...${attributes}></div>`
}

/** Returns a live state with nothing but this position.
 * @param {Rules} rules @param {Position} position @returns {State} */
export function stateOf(rules, { position, view, legal = [], turn = 0, last = null }) {
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
