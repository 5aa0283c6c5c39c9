// Written by `python -m tests.client.wire_types` from the messages of app; not edited by hand.
// Every message of the sockets and every body of HTTP, as a global type: Wire.State, Wire.Lobby ...

declare namespace Wire {
  /** Changes to the current player: listed on the leaderboards or not, account name, password. Omitted fields keep their value. */
  interface AccountChanges {
    listed?: boolean | null
    name?: string | null
    password?: PasswordChange | null
  }

  /** Confirmation to delete an account. Accounts need the password; guests have none. */
  interface AccountEnd {
    password?: string | null
  }

  /** `reason`: why a moderator acts, for the audit log. */
  interface Act {
    reason?: string | null
  }

  /** Values of the positions of a game. */
  interface Analysis {
    items: Evaluated[]
  }

  /** Bots and searches of a game. `levels`: number of bot levels, the first is the weakest; 0 without bots. `teaches`: a bot can warn of costly moves; `par`: deals have a par or a best known score; both omitted if false. */
  interface Analyst {
    levels: number
    abilities: ('evaluate' | 'hint' | 'puzzle' | 'winnable')[]
    teaches?: boolean
    par?: boolean
  }

  /** The current player's attempt at a daily deal: the first one, or the newest if they had met the deal before. `counted`: the first one, ended within the day or not ended yet; leaderboards leave out some ends. `practice`: begun after the day. */
  interface Attempt {
    game: string
    status: 'ended' | 'live'
    counted: boolean
    practice?: boolean
  }

  /** A page of the audit log, newest first. */
  interface Audit {
    items: AuditEntry[]
    next: string | null
  }

  /** An action of a moderator, of the operator (`moderator` is null), or of a player on their own account. Only ids of people are stored; a null player no longer exists. */
  interface AuditEntry {
    n: number
    at: number
    moderator: Person | null
    act: string
    player: Person | null
    game: string | null
    detail: Record<string, unknown>
  }

  /** A milestone proved by a player's results: `win.FAMILY`, `perfect.FAMILY`, `clean`, `clean.10` or `week`. `game`: the game that won it; `at`: when that game ended. */
  interface BadgeJson {
    id: string
    at: number
    game: string
  }

  /** Players that the current player blocks, by name. */
  interface Blocks {
    items: Person[]
  }

  /** A page of a leaderboard, best first. `own`: the current player's entry; its rank may be a minute old. */
  interface Board {
    items: LeaderboardEntry[]
    own: LeaderboardEntry | null
    next: string | null
  }

  /** Moves in the games whose positions the lobby shows: id, ply, turn, position and number of moves in effect. */
  interface Boards {
    t: 'boards'
    items: [string, number, number | null, string | null, number][]
  }

  /** A bot as the opponent. Level 1 is the weakest. `teach`: the bot warns of costly moves before it answers. */
  interface Bot {
    level: number
    teach?: boolean | null
  }

  /** A month of daily deals. `first`: first day that ever had deals; `days`: days of this month with deals; `finished`: by day, the games that the current player finished on that day, after a first move; `solved`: those won without help; `practised`: those won after the day. */
  interface Calendar {
    month: string
    first: string
    today: string
    days: string[]
    finished: Record<string, string[]>
    solved: Record<string, string[]>
    practised: Record<string, string[]>
  }

  /** The current player was challenged: join the game or decline. `seat`: the free seat. */
  interface ChallengeLine {
    t: 'challenge'
    id: number
    game: string
    at: number
    rules: string
    seat: number
    opponent: Person
    control: Control | null
    rated: boolean
  }

  /** A lobby item without its `id`, which is its key, and without null fields. */
  interface ChangedItem {
    rules: string
    players: (Person | null)[]
    control?: Control
    rated: boolean
    created: number
    ply?: number
    turn?: number
    moved?: number
    position?: string
    daily?: string
    deal?: number | string
    to?: Person
    clock?: Clock
    to_online?: boolean
    moves?: number
  }

  /** Changes of games by id: `set` inserts or replaces, `gone` removes; absent if there are none. */
  interface Changes {
    set?: Record<string, ChangedItem>
    gone?: string[]
  }

  /** Author of a chat line. `seat`: null for a spectator. */
  interface ChatAuthor {
    id: string
    name: string
    seat: number | null
  }

  /** A chat line of a game. `at`: milliseconds since the epoch. */
  interface ChatLine {
    t: 'chat'
    id: number
    room: 'players' | 'watchers'
    from: ChatAuthor
    text: string
    at: number
  }

  /** Chat lines that the current player may read, oldest first. `hidden`: the player has hidden this chat. */
  interface ChatLines {
    items: ChatLine[]
    hidden: boolean
  }

  /** Result of replaying the log on the server. `differs_at`: first ply that differs. */
  interface Check {
    agrees: boolean
    deal: number | string | null
    score: number[]
    moves: number
    outcome: Over | null
    differs_at: number | null
  }

  /** Milliseconds left per seat as of `at`, the server's time when the frame was encoded. `running`: the seat whose clock runs; null until each seat has moved once, and after the end. */
  interface Clock {
    left: [number, number]
    running: number | null
    at: number
  }

  /** A time control: `base` seconds for the whole game plus `increment` seconds per move, at least one of them greater than 0; or `days` per move. */
  interface Control {
    base?: number
    increment?: number
    days?: number
  }

  /** A created game. `url`: path of its page. */
  interface Created {
    id: string
    url: string
    state: State
  }

  /** A new personal token. `token` is sent as `Authorization: Bearer` and is shown only here. */
  interface CreatedToken {
    id: string
    name: string
    scopes: ('play' | 'read')[]
    created: number
    used: number | null
    token: string
  }

  /** Name and password of an account, to sign up or to sign in. */
  interface Credentials {
    name: string
    password: string
  }

  /** Daily deals of a UTC day. - `deals`: by game; null while the deal is secret to the current player. A deal is HMAC-SHA256(secret, "id date"): its first 4 bytes, or 16 where cards are hidden. - `commit`: hex SHA-256 of the day's secret, published the day before; `secret`: its hex digits, published the day after. - `skipped`: number n of skipped candidates, where not 0; the deal is then that of "id date n". A game whose deal is secret is omitted. - `verdicts`: the solver's verdict on each skipped candidate, `lost` or `unknown`; empty until the day is over. - `winnable`: games whose deal was proved winnable before the day began. - `featured`: game of the day. - `solved`, `best` (best scores found by a search): empty until the day is over. - `streak`: the current player's consecutive days with a deal won without help; `played`: with a deal that counts on leaderboards. One missed day of each month does not end them; `freezes`: days of this month that may still be missed, of `streak`. */
  interface Daily {
    date: string
    today: string
    deals: Record<string, number | string | null>
    skipped: Record<string, number>
    verdicts: Record<string, string[]>
    commit: string
    winnable: string[]
    secret: string | null
    mine: Record<string, Attempt>
    featured: string
    solved: Record<string, Solved>
    best: Record<string, number[]>
    streak: StreakJson | null
    played: StreakJson | null
    freezes: number | null
  }

  /** All stored data of the current player: rows by table and column. */
  interface Data {
    player: Self
    tables: Record<string, Record<string, unknown>[]>
  }

  /** Verdict on the deal of a solitaire, before its first move. `lost`: proved that nobody can win it; false: a short search has not proved that. */
  interface DealVerdict {
    lost: boolean
  }

  /** Reason to decline a challenge: not now, another clock, not rated (or rated), or no. */
  interface Decline {
    word: 'clock' | 'later' | 'no' | 'rated'
  }

  /** A game that a player ended early: aborted after pairing, first move not made in time, lost by leaving, or a rated paired one resigned too early for a rating. */
  interface EarlyEnd {
    game: string
    at: number
    kind: 'abandoned' | 'abort' | 'first_move' | 'resigned'
  }

  /** A game for two of the current player has ended. `declined`: the word with which their challenge was declined. */
  interface EndLine {
    t: 'end'
    id: number
    game: string
    at: number
    rules: string
    seat: number
    ply: number
    over: Over
    declined: 'clock' | 'later' | 'no' | 'rated' | null
  }

  /** Error code and details. */
  interface ErrorBody {
    code: string
    detail: Record<string, unknown>
  }

  /** Error response. */
  interface ErrorResponse {
    error: ErrorBody
  }

  /** Value and best moves of the position after n log entries. `line`: moves that demonstrate the value, omitted if empty. */
  interface Evaluated {
    n: number
    value: Value
    best: [string, string][]
    line?: [string, string][]
  }

  /** A line of an export: record of a game, its players by seat, and when it ended, in milliseconds since the epoch. */
  interface ExportedGame {
    record: Log
    players: (Person | null)[]
    ended: number
  }

  /** An error in a browser: message, place in the client's files, and build of the client. It is logged, not stored, and should contain no names. */
  interface Fault {
    message: string
    place: string
    build: string
  }

  /** Limit of the first move that is due: `seat` makes it before `ends`, in milliseconds since the epoch, or the game is aborted. */
  interface FirstMove {
    seat: number
    ends: number
  }

  /** A former name, reserved until a time. `withdrawn`: a moderator withdrew it. */
  interface FormerName {
    name: string
    until: number
    withdrawn: boolean
  }

  /** Players whose current or former name starts with the query, at most 20. */
  interface FoundPeople {
    items: FoundPerson[]
  }

  /** A player found by a search. `account`: has an account; `closed`: when the account was closed; `former`: the former name that matched, null if the current name did. */
  interface FoundPerson {
    id: string
    name: string
    account: boolean
    closed: number | null
    former: string | null
  }

  /** States after the requested numbers of log entries, in order. */
  interface Frames {
    items: State[]
  }

  /** Id of a game. `reason`: why a moderator acts, for the audit log. */
  interface GameId {
    game: string
    reason?: string | null
  }

  /** A page of games, newest first. */
  interface Games {
    items: Listed[]
    next: string | null
  }

  /** A guest. `token` is sent as `Authorization: Bearer` and is shown only here. It is omitted for the cookie of an account, whose owner creates named tokens instead. */
  interface Guest {
    id: string
    name: string
    token?: string
  }

  /** Health of the server. */
  interface Health {
    ok: boolean
  }

  /** For how many of the current player's `moves` in effect their win was certain after the move. */
  interface HeldWin {
    held: number
    moves: number
  }

  /** One step of a hint. `text`: key in the family's catalogue; `about`: what the hint refers to; `move`, `told`: null before the last step; `longer`: true if a longer search may find a better hint, else omitted. */
  interface Hint {
    step: number
    steps: number
    text: string
    about: string[]
    move: string | null
    told: string | null
    value: Value | null
    longer?: boolean
  }

  /** Request for a hint at a ply: the next move, or whether the game can still be won. `watch` asks the latter with a short search, for a warning after each move. `longer`: search longer for a move, if the last hint offered it. */
  interface HintBody {
    ply: number
    ask?: 'move' | 'watch' | 'winnable'
    longer?: boolean
  }

  /** A game in a lobby list. - `ply`, `turn`, `moved` (time of the last entry, or of the start), `position` (a spectator's, null if hidden) and `deal` (null if secret): only for the player's own games and the first 8 live games, else null. - `moves`: number of moves in effect, present where `ply` is; `ply` counts all log entries. - `daily`: UTC day of the daily deal. - `to`: the challenged player. A challenge is in `mine` of both players, with `to_online` if the challenged player is listed. - `clock`: in `mine`, for a running game of two people with a base/increment clock, as of when the list was read; its players then have `away` as in a state. */
  interface Item {
    id: string
    rules: string
    players: (Person | null)[]
    control: Control | null
    rated: boolean
    created: number
    ply: number | null
    turn: number | null
    moved: number | null
    position: string | null
    daily: string | null
    deal: number | string | null
    to: Person | null
    clock?: Clock
    to_online?: boolean
    moves?: number
  }

  /** Take a free seat; any free seat if `seat` is omitted. */
  interface Join {
    seat?: 0 | 1 | null
  }

  /** Seat of the current player, and the state of the game. */
  interface Joined {
    seat: number
    state: State
  }

  /** An entry of a leaderboard. - `score`: the game's own score, greater is better; [wins, games] in a game for two, [best, current] for streaks. - `moves`: moves made, `undone` of them taken back. - `ms`: time played, in `sittings`; both null if the entry is not a single game. - `first`: the player's first attempt at the deal. - `certified`: the deal was proved winnable before it was dealt. */
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
    certified: boolean
    game: string
    at: number
  }

  /** A variation to try without a game: moves in either notation from a position or a deal. `version`: version of the rules, by default the current one. */
  interface Line {
    rules: string
    version?: number | null
    position?: string | null
    deal?: number | string | null
    moves?: string[]
  }

  /** A game in a list: a lobby item with its status and outcome. `moved`, `position` and `moves` are given for unfinished games in one player's list; elsewhere the first two are null and `moves` is omitted. `score`: of an ended solitaire. */
  interface Listed {
    id: string
    rules: string
    players: (Person | null)[]
    control: Control | null
    rated: boolean
    created: number
    ply: number
    turn: number | null
    moved: number | null
    position: string | null
    daily: string | null
    deal: number | string | null
    to: Person | null
    status: 'ended' | 'live' | 'open'
    over: Over | null
    moves?: number
    score?: number[]
  }

  /** Full lobby: open games, live games, the current player's unfinished games (their turn first), and the number of people online. `rematches`: offered to the current player within the last hour; omitted if there are none. */
  interface Lobby {
    t: 'lobby'
    open: Item[]
    live: Item[]
    mine: Item[]
    online: number
    rematches?: WantedRematch[]
  }

  /** Changes since the last frame, on a socket opened with `diff=1`: of the games of others (with a free seat `open`, else `live`, newest first), and of `mine`. Keys without news are absent. `rematches` is empty when none is left. */
  interface LobbyDiff {
    t: 'lobby_diff'
    set?: Record<string, ChangedItem>
    gone?: string[]
    mine?: Changes
    online?: number
    rematches?: WantedRematch[]
  }

  /** Complete record of a game, with exactly the keys that `python -m engine replay` reads. `spent`: per entry, the milliseconds charged to a running base/increment clock, or null; omitted if no entry has it. */
  interface Log {
    id: string
    rules: string
    version: number
    deal: number | string | null
    position: string | null
    clock: Control | null
    free: boolean
    entries: [number, number | null, string, string, number][]
    outcome: Over | null
    spent?: (number | null)[]
  }

  /** The current player; null for a spectator. `reset` is present only if the operator has issued a recovery code for the account. */
  interface Me {
    player: Self | null
    reset?: Reset
  }

  /** Result of a try at a missed win; any move that is proved to win is right. `line`: the known moves of the win. */
  interface MissedAnswer {
    right: boolean
    value: Value | null
    move: string
    told: string
    line: [string, string][]
  }

  /** A forced win that seat `turn` had after `ply` log entries and lost with its next move. `number`: of that move among those in effect, from 1; `plies`: length of the win, null if unknown; `state`: as of `/api/lines`. */
  interface MissedWin {
    ply: number
    number: number
    turn: number
    plies: number | null
    rules: string
    position: string
    state: State
  }

  /** The missed forced win of a game; null if none was found. `held`: only in a solved game. */
  interface MissedWins {
    missed: MissedWin | null
    held?: HeldWin
  }

  /** A teaching bot's warning about the last move, while the bot waits. `line`: how it would answer, as pairs of move and notation; `left`: warnings left in this game after this one; `plies`: length of the forced win; `points`: cost of the move, 100 per pawn. Reasons: - `lost_win`: a forced win of the player within `plies` is gone, also one two plies longer. - `forced_loss`: the bot forces a win within `plies`; after another move no such win was found. - `chain`: the player must capture, and loses `points`, 500 or more, by the end of `line`. - `costly`: another move is estimated to be worth `points`, 500 or more, more. - `changes_hands`: in a solved game the win is now the bot's; `plies` only where known. */
  interface MoveWarning {
    ply: number
    line: [string, string][]
    left: number
    reason: 'chain' | 'changes_hands' | 'costly' | 'forced_loss' | 'lost_win'
    plies?: number
    points?: number
  }

  /** Time until which a player may not write in chats, in milliseconds since the epoch and in the future by the server's clock; null unmutes. `reason`: for the audit log. */
  interface Mute {
    until: number | null
    reason?: string | null
  }

  /** A game to create. - `seat`: 0, 1, `random`, or `both` (the creator plays both seats). - `clock`: `none` for no clock. A pairing without `clock` takes any, one with `none` only no clock. - `deal`: a number; 32 hex digits; `daily`, the daily deal (a player's running first attempt is returned instead of a second game); or `winnable`, a deal that was proved winnable, of this `difficulty` if given: a quarter of the proved deals, by the solver's nodes. Without one it is easy in a player's first three games of the family, and any deal if no proof is ready within 2 s. - `date`: the UTC day of a daily deal; refused as `stale` once that day is over. With a deal by number: the past day whose deal it is, which is practised. - `pair`: join the best fitting open game of another player if there is one. - `to`: challenge the player of that name. - `bot`: play against a bot. */
  interface NewGame {
    rules: string
    seat?: 'both' | 'random' | 0 | 1 | null
    clock?: 'none' | Control | null
    rated?: boolean | null
    public?: boolean | null
    deal?: number | string | null
    difficulty?: 'easy' | 'fiendish' | 'hard' | 'medium' | null
    date?: string | null
    position?: string | null
    pair?: boolean | null
    to?: string | null
    bot?: Bot | null
  }

  /** A report about a player, a game, or one chat line of a game, with the reporter's text. A report of a line is about its author; `player` may then be omitted. */
  interface NewReport {
    text: string
    player?: string | null
    game?: string | null
    line?: number | null
  }

  /** A new personal token. Scope `read`: GET requests, sockets and the stream. Scope `play`: creating and joining games, acts and chat. */
  interface NewToken {
    name: string
    scopes: ('play' | 'read')[]
  }

  /** The operator's notice to all visitors. `until`: when it ends, in milliseconds since the epoch. */
  interface Notice {
    text: string
    until: number | null
  }

  /** A pending offer, made by `seat` with the log entry at `ply` (a rematch: at the end of the log). `casual`: the rematch of this rated game will be casual because the two have played 12 rated games within 24 hours. */
  interface OfferMade {
    what: 'draw' | 'rematch' | 'takeback'
    seat: number
    ply: number
    casual?: boolean
  }

  /** Players online. `items`: listed players with an account, by name; `online`: number of all connected people, guests and visitors included. */
  interface Online {
    items: Person[]
    online: number
  }

  /** Outcome of a game. `winner`: a seat, or null. */
  interface Over {
    winner: number | null
    reason: string
  }

  /** Par of a deal: the score of an engine player that sees what a person sees; `best`: the best score ever reached or found. Null if the game has none or it is not known yet. */
  interface Par {
    par: number[] | null
    best: number[] | null
  }

  /** Current and new password. Changing the password revokes all tokens unless `keep_tokens` is true. */
  interface PasswordChange {
    old: string
    new: string
    keep_tokens?: boolean
  }

  /** A player as shown to other players. - `name`: empty for a deleted account; clients show "a former player". - `online`: only within a game. - `away`: server time from which the opponent may claim the game, in milliseconds since the epoch; only while this player is disconnected. - `rating`: in this game or list, null without one; in an ended rated game the rating before the game, and `change` the difference it made. - `provisional`: the rating is still uncertain. - `bot`: level of a bot. */
  interface Person {
    id: string
    name: string
    rating?: number | null
    online?: boolean
    provisional?: boolean
    change?: number
    away?: number
    bot?: number
  }

  /** A player as shown to moderators. Times are in milliseconds since the epoch. `account`: since when they have an account, null for guests; `hidden` (from the leaderboards), `closed`: since when; `pairing_paused_until`: null if pairing is open to them; `listed`: wants to be on the leaderboards. Lists are newest first, `reports`, `acts` and `early_ends` at most 50. `acts`: moderators' actions on them, views of this page excluded. */
  interface PersonFile {
    id: string
    name: string
    created: number
    account: number | null
    listed: boolean
    hidden: number | null
    closed: number | null
    muted_until: number | null
    pairing_paused_until: number | null
    sessions: SeenSession[]
    early_ends: EarlyEnd[]
    former_names: FormerName[]
    reports: Report[]
    acts: AuditEntry[]
  }

  /** Rank of the current player's attempt at a daily deal within its class: `unaided` without help, else `open`. `of`: players ranked, the current one included; `worse`: number of those with a worse result. */
  interface Place {
    class: 'open' | 'unaided'
    rank: number
    worse: number
    of: number
  }

  /** The current player's places at the deals of a day, by game; attempts that count only. */
  interface Places {
    items: Record<string, Place>
  }

  /** Ids of the games that have a result. */
  interface PlayedGames {
    items: string[]
  }

  /** A player's rating in a game. `seat`: 0 unless the seats are rated apart; `deviation`: as of now; `provisional`: the deviation is above 110; `games`: number of rated games. */
  interface PlayerRating {
    rules: string
    seat: number
    rating: number
    deviation: number
    provisional: boolean
    games: number
  }

  /** Response to a `ping`: its number, and the server's time. */
  interface Pong {
    t: 'pong'
    n: number
    at: number
  }

  /** A position of a game for two or of a solitaire, under the current rules. */
  interface PositionBody {
    rules: string
    position: string
  }

  /** Value and best moves of a position. `moves`: value of each move, where known; `line`: moves that demonstrate the value. */
  interface PositionValue {
    value: Value
    best: [string, string][]
    moves: [string, string, Value][]
    line: [string, string][]
  }

  /** Connected players by seat, and the number of spectators. `away`: by seat, server time from which the opponent of a disconnected player may claim the game, in milliseconds since the epoch; `names`: of spectators, at most 20. */
  interface Presence {
    t: 'presence'
    players: boolean[]
    watchers: number
    away: (number | null)[]
    names: string[]
  }

  /** A common time control: seconds for the whole game, and seconds added per move. */
  interface Preset {
    base: number
    increment: number
  }

  /** Public profile of a player. `listed` (on the leaderboards): null for other players. `online`: connected; only for other players who are listed, and of those at another process only with an open game or a challenge, and 50 more. `badges`: in the order won; omitted in the response to a change. */
  interface Profile {
    player: Person
    since: number
    listed: boolean | null
    ratings: PlayerRating[]
    online?: boolean
    badges?: BadgeJson[]
  }

  /** A position with exactly one winning move for the seat `turn`. `grade`: 1 is easy; `state`: as of `/api/lines`; `turns`: number of the solver's moves in the line; `ends`: the line ends the game; `grades`: those of this game; `games`: games that have puzzles; `mine`: only for signed-in players. */
  interface Puzzle {
    id: string
    rules: string
    position: string
    grade: number
    turn: number
    state: State
    turns?: number
    ends?: boolean
    grades?: number[]
    games?: string[]
    mine?: PuzzleMine
  }

  /** Result of a try: whether the move was right, the value after it, and the winning move. After a right move: `reply`, or null, and `done` if the puzzle is solved; `slower`: it wins, but more slowly than `move`, and ends the puzzle. After a wrong move: `refutation`, the moves that answer it. */
  interface PuzzleAnswer {
    right: boolean
    value: Value | null
    move: string
    told: string
    reply?: [string, string] | null
    done?: boolean
    slower?: boolean
    refutation?: [string, string][]
  }

  /** A try at a puzzle. `line`: the moves and replies before it. */
  interface PuzzleBody {
    move: string
    line?: string[]
  }

  /** A month of daily puzzles: by day and game, whether the current player solved the puzzle on its day at the first try. */
  interface PuzzleCalendar {
    month: string
    today: string
    results: Record<string, Record<string, boolean>>
  }

  /** The current player's puzzle record. `solved`: puzzles solved at the first try; `streak`, `best`: consecutive days with the daily puzzle solved at the first try, current and longest; `today`: whether today's puzzle of this game was solved, null if not tried. */
  interface PuzzleMine {
    solved: number
    streak: number
    best: number
    today: boolean | null
  }

  /** A player's ratings, oldest first: time of each rated game, or of the undo of one, in milliseconds since the epoch, and the rating after it; at most the newest 1000. Undone games are left out. */
  interface RatingCurve {
    items: [number, number][]
  }

  /** An entry of a rating list. `deviation`: as of now, it grows while no game ends; `provisional`: it is above 110. */
  interface RatingEntry {
    rank: number
    player: Person
    rating: number
    deviation: number
    games: number
    provisional?: boolean
  }

  /** A page of a rating list, highest first. `own`: the current player's entry, only if the list was requested with provisional ratings; null if they are not on it. */
  interface Ratings {
    items: RatingEntry[]
    next: string | null
    own?: RatingEntry | null
  }

  /** Recovery code of an account, and the new password. */
  interface Recovery {
    name: string
    code: string
    password: string
  }

  /** Reason why a message was refused. `re`: its `t`; `ply`: that of the match. */
  interface Refused {
    t: 'refused'
    re: string | null
    why: string
    ply: number | null
    detail: Record<string, unknown>
  }

  /** New name of a player. `reason`: for the audit log. */
  interface Rename {
    name: string
    reason?: string | null
  }

  /** A report. `player`, `game`, `line` (number of a chat line): its subject; `quote`: text of that line; `lines`: the line with up to three before and two after it, oldest first, as far as still stored; `closed`: when a moderator closed it. */
  interface Report {
    id: number
    at: number
    reporter: Person | null
    player: Person | null
    game: string | null
    line: number | null
    quote: string | null
    text: string
    closed: number | null
    lines: ChatLine[]
  }

  /** A page of reports, open ones first, then newest first. */
  interface Reports {
    items: Report[]
    next: string | null
  }

  /** A recovery code issued by the operator. `at`: when it becomes valid, in milliseconds since the epoch. */
  interface Reset {
    at: number
  }

  /** A game that can be played, in its current version. `options`: what this id chooses among its family's options, such as {"setup": "shuffled"}; the games of a family have the same option names in the same order, or none. `daily`: has a daily deal. `presets`: common clocks of a game for two, fastest first. `machine`: its bots and searches; null without any. */
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
    presets: Preset[]
    machine: Analyst | null
  }

  /** Number of games played from one seat. */
  interface SeatResult {
    played: number
    won: number
    drawn: number
  }

  /** A browser in which a player is signed in. `created`, `seen` (to the hour): times; `agent`: its User-Agent header. */
  interface SeenSession {
    created: number
    seen: number
    agent: string
  }

  /** The current player. `account`: has a name and password to sign in with; `moderator`: may use the moderation pages; `listed`: appears on the leaderboards; `muted_until`: may not write in chats until then. Times are in milliseconds since the epoch. */
  interface Self {
    id: string
    name: string
    account: boolean
    moderator: boolean
    listed: boolean
    muted_until: number | null
    created: number
  }

  /** A browser in which the player is signed in. `created`, `seen` (to the hour): times; `agent`: its User-Agent header; `current`: it is the browser that sent this request. */
  interface SignInSession {
    id: string
    created: number
    seen: number
    agent: string
    current: boolean
  }

  /** Sign-in sessions of the current player, most recently seen first. */
  interface SignInSessions {
    items: SignInSession[]
  }

  /** The player who has signed in. */
  interface SignedIn {
    player: Self
  }

  /** The new account, and the recovery code for a lost password. The code is shown only here. */
  interface SignedUp {
    player: Self
    recovery: string
  }

  /** Site information: the server's time, notice, imprint URL, contact of the operator, start of an announced maintenance, and whether the games are demonstration data. Times are in milliseconds since the epoch. */
  interface Site {
    now: number
    notice: Notice | null
    imprint: string | null
    contact: string | null
    maintenance?: number
    demonstration?: boolean
  }

  /** Number of players who started a daily deal, and who solved it; only first attempts that ended within the day. */
  interface Solved {
    started: number
    solved: number
  }

  /** A game for two of the current player has started. */
  interface StartLine {
    t: 'start'
    id: number
    game: string
    at: number
    rules: string
    seat: number
    opponent: Person | null
    control: Control | null
    rated: boolean
  }

  /** A game as the current player may see it. Always complete, so a newer state replaces an older one. - `game`: null for a variation; `version`: of the rules, kept by the game; `start`: text of the position that the game began from, null for the usual one. - `status`: open while a seat is free; `ply`: number of log entries; `seat`: the current player's, with both seats the one to move, null for a spectator; `turn`: null unless the game is live. - `legal`: moves of the seat to move with their notation; a text ending in ` ...` stands for moves too many to list. `acts`: what the current player may send besides `move`. - `view`: the position as the seat may see it, `view.position` its text; `told`: notation of the moves in effect; `last`: text of the last one. All omit what is hidden until the end. - `tally`: of a solitaire; `score`: the game's own, empty in a game for two. - `deal`: null while secret; `commit`: SHA-256 of a secret deal. - `next`: game of the rematch. - `watching`: names of spectators, at most 20. - `to`: the challenged player; `declined`: the word with which they declined. - `certified`: the deal was proved winnable before it was dealt; false only in the response to a request for such a deal of which no proof was ready; `difficulty`: the one by which it was chosen. - `remark`: against a bot that made the last move: the word for its reason, or null. - `warning`: against a teaching bot: its warning about the last move, or null. - `casual`: this open rated game will start as casual because its creator and the current (or challenged) player have played 12 rated games within 24 hours. Only in responses to `GET /api/games/{id}` and to the creator of a challenge. - `aborted_by`: seat of the player who aborted the game or, with `missed_first_move`, did not make the first move in time. - `daily`: UTC day of the daily deal, such as 2026-11-21. - `first_move`: the first move that is due, in a game with a limit for first moves; null once both have moved, and after the end. - `streak`: true once leaving this solitaire would end the player's streak: it is one of the streak, and its first move is made. */
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
    control: Control | null
    clock: Clock | null
    offers: OfferMade[]
    players: (Person | null)[]
    watchers: number
    to: Person | null
    declined: string | null
    watching: string[]
    certified?: boolean
    difficulty?: 'easy' | 'fiendish' | 'hard' | 'medium'
    remark?: string | null
    warning?: MoveWarning | null
    casual?: boolean
    aborted_by?: number
    missed_first_move?: boolean
    daily?: string
    first_move?: FirstMove | null
    streak?: boolean
  }

  /** Statistics of one player or of all players. A solitaire counts first attempts; `rehearsed` are the others. `average` and `spread` ([points, games] pairs) are of the first part of the score. `progress`: [time, points] pairs, oldest first, of a player's newest hundred games or of all games in the last 30 days. */
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

  /** The changes that one move made since the previous frame, for sockets opened with `?steps=1`. `told` is the one text to append. `acts`, `tally`, `score`, `clock`, `offers`, `first_move`, `streak` and `seat` are omitted where unchanged. */
  interface Step {
    t: 'step'
    ply: number
    turn: number | null
    view: unknown
    last: string | null
    told: string
    tally?: TallyJson | null
    score?: number[]
    clock?: Clock | null
    offers?: OfferMade[]
    remark?: string | null
    warning?: MoveWarning | null
    first_move?: FirstMove | null
    streak?: boolean
    legal: [string, string][]
    acts?: string[]
    seat?: number | null
  }

  /** Consecutive wins at deals of the server: current and longest streak. */
  interface StreakJson {
    current: number
    best: number
  }

  /** Counters of a solitaire. `ms`: time played, as measured by the server. */
  interface TallyJson {
    made: number
    undone: number
    hints: number
    ms: number
  }

  /** A token without its secret text. `name`: empty for a token issued to a guest; `used`: time of the last use, to the hour. */
  interface TokenItem {
    id: string
    name: string
    scopes: ('play' | 'read')[]
    created: number
    used: number | null
  }

  /** All tokens of the current player, newest first. */
  interface Tokens {
    items: TokenItem[]
  }

  /** A try at a missed win. */
  interface TryBody {
    move: string
  }

  /** It is the current player's turn. Repeated when the log grows without a move, by an offer or its answer. */
  interface TurnLine {
    t: 'turn'
    id: number
    game: string
    at: number
    rules: string
    seat: number
    ply: number
  }

  /** Where a solitaire was lost, counted in moves in effect at its end (`moves`). - `winnable`: last position proved winnable; `lost`: first position proved lost; null if there is none. - `start`: verdict on the deal. - `told`: the move between the two, if they are adjacent. - `ply`: entries before the move after `winnable`; `lost_ply`: entries up to the move that leads to `lost`. - `line`: a solution from `winnable`. - `values`: the positions searched. */
  interface Turning {
    moves: number
    winnable: number | null
    lost: number | null
    start: 'lost' | 'unknown' | 'winnable'
    told: string | null
    ply: number | null
    lost_ply: number | null
    line: [string, string][]
    values: Verdict[]
  }

  /** Value of a position; unknown fields are omitted. `exact`: proved. Games for two: `winner`, the seat that wins with best play, in `plies`; null for a draw, only with `exact`; otherwise `points` for seat 0, 100 per pawn, at a search `depth` in plies. Solitaires: the `verdict`, or the best `score` found. */
  interface Value {
    exact: boolean
    winner?: number | null
    plies?: number
    points?: number
    depth?: number
    verdict?: 'lost' | 'unknown' | 'winnable'
    score?: number[]
  }

  /** Verdict of a search on the position after n moves in effect. */
  interface Verdict {
    n: number
    verdict: 'lost' | 'unknown' | 'winnable'
  }

  /** Tell the lobby whether the page is visible, on a socket opened with `diff=1`. */
  interface Visible {
    t: 'visible'
    yes: boolean
  }

  /** A rematch that `opponent` offers to the current player after the ended `game`. */
  interface WantedRematch {
    game: string
    rules: string
    opponent: Person
  }
}
