// Global types of the sockets of a game.

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
