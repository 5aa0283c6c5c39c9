// Types of Cardinal's Guards.

export type Direction = 'n' | 'e' | 's' | 'w'
export type Effect = 'loses' | 'escapes' | 'tunnel' | 'defeat' | 'choice' | 'search'

/** A run of the server's view. */
export interface Run {
  /** A square, "out" or "tunnel". */
  stop: string
  /** The place of the piece that stops the musketeer. */
  meets: string | null
  effect: 'defeat' | 'choice' | null
  searches: boolean
  /** Whether it leaves the castle too early. */
  loses: boolean
  /** Of a run into the tunnel the runs out of it: removal ("-": those that no removal changes) -> corner -> runs. */
  corners?: Record<string, Record<string, Runs>>
}
export type Runs = Partial<Record<Direction, Run>>

/** `view` of a frame. */
export interface GuardsView {
  position: string
  /** Suit -> direction -> run, the legal ones only. */
  runs?: Record<string, Runs>
  /** No legal move, and not over. */
  stuck?: boolean
}
export type GuardsState = State<GuardsView>

export interface Thing {
  /** A musketeer's suit, or "guard" outside and "coin" on a tile. */
  piece: string
  owner: number
  suit: string
}

/** A position text parsed. */
export interface Castle {
  position: string
  /** Square -> "S0". */
  tiles: Map<string, string>
  /** Suit -> the musketeer's square. */
  pawns: Record<string, string | null>
  things: Map<string, Thing>
  /** The rank that each musketeer needs next. */
  next: number[]
  /** The player's coins: "MMA". */
  supply: string
  defeated: number
  /** Suits: "S". */
  escaped: string
  lost: string
}

/** The parts of the score. */
export interface Points {
  searched: number
  defeated: number
  escaped: number
}
/** A picked run; `start`: its first place. */
export interface MusketeerRun {
  suit: string
  direction: Direction
  start: string
  run: Run
}
/** The runs that can be picked. */
export interface RunChoice {
  suit: string
  start: string
  runs: Runs
}
/** An effect of a run in words. */
export type Consequence = [kind: Effect | 'stop', sign: string, text: string]

/** The next choice. */
export type Step = 'wait' | 'idle' | 'coin' | 'square' | 'fate' | 'guard' | 'corner' | 'way'
