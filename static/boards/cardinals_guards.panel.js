// Beside the castle: the four dice, the supply, and where the next word of a move is chosen that is no place. Every
// control is made once and only shows what it offers, so that the focus is never lost.

import { el, set } from '../dom.js'
import { sign } from './cardinals_guards.art.js'
import { CORNERS, SUITS, ahead, effects, read, told } from './cardinals_guards.castle.js'

const ALL = 6 // the rank of a musketeer who has searched all his chambers
const ARROWS = { n: '↑', e: '→', s: '↓', w: '←' }
const MOST = { defeated: 24, searched: 20 }
const PAD = ['n', 'w', 'e', 's']

/** {element, show(frame, how)}; `point(word)` is called for every word that is pointed at, `ghost(way | null)` for
 * a direction that is looked at, `home()` to put the focus back on the board. */
export function panel({ picks, speech, point, ghost, home }) {
  const { say } = speech
  const context = { picks, speech, say, point, ghost }
  const parts = [dice(context), tray(context), counts(context), crumbs(context), pad(context), choices(context)]
  const element = el('section', { class: 'guards-panel', 'aria-label': say('panel') }, parts.map((part) => part.element))
  return {
    element,
    show(frame, how) {
      const words = picks.words
      const focus = element.contains(document.activeElement) && document.activeElement
      const now = { frame, how, words, next: how.interactive ? picks.next : new Map(), step: step(picks, how) }
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
  [...element.querySelectorAll('.choose button:not(:disabled), .way:not(:disabled)')].find((button) => button.checkVisibility())

const button = (attributes, ...children) => el('button', { type: 'button', ...attributes }, ...children)

/** What every musketeer needs next; pressing a die is pointing at its musketeer. */
function dice({ picks, say, speech, point }) {
  const press = (suit) => {
    if (picks.words[0] === 'put') picks.clear()
    point(suit)
  }
  const faces = SUITS.map((suit) => {
    const number = el('b', { class: `number suit-${suit}` })
    const text = el('span', { class: 'die-text' })
    const node = button({ class: 'die', 'data-die': suit, onclick: () => press(suit) }, number, el('span', { class: 'die-suit' }, sign(suit)), text)
    return { suit, number, text, node }
  })
  const element = el('div', { class: 'dice', role: 'group', 'aria-label': say('dice') }, faces.map(({ node }) => node))
  return {
    element,
    show({ frame, how, next, words }) {
      const { next: ranks, pawns } = read(frame.view.position)
      faces.forEach(({ suit, number, text, node }, index) => {
        const rank = ranks[index]
        const kind = pawns[suit] ? (rank === ALL ? 'leave' : 'next') : rank === ALL ? 'escaped' : 'lost'
        const params = { suit: speech.suit(suit), rank }
        number.textContent = { next: rank, leave: '⇱', escaped: '✓', lost: '✕' }[kind]
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
    return { suit, count, node: button({ class: 'coin-button', 'data-piece': 'guard', 'data-suit': suit, onclick: press }, sign(suit), count) }
  })
  const put = button({ class: 'put', onclick: () => point('put') }, say('put'))
  const name = el('span', { class: 'tray-name' }, say('supply'))
  const none = el('span', { class: 'none' }, say('supply.none'))
  const element = el(
    'div',
    { class: 'tray', 'data-sq': 'supply', role: 'group', 'aria-label': say('supply') },
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
          'aria-label': say('coin.count', { suit: speech.suit(suit), count: number }),
          'aria-pressed': how.interactive ? String(words[0] === 'put' && words[1] === suit) : null,
          'data-word': now === 'coin' && next.has(suit) && suit,
        })
      }
      set(none, { hidden: supply.length > 0 })
      set(name, { hidden: !supply })
      set(put, { hidden: !supply || words[0] === 'put', disabled: !next.has('put'), 'data-word': next.has('put') && 'put' })
    },
  }
}

/** How far it is. */
function counts({ say }) {
  const numbers = ['defeated', 'searched'].map((name) => [name, el('b', {})])
  return {
    element: el('p', { class: 'counts' }, numbers.map(([name, number]) => el('span', {}, `${say(`count.${name}`)} `, number))),
    show({ frame }) {
      const { defeated, next } = read(frame.view.position)
      const done = { defeated, searched: next.reduce((sum, rank) => sum + rank - 1, 0) }
      for (const [name, number] of numbers) number.textContent = say('count', { done: done[name], all: MOST[name] })
    },
  }
}

/** The way that the move has come, and one step back. */
function crumbs({ picks, say, speech }) {
  const trail = el('p', { class: 'trail' })
  const hint = el('p', { class: 'hint' })
  const back = button({ class: 'back', 'data-act': 'back', 'aria-label': say('back.name'), onclick: () => picks.back() }, '‹ ', say('back'))
  return {
    element: el('div', { class: 'crumbs' }, back, trail, hint),
    show({ frame, words, step: now }) {
      const parts = speech.crumbs(words, frame)
      trail.textContent = parts.length && now !== 'wait' ? [...parts, '?'].join(' → ') : parts.join(' → ')
      set(back, { hidden: !words.length || now === 'wait', 'data-also': null })
      hint.textContent = now === 'wait' ? '' : say(`step.${now}`)
    },
  }
}

/** North, west, east, south: each tells what the run would do. */
function pad({ say, speech, point, ghost }) {
  const keys = PAD.map((way) => {
    const does = el('span', { class: 'does' })
    const node = button({ class: `way way-${way}`, onclick: () => point(way) }, el('span', { class: 'way-name' }, el('b', { 'aria-hidden': 'true' }, ARROWS[way]), say(`short.${way}`)), does)
    for (const event of ['pointerenter', 'focus']) node.addEventListener(event, () => ghost(way))
    for (const event of ['pointerleave', 'blur']) node.addEventListener(event, () => ghost(null))
    return { way, does, node }
  })
  const element = el('div', { class: 'pad', role: 'group', 'aria-label': say('pad') }, keys.map(({ node }) => node))
  return {
    element,
    show({ frame, words, next, step: now }) {
      set(element, { hidden: now !== 'way' })
      const runs = now === 'way' ? ahead(frame, words) : null
      for (const { way, does, node } of keys) {
        const run = next.has(way) ? runs?.runs[way] : null
        const signs = run ? speech.consequences({ suit: runs.suit, run }, frame) : []
        set(node, {
          disabled: !run,
          'data-word': run && way,
          'data-effects': run && effects(run).join(' '),
          'data-stop': run && run.stop,
          'aria-label': run ? `${say(`short.${way}`)}: ${signs.map(([, , text]) => text).join(', ')}` : say('way.blocked', { way: say(`way.${way}`) }),
        })
        does.replaceChildren(...signs.map(([kind, mark, text]) => el('span', { class: `effect effect-${kind}`, 'data-badge': kind }, mark ? `${mark} ${text}` : text)))
        if (!run) does.textContent = runs ? say('blocked') : ''
      }
    },
  }
}

/** Take or leave; no guard to be removed; the corners once more, for a thumb. */
function choices({ say, speech, point }) {
  const choice = (word, ...children) => ({ word, node: button({ class: `choice choice-${word}`, onclick: () => point(word) }, ...children) })
  const fates = ['take', 'leave'].map((word) => choice(word, el('b', {}, say(`word.${word}`)), el('small', {}, say(`word.${word}.about`))))
  const none = choice('-', el('b', {}, say('word.none')), el('small', {}, say('word.none.about')))
  const corners = Object.entries(CORNERS).map(([place, corner]) => choice(place, say(`corner.${corner}`)))
  const element = el('div', { class: 'choose' }, ...[...fates, none, ...corners].map(({ node }) => node))
  return {
    element,
    show({ frame, words, next, step: now }) {
      set(element, { hidden: !['fate', 'guard', 'corner'].includes(now), 'data-step': now })
      for (const { word, node } of fates) set(node, { hidden: now !== 'fate', 'data-word': now === 'fate' && word })
      set(none.node, { hidden: now !== 'guard', 'data-word': now === 'guard' && '-' })
      for (const { word, node } of corners) {
        const free = now === 'corner' && next.has(word)
        set(node, { hidden: now !== 'corner', disabled: !free, 'data-also': free && word })
      }
      if (now === 'fate') set(element, { 'data-suit': told(frame, words)?.suit })
    },
  }
}
