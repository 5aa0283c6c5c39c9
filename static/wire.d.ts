// Written by `python -m tests.client.wire_types` from app/messages; not edited by hand.
// Every message of the sockets and every body of HTTP, as a global type: Wire.State, Wire.Lobby ...

declare namespace Wire {
  /** Ends a game that has hardly begun; it counts for nothing. */
  interface Abort {
    t: 'abort'
  }

  /** The current player's attempt at a deal of the day: the first, or if they had met the deal before, the newest. `counted`: it is on the day's leaderboard, or will be if it ends within the day. */
  interface Attempt {
    game: string
    status: 'ended' | 'live'
    counted: boolean
  }

  /** A page of a leaderboard, the best first; `own` is the current player's entry, whose rank may be a minute old. */
  interface Board {
    items: LeaderboardEntry[]
    own: LeaderboardEntry | null
    next: string | null
  }

  /** What moved among the games whose positions the lobby tells: id, ply, turn and position of each. */
  interface Boards {
    t: 'boards'
    items: [string, number, number | null, string | null][]
  }

  /** A month of daily deals: the first day there ever was, the days of this month that were dealt, and by day the games that the current player has finished in their day. */
  interface Calendar {
    month: string
    first: string
    today: string
    days: string[]
    finished: Record<string, string[]>
  }

  /** What the server found when it replayed the log; `differs_at` is the first ply that differs. */
  interface Check {
    agrees: boolean
    deal: number | string | null
    score: number[]
    moves: number
    outcome: Over | null
    differs_at: number | null
  }

  /** A new game; `url` is the path of its page. */
  interface Created {
    id: string
    url: string
    state: State
  }

  /** The deals of a UTC day by game, null while they are a secret to the current player. `commit` is the hex sha256 of the day's secret, known the day before; `secret` its hex digits, known the day after. A deal is HMAC-SHA256(secret, "id date"): its first 4 bytes, or 16 where cards are hidden. `featured` is the game of the day, `solved` is empty until the day is over, `streak` are the current player's days in a row with a deal that counts on leaderboards. */
  interface Daily {
    date: string
    today: string
    deals: Record<string, number | string | null>
    commit: string
    secret: string | null
    mine: Record<string, Attempt>
    featured: string
    solved: Record<string, Solved>
    streak: StreakJson | null
  }

  /** The code of the error, and details. */
  interface ErrorBody {
    code: string
    detail: Record<string, unknown>
  }

  /** An error answer. */
  interface ErrorResponse {
    error: ErrorBody
  }

  /** An error in a browser: what it says, the place in our files, and the build of the client. It is logged and not stored; it should name nobody. */
  interface Fault {
    message: string
    place: string
    build: string
  }

  /** The states after several numbers of log entries, in order. */
  interface Frames {
    items: State[]
  }

  /** A page of games, the newest first. */
  interface Games {
    items: Listed[]
    next: string | null
  }

  /** A new guest; the token serves as `Authorization: Bearer`, and is shown only here. */
  interface Guest {
    id: string
    name: string
    token: string
  }

  /** The server is up. */
  interface Health {
    ok: boolean
  }

  /** A game in the lobby's lists. `ply`, `turn`, `moved` (when the last entry was written; without one, when the game began), `position` (as a spectator may see it, null where it is hidden) and `deal` (null where it is secret) are given for the player's own games and the first 8 live ones, null elsewhere. `daily`: the day whose deal it is. */
  interface Item {
    id: string
    rules: string
    players: (Person | null)[]
    control: null
    rated: boolean
    created: number
    ply: number | null
    turn: number | null
    moved: number | null
    position: string | null
    daily: string | null
    deal: number | string | null
  }

  /** Takes a free seat; any, if none is named. */
  interface Join {
    seat?: 0 | 1 | null
  }

  /** The seat of the current player. */
  interface Joined {
    seat: number
    state: State
  }

  /** An entry of a leaderboard. `score` is the game's own, greater is better; of a game for two it is [wins, games], of streaks [best, current]. `moves` were made, `undone` of them taken back; `ms` is time played, in `sittings`; null where an entry is no single game. `first`: the player's first attempt at the deal. */
  interface LeaderboardEntry {
    rank: number
    player: Person
    score: number[]
    moves: number | null
    ms: number | null
    sittings: number | null
    undone: number
    hints: number
    first: boolean
    game: string
    at: number
  }

  /** A variation to be tried without a game: from a position or a deal, moves in either form. `version`: of the rules, the current one by default. */
  interface Line {
    rules: string
    version?: number | null
    position?: string | null
    deal?: number | string | null
    moves?: string[]
  }

  /** A game in a list: an item of the lobby with its status and end. `moved` and `position` are given for unfinished games in the list of one player, null elsewhere. */
  interface Listed {
    id: string
    rules: string
    players: (Person | null)[]
    control: null
    rated: boolean
    created: number
    ply: number
    turn: number | null
    moved: number | null
    position: string | null
    daily: string | null
    deal: number | string | null
    status: 'ended' | 'live' | 'open'
    over: Over | null
  }

  /** The whole lobby: open games, live games, those that the current player has not finished (what waits for them first), and the number of people who are connected. */
  interface Lobby {
    t: 'lobby'
    open: Item[]
    live: Item[]
    mine: Item[]
    online: number
  }

  /** The whole game, as `python -m engine replay` takes it. */
  interface Log {
    id: string
    rules: string
    version: number
    deal: number | string | null
    position: string | null
    clock: null
    free: boolean
    entries: [number, number | null, string, string, number][]
    outcome: Over | null
  }

  /** Who is asking. */
  interface Me {
    player: Person | null
  }

  /** Plays a move, by its exact text. */
  interface Move {
    t: 'move'
    ply: number
    move: string
  }

  /** A move, by its exact text. */
  interface MoveBody {
    ply: number
    move: string
  }

  /** A game to be created. `seat` is 0, 1, random, or both: the creator has both seats. `deal` is a number, 32 hex digits, or daily: the deal of today; of one's first attempt at it, while it runs, there is one. */
  interface NewGame {
    rules: string
    seat?: 'both' | 'random' | 0 | 1 | null
    clock?: Record<string, number> | null
    rated?: boolean | null
    public?: boolean | null
    deal?: number | string | null
    position?: string | null
    bot?: unknown
  }

  /** An empty object. */
  type NoBody = Record<string, never>

  /** How a game ended. */
  interface Over {
    winner: number | null
    reason: string
  }

  /** A player as others see them; `online` only within a game. */
  interface Person {
    id: string
    name: string
    rating?: number | null
    online?: boolean
  }

  /** Asks for a pong. */
  interface Ping {
    t: 'ping'
    n: number
  }

  /** What a player may change: whether they are listed on the leaderboards. */
  interface PlayerSettings {
    listed: boolean
  }

  /** The ply that the act is meant for. */
  interface PlyBody {
    ply: number
  }

  /** The answer to a ping: its number, and the server's time. */
  interface Pong {
    t: 'pong'
    n: number
    at: number
  }

  /** Which players are connected, by seat, and the number of spectators. */
  interface Presence {
    t: 'presence'
    players: boolean[]
    watchers: number
  }

  /** A player's public profile; `listed` (on the leaderboards) is shown to themselves only. */
  interface Profile {
    player: Person
    since: number
    listed: boolean | null
  }

  /** Does again what was taken back. */
  interface Redo {
    t: 'redo'
    ply: number
  }

  /** Why a message was not carried out; `re` is its `t`, `ply` the match's. */
  interface Refused {
    t: 'refused'
    re: string | null
    why: string
    ply: number | null
    detail: Record<string, unknown>
  }

  /** Resigns; in a solitaire, gives up. */
  interface Resign {
    t: 'resign'
  }

  /** One game that can be played, by its current version. `options`: what this id chooses where its family offers a choice, by the name of the option: {"setup": "shuffled"}, empty where it offers none; the games of a family have the same names in the same order. `daily`: there is a deal of the day. */
  interface Rules {
    id: string
    family: string
    options: Record<string, string>
    title: string
    seats: string[]
    version: number
    dealt: boolean
    hides: boolean
    uneven: boolean
    draws: boolean
    daily: boolean
  }

  /** Games from one seat. */
  interface SeatResult {
    played: number
    won: number
    drawn: number
  }

  /** Asks for a whole `state`. */
  interface Show {
    t: 'show'
  }

  /** The players who have begun a deal of the day, and those of them who have won it; first attempts only, which ended within the day. */
  interface Solved {
    started: number
    solved: number
  }

  /** A game as the current player may see it: whole, so that a newer one replaces an older one. */
  interface State {
    t: 'state'
    game: string | null
    rules: string
    version: number
    status: 'ended' | 'live' | 'open'
    ply: number
    seat: number | null
    turn: number | null
    legal: [string, string][]
    view: unknown
    told: string[]
    last: string | null
    acts: string[]
    tally: TallyJson | null
    score: number[]
    over: Over | null
    deal: number | string | null
    commit: string | null
    next: string | null
    start: string | null
    rated: boolean
    public: boolean
    control: null
    clock: null
    offers: unknown[]
    players: (Person | null)[]
    watchers: number
  }

  /** Games of one player or of all. A solitaire counts first attempts; `rehearsed` are the others. `average` and `spread` ([points, games] pairs) are of the first part of the score. `progress` has [time, points] pairs, the oldest first: a player's newest hundred games, or the last 30 days of all. */
  interface Statistics {
    rules: string
    played: number
    won: number
    rehearsed: number
    seats: SeatResult[]
    best: number[] | null
    average: number | null
    streak: StreakJson | null
    spread: [number, number][]
    progress: [number, number][]
  }

  /** What one move changed since the frame before it, for sockets opened with `?steps=1`. `told` is the one text that the list gains; `acts`, `tally`, `score`, `clock`, `offers` and `seat` are left out where they are as before. */
  interface Step {
    t: 'step'
    ply: number
    turn: number | null
    legal: [string, string][]
    view: unknown
    last: string | null
    told: string
    acts?: string[]
    tally?: TallyJson | null
    score?: number[]
    clock?: null
    offers?: unknown[]
    seat?: number | null
  }

  /** Consecutive wins at deals that the server dealt: now, and the most there were. */
  interface StreakJson {
    current: number
    best: number
  }

  /** A solitaire's counts; `ms` is time played as the server counts it. */
  interface TallyJson {
    made: number
    undone: number
    hints: number
    ms: number
  }

  /** Takes the last move back (a solitaire, or both seats at one screen). */
  interface Undo {
    t: 'undo'
    ply: number
  }
}
