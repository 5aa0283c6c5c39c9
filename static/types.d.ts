// Contracts of the client as global types, like those of the messages (wire.d.ts, namespace Wire): a module names them in
// JSDoc without an import,
//
//     /** @param {State} frame @param {ShowOptions} how */
//     /** @type {Wire.Statistics} */ const figures = await get('/api/statistics/...')
//     /** @param {HTMLElement} root @param {Visit<'rules'>} visit @returns {Promise<Page>} */
//
// Classes are imported where they are used as types: @param {import('../board/square-board.js').SquareBoard} board

// Messages of the server.

/** `view` of a frame: the board is drawn from `position`; the other fields are the family's. */
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
  /** `performance.now()` on receipt: clocks and timers count from there. */
  received?: number
}
interface Refused extends Wire.Refused {
  detail: Params & { rule?: string }
}
type Presence = Wire.Presence
type Pong = Wire.Pong
/** Changes of one move since the frame before. Missing fields are unchanged; `told` is the added text. */
interface Step extends Omit<Wire.Step, 'view'> {
  view: View
}
type Frame = State | Step | Refused | Presence | Pong
type Lobby = Wire.Lobby
type Item = Wire.Item
type Person = Wire.Person
/** The player of this browser. `isNew`: has just become a guest; `me()` tells it only while it waits for that. */
type Me = Person & Partial<Omit<Wire.Self, 'id' | 'name'>> & { reset?: Wire.Reset; isNew?: boolean }
/** One game of `GET /api/rules`. */
type Rules = Wire.Rules
type Ability = 'hint' | 'evaluate' | 'winnable' | 'puzzle'
/** What is known about a position; empty fields are left out. */
type Value = Wire.Value
/** The exact text of a move, and its printed notation. */
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
  /** Calls `listener` after every change in any tab; returns the function that unsubscribes it. */
  on(listener: (name: string, value: string) => void): () => boolean
}
type Cue = 'start' | 'move' | 'take' | 'turn' | 'wrong' | 'low' | 'end'

// Components.

/** What a component shows. */
type Content = import('preact').ComponentChildren
type ElementEvent<E extends keyof HTMLElementEventMap> = HTMLElementEventMap[E] & {
  currentTarget: HTMLElement
}
type AttributeValue =
  | string
  | number
  | boolean
  | null
  | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a listener; those of on* names are typed below
  | ((event: any) => unknown)
/** Attributes of an element; `on*` are listeners. */
type Attributes = {
  [E in keyof HTMLElementEventMap as `on${E}`]?: ((event: ElementEvent<E>) => unknown) | null
} & { [name: string]: AttributeValue }

/** Attributes that a widget of the kit takes beside its own: the class, and hooks. */
type Hooks = { class?: string } & { [name: `data-${string}`]: AttributeValue }

// Sockets (core/socket.js).

type Conn = 'ok' | 'stalled' | 'down'
interface ReconnectingHandlers {
  /** Every frame; `connected`: it is the one that opened the connection. */
  // biome-ignore lint/suspicious/noExplicitAny: the frames of a socket are its own
  onframe(frame: any, connected: boolean): void
  /** The state of the link has changed, or the first attempt has failed. */
  onconn(conn: Conn): void
  /** An attempt has failed, the n-th since the link was up. */
  onfailed?(attempts: number): void
  /** Twice a second while the page is visible. */
  oncheck?(): void
}

// Pages. `export async function show(root, visit)` of <folder>/page.js fills `root` and returns a Page.

/** A visit of a page; `Parts`: the named parts of its path, as in app/routes.js. */
type Visit<Parts extends string = never> = {
  query: URLSearchParams
  go: Go
  pageAt: PageAt
  /** Aborted when the page is left. */
  signal: AbortSignal
  /** Call when the page has its data: sets the title and focuses the heading. */
  ready(title: string): void
} & { [part in Parts]: string }
/** The page of a path and the parts of the path, still encoded; null: there is none. */
type PageAt = (path: string) => { page: string; parts: Record<string, string> } | null
type Go = (path: string, how?: { replace?: boolean }) => Promise<void>
/** A shown page: `leave` closes its sockets and listeners. */
// biome-ignore lint/suspicious/noConfusingVoidType: a page with nothing to close returns nothing
type Page = { leave(): void } | undefined | void

// Dialogs (kit/dialog.js).

interface DialogAction {
  label: string
  value?: unknown
  /** `data-act` */
  act?: string
  look?: 'primary' | 'danger' | 'quiet' | ''
  href?: string
}
interface DialogOptions {
  kind: string
  title: string
  /** A text is a paragraph. */
  body?: Content
  /** Between the body and the buttons. */
  before?: Content
  actions?: DialogAction[]
  /** Below the buttons. */
  after?: Content
}
interface OpenDialog {
  element: HTMLDialogElement
  close(): void
}

// Boards.

type Point = [x: number, y: number]
type Picks = import('./board/picks.js').Picks
/** A possible next token: `moves` that begin with it; `whole`: the move that it completes, or null. */
interface NextToken {
  moves: string[]
  whole: string | null
}
type NextTokens = Map<string, NextToken>

/** Services of a board. `picks` is shared by board, typed input, chips and choices. */
interface Services {
  picks: Picks
  t: Translate
  say: Say
  alert: Say
  /** The sentence in the message strip, '' while there is none; absent without a strip. */
  said?: import('@preact/signals').ReadonlySignal<string>
  rules: Rules
  settings: Settings
}
type MakeBoard = (services: Services) => Promise<Board>

/** `seat`: whose pieces may be picked: the viewer's, in a replay the seat to move, null for a spectator. */
interface ShowOptions {
  seat: number | null
  /** The side of a reader who plays one: its pieces are named "your", the others "opponent's". */
  side?: number | null
  flipped: boolean
  interactive: boolean
  animate: boolean
  /** Only from the live table: a whole move may wait for a confirmation. */
  confirm?: boolean
  /** In a running game between people: the server tries no moves from its position. */
  closed?: boolean
}

/** A move of an analysis. */
interface MoveArrow {
  move: string
  kind: 'played' | 'better'
}
interface BoardAnalysis {
  /** Draws arrows for moves of the shown position, replacing earlier ones. */
  arrows(moves: readonly MoveArrow[]): unknown
}
/** A board, returned by `make` of a family's board.js. `word`, `words`: tokens of a move. */
interface Board {
  /** The element in the place of the board, with role=grid inside. */
  element: HTMLElement
  show(frame: State, how: ShowOptions): void
  /** Describes the position in sentences. */
  describe(frame: State): string[]
  /** Returns the spoken name of a token: "c3", "the 7 of hearts". */
  name(word: string, frame: State): string
  words: BoardWords
  draw?: BoardDrawing
  typed?: BoardTyping
  /** Automatic play. */
  auto?: BoardAutoplay
  /** Without it there are no premoves, and captures sound like other moves. */
  premoves?: BoardPremoves
  /** false: moves never need a confirmation, and no button offers it. */
  confirms?: boolean
  /** Whether the next move is compulsory. */
  forced?(frame: State): boolean
  /** Returns the source and target places of a move whose tokens are no places. */
  placesOf?(move: string, frame: State): string
  leave?(): void
}
/** Sentences of a board, where the common ones do not do. */
interface BoardWords {
  /** Returns why `word` cannot follow `words`; null: for the common sentence. */
  refuse?(word: string, frame: State, words: readonly string[]): string | null
  /** Returns the key of the sentence that lists what can move; without it `refused.movable`. */
  movable?(frame: State): string
  /** Returns a whole move in words for its confirmation; without it the notation. */
  tell?(move: string, frame: State): string
  /** Returns the printed form of a told move, without components; without it the told form itself. */
  readable?(told: string): Content
  /** Returns a told move as a player may type it; without it the told form. */
  example?(told: string): string
  /** Returns the move between two positions if its witnesses know more than its told form; null: they do not. */
  seen?(before: State, after: State): string | null
  /** Returns the move between two positions as it is announced, if a board shows more than its told form; null: it does
   * not. */
  heard?(before: State, after: State): string | null
  /** Returns a sentence to follow the moves, or empty. */
  news?(before: State, frame: State): string
  /** Returns what the player to move must know at once (a compulsion); '': nothing. */
  call?(frame: State): string
  /** Returns a few words beside a player's name. */
  standing?(frame: State, seat: number): string
  /** Returns the score in words, for the counters of a solitaire. */
  score?(frame: State): string
  /** Returns the coach's sentence for a side before its move `step`, from 0 on, instead of the catalogue's; null: none. */
  coach?(frame: State, seat: number, step: number): string | null
  /** Returns the sentence of the end, instead of the catalogue's. */
  over?(frame: State): string
  /** Returns the highlights of the game in sentences, for the result. */
  story?(frame: State): string[]
  /** Returns a short label if the move between two positions mattered, for the marks of a replay's slider. */
  moment?(before: State, after: State): string | null
  /** Returns a picture of the result in signs, to share as text. */
  shareText?(frame: State): string
  /** Lists the family's keys and their meanings. */
  keys?(): [keys: string, meaning: string][]
}
/** What a board draws besides the position. */
interface BoardDrawing {
  /** It may fill var(--room-width) by var(--room) instead of a square of var(--board). */
  wide?: boolean
  /** For the rail: statistics, a panel. */
  side?: Content
  /** Chips, choices or a meter: at the top of the rail, or directly under the board. */
  below?: Content
  /** Returns a player's captures as small tokens for their bar. */
  tokens?(frame: State, seat: number): Content
  /** Draws the way of a hinted move, beside the marked places; null: none. */
  hint?(move: string | null): unknown
  /** Shows arrows for moves, replacing earlier ones. */
  pointAt?(moves: [from: string, to: string][]): unknown
  /** Draws the path of several moves over the board, replacing an earlier one; without moves it is removed. */
  trace?(moves: readonly string[]): unknown
  /** Plays the finale of an ended game, at most about 3 s; resolves at once with reduced motion, and jumps to its end when
   * `signal` aborts. */
  finale?(frame: State, signal: AbortSignal): Promise<void>
  /** Loads the board's part of an analysis. */
  analysis?(): Promise<BoardAnalysis>
}
/** Reading of typed moves, where the usual form does not do. */
interface BoardTyping {
  /** Parses text of the family's own forms; null: it has a usual form. */
  read?(
    text: string,
    frame: State,
  ): { move: string; why?: undefined } | { why: string; move?: undefined } | null
  /** Parses notation into tokens, possible or not; null: it is none. */
  words?(text: string, frame: State): string[] | null
}
interface BoardAutoplay {
  /** Returns the next safe move, or (`all`) any that fits; null: none. Unless the player has `asked` for it, it undoes no move
   * of the player. */
  next(frame: State, how: { all: boolean; asked: boolean }): string | null
  /** Returns how many moves are left if the rest plays itself; 0: it does not. */
  finishing?(frame: State): number
  /** Returns the ms between two moves; without it the default. */
  pace?(frame: State): number
}
interface BoardPremoves {
  /** Returns the pieces by place. */
  pieces(frame: State): Map<string, Piece>
  /** Returns the places that a piece could reach on an empty board. */
  reach(place: string, frame: State): string[]
}

/** Services and board as the sentences about possible moves need them. */
type MoveSentences = Pick<Services, 'picks' | 't'>
type MoveNames = Pick<Board, 'name' | 'words'>
/** A failed try: pointing at `word` after `words`. `owner`: of the piece there; null: no player's. */
interface FailedTry {
  frame: State
  how: ShowOptions
  words: readonly string[]
  word: string
  owner: number | null
}
/** A board's handlers of the common keys. */
interface BoardKeys {
  /** false: there was nothing to undo. */
  back(): boolean
  step(onward: 1 | -1): unknown
  moves(): unknown
}

/** A board's handlers of a drag; places are `[data-sq]`, null: none. */
interface DragTarget {
  /** Returns the name of what a node is part of, by default its `data-sq`; null: nothing can be lifted or dropped there. */
  name?(node: Element): string | null
  /** Returns the piece to drag; null: there is none. */
  lift(place: string): HTMLElement | null
  over(place: string | null, event: PointerEvent): unknown
  drop(place: string | null, from: string): unknown
  cancel(): unknown
  /** Whether a finger may choose a place by sliding now. */
  slides(): boolean
  point(place: string): unknown
  /** The right button or a long press goes from one place to another; null: cancelled, or beside the board. */
  draw?(from: string | null, to: string | null, how: DrawOptions): unknown
}
interface DrawOptions {
  /** Whether it was released. */
  done: boolean
  /** By the right button; else by a finger. */
  mouse: boolean
}
/** A piece on a square. */
interface Piece {
  piece: string
  owner: number | null
  suit?: string
}

/** Of the reader, or of their opponent. */
type Whose = 'yours' | 'theirs'
/** A family for `new SquareBoard(services, family)`. */
interface SquareFamily {
  /** The names of the places, from the top as seat 0 sees them; null: no place there. */
  rows: readonly (readonly (string | null)[])[]
  label: string
  read(frame: State): Map<string, Piece>
  /** The picture of a piece, 100 by 100; `up`: it belongs to the player at the bottom. */
  picture(piece: Piece, up: boolean): Content
  /** The full name of a cell. `whose` names a player instead of a seat, for a reader who plays one side. */
  name(
    place: string,
    thing: Piece | undefined,
    whose: (owner: number | null) => Whose | null,
  ): string
  /** A class of the cell. */
  shade?(place: string): string
  /** The family's own attributes of a cell; they replace those of every board. */
  marks?(place: string, frame: State): Attributes
  /** What a cell shows under its piece; it is drawn anew with another `key`. */
  face?(place: string, frame: State): { key: string; content: Content } | undefined
  /** Places whose move is compulsory. */
  must?(frame: State): readonly string[]
  /** Whether a target is a capture; without it: another player's piece is there. */
  captures?(place: string, frame: State, how: ShowOptions): boolean
  /** No coordinates along the edge. */
  bare?: boolean
  /** Depth of the cells along the edge, in cells. */
  rim?: number
  /** The name of a hole. */
  outside?: string
  /** Returns the next tokens by place, where tokens are not places. */
  offers?(frame: State): Map<string, Offer>
  /** Returns the token of a place without an offer. */
  token?(place: string, thing?: Piece): string
  /** Returns the places of these tokens, picked or of the last move. */
  places?(words: readonly string[], frame: State): readonly string[]
  /** Returns the token of a drop at a place. */
  drop?(place: string): string | null
  /** A long press on a piece shows something of the family and draws no circle. */
  inspects?: boolean
}
/** `also`: another control carries the token as `data-word`. */
interface Offer {
  word: string
  also?: boolean
  legal: 'to' | 'capture' | false
}

/** Handlers of the keys of a board of piles. */
interface PileKeyHandlers {
  arrow(place: string, step: Point): unknown
  best(place: string): unknown
  foundation(place: string): unknown
  unfold(place: string): unknown
  /** false: the key is left to the button. */
  auto(): boolean
  /** A rank or suit; null: the key was released. */
  find(wanted: string | null): unknown
}
/** A built run: the first and the last index. */
type Run = [first: number, last: number]
/** A family for `new PilesBoard(services, family)`. */
interface PilesFamily {
  /** The places of each row of the grid. */
  lines: readonly (readonly string[])[]
  label: string
  fanned(place: string): boolean
  /** Returns the cards of each place, the last one on top. */
  read(frame: State): Map<string, string[]>
  draw(card: string): Content
  runs(cards: readonly string[]): Run[]
  /** The full name of a place. */
  name(place: string, cards: readonly string[]): string
  /** Returns the name of a place without its cards. */
  title(place: string): string
  /** A short text in the pile's corner. */
  tag?(place: string): string | false | undefined
  /** A picture at the bottom of a place. */
  sign?(place: string): Content
  /** Returns what an empty place takes, in a word or two. */
  vacant?(place: string): string | false | undefined
  /** Returns the cards to mark while this one is held: its equals, including itself, and the next ones. */
  near?(card: string): { same: string[]; next: string[] }
  /** Returns the token of a place after `words`; `place` is its inverse. */
  word(place: string, words: readonly string[]): string
  place(word: string, words: readonly string[], frame: State): string | null
  /** Returns the token of a second tap, or null. */
  best(next: NextTokens, frame: State): string | null
  /** Returns the card of the last move, or null. */
  moved(frame: State): string | null
}
