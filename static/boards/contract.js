// What all boards share, whatever they look like: their style sheets, the keys, and the answer to an illegal try.
// A try is answered at once and without the server: by the family's own reason, and by what is possible instead.

import { el } from '../core/dom.js'
import { first } from '../core/i18n.js'

const MANY = 8 // more possibilities than this are counted, not listed

const sheets = new Map()

/** Loads a style sheet once; resolves when it is in force. */
export function sheet(href) {
  if (!sheets.has(href)) {
    const link = el('link', { rel: 'stylesheet', href })
    sheets.set(href, new Promise((done) => (link.onload = link.onerror = done)))
    document.head.append(link)
  }
  return sheets.get(href)
}

export const still = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches

/** A short shake: nothing happened, and not by accident. */
export function shake(node) {
  if (still()) return
  const steps = [0, -5, 5, -3, 0].map((x) => ({ translate: `${x}px 0` }))
  node.animate(steps, { duration: 120, easing: 'ease-out' })
}

/** Names as the language lists them: "a, b and c". */
export const list = (names) =>
  new Intl.ListFormat(document.documentElement.lang || 'en', {
    type: 'conjunction',
  }).format(names)

/** What is possible after `words`, as a sentence; empty when nothing is. */
export function possible({ picks, t }, board, frame, words = picks.words) {
  const names = [...picks.after(words).keys()].map((word) =>
    board.name(word, frame),
  )
  if (!names.length) return ''
  const params = {
    what: list(names),
    count: names.length,
    from: words.length ? board.name(words.at(-1), frame) : '',
  }
  if (names.length > MANY) return t('refused.many', params)
  return t(
    words.length
      ? 'refused.from'
      : (board.movable?.(frame) ?? 'refused.movable'),
    params,
  )
}

/** Why pointing at `word` after `words` did nothing, and what is possible, as one sentence or two.
 * `owner`: whose thing stands there, null for nobody's. */
export function explain(services, board, { frame, how, words, word, owner }) {
  const { picks, t, rules } = services
  const seat = (number) =>
    first([`${rules.family}.seat.${rules.seats[number]}`, 'seat.unknown'])
  if (frame.status === 'ended') return t('refused.game_over')
  if (frame.status === 'open') return t('refused.not_live')
  if (how.seat === null) return t('refused.watching')
  if (picks.pending) return t('refused.pending')
  if (frame.turn !== how.seat)
    return t('refused.not_your_turn', { seat: seat(frame.turn) })
  const own = board.refuse?.(word, frame, words)
  const name = board.name(word, frame)
  const common =
    owner === null ? 'nothing_there' : owner === how.seat ? 'stuck' : 'theirs'
  const reason =
    own ??
    t(words.length ? 'refused.illegal_move' : `refused.${common}`, { name })
  return `${reason} ${possible(services, board, frame, words)}`.trim()
}

const LETTERS = {
  l: 'last',
  t: 'clocks',
  f: 'forced',
  '/': 'type',
  '?': 'keys',
}

/** The keys that mean the same on every board; they act only while the focus is inside `element`.
 * The board does its own part: on = {back(), step(onward), moves()}; the rest goes to the table as an `ask` event. */
export function keyboard(element, on) {
  element.addEventListener('keydown', (event) => {
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.target.matches('input, textarea, select')
    )
      return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (key === 'Escape') {
      if (!on.back()) return
    } else if (key === 'n') on.step(event.shiftKey ? -1 : 1)
    else if (key === 'm') on.moves()
    else if (LETTERS[key]) {
      element.dispatchEvent(
        new CustomEvent('ask', { bubbles: true, detail: LETTERS[key] }),
      )
    } else return
    event.preventDefault()
    event.stopPropagation()
  })
}
