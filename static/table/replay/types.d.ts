// Contracts of the replay.

/** Source of a replay: a game played here, or a published one. */
interface ReplaySource {
  /** Id of a game played here; null: a published one. */
  game: string | null
  heading: string
  /** The newest state. */
  last: State
  /** The ply after each move in effect. */
  plies: number[]
  /** Why only the newest state is shown; null: all are. */
  hidden: string | null
  positions: import('../positions.js').Positions
  /** Whether each move was compulsory, if that is known without the positions. */
  forced: boolean[] | null
  /** Highlights by index, if `forced` is given. */
  moments: (string | null)[]
  /** Returns the path of the page at a ply; `chain`: and plays the chain of so many moves that begins there. */
  address(ply: number, chain?: number): string
  /** Returns a sentence about a ply, or ''; null: the game has no notes. */
  note: ((ply: number) => string) | null
  /** Evaluation of each position, by ply; null: it is requested. */
  values: import('./mistakes.js').Valued[] | null
  /** Address of the game as text; null: it has none, or it is hidden. */
  text: string | null
  /** Further acts of the reader. */
  more: ToolbarAction[]
}
