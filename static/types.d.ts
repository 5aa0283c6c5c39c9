// The client's own contracts as types. All are global, as those of the messages are (wire.d.ts, namespace Wire):
// a module names them in JSDoc without an import,
//
//     /** @param {State} frame @param {ShowOptions} how */
//     /** @type {Wire.Statistics} */ const figures = await get('/api/statistics/...')
//     /** @param {HTMLElement} root @param {Visit<'rules'>} visit @returns {Promise<Page>} */
//
// A class is imported where it is used as a type: @param {import('../boards/grid.js').Grid} grid

// Messages of the server.

/** What a family's `view` holds; `position` is what its board is drawn from, the rest is the family's. */
interface View {
  position: string
  // biome-ignore lint/suspicious/noExplicitAny: each family has its own fields, State<MyView> names them
  [field: string]: any
}
/** Seconds for the game and for each move; or days for each move. */
type TimeControl = Wire.Control
type PendingOffer = Wire.OfferMade
type ChatLine = Wire.ChatLine
/** A state; `State<MyView>` where a family has declared its view. */
interface State<V = View> extends Wire.State {
  view: V
  /** `performance.now()` when it came: clocks and timers count from there. */
  received?: number
}
interface Refused extends Wire.Refused {
  detail: Params & { rule?: string }
}
type Presence = Wire.Presence
type Pong = Wire.Pong
/** What one move changed since the frame before; what is left out is as before, `told` is the one text gained. */
type Step = { t: 'step'; told?: string } & Pick<
  State,
  'ply' | 'turn' | 'legal' | 'view' | 'last'
> &
  Partial<Pick<State, 'acts' | 'tally' | 'score' | 'clock' | 'offers' | 'seat'>>
type Frame = State | Step | Refused | Presence | Pong
type Lobby = Wire.Lobby
type Item = Wire.Item
type Person = Wire.Person
/** The player of this browser. */
type Me = Person &
  Partial<Omit<Wire.Self, 'id' | 'name'>> & { reset?: Wire.Reset }
/** One game of `GET /api/rules`. */
type Rules = Wire.Rules
type Ability = 'hint' | 'evaluate' | 'winnable' | 'puzzle'
/** What is known of a position; what says nothing is left out. */
type Value = Wire.Value
/** The exact text of a move, and the notation that people read. */
type LegalMove = [move: string, notation: string]

// Sentences, settings, live regions.

type Params = Record<string, string | number | null | undefined>
type Translate = (key: string, params?: Params) => string
type Say = (sentence: string) => void
interface Settings {
  get(name: string): string | null
  get(name: string, otherwise: string): string
  get(name: string, otherwise?: string | null): string | null
  set(name: string, value: string): void
  /** After every change, in this tab or another; answers what ends it. */
  on(listener: (name: string, value: string) => void): () => boolean
}
type Cue = 'start' | 'move' | 'take' | 'turn' | 'wrong' | 'low' | 'end'

// DOM (core/dom.js). Children: null, undefined and false are left out; lists are flattened.

type Child =
  | Node
  | string
  | number
  | null
  | undefined
  | false
  | readonly Child[]
type ElementEvent<E extends keyof HTMLElementEventMap> =
  HTMLElementEventMap[E] & { currentTarget: HTMLElement }
type ElementOf<K extends string> = K extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[K]
  : HTMLElement
type AttributeValue =
  | string
  | number
  | boolean
  | null
  | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a listener; those of on* names are typed below
  | ((event: any) => unknown)
/** Attributes as `el`, `svg` and `set` take them; `on*` are listeners. */
type Attributes = {
  [E in keyof HTMLElementEventMap as `on${E}`]?:
    | ((event: ElementEvent<E>) => unknown)
    | null
} & { [name: string]: AttributeValue }

// Sockets (core/socket.js).

type Conn = 'ok' | 'stalled' | 'down'
interface ReconnectingHandlers {
  /** Every frame; `connected`: it is the one that opened the connection. */
  // biome-ignore lint/suspicious/noExplicitAny: what a frame holds is its socket's matter
  onframe(frame: any, connected: boolean): void
  /** The link has changed, or its first attempt has failed. */
  onconn(conn: Conn): void
  /** An attempt has failed, the n-th since the link was up. */
  onfailed?(attempts: number): void
  /** Twice a second while the page is seen. */
  oncheck?(): void
}

// Pages. `export async function show(root, visit)` of <folder>/page.js fills `root` and answers a Page.

/** What the router gives to a page; `Parts`: the names of the parts of its path, as app/router.js lists them. */
type Visit<Parts extends string = never> = {
  query: URLSearchParams
  go: Go
  /** Aborted when the page is left. */
  signal: AbortSignal
  /** The page has its data: sets its title and takes the focus to its heading. */
  ready(title: string): void
} & { [part in Parts]: string }
type Go = (path: string, how?: { replace?: boolean }) => Promise<void>
/** What a page answers: `leave` closes its sockets and listeners. */
// biome-ignore lint/suspicious/noConfusingVoidType: a page without anything to close answers nothing
type Page = { leave(): void } | undefined | void

// Dialogs (core/dialog.js).

interface DialogAction {
  label: string
  value?: unknown
  /** `data-act` */
  act?: string
  look?: 'primary' | 'danger' | 'quiet' | ''
  href?: string
  /** Of `dock`: true closes the dialog. */
  press?(event: ElementEvent<'click'>): unknown
}
interface DialogOptions {
  kind: string
  title: string
  body?: Child
  actions?: DialogAction[]
}
interface OpenDialog {
  element: HTMLDialogElement
  close(): void
}

// Boards.

type Point = [x: number, y: number]
type MoveBuilder = import('./boards/move-builder.js').MoveBuilder
/** What may be pointed at next: `moves` begin so; `whole`: the move that is complete with it, or null. */
interface NextToken {
  moves: string[]
  whole: string | null
}
type NextTokens = Map<string, NextToken>

/** What a board gets. `picks` is the builder of the move: shared by board, typed input, chips and choices. */
interface Services {
  picks: MoveBuilder
  t: Translate
  say: Say
  alert: Say
  rules: Rules
  settings: Settings
}
type MakeBoard = (services: Services) => Promise<Board>

/** `seat`: whose pieces may be picked: the viewer's, in a replay the seat to move, null for a spectator. */
interface ShowOptions {
  seat: number | null
  flipped: boolean
  interactive: boolean
  animate: boolean
  /** Given by the live table only: there a whole move may wait for a confirmation. */
  confirm?: boolean
  /** A game between people runs: the server tries out nothing from its position. */
  closed?: boolean
}

/** A move that an analysis speaks of. */
interface MoveArrow {
  move: string
  kind: 'played' | 'better'
}
interface BoardAnalysis {
  /** Draws arrows for moves of the position that is shown, in the place of those drawn before. */
  arrows(moves: readonly MoveArrow[]): unknown
  /** Points in words, "a Queen's worth"; without it they are numbers. */
  worth?(points: number): string
}
/** What a family's board.js answers from `make`. `word`, `words`: tokens of a move. */
interface Board {
  /** What stands in the place of the board, role=grid inside. */
  element: HTMLElement
  /** Points at moves by arrows, in the place of those before. */
  pointAt?(moves: [from: string, to: string][]): unknown
  show(frame: State, how: ShowOptions): void
  /** For the rail (statistics, a panel), updated by `show`. */
  side?: HTMLElement
  /** Chips, choices, a meter, updated by `show`: at the top of the rail, or right under the board where it has none. */
  below?: HTMLElement
  /** The position as a list of sentences. */
  describe(frame: State): string[]
  /** How a token is called aloud: "c3", "the 7 of hearts". */
  name(word: string, frame: State): string
  /** The board is no square of var(--board): it may fill var(--room-width) by var(--room). */
  wide?: boolean
  /** Automatic play: the next move that can do no harm, or (`all`) any that fits; null: none. */
  auto?(frame: State, all: boolean): string | null
  /** false: moves are never asked, and no button offers that. */
  confirms?: boolean
  /** Typed text that only the board can read; null: it is of the usual kind. */
  read?(
    text: string,
    frame: State,
  ):
    | { move: string; why?: undefined }
    | { why: string; move?: undefined }
    | null
  /** The sentence after the moves themselves, or empty. */
  news?(before: State, frame: State): string
  /** Why `word` cannot follow `words`; null: the common sentence. */
  refuse?(word: string, frame: State, words: readonly string[]): string | null
  /** How many moves are left where all that is left plays itself; 0: it does not. */
  finishing?(frame: State): number
  /** A told move as a player may type it; without it the told form. */
  example?(told: string): string
  /** A move as the places that it goes from and to, where its tokens are no places. */
  placesOf?(move: string, frame: State): string
  /** The sentence of the end, instead of the catalogue's. */
  over?(frame: State): string
  /** A whole move in the board's own words, for its confirmation; else its notation. */
  tell?(move: string, frame: State): string
  /** The tokens that a typed notation names, possible or not; null: none. */
  words?(text: string, frame: State): string[] | null
  /** The key of the sentence that lists what can move; else `refused.movable`. */
  movable?(frame: State): string
  /** The places that the piece on `place` could go to whatever else stands on the board: for a move in advance. */
  reach?(place: string, frame: State): string[]
  /** The key of the sentence that points to the marked targets, for those who use no keyboard; else they are listed. */
  marked?: string
  /** What the player to move must know at once (a compulsion); '' for nothing. */
  call?(frame: State): string
  /** Whether the next move is compulsory. */
  forced?(frame: State): boolean
  /** Draws the path of several moves over the board, in the place of an earlier one; none: removes it. */
  trace?(moves: readonly string[]): unknown
  /** A few words beside a player's name. */
  standing?(frame: State, seat: number): string
  /** The score in words, for the counters of a solitaire. */
  score?(frame: State): string
  /** What a player has taken, as small tokens for their bar. */
  tokens?(frame: State, seat: number): Child
  /** The move between two positions where those who saw it know more than its told form says; null: they do not. */
  seen?(before: State, after: State): string | null
  /** The told form of a move as people read it; without it the told form itself. */
  readable?(told: string): Child
  /** The board's own moment when the game has ended, of at most about 3 s; resolves at once under reduced motion, and
   * shows its end at once when `signal` aborts. */
  finale?(frame: State, signal: AbortSignal): Promise<void>
  /** Sentences on what was special in the game, for the result. */
  story?(frame: State): string[]
  /** A short label when the move between two positions mattered, for the marks of a replay's scrubber. */
  moment?(before: State, after: State): string | null
  /** What the board adds to the analysis of a game, loaded when it is asked for. */
  analysis?(): Promise<BoardAnalysis>
  /** A picture of the result in signs, to be shared as text. */
  shareText?(frame: State): string
  /** The family's own keys and what they do, for the list of keys. */
  keys?(): [keys: string, meaning: string][]
  /** The hint for the side that moves, instead of the catalogue's; null: none. */
  coach?(frame: State, seat: number): string | null
  /** ms from one automatic move to the next, as they are sent; without it the usual ones. */
  pace?(frame: State): number
  leave?(): void
}

/** What the sentences about possible moves need of the services and of the board. */
type MoveSentences = Pick<Services, 'picks' | 't'>
type MoveNames = Pick<Board, 'name' | 'movable' | 'marked' | 'refuse'>
/** A try that did nothing: pointing at `word` after `words`. `owner`: whose piece stands there, null: no player's. */
interface FailedTry {
  frame: State
  how: ShowOptions
  words: readonly string[]
  word: string
  owner: number | null
}
/** What a board does at the keys that all boards share. */
interface BoardKeys {
  /** false: there was nothing to take back. */
  back(): boolean
  step(onward: 1 | -1): unknown
  moves(): unknown
}

/** What a board does with a drag; places are `[data-sq]`, null: none. */
interface DragTarget {
  /** The piece that is dragged from there; null: none. */
  lift(place: string): HTMLElement | null
  over(place: string | null, event: PointerEvent): unknown
  drop(place: string | null): unknown
  cancel(): unknown
  /** Whether a finger may choose a place by sliding now. */
  slides(): boolean
  point(place: string): unknown
  /** The right button or a resting finger goes from one place to another; null: cancelled, or beside the board. */
  draw?(from: string | null, to: string | null, how: DrawOptions): unknown
}
interface DrawOptions {
  /** It was let go there. */
  done: boolean
  /** By the right button; else by a finger. */
  mouse: boolean
}
/** The same, of a PlaceBoard; `word`: the token that pointing at a place means. */
interface PlaceHandlers extends Omit<DragTarget, 'cancel' | 'over'> {
  over(place: string | null, event?: PointerEvent): unknown
  word(place: string): string
  /** Esc with nothing picked; false: there was nothing to clear. */
  clear?(): boolean
}

/** A piece on a square. */
interface Piece {
  piece: string
  owner: number | null
  suit?: string
}

/** What a family of squares gives to `new Grid(services, family)`. */
interface GridFamily {
  /** The names of the places, from the top as seat 0 sees them; null: no place there. */
  rows: readonly (readonly (string | null)[])[]
  label: string
  read(frame: State): Map<string, Piece>
  draw(piece: string, owner: number | null, suit?: string): Node
  /** The full name of a cell. */
  name(place: string, thing?: Piece): string
  /** A class of the cell. */
  shade?(place: string): string
  /** Places whose move is compulsory. */
  must?(frame: State): readonly string[]
  /** Whether a target is a capture, where that is more than "another's piece is there". */
  captures?(place: string, frame: State, how: ShowOptions): boolean
  /** Coordinates along the edge, unless `bare`. */
  files?: readonly string[]
  ranks?: readonly string[]
  bare?: boolean
  /** How deep the cells along the edge are, in cells. */
  rim?: number
  /** The name of a hole. */
  outside?: string
  /** Where tokens are not places: what each place offers as the next one. */
  offers?(frame: State): Map<string, Offer>
  /** The token of a place that offers none. */
  token?(place: string, thing?: Piece): string
  /** The places that these tokens, picked or last, point at. */
  places?(words: readonly string[], frame: State): readonly string[]
  /** The token of a drop at a place. */
  drop?(place: string): string | null
  /** A finger that rests on a piece shows something of the family's own, and draws no circle. */
  inspects?: boolean
}
/** `also`: another control carries the token as `data-word`. */
interface Offer {
  word: string
  also?: boolean
  legal: 'to' | 'capture' | false
}

/** What the keys of a board of piles do. */
interface PileKeyHandlers {
  arrow(place: string, step: Point): unknown
  best(place: string): unknown
  foundation(place: string): unknown
  unfold(place: string): unknown
  /** false: the key is left to the button. */
  auto(): boolean
  /** A rank or suit, null: the key was let go. */
  find(wanted: string | null): unknown
}
/** One pile: its button, and inside it the cards, the mark of a target, and the folds. */
interface PileCell {
  button: HTMLElement
  pile: HTMLElement
  mark: HTMLElement
  folds: HTMLElement
}
/** Cards that were built on each other: the first and the last index. */
type Run = [first: number, last: number]
/** What a family of piles gives to `new Piles(services, family)`. */
interface PilesFamily {
  /** The places of each row of the grid. */
  lines: readonly (readonly string[])[]
  label: string
  fanned(place: string): boolean
  /** The cards of each place, the last one uppermost. */
  read(frame: State): Map<string, string[]>
  draw(card: string): Node
  runs(cards: readonly string[]): Run[]
  /** The full name of a place. */
  name(place: string, cards: readonly string[]): string
  /** How a place is called without its cards. */
  title(place: string): string
  /** A short text in the pile's corner. */
  tag?(place: string): string | false | undefined
  /** What an empty place takes, in a word or two. */
  vacant?(place: string): string | false | undefined
  /** The cards that are found when this one is held: its equals, itself among them, and the next ones. */
  near?(card: string): { same: string[]; next: string[] }
  /** The token that pointing at this place means after `words`; `place` is its inverse. */
  word(place: string, words: readonly string[]): string
  place(word: string, words: readonly string[], frame: State): string | null
  /** The token that a second tap means, or null. */
  best(next: NextTokens, frame: State): string | null
  /** The card of the last move, or null. */
  moved(frame: State): string | null
}
