// Global types of the tables and of the controls of a solitaire.

/** Opens the rules as a sheet over the game; picked tokens and position stay. Each page passes it on: table/board-host.js
 * must not import the help, which has replays of its own. */
type OpenHelp = (
  rules: Rules,
  services: Omit<Services, 'picks'>,
  how: HelpSheet,
) => Promise<unknown>
/** How a sheet of help is opened. */
interface HelpSheet {
  go: Go
  /** What waits under it, to which the last lesson leads back; without it a new game is offered. */
  over?: 'game' | 'puzzle' | 'invitation'
  /** Whether it opens at the lessons. */
  lessons?: boolean
}
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
