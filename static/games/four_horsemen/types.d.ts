// Types of Four Horsemen.

import type { ExpressionBuilder } from './expression.js'
import type { Sums } from './sums.js'
import type { Table } from './table.js'

export type { ExpressionBuilder, Table }

/** `view` of a frame. */
export interface HorsemenView {
  position: string
  /** The cards for tens and units and their value; null when defeated. */
  horsemen: ({ cards: string[]; value: number } | null)[]
  stacks: Stack[]
  /** null when there is none. */
  reserve: string | null
  hand: string[]
  /** The cards of the hand that may become the top of a stack. */
  tops: string[]
  /** How many cards are left. */
  deck: number
  discard: Hideable
  /** Whether the reserve was taken. */
  taken: boolean
}
export type HorsemenState = State<HorsemenView>
export interface Stack {
  top: string
  under: Hideable
}
/** Cards, or in the memory variant their number. */
export type Hideable = string[] | number

/** State of the table. */
export interface TableState {
  view: HorsemenView
  /** The tokens of the last move. */
  last: string[]
  /** The picked tokens. */
  tokens: readonly string[]
  /** The move that was sent. */
  pending: string | null
  /** Whether a token may come next. */
  offered(token: string): boolean
  /** Whether a whole move is legal now. */
  playable(move: string): boolean
  builder: ExpressionBuilder
  /** The line of the calculator. */
  text: string
  /** The horsemen that a merged chip equals, with its expression. */
  matches: Map<string, string>
  /** Whether horsemen may be defeated now. */
  open: boolean
  /** Whether the position is only shown and cannot be played. */
  still: boolean
  /** Whether cards are being drawn until the hand can be played. */
  drawing: boolean
}

/** Handlers of the keys. */
export interface KeyHandlers {
  /** Picks the top of a stack, 0 to 5. */
  stack(index: number): void
  operator(operator: Operator): void
  /** Picks a token of a move. */
  token(token: string): void
  /** Draws until the hand can be played. */
  drawPair(): void
  defeat(): void
  back(): void
  /** Whether a chip is picked. */
  picked(): boolean
}

/** The board as the input needs it. */
export interface InputHost extends MoveNames {
  services: Services
  table: Table
  sums: Sums
  how: ShowOptions
  readonly frame: HorsemenState
  paint(): void
}

/** Handlers of a drag. */
export interface DragHandlers {
  /** Whether anything can be dragged now. */
  may(): boolean
  drop(node: HTMLElement, target: HTMLElement): void
}

/** An exact number in lowest terms; the denominator is positive. */
export type Fraction = [numerator: number, denominator: number]
export type Operator = '+' | '-' | '*' | '/'
/** A stack's top or a merged expression. */
export interface Chip {
  /** As a move writes it: `9S`, merged `(9S*5D)`. */
  name: string
  /** As printed: `9`, `(9 × 5)`. */
  text: string
  value: Fraction
  /** The tops in it. */
  tops: string[]
  /** Whether it is more than one top. */
  merged: boolean
}

export type Parsed = Expression | Unparsed
export interface Expression {
  /** The horseman that `beat` names (`h2`), else null. */
  horseman: string | null
  /** As a move writes it. */
  expression: string
  value: Fraction
  /** What comes after `=`, else null. */
  claimed: string | null
  error?: undefined
}
/** Why a text is no expression, with the part of it in `token`. */
export interface Unparsed {
  error:
    | 'unreadable'
    | 'sign_first'
    | 'no_top'
    | 'stack_twice'
    | 'division_by_zero'
  token?: string
}
/** The state of the recursive descent; `offset` is the next token, `tops` top -> number. */
export interface Parser {
  tokens: string[]
  offset: number
  tops: Map<string, number>
  dividedByZero: boolean
}
