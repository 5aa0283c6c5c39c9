// Types of Four Horsemen.

import type { ExpressionBuilder } from './expression.js'

export type { ExpressionBuilder }

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
  error: 'unreadable' | 'sign_first' | 'no_top' | 'stack_twice' | 'division_by_zero'
  token?: string
}
/** The state of the recursive descent; `offset` is the next token, `tops` top -> number. */
export interface Parser {
  tokens: string[]
  offset: number
  tops: Map<string, number>
  dividedByZero: boolean
}
