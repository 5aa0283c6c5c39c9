// Beside the castle: the four dice, the supply, how far it is, and the pad. Every control is made once and only shows
// what it offers, so that the focus is never lost.

import { el, set } from '../../core/dom.js'
import { sign } from './art.js'
import { button, choices, crumbs, pad } from './direction-pad.js'
import { read, SUITS } from './position.js'

const ALL = 6 // the rank of a musketeer who has searched all his chambers
const MOST = { defeated: 24, searched: 20 }

/** {element, show(frame, how)}; `point(word)` is called for every word that is pointed at, `ghost(way | null)` for
 * a direction that is looked at, `home()` to put the focus back on the board. */
export function panel({ picks, speech, point, ghost, home }) {
  const { say } = speech
  const context = { picks, speech, say, point, ghost }
  const parts = [
    dice(context),
    tray(context),
    counts(context),
    crumbs(context),
    pad(context),
    choices(context),
  ]
  const element = el(
    'div',
    {
      class: 'cardinals-guards guards-panel',
      role: 'group',
      'aria-label': say('panel'),
    },
    parts.map((part) => part.element),
  )
  return {
    element,
    show(frame, how) {
      const words = picks.words
      const focus =
        element.contains(document.activeElement) && document.activeElement
      const now = {
        frame,
        how,
        words,
        next: how.interactive ? picks.next : new Map(),
        step: step(picks, how),
      }
      set(element, { 'data-step': now.step })
      for (const part of parts) part.show(now)
      if (!focus || (!focus.disabled && focus.checkVisibility())) return
      const next = refuge(element)
      if (next) next.focus({ preventScroll: true })
      else home()
    },
  }
}

/** What is to be chosen now. */
export function step({ words, next, pending, asked }, how) {
  if (pending || asked || !how.interactive) return 'wait'
  if (!words.length) return 'idle'
  if (words[0] === 'put') return words.length === 1 ? 'coin' : 'square'
  if (next.has('take')) return 'fate'
  if (next.has('-')) return 'guard'
  return words.length === 3 ? 'corner' : 'way'
}

const refuge = (element) =>
  [
    ...element.querySelectorAll(
      '.choose button:not(:disabled), .way:not(:disabled)',
    ),
  ].find((button) => button.checkVisibility())

/** What every musketeer needs next; pressing a die is pointing at its musketeer. */
function dice({ picks, say, speech, point }) {
  const press = (suit) => {
    if (picks.words[0] === 'put') picks.clear()
    point(suit)
  }
  const faces = SUITS.map((suit) => {
    const number = el('b', { class: `number suit-${suit}` })
    const text = el('span', { class: 'die-text' })
    const node = button(
      { class: 'die', 'data-die': suit, onclick: () => press(suit) },
      number,
      ' ', // the name begins with what is seen: "1 Suns"
      el('span', { class: 'die-suit' }, sign(suit)),
      text,
    )
    return { suit, number, text, node }
  })
  const element = el(
    'div',
    { class: 'dice', role: 'group', 'aria-label': say('dice') },
    faces.map(({ node }) => node),
  )
  return {
    element,
    show({ frame, how, next, words }) {
      const { next: ranks, pawns } = read(frame.view.position)
      faces.forEach(({ suit, number, text, node }, index) => {
        const rank = ranks[index]
        const kind = pawns[suit]
          ? rank === ALL
            ? 'leave'
            : 'next'
          : rank === ALL
            ? 'escaped'
            : 'lost'
        const params = { suit: speech.suit(suit), rank }
        number.textContent = {
          next: rank,
          leave: '⇱',
          escaped: '✓',
          lost: '✕',
        }[kind]
        text.textContent = say(`die.${kind}`, params)
        const picked = words[0] === suit
        set(node, {
          'aria-label': say(`die.${kind}.name`, params),
          'aria-pressed': how.interactive ? String(picked) : null,
          'data-also': !words.length && next.has(suit) && suit,
          'data-kind': kind,
          disabled: !how.interactive || kind === 'escaped' || kind === 'lost',
        })
      })
    },
  }
}

/** The player's coins, one button a suit, and the word `put`. */
function tray({ picks, say, speech, point }) {
  const coins = SUITS.map((suit) => {
    const count = el('b', {})
    const press = () => {
      if (picks.words[0] !== 'put') point('put')
      else if (picks.words.length === 2 && picks.words[1] !== suit) picks.back()
      point(suit)
    }
    return {
      suit,
      count,
      node: button(
        {
          class: 'coin-button',
          'data-piece': 'guard',
          'data-suit': suit,
          onclick: press,
        },
        sign(suit),
        count,
      ),
    }
  })
  const put = button({ class: 'put', onclick: () => point('put') }, say('put'))
  const name = el('span', { class: 'tray-name' }, say('supply'))
  const none = el('span', { class: 'none' }, say('supply.none'))
  const element = el(
    'div',
    {
      class: 'tray',
      'data-sq': 'supply',
      role: 'group',
      'aria-label': say('supply'),
    },
    ...[name, coins.map(({ node }) => node), none, put],
  )
  return {
    element,
    show({ frame, how, words, next, step: now }) {
      const { supply } = read(frame.view.position)
      for (const { suit, count, node } of coins) {
        const number = supply.split(suit).length - 1
        count.textContent = `×${number}`
        set(node, {
          hidden: !number,
          disabled: !how.interactive || now === 'wait',
          'aria-label': say('coin.count', {
            suit: speech.suit(suit),
            count: number,
          }),
          'aria-pressed': how.interactive
            ? String(words[0] === 'put' && words[1] === suit)
            : null,
          'data-word': now === 'coin' && next.has(suit) && suit,
        })
      }
      set(none, { hidden: supply.length > 0 })
      set(name, { hidden: !supply })
      set(put, {
        hidden: !supply || words[0] === 'put',
        disabled: !next.has('put'),
        'data-word': next.has('put') && 'put',
      })
    },
  }
}

/** How far it is. */
function counts({ say }) {
  const numbers = ['defeated', 'searched'].map((name) => [name, el('b', {})])
  return {
    element: el(
      'p',
      { class: 'counts' },
      numbers.map(([name, number]) =>
        el('span', {}, `${say(`count.${name}`)} `, number),
      ),
    ),
    show({ frame }) {
      const { defeated, next } = read(frame.view.position)
      const done = {
        defeated,
        searched: next.reduce((sum, rank) => sum + rank - 1, 0),
      }
      for (const [name, number] of numbers)
        number.textContent = say('count', { done: done[name], all: MOST[name] })
    },
  }
}
