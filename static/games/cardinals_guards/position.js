// The castle as the page sees it: its 7 x 7 places, the position text read, and the runs that the server says.
// Nothing here judges: which run is possible, where it stops and what it does all stand in `view.runs`.

export const SUITS = ['S', 'M', 'C', 'A']
export const WAYS = ['n', 'e', 's', 'w']
export const CENTRE = 'c3'
export const CORNERS = { a5: 'nw', e5: 'ne', a1: 'sw', e1: 'se' }
export const SIGNS = {
  loses: '⚠',
  escapes: '⇱',
  tunnel: '⤳',
  defeat: '✕',
  choice: '＋',
  search: '★',
}
export const STEPS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] }

const FILES = [...'abcde']
const RANKS = [...'54321']
const around = (side) => FILES.map((file) => `${file}${side}`)

/** Row by row from the top; the corners of the ring are no places. */
export const ROWS = [
  [null, ...around('5n'), null],
  ...RANKS.map((rank) => [`a${rank}w`, ...around(rank), `e${rank}e`]),
  [null, ...around('1s'), null],
]
/** The perimeter, clockwise from a5n. */
const PLACES = [
  ...around('5n'),
  ...RANKS.map((rank) => `e${rank}e`),
  ...around('1s').reverse(),
  ...RANKS.map((rank) => `a${rank}w`).reverse(),
]
const SPOTS = new Map(
  ROWS.flatMap((row, y) => row.map((place, x) => [place, [x, y]])),
)

/** The column and row of a place, from the top left. */
export const spot = (place) => SPOTS.get(place)
export const outside = (place) => place.length === 3

let newest = { position: null }

/** A position text as {tiles: Map square -> "S0", pawns: {S: square | null}, things: Map place -> {piece, owner,
 * suit}, next: [4], supply: "MMA", defeated, escaped: "S", lost: "M"}. A
 * guard's piece is "guard" outside and "coin" on a tile. */
export function read(position) {
  if (newest.position !== position) newest = parse(position)
  return newest
}

function parse(position) {
  const [tiles, ...words] = position.split(' ')
  const [next, perimeter, guards, supply, defeated, escaped] = words
    .slice(4)
    .map((word) => (word === '-' ? '' : word))
  const pawns = Object.fromEntries(
    words
      .slice(0, 4)
      .map((word) => [word[0], word[2] === '-' ? null : word.slice(2)]),
  )
  const things = new Map()
  const guard = (suit, piece = 'guard') => ({ piece, owner: 1, suit })
  for (const suit of SUITS)
    if (pawns[suit]) things.set(pawns[suit], { piece: suit, owner: 0, suit })
  PLACES.forEach(
    (place, index) =>
      perimeter[index] !== '.' && things.set(place, guard(perimeter[index])),
  )
  for (const word of guards ? guards.split(',') : [])
    things.set(word.slice(0, 2), guard(word[2], 'coin'))
  const lost = SUITS.filter(
    (suit) => !pawns[suit] && !escaped.includes(suit),
  ).join('')
  return {
    ...{ position, pawns, things, supply, escaped, lost },
    tiles: new Map(
      tiles
        .split('/')
        .flatMap((row, y) =>
          FILES.map((file, x) => [
            `${file}${RANKS[y]}`,
            row.slice(2 * x, 2 * x + 2),
          ]),
        ),
    ),
    next: [...next].map(Number),
    defeated: Number(defeated),
  }
}

/** The run that these words tell: {suit, way, start, run}, the one out of a corner when they have come so far; null
 * when there is none. A frame may be newer than the words. */
export function told(frame, words) {
  const [suit, way, removal, corner, again] = words
  const first = frame.view.runs?.[suit]?.[way]
  const run = again ? exits(first, removal, corner)[again] : first
  if (!run) return null
  return {
    suit,
    run,
    way: again ?? way,
    start: again ? corner : read(frame.view.position).pawns[suit],
  }
}

/** What may be run now: {suit, start, runs: {way: run}}; null when the next word is no direction. */
export function ahead(frame, words) {
  const [suit, way, removal, corner] = words
  const runs = frame.view.runs?.[suit]
  if (!runs || (words.length !== 1 && words.length !== 4)) return null
  if (!corner)
    return { suit, runs, start: read(frame.view.position).pawns[suit] }
  return { suit, runs: exits(runs[way], removal, corner), start: corner }
}

/** The runs out of a corner: the view tells those that a removal changes, and the others once. */
const exits = (run, removal, corner) => ({
  ...run?.corners?.['-'][corner],
  ...run?.corners?.[removal]?.[corner],
})

/** What a run does, in the order of its weight: loses, escapes, tunnel, defeat, choice, search. */
export function effects({ stop, effect, searches, loses }) {
  return [
    stop === 'out' && (loses ? 'loses' : 'escapes'),
    stop === 'tunnel' && 'tunnel',
    effect,
    searches && 'search',
  ].filter(Boolean)
}

/** The places of a run from `start` to where it ends: a square, the tunnel, or the place outside. */
export function path(start, way, { stop }) {
  const [dx, dy] = STEPS[way]
  const goal = stop === 'tunnel' ? CENTRE : stop
  const places = [start]
  while (places.at(-1) !== goal && !outside(places.at(-1))) {
    const [x, y] = spot(places.at(-1))
    places.push(ROWS[y + dy][x + dx])
  }
  return places
}
