// Shared parts of all boards: style sheets, keys, and the answer to an illegal try. A try is answered without the
// server, by the family's reason and the possible moves.

import { readAs } from '../core/announcer.js'
import { sheet } from '../core/files.js'
import { first, list } from '../core/i18n.js'
import { spoken } from './spoken.js'

export { list, sheet }

readAs(spoken)

const MAX_LISTED = 8 // more are counted

/** Returns the animation setting; unit tests have no document. */
const chosenPace = () => globalThis.document?.documentElement.dataset.animation ?? ''

/** Whether motion is reduced, by the system or the setting. */
export const reducedMotion = () =>
  chosenPace() === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches

const GLIDE_MS = 180
/** @type {Record<string, number>} */
const PACES = { fast: 0.5, slow: 2 }

/** Returns the duration of an animation at the chosen speed, in ms. @param {number} ms */
export const paced = (ms) => ms * (PACES[chosenPace()] ?? 1)

/** Returns the duration of a piece's glide, in ms, at most 200. */
export const glideTime = () => Math.min(200, paced(GLIDE_MS))

/** Shakes an element to show that the input was received but did nothing. @param {Element} node */
export function shake(node) {
  if (reducedMotion()) return
  const steps = [0, -5, 5, -3, 0].map((x) => ({ translate: `${x}px 0` }))
  node.animate(steps, { duration: 120, easing: 'ease-out' })
}

/** Whether the reader uses the keyboard: the focus is visible, or nothing has it. Unit tests have no document. */
const usesKeys = () => globalThis.document?.activeElement?.matches?.(':focus-visible, body') ?? true

/** Returns the possible moves after `words` as a sentence; empty when there are none.
 * @param {MoveSentences} services @param {MoveNames} board @param {State} frame @param {readonly string[]} words */
export function possible({ picks, t }, board, frame, words = picks.words) {
  const names = [...picks.after(words).keys()].map((word) => board.name(word, frame))
  if (!names.length) return ''
  const last = words.at(-1)
  const params = {
    what: list(names),
    count: names.length,
    from: last === undefined ? '' : board.name(last, frame),
  }
  if (names.length > MAX_LISTED) {
    if (usesKeys()) return t('refused.many', params)
    return t(`refused.many.${words.length ? 'counted' : 'lit'}`, params)
  }
  if (words.length) return t('refused.from', params)
  return t(board.words.movable?.(frame) ?? 'refused.movable', params)
}

/** Explains in one or two sentences why a try did nothing and what is possible.
 * @param {MoveSentences & {rules: Rules}} services @param {MoveNames} board @param {FailedTry} tried */
export function explain(services, board, tried) {
  const { frame, words, word } = tried
  const standing = notNow(services, tried)
  if (standing) return standing
  const reason = board.words.refuse?.(word, frame, words) ?? common(services, board, tried)
  return `${reason} ${possible(services, board, frame, words)}`.trim()
}

/** Returns why this player cannot move now; null: they can.
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

/** Returns the sentence for a try that the family does not explain.
 * @param {MoveSentences} services @param {MoveNames} board @param {FailedTry} tried */
function common({ t }, board, { frame, how, words, word, owner }) {
  const name = board.name(word, frame)
  if (words.length) return t('refused.illegal_move', { name })
  if (owner === null) return t('refused.nothing_there', { name })
  return t(`refused.${owner === how.seat ? 'stuck' : 'theirs'}`, { name })
}

/** Returns a sentence for the line below the board, which does not repeat the message strip; '': the strip says it now.
 * @param {string} sentence @param {string} [said] what the strip says */
export const unlessSaid = (sentence, said = '') => (said.includes(sentence) ? '' : sentence)

/** @type {Record<string, string>} */
const LETTERS = {
  l: 'last',
  t: 'clocks',
  f: 'forced',
  '/': 'type',
  '?': 'keys',
}

const OTHER_SCRIPT = /^(?![\p{ASCII}\p{Script=Latin}])[\p{L}\p{Nd}]/u
const KEY_PLACE = /^(?:Key|Digit)(.)$/

/** Returns a key's name, letters in lower case. A letter or digit of another script, as on a Cyrillic layout, stands for the
 * Latin one in the same place of the keyboard. @param {Pick<KeyboardEvent, 'key' | 'code'>} event */
export function keyOf({ key, code }) {
  const place = OTHER_SCRIPT.test(key) && KEY_PLACE.exec(code)
  const name = place ? place[1] : key
  return name.length === 1 ? name.toLowerCase() : name
}

/** Whether a key press belongs to the browser or another program. @param {KeyboardEvent} event */
export const isShortcut = (event) => event.ctrlKey || event.altKey || event.metaKey

/** Asks the table to do what the board cannot. @param {Element} element @param {string} what */
export function askTable(element, what) {
  const event = new CustomEvent('ask', { bubbles: true, detail: what })
  element.dispatchEvent(event)
}

/** Handles the keys common to all boards while the focus is inside `element`; the others go to the table as an `ask`
 * event. @param {HTMLElement} element @param {BoardKeys} on */
export function keyboard(element, on) {
  element.addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.matches('input, textarea, select')
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
