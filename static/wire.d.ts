// Written by `python -m tests.client.wire_types` from app/messages; not edited by hand.
// Every message of the sockets and every body of HTTP, as a global type: Wire.State, Wire.Lobby ...

declare namespace Wire {
  /** Ends a game that has hardly begun; it counts for nothing. */
  interface Abort {
    t: 'abort'
  }

  /** What a player may change of themselves: whether they are listed on the leaderboards, and with an account name and password. What is left out stays. */
  interface AccountChanges {
    listed?: boolean | null
    name?: string | null
    password?: PasswordChange | null
  }

  /** Ends an account for ever; a guest has no password. */
  interface AccountEnd {
    password?: string | null
  }

  /** The values of positions of one game. */
  interface Analysis {
    items: Evaluated[]
  }

  /** Accepts or declines an offer of the opponent. */
  interface Answer {
    t: 'answer'
    ply: number
    what: 'draw' | 'rematch' | 'takeback'
    yes: boolean
  }

  /** The current player's attempt at a deal of the day: the first, or if they had met the deal before, the newest. `counted`: it is on the day's leaderboard, or will be if it ends within the day. */
  interface Attempt {
    game: string
    status: 'ended' | 'live'
    counted: boolean
  }

  /** A page of the audit log, the newest first. */
  interface Audit {
    items: AuditEntry[]
    next: string | null
  }

  /** An act of a moderator, of the operator (`moderator` is null) or of a player with their own account. People are stored by their ids only; null: that player no longer exists. */
  interface AuditEntry {
    n: number
    at: number
    moderator: Person | null
    act: string
    player: Person | null
    game: string | null
    detail: Record<string, unknown>
  }

  /** A milestone that a player's results prove: `win.FAMILY`, `perfect.FAMILY`, `clean`, `clean.10` or `week`; `game` is the one that won it, `at` when it ended. */
  interface BadgeJson {
    id: string
    at: number
    game: string
  }

  /** The people whom the current player blocks, by name. */
  interface Blocks {
    items: Person[]
  }

  /** A page of a leaderboard, the best first; `own` is the current player's entry, whose rank may be a minute old. */
  interface Board {
    items: LeaderboardEntry[]
    own: LeaderboardEntry | null
    next: string | null
  }

  /** What moved among the games whose positions the lobby tells: id, ply, turn, position and moves in effect of each. */
  interface Boards {
    t: 'boards'
    items: [string, number, number | null, string | null, number][]
  }

  /** A machine as the opponent; level 1 is the weakest. `teach`: it warns of costly moves before it answers. */
  interface Bot {
    level: number
    teach?: boolean | null
  }

  /** A month of daily deals: the first day there ever was, the days of this month that were dealt, and by day the games that the current player has finished in their day, and those of them that they have won without help (`solved`). */
  interface Calendar {
    month: string
    first: string
    today: string
    days: string[]
    finished: Record<string, string[]>
    solved: Record<string, string[]>
  }

  /** What was proved of the deals of a day. `nonce`: HMAC-SHA256(secret, "certificate date"). */
  interface Certificate {
    date: string
    nonce: string
    deals: Record<string, CertifiedDeal>
  }

  /** Which candidate was proved to be winnable, by which version of the solver within how many nodes. */
  interface CertifiedDeal {
    number: number
    version: number
    nodes: number
    skipped: PassedOver[]
  }

  /** Somebody challenges the current player: join the game, or decline it. `seat`: the free one. */
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

  /** An item in which what would be null is left out, also the `rating` of a person. */
  interface ChangedItem {
    id: string
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

  /** Writes a line into the chat of the players, or of a spectator into that of the spectators. */
  interface Chat {
    t: 'chat'
    text: string
  }

  /** Who wrote a line: `seat` is null for a spectator. */
  interface ChatAuthor {
    id: string
    name: string
    seat: number | null
  }

  /** A line of a game's chat; `at` in milliseconds since the epoch. */
  interface ChatLine {
    t: 'chat'
    id: number
    room: 'players' | 'watchers'
    from: ChatAuthor
    text: string
    at: number
  }

  /** The chat of a game as the current player may read it, the oldest line first; `hidden`: they have hidden it. */
  interface ChatLines {
    items: ChatLine[]
    hidden: boolean
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

  /** Claims the win or a draw, because the opponent has left. */
  interface Claim {
    t: 'claim'
    what: 'draw' | 'win'
  }

  /** The milliseconds that each seat has left as of `at`, the server's time when the frame was encoded; `running`: the seat whose time runs, null until each seat has moved once, and after the end. */
  interface Clock {
    left: [number, number]
    running: number | null
    at: number
  }

  /** A time control: `base` seconds for the whole game with `increment` seconds for every move, at least one of them more than 0; or `days` for every single move. */
  interface Control {
    base?: number
    increment?: number
    days?: number
  }

  /** A new game; `url` is the path of its page. */
  interface Created {
    id: string
    url: string
    state: State
  }

  /** A new personal token; `token` serves as `Authorization: Bearer`, and is shown only here. */
  interface CreatedToken {
    id: string
    name: string
    scopes: ('play' | 'read')[]
    created: number
    used: number | null
    token: string
  }

  /** The name and password of an account: to sign up or to sign in. */
  interface Credentials {
    name: string
    password: string
  }

  /** The deals of a UTC day by game, null while they are a secret to the current player. `commit` is the hex sha256 of the day's secret, known the day before; `secret` its hex digits, known the day after. A deal is HMAC-SHA256(secret, "id date"): its first 4 bytes, or 16 where cards are hidden. `skipped` is how many candidates (n) were passed over, where it is not 0: the deal is then that of "id date n"; a game whose deal is a secret is left out. `winnable` are the games whose deal was proved to be winnable before the day began; `certificate` is the proof, public when the day is over: the number of each such deal, the version and the limit of nodes of the solver, and its verdicts on the candidates before; `seal` is the hex sha256 of its JSON with sorted keys and no spaces, null where nothing was proved in time. `featured` is the game of the day, `solved` and `best` (the best scores that a search found) are empty until the day is over, `streak` are the current player's days in a row with a deal won without help, `played` those with one that counts on leaderboards. */
  interface Daily {
    date: string
    today: string
    deals: Record<string, number | string | null>
    skipped: Record<string, number>
    commit: string
    seal: string | null
    certificate: Certificate | null
    winnable: string[]
    secret: string | null
    mine: Record<string, Attempt>
    featured: string
    solved: Record<string, Solved>
    best: Record<string, number[]>
    streak: StreakJson | null
    played: StreakJson | null
  }

  /** All that is stored of the current player: the rows that belong to them, by table and column. */
  interface Data {
    player: Self
    tables: Record<string, Record<string, unknown>[]>
  }

  /** Declines a challenge with a word: not now, another clock, not rated (or rated), no. */
  interface Decline {
    word: 'clock' | 'later' | 'no' | 'rated'
  }

  /** A game that a player ended early: they aborted it after being paired, did not make their first move in time, or lost by leaving. */
  interface EarlyEnd {
    game: string
    at: number
    kind: 'abandoned' | 'abort' | 'first_move'
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

  /** The code of the error, and details. */
  interface ErrorBody {
    code: string
    detail: Record<string, unknown>
  }

  /** An error answer. */
  interface ErrorResponse {
    error: ErrorBody
  }

  /** The value of the position after n entries of a log, its best moves, and moves that show the value, left out where there are none. */
  interface Evaluated {
    n: number
    value: Value
    best: [string, string][]
    line?: [string, string][]
  }

  /** A line of an export: the record of a game, its players by seat, and when it ended, in milliseconds since the epoch. */
  interface ExportedGame {
    record: Log
    players: (Person | null)[]
    ended: number
  }

  /** An error in a browser: what it says, the place in our files, and the build of the client. It is logged and not stored; it should name nobody. */
  interface Fault {
    message: string
    place: string
    build: string
  }

  /** A name that a player gave up, held until a time. `withdrawn`: a moderator took it from them. */
  interface FormerName {
    name: string
    until: number
    withdrawn: boolean
  }

  /** The players whose name or former name begins as asked, at most 20. */
  interface FoundPeople {
    items: FoundPerson[]
  }

  /** A player that a search found: `account`, they have one; `closed`: since when it is closed; `former`: the former name that matched, null where the present one did. */
  interface FoundPerson {
    id: string
    name: string
    account: boolean
    closed: number | null
    former: string | null
  }

  /** The states after several numbers of log entries, in order. */
  interface Frames {
    items: State[]
  }

  /** A game by its id. */
  interface GameId {
    game: string
  }

  /** A page of games, the newest first. */
  interface Games {
    items: Listed[]
    next: string | null
  }

  /** A guest; the token serves as `Authorization: Bearer`, and is shown only here. The cookie of an account gets no token: its owner makes named ones. */
  interface Guest {
    id: string
    name: string
    token?: string
  }

  /** The server is up. */
  interface Health {
    ok: boolean
  }

  /** Hides the chat with the opponent for good, or shows it again: while one of the two hides it, neither can write to the other. */
  interface Hide {
    t: 'hide'
    on: boolean
  }

  /** One step of a hint: `text` is a word of the family's catalogue, `about` what it speaks of; `move` and `told` are null before the last step. `longer` is there, and true, where a longer search may find a better one. */
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

  /** Asks for a hint at a ply: for the next move, or whether the game can still be won. `watch` asks the same by a short search, for a warning after each move. `longer`: search longer for the move, where the hint said that this may find a better one. */
  interface HintBody {
    ply: number
    ask?: 'move' | 'watch' | 'winnable'
    longer?: boolean
  }

  /** A game in the lobby's lists. `ply`, `turn`, `moved` (when the last entry was written; without one, when the game began), `position` (as a spectator may see it, null where it is hidden) and `deal` (null where it is secret) are given for the player's own games and the first 8 live ones, null elsewhere. `daily`: the day whose deal it is. `to`: whom the game challenges; it stands in `mine` of both, with `to_online` where that person is listed. A running game of two people with a clock of seconds has in `mine` its `clock`, as of when the list was read, and a player of it `away`, as in a state. `moves`: those in effect, given where `ply` is, which counts all entries of the log. */
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

  /** Takes a free seat; any, if none is named. */
  interface Join {
    seat?: 0 | 1 | null
  }

  /** The seat of the current player. */
  interface Joined {
    seat: number
    state: State
  }

  /** An entry of a leaderboard. `score` is the game's own, greater is better; of a game for two it is [wins, games], of streaks [best, current]. `moves` were made, `undone` of them taken back; `ms` is time played, in `sittings`; null where an entry is no single game. `first`: the player's first attempt at the deal; `certified`: it was proved to be winnable before it was dealt. */
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

  /** A variation to be tried without a game: from a position or a deal, moves in either form. `version`: of the rules, the current one by default. */
  interface Line {
    rules: string
    version?: number | null
    position?: string | null
    deal?: number | string | null
    moves?: string[]
  }

  /** What makes a list of the one before. The games in `gone` and in `items` are removed; then the `items` are inserted one after the other, each at its place, counted from 0. */
  interface ListChange {
    gone: string[]
    items: [number, ChangedItem][]
  }

  /** A game in a list: an item of the lobby with its status and end. `moved`, `position` and `moves` are given for unfinished games in the list of one player; elsewhere the first two are null, and `moves` is left out. */
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
  }

  /** The whole lobby: open games, live games, those that the current player has not finished (what waits for them first), and the number of people who are connected. `rematches` is there only where there are some: those that were offered to the current player within an hour. */
  interface Lobby {
    t: 'lobby'
    open: Item[]
    live: Item[]
    mine: Item[]
    online: number
    rematches?: WantedRematch[]
  }

  /** What has changed since the last frame, on a socket that is opened with `diff=1`; what is left out is as before. `rematches` is empty where none is left. */
  interface LobbyDiff {
    t: 'lobby_diff'
    open?: ListChange
    live?: ListChange
    mine?: ListChange
    online?: number
    rematches?: WantedRematch[]
  }

  /** The whole game, as `python -m engine replay` takes it. `spent`: for each entry the milliseconds that it charges a running base/increment clock, or null; left out where no entry says it. */
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

  /** What machines do in a game. `levels`: of opponents, the first is the weakest; 0: there are none. `teaches`: a machine can warn of costly moves; `par`: deals have a par or a best known score; each is left out where it is not so. */
  interface Machine {
    levels: number
    abilities: ('evaluate' | 'hint' | 'puzzle' | 'winnable')[]
    teaches?: boolean
    par?: boolean
  }

  /** Who is asking; null for a spectator. `reset`: left out unless the operator has issued a recovery code for the account. */
  interface Me {
    player: Self | null
    reset?: Reset
  }

  /** The same for a try at a missed win, which any move solves that is proved to win. `line`: the moves of the win, as far as they are known. */
  interface MissedAnswer {
    right: boolean
    value: Value | null
    move: string
    told: string
    line: [string, string][]
  }

  /** A forced win that the seat `turn` had after `ply` entries of a game, and gave away with its next move: `number` of those in effect, from 1. `plies`: of the win, null where they are not known. `state`: as of `/api/lines`. */
  interface MissedWin {
    ply: number
    number: number
    turn: number
    plies: number | null
    rules: string
    position: string
    state: State
  }

  /** The forced win that was missed in a game; null: none was found. */
  interface MissedWins {
    missed: MissedWin | null
  }

  /** Plays a move, by its exact text. */
  interface Move {
    t: 'move'
    ply: number
    move: string
  }

  /** What a machine that teaches says of the last move, while it waits. `line`: how it would answer, each move with its notation; `left`: warnings that this game has after this one; `plies`: within which the win is forced; `points`: what the chain costs, 100 for a pawn's worth. */
  interface MoveWarning {
    ply: number
    line: [string, string][]
    left: number
    reason: 'chain' | 'changes_hands' | 'forced_loss' | 'lost_win'
    plies?: number
    points?: number
  }

  /** Until when a player cannot write in chats, in milliseconds since the epoch; null: they can again. */
  interface Mute {
    until: number | null
  }

  /** A game to be created. `seat` is 0, 1, random, or both: the creator has both seats. `deal` is a number, 32 hex digits, or daily: the deal of today; of one's first attempt at it, while it runs, there is one; or winnable: one that is proved to be winnable, of this `difficulty`, if one is named. `date`: the day for which the deal of today is asked, refused as `stale` when it is over. `pair`: joins the best fitting open game of somebody else, if there is one. `to`: challenges the player of that name. `bot`: plays a machine. */
  interface NewGame {
    rules: string
    seat?: 'both' | 'random' | 0 | 1 | null
    clock?: Control | null
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

  /** A report of a player or of a game, or of one line of its chat, with what the reporter says about it. A report of a line is about its author: `player` is left out, or names them. */
  interface NewReport {
    text: string
    player?: string | null
    game?: string | null
    line?: number | null
  }

  /** A personal token. `read`: GET requests, sockets and the stream; `play`: creating and joining games, acts and chat. */
  interface NewToken {
    name: string
    scopes: ('play' | 'read')[]
  }

  /** An empty object. */
  type NoBody = Record<string, never>

  /** What the operator says to everybody; `until`: when it ends, in milliseconds since the epoch. */
  interface Notice {
    text: string
    until: number | null
  }

  /** Offers a draw, or asks for a takeback to one's own last turn; after the end, offers a rematch. Where the opponent offers the same draw or rematch, it accepts that. */
  interface Offer {
    t: 'offer'
    ply: number
    what: 'draw' | 'rematch' | 'takeback'
  }

  /** An offer that stands: `seat` made it with the log entry at `ply`, a rematch at the end of the log. `casual`: the rematch of this rated game is casual, since the two have played 12 within 24 hours. */
  interface OfferMade {
    what: 'draw' | 'rematch' | 'takeback'
    seat: number
    ply: number
    casual?: boolean
  }

  /** Who is connected: people with an account who are listed, by name; `online`: the number of all people, guests and visitors too. */
  interface Online {
    items: Person[]
    online: number
  }

  /** How a game ended. */
  interface Over {
    winner: number | null
    reason: string
  }

  /** Of a deal: the score that a player of the engine reaches who sees what a person sees, and the best that was ever reached or found; null where the game has none, or nothing is known yet. */
  interface Par {
    par: number[] | null
    best: number[] | null
  }

  /** A candidate for a deal of the day that was passed over: `lost`, or `unknown` within the limit. */
  interface PassedOver {
    number: number
    verdict: string
  }

  /** The current password and the new one. A change ends all tokens unless they are kept. */
  interface PasswordChange {
    old: string
    new: string
    keep_tokens?: boolean
  }

  /** A player as others see them; `online` only within a game. A player who has deleted their account has the name "", which a client shows as "a former player". `away`: the server's time from which the opponent may claim the game, in milliseconds since the epoch; only while this player is gone. `rating` is that in this game or list, null where there is none; of an ended rated game it is the one before, and `change` what the game added to it. `provisional`: it is not certain yet. `bot`: the level of a machine's player. */
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

  /** A player as moderators see them. Times are milliseconds since the epoch: `account`, since when they have one (null: a guest); `hidden` (from the leaderboards) and `closed`, since when; `muted_until`; `pairing_paused_until`, null: pairing is open to them. `listed`: they wish to be on leaderboards. Lists have the newest first, `reports`, `acts` and `early_ends` at most 50. `acts`: what moderators did to them, without looks at this file. */
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

  /** Asks for a pong. */
  interface Ping {
    t: 'ping'
    n: number
  }

  /** Where the current player's attempt at a deal of the day stands among the results of its class: `unaided` where it is without help, else `open`. `of` players are ranked, the current one among them, and the results of `worse` of them are worse. */
  interface Place {
    class: 'open' | 'unaided'
    rank: number
    worse: number
    of: number
  }

  /** The current player's places at the deals of a day, by game; only attempts that count. */
  interface Places {
    items: Record<string, Place>
  }

  /** A player's rating in a game, by seat where the seats are unequal, else 0; `deviation` as of now; `provisional`: more than 110 of it; `games`: rated ones. */
  interface PlayerRating {
    rules: string
    seat: number
    rating: number
    deviation: number
    provisional: boolean
    games: number
  }

  /** The answer to a ping: its number, and the server's time. */
  interface Pong {
    t: 'pong'
    n: number
    at: number
  }

  /** A position of a game for two, or of a solitaire, by the current rules. */
  interface PositionBody {
    rules: string
    position: string
  }

  /** The value of a position, its best moves, the value of each move where it is known, and moves that show the value. */
  interface PositionValue {
    value: Value
    best: [string, string][]
    moves: [string, string, Value][]
    line: [string, string][]
  }

  /** Which players are connected, by seat, and the number of spectators. `away`: by seat, from when on the opponent of a player who is gone may claim the game, in milliseconds since the epoch; `names`: of spectators, at most 20. */
  interface Presence {
    t: 'presence'
    players: boolean[]
    watchers: number
    away: (number | null)[]
    names: string[]
  }

  /** A usual clock: seconds for the whole game, and seconds added for every move. */
  interface Preset {
    base: number
    increment: number
  }

  /** Lets a machine that has warned of one's last move answer it. */
  interface Proceed {
    t: 'proceed'
    ply: number
  }

  /** A player's public profile; `listed` (on the leaderboards) is shown to themselves only. `online`: whether they are connected; of another player, who is listed. `badges`: in the order in which they were won; left out where a profile is answered to its change. */
  interface Profile {
    player: Person
    since: number
    listed: boolean | null
    ratings: PlayerRating[]
    online?: boolean
    badges?: BadgeJson[]
  }

  /** A position with exactly one winning move for the seat `turn`; grade 1 is easy. `state`: as of `/api/lines`. `turns`: how many moves of the solver the line has; `ends`: whether the line ends the game; `grades`: those of this game; `games`: the games with puzzles; `mine`: of a signed-in player. */
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

  /** Whether the move was right, the value of the position after it, and the move that wins. After a right move: the `reply` to it, null if there is none, and whether the puzzle is `done`. After a wrong move: `refutation`, the moves that answer it. */
  interface PuzzleAnswer {
    right: boolean
    value: Value | null
    move: string
    told: string
    reply?: [string, string] | null
    done?: boolean
    refutation?: [string, string][]
  }

  /** A try at a puzzle. `line`: the moves and replies before it. */
  interface PuzzleBody {
    move: string
    line?: string[]
  }

  /** A month of puzzles of the day: by day and game, whether the current player solved the puzzle on its day at the first try. */
  interface PuzzleCalendar {
    month: string
    today: string
    results: Record<string, Record<string, boolean>>
  }

  /** What the current player has done with puzzles: how many they solved at the first try, the days in a row with a puzzle of the day solved so, now and at best, and whether they solved that of today in this game, null if they have not tried it. */
  interface PuzzleMine {
    solved: number
    streak: number
    best: number
    today: boolean | null
  }

  /** A player's ratings, the oldest first: the end of each rated game in milliseconds since the epoch, and the rating after it; at most the newest 1000. */
  interface RatingCurve {
    items: [number, number][]
  }

  /** An entry of a rating list. Ratings of games without an end for long become uncertain: `deviation` is as of now. `provisional`: more than 110 of it. */
  interface RatingEntry {
    rank: number
    player: Person
    rating: number
    deviation: number
    games: number
    provisional?: boolean
  }

  /** A page of a rating list, the highest first. `own`: the current player's entry, of a list that was asked for with provisional ratings; null: they are not on it. */
  interface Ratings {
    items: RatingEntry[]
    next: string | null
    own?: RatingEntry | null
  }

  /** A new password for an account, by its recovery code. */
  interface Recovery {
    name: string
    code: string
    password: string
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

  /** The new name of a player. */
  interface Rename {
    name: string
  }

  /** A report; `player`, `game` and `line` (a chat line's number) say what it is about, `quote` is the text of that line, `lines` the line itself with up to three before and two after it, the oldest first, as far as they are still stored. `closed`: when a moderator closed it. */
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

  /** A page of reports, open ones first, then the newest first. */
  interface Reports {
    items: Report[]
    next: string | null
  }

  /** The operator has issued a recovery code for the account; `at`: from when on it can be used, in milliseconds since the epoch. */
  interface Reset {
    at: number
  }

  /** Resigns; in a solitaire, gives up. */
  interface Resign {
    t: 'resign'
  }

  /** One game that can be played, by its current version. `options`: what this id chooses where its family offers a choice, by the name of the option: {"setup": "shuffled"}, empty where it offers none; the games of a family have the same names in the same order. `daily`: there is a deal of the day. `presets`: usual clocks of a game for two, the fastest first. `machine`: null where there is none. */
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
    machine: Machine | null
  }

  /** Games from one seat. */
  interface SeatResult {
    played: number
    won: number
    drawn: number
  }

  /** A browser in which a player is signed in: when it was created and last seen (to the hour), and what it says of itself (`agent`). */
  interface SeenSession {
    created: number
    seen: number
    agent: string
  }

  /** The current player, as they see themselves. `account`: they can sign in with a name and a password; `moderator`: they may use the pages of moderation; `listed`: on the leaderboards; `muted_until`: they cannot write in chats until then; times in milliseconds since the epoch. */
  interface Self {
    id: string
    name: string
    account: boolean
    moderator: boolean
    listed: boolean
    muted_until: number | null
    created: number
  }

  /** Asks for a whole `state`. */
  interface Show {
    t: 'show'
  }

  /** A browser in which a player is signed in: when it was created and last seen (to the hour), what it says of itself (`agent`), and whether it is the one that asks. */
  interface SignInSession {
    id: string
    created: number
    seen: number
    agent: string
    current: boolean
  }

  /** The browsers in which the current player is signed in, last seen first. */
  interface SignInSessions {
    items: SignInSession[]
  }

  /** The current player, after signing in. */
  interface SignedIn {
    player: Self
  }

  /** The current player, and the code with which they can set a new password; shown only here. */
  interface SignedUp {
    player: Self
    recovery: string
  }

  /** What the operator says about the site: a notice, the address of the imprint, how to reach them, when an announced maintenance begins (milliseconds since the epoch), and whether its games are a demonstration. */
  interface Site {
    notice: Notice | null
    imprint: string | null
    contact: string | null
    maintenance?: number
    demonstration?: boolean
  }

  /** The players who have begun a deal of the day, and those of them who have won it; first attempts only, which ended within the day. */
  interface Solved {
    started: number
    solved: number
  }

  /** A game for two of the current player has begun. */
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

  /** A game as the current player may see it: whole, so that a newer one replaces an older one. `next`: the game of the rematch; `watching`: names of spectators, at most 20; `to`: whom it challenges; `declined`: the word with which they declined; `certified`: the deal was proved to be winnable before it was dealt, `difficulty`: the one that was asked for; `remark`: in games with a machine, which made the last move: a word for the reason, or null; `warning`: in games with a machine that teaches: what it says of the last move, or null. `casual`: this open rated game becomes casual when it begins, since its creator and the current player, or whom it challenges, have played 12 rated games within 24 hours; only in answers to `GET /api/games/{id}` and to who creates a challenge. `aborted_by`: the seat whose player aborted it. `daily`: the UTC day whose deal it is, as 2026-11-21. */
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
    daily?: string
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

  /** What one move changed since the frame before it, for sockets opened with `?steps=1`. `told` is the one text that the list gains; `acts`, `tally`, `score`, `clock`, `offers` and `seat` are left out where they are as before. What may differ from seat to seat stands last: the rest is encoded once for all. */
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
    legal: [string, string][]
    acts?: string[]
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

  /** A token, without its text. `name`: "" of one that its owner got as a guest; `used`: when it was last used, to the hour. */
  interface TokenItem {
    id: string
    name: string
    scopes: ('play' | 'read')[]
    created: number
    used: number | null
  }

  /** All tokens of the current player, the newest first. */
  interface Tokens {
    items: TokenItem[]
  }

  /** A try at a missed win. */
  interface TryBody {
    move: string
  }

  /** The current player is to move. It is told again when the log went on without a move: with an offer, or its answer. */
  interface TurnLine {
    t: 'turn'
    id: number
    game: string
    at: number
    rules: string
    seat: number
    ply: number
  }

  /** Where a solitaire was lost, by the `moves` in effect at its end. `winnable`: the last position that is proved winnable, `lost`: the first that is proved lost; null: there is none. `start`: the verdict of the deal. `told`: the move between the two, where they are neighbours; `ply`: the entries before the move after `winnable`, `lost_ply`: those up to the move that leads to `lost`. `line`: a solution from `winnable` on. `values`: the positions that were searched. */
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

  /** Takes the last move back (a solitaire, or both seats at one screen). */
  interface Undo {
    t: 'undo'
    ply: number
  }

  /** What is known of a position; what says nothing is left out. `exact`: it is proved. `winner`: the seat that wins with best play, null for a draw (only with `exact`), in `plies`; `points` for seat 0, 100 for a pawn's worth, at `depth` plies. Of a solitaire the `verdict`, or the best `score` that was found. */
  interface Value {
    exact: boolean
    winner?: number | null
    plies?: number
    points?: number
    depth?: number
    verdict?: 'lost' | 'unknown' | 'winnable'
    score?: number[]
  }

  /** Whether the position after n moves in effect can be won, as far as a search knows. */
  interface Verdict {
    n: number
    verdict: 'lost' | 'unknown' | 'winnable'
  }

  /** Tells the lobby whether the page can be seen, on a socket that is opened with `diff=1`. */
  interface Visible {
    t: 'visible'
    yes: boolean
  }

  /** A rematch that `opponent` offers to the current player, after the ended `game`. */
  interface WantedRematch {
    game: string
    rules: string
    opponent: Person
  }

  /** Takes an offer of one's own back. */
  interface Withdraw {
    t: 'withdraw'
    ply: number
    what: 'draw' | 'rematch' | 'takeback'
  }
}
