// Position text of Cardinal's Guards, and the runs of the server's `view.runs`. The server decides which runs are possible,
// where they stop and what they do.

/** @import { Castle, Direction, Effect, GuardsState, MusketeerRun, Points, Run, RunChoice, Runs, Thing } from './types.d.ts' */

export const SUITS = ['S', 'M', 'C', 'A']
export const CENTRE = 'c3'
export const RIM = 0.5 // of a square, the depth of the ring
export const DONE = 6 // the rank of a musketeer who has searched all chambers
/** @type {Record<string, string>} */
export const CORNERS = { a5: 'nw', e5: 'ne', a1: 'sw', e1: 'se' }
/** @type {Record<Effect, string>} */
export const EFFECT_SIGNS = {
  loses: '⚠',
  escapes: '⇱',
  tunnel: '⤳',
  defeat: '✕',
  choice: '+',
  search: '★',
}
/** @type {Record<Direction, Point>} */
export const STEPS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] }

/** @param {string} token @returns {token is Direction} */
export const isDirection = (token) => token in STEPS

const FILES = [...'abcde']
const RANKS = [...'54321']
/** @param {string} suffix */
const edge = (suffix) => FILES.map((file) => `${file}${suffix}`)

/** The 7 x 7 places by row from the top; the corners of the ring are no places. */
export const ROWS = [
  [null, ...edge('5n'), null],
  ...RANKS.map((rank) => [`a${rank}w`, ...edge(rank), `e${rank}e`]),
  [null, ...edge('1s'), null],
]
/** The perimeter, clockwise from a5n. */
const PERIMETER = [
  ...edge('5n'),
  ...RANKS.map((rank) => `e${rank}e`),
  ...edge('1s').reverse(),
  ...RANKS.map((rank) => `a${rank}w`).reverse(),
]
/** @type {Map<string | null, Point>} */
const CELLS = new Map(ROWS.flatMap((row, y) => row.map((place, x) => [place, [x, y]])))

/** Returns column and row of a place. @param {string} place */
export const cellOf = (place) => CELLS.get(place) ?? fail(place)

/** Returns the corner of a place in squares from the top left of the board, whose ring is thin; a piece outside is centred
 * in its place. @param {string} place @returns {Point} */
export const cornerOf = (place) => {
  const [x, y] = cellOf(place)
  return [along(x), along(y)]
}

/** @param {number} index */
function along(index) {
  if (index === 0) return (RIM - 1) / 2
  return index - 1 + RIM + (index === ROWS.length - 1 ? (RIM - 1) / 2 : 0)
}

/** @param {string} place @returns {never} */
function fail(place) {
  throw new Error(`no place: ${place}`)
}

/** Whether a place is on the ring around the castle. @param {string} place */
export const isOutside = (place) => place.length === 3

/** @type {Castle | null} the position parsed last, which all parts of the board use */
let cached = null

/** @param {string} position */
export function parsePosition(position) {
  if (cached?.position !== position) cached = parse(position)
  return cached
}

/** @param {string} position @returns {Castle} */
function parse(position) {
  const [tiles, ...fields] = position.split(' ')
  const [next, perimeter, guards, supply, defeated, escaped] = fields
    .slice(4)
    .map((field) => (field === '-' ? '' : field))
  const pawns = Object.fromEntries(
    fields.slice(0, 4).map((field) => [field[0], field[2] === '-' ? null : field.slice(2)]),
  )
  return {
    position,
    pawns,
    tiles: parseTiles(tiles),
    things: parseThings(pawns, perimeter, guards ? guards.split(',') : []),
    next: [...next].map(Number),
    supply,
    defeated: Number(defeated),
    escaped,
    lost: SUITS.filter((suit) => !pawns[suit] && !escaped.includes(suit)).join(''),
  }
}

/** Returns the parts of the score; each escaped musketeer counts three points. @param {string} position @returns {Points} */
export function pointsOf(position) {
  const { next, defeated, escaped } = parsePosition(position)
  const searched = next.reduce((sum, rank) => sum + rank - 1, 0)
  return { searched, defeated, escaped: 3 * escaped.length }
}

/** @param {string} text two characters a tile, five tiles a row @returns {Map<string, string>} */
function parseTiles(text) {
  return new Map(
    text
      .split('/')
      .flatMap((row, y) =>
        FILES.map((file, x) => [`${file}${RANKS[y]}`, row.slice(2 * x, 2 * x + 2)]),
      ),
  )
}

/**
 * Returns musketeers and guards by place.
 * @param {Record<string, string | null>} pawns
 * @param {string} perimeter the guards of the ring, clockwise from a5n; "." for none
 * @param {string[]} guards on tiles: square and suit ("a1C")
 */
function parseThings(pawns, perimeter, guards) {
  /** @type {Map<string, Thing>} */
  const things = new Map()
  for (const suit of SUITS) {
    const square = pawns[suit]
    if (square) things.set(square, { piece: suit, owner: 0, suit })
  }
  for (const [index, place] of PERIMETER.entries()) {
    const suit = perimeter[index]
    if (suit !== '.') things.set(place, { piece: 'guard', owner: 1, suit })
  }
  for (const guard of guards)
    things.set(guard.slice(0, 2), { piece: 'coin', owner: 1, suit: guard[2] })
  return things
}

/**
 * Returns the run of these tokens, the one out of a corner if they go so far; null: there is none, since a frame may be newer
 * than the tokens.
 * @param {GuardsState} frame
 * @param {readonly string[]} tokens
 * @returns {MusketeerRun | null}
 */
export function namedRun(frame, tokens) {
  const [suit, direction, removal, corner, again] = tokens
  if (!suit || !isDirection(direction ?? '')) return null
  const first = frame.view.runs?.[suit]?.[/** @type {Direction} */ (direction)]
  const taken = /** @type {Direction} */ (again ?? direction)
  const run = again ? runsFromCorner(first, removal, corner)[taken] : first
  if (!run) return null
  const pawn = parsePosition(frame.view.position).pawns[suit] ?? ''
  return { suit, run, direction: taken, start: again ? corner : pawn }
}

/** Returns the runs of a move's tokens, as far as they go: the first one, and the one out of a corner.
 * @param {GuardsState} frame @param {readonly string[]} tokens @returns {MusketeerRun[]} */
export const runsOf = (frame, tokens) =>
  [2, 5].flatMap((count) => {
    const run = tokens.length >= count && namedRun(frame, tokens.slice(0, count))
    return run ? [run] : []
  })

/**
 * Returns the runs that can be picked now; null: the next token is no direction.
 * @param {GuardsState} frame
 * @param {readonly string[]} tokens
 * @returns {RunChoice | null}
 */
export function nextRuns(frame, tokens) {
  const [suit, direction, removal, corner] = tokens
  const runs = frame.view.runs?.[suit]
  if (!runs || (tokens.length !== 1 && tokens.length !== 4)) return null
  const start = parsePosition(frame.view.position).pawns[suit]
  if (!corner) return start ? { suit, runs, start } : null
  const first = runs[/** @type {Direction} */ (direction)]
  return { suit, runs: runsFromCorner(first, removal, corner), start: corner }
}

/**
 * Returns the runs out of a corner: those changed by the removal, and the others from "-".
 * @param {Run | undefined} run
 * @param {string} removal
 * @param {string} corner
 * @returns {Runs}
 */
const runsFromCorner = (run, removal, corner) => ({
  ...run?.corners?.['-']?.[corner],
  ...run?.corners?.[removal]?.[corner],
})

/** Returns the effects of a run, the most important first: loses, escapes, tunnel, defeat, choice, search.
 * @param {Run} run */
export function effectsOf({ stop, effect, searches, loses }) {
  /** @type {Effect[]} */
  const effects = []
  if (stop === 'out') effects.push(loses ? 'loses' : 'escapes')
  if (stop === 'tunnel') effects.push('tunnel')
  if (effect) effects.push(effect)
  if (searches) effects.push('search')
  return effects
}

/**
 * Returns the places of a run from `start` to its end: a square, the tunnel, or the place outside.
 * @param {string} start
 * @param {Direction} direction
 * @param {Run} run
 */
export function placesOfRun(start, direction, { stop }) {
  const [dx, dy] = STEPS[direction]
  const goal = stop === 'tunnel' ? CENTRE : stop
  const places = [start]
  for (let place = start; place !== goal && !isOutside(place); ) {
    const [x, y] = cellOf(place)
    place = ROWS[y + dy][x + dx] ?? fail(`beyond ${place}`)
    places.push(place)
  }
  return places
}
