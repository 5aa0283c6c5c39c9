// What all boards share, whatever they look like: their style sheets, the keys, and the answer to an illegal try.
// A try is answered at once and without the server: by the family's own reason, and by what is possible instead.

import { readAs } from '../core/announcer.js'
import { sheet } from '../core/files.js'
import { first, list } from '../core/i18n.js'
import { spoken } from './spoken.js'

export { list, sheet }

readAs(spoken)

const MANY = 8 // more possibilities than this are counted, not listed

/** The reader's choice of how animations go; unit tests have no document. */
const chosenPace = () =>
  globalThis.document?.documentElement.dataset.animation ?? ''

/** Whether nothing may move: by the system's wish, or by the setting. */
export const reducedMotion = () =>
  chosenPace() === 'off' ||
  matchMedia('(prefers-reduced-motion: reduce)').matches

const GLIDE = 180 // ms
/** @type {Record<string, number>} */
const PACES = { fast: 0.5, slow: 2 }

/** How long an animation of so many milliseconds lasts at the speed that the reader has chosen. @param {number} ms */
export const paced = (ms) => ms * (PACES[chosenPace()] ?? 1)

/** How long a piece glides, in ms, never over 200. */
export const glideTime = () => Math.min(200, paced(GLIDE))

/** A short shake: nothing happened, and not by accident. @param {Element} node */
export function shake(node) {
  if (reducedMotion()) return
  const steps = [0, -5, 5, -3, 0].map((x) => ({ translate: `${x}px 0` }))
  node.animate(steps, { duration: 120, easing: 'ease-out' })
}

/** Whether the reader uses the keyboard: the focus is visible, or there is none. Unit tests have no document. */
const usesKeys = () =>
  globalThis.document?.activeElement?.matches?.(':focus-visible, body') ?? true

/** What is possible after `words`, as a sentence; empty when nothing is.
 * @param {MoveSentences} services @param {MoveNames} board @param {State} frame @param {readonly string[]} words */
export function possible({ picks, t }, board, frame, words = picks.words) {
  const names = [...picks.after(words).keys()].map((word) =>
    board.name(word, frame),
  )
  if (!names.length) return ''
  const last = words.at(-1)
  const params = {
    what: list(names),
    count: names.length,
    from: last === undefined ? '' : board.name(last, frame),
  }
  const keys = usesKeys()
  if (words.length && board.marked && !keys) return t(board.marked)
  if (names.length > MANY) {
    if (keys) return t('refused.many', params)
    return t(`refused.many.${words.length ? 'marked' : 'lit'}`, params)
  }
  if (words.length) return t('refused.from', params)
  return t(board.movable?.(frame) ?? 'refused.movable', params)
}

/** Why a try did nothing, and what is possible, as one sentence or two.
 * @param {MoveSentences & {rules: Rules}} services @param {MoveNames} board @param {FailedTry} tried */
export function explain(services, board, tried) {
  const { frame, words, word } = tried
  const standing = notNow(services, tried)
  if (standing) return standing
  const reason =
    board.refuse?.(word, frame, words) ?? common(services, board, tried)
  return `${reason} ${possible(services, board, frame, words)}`.trim()
}

/** Why this player cannot move now; null: they can.
 * @param {MoveSentences & {rules: Rules}} services @param {FailedTry} tried */
function notNow({ picks, t, rules }, { frame, how, words }) {
  if (frame.status === 'ended') return t('refused.game_over')
  if (frame.status === 'open') return t('refused.not_live')
  if (how.seat === null) return t('refused.watching')
  if (picks.pending) return t('refused.pending')
  if (frame.turn === how.seat || (picks.ahead && words.length)) return null
  const key = `${rules.family}.seat.${rules.seats[frame.turn ?? -1]}`
  return t('refused.not_your_turn', { seat: first([key, 'seat.unknown']) })
}

/** The sentence for a try that the family does not explain.
 * @param {MoveSentences} services @param {MoveNames} board @param {FailedTry} tried */
function common({ t }, board, { frame, how, words, word, owner }) {
  const name = board.name(word, frame)
  if (words.length) return t('refused.illegal_move', { name })
  if (owner === null) return t('refused.nothing_there', { name })
  return t(`refused.${owner === how.seat ? 'stuck' : 'theirs'}`, { name })
}

/** @type {Record<string, string>} */
const LETTERS = {
  l: 'last',
  t: 'clocks',
  f: 'forced',
  '/': 'type',
  '?': 'keys',
}

/** A key's name, a letter always as a small one. @param {KeyboardEvent} event */
export const keyOf = ({ key }) => (key.length === 1 ? key.toLowerCase() : key)

/** Whether a key is meant for the browser or another program. @param {KeyboardEvent} event */
export const isShortcut = (event) =>
  event.ctrlKey || event.altKey || event.metaKey

/** Asks the table for what the board cannot do. @param {Element} element @param {string} what */
export function askTable(element, what) {
  const event = new CustomEvent('ask', { bubbles: true, detail: what })
  element.dispatchEvent(event)
}

/** The keys that mean the same on every board; they act only while the focus is inside `element`. The rest goes to the
 * table as an `ask` event. @param {HTMLElement} element @param {BoardKeys} on */
export function keyboard(element, on) {
  element.addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element &&
      event.target.matches('input, textarea, select')
    if (isShortcut(event) || typing) return
    const key = keyOf(event)
    const letter = LETTERS[key]
    if (key === 'Escape') {
      if (!on.back()) return
    } else if (key === 'n') on.step(event.shiftKey ? -1 : 1)
    else if (key === 'm') on.moves()
    else if (letter) askTable(element, letter)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
}
