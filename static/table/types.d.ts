// Global types of the live table and of the controls of a solitaire.

/** Opens the rules as a sheet over the game; picked tokens and position stay. Each page passes it on: table/board-host.js
 * must not import the help, which has replays of its own. */
type OpenHelp = (
  rules: Rules,
  services: Omit<Services, 'picks'>,
  lessons?: boolean,
) => Promise<unknown>
interface BoardHost {
  board: Board
  picks: Picks
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
  /** Number of moves in effect before it. */
  plies: number
  /** Whether it was sent through a socket. */
  sent: boolean
  /** When it was kept or last sent, as `performance.now()`. */
  since: number
}
interface SocketHandlers {
  /** Called once what follows the state shows it. `before`: the one that it replaces. */
  onstate(state: State, before: State): void
  /** `kept`: the kept move, if it was refused. */
  onrefused(frame: Refused, kept: KeptMove | null): void
  onchat?(line: ChatLine): void
  onconn(conn: Conn): void
  /** Called after the n-th failed attempt to connect since the last connection. */
  onfailed?(attempts: number): void
  /** Called when the game has gone on without the kept move. */
  onlost(kept: KeptMove): void
}

/** The table as the controls of a solitaire use it. */
interface SolitaireTable {
  id: string
  /** Aborted when the page is left. */
  left: AbortSignal
  readonly state: State
  services: Services
  strip: import('./message-strip.js').MessageStrip
  rules: Rules
  board: Board
  picks: Picks
  go: Go
}

/** A button of the table's toolbar: its act alone, or with a link or a label. */
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
