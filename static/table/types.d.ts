// The types of the live table, of the controls of a solitaire and of the replay. All are global.

/** Opens the rules as a sheet over the game; the picked tokens and the position stay as they are. Each page passes it on:
 * the help has replays of its own, so that play/board-host.js must not import it. */
type OpenHelp = (
  rules: Rules,
  services: Services,
  lessons?: boolean,
) => Promise<unknown>
interface BoardHost {
  board: Board
  picks: MoveBuilder
  services: Services
}
interface TableOptions {
  root: HTMLElement
  id: string
  state: State
  rules: Rules
  go: Go
  ready(title: string): void
  openHelp: OpenHelp
  /** Aborted when the page is left. */
  signal: AbortSignal
}

/** The one move that a game's socket keeps. */
interface KeptMove {
  move: string
  notation: string
  ply: number
  /** The number of moves in effect before it. */
  plies: number
  /** Whether a socket has got it. */
  sent: boolean
  /** When it was kept or last sent, as `performance.now()`. */
  since: number
}
interface SocketHandlers {
  onstate(state: State): void
  /** `kept`: the kept move when it is the one that was refused. */
  onrefused(frame: Refused, kept: KeptMove | null): void
  onpresence(frame: Presence): void
  onchat?(line: ChatLine): void
  onconn(conn: Conn): void
  /** The n-th attempt to connect since the link was up has failed. */
  onfailed?(attempts: number): void
  /** The game has passed by the kept move. */
  onlost(kept: KeptMove): void
}

/** The table, as far as the controls of a solitaire use it. */
interface SolitaireTable {
  id: string
  state: State
  services: Services
  strip: ReturnType<typeof import('../play/message-strip.js').messageStrip>
  rules: Rules
  board: Board
  picks: MoveBuilder
  go: Go
}
interface SolitaireHandlers {
  say: Say
  /** The labels of the buttons have changed. */
  redraw(): void
}

/** A button of the table's toolbar: its act, or with a link, or with a label of its own. */
type ToolbarAction =
  | string
  | [
      act: string,
      how: {
        href?: string
        download?: string
        label?: string
        [name: string]: AttributeValue
      },
    ]

/** What a replay goes through: a game played here, or a published one. */
interface ReplaySource {
  /** The id of a game that was played here; null: a published one. */
  game: string | null
  heading: string
  /** The newest state. */
  last: State
  /** For each move in effect: the ply after it. */
  plies: number[]
  /** Why only the newest state can be seen; null: all can. */
  hidden: string | null
  positions: import('../play/positions.js').Positions
  /** Which moves were compulsory, where that is known without their positions. */
  forced: boolean[] | null
  /** What mattered, by index, where `forced` is given. */
  moments: (string | null)[]
  /** The path of the page at this ply; `chain`: which plays the chain of so many moves that begins there. */
  address(ply: number, chain?: number): string
  /** A sentence about a ply or ''; null: nothing was noted. */
  note: ((ply: number) => string) | null
  /** What the engine makes of each position, by ply; null: it is asked. */
  values: import('../replay/mistakes.js').Valued[] | null
  /** The address of the game as text; null: it has none, or it is hidden. */
  text: string | null
  /** What the reader may do besides. */
  more: ToolbarAction[]
}
