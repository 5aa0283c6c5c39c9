// Panel beside the castle: dice, supply, score, and the controls for tokens. Every control is created once and only shows what
// it offers, so that the focus is never lost.

import { el, focused, set } from '../../core/dom.js'
import { suitPicture } from './art.js'
import { breadcrumbs, button, choices, directionPad } from './direction-pad.js'
import { DONE, parsePosition, SUITS } from './position.js'
import { scoreBars } from './score-bars.js'

/** @import { GuardsState, PanelContext, PanelState, Step } from './types.d.ts' */

/** {element, show(frame, how)} @param {PanelContext} context */
export function panel(context) {
  const { picks, sentences, focusBoard } = context
  const parts = [
    dice(context),
    tray(context),
    scoreBars(context),
    breadcrumbs(context),
    directionPad(context),
    choices(context),
  ]
  const element = el(
    'div',
    {
      class: 'cardinals-guards guards-panel',
      role: 'group',
      'aria-label': sentences.say('panel'),
    },
    parts.map((part) => part.element),
  )
  return {
    element,
    /** @param {GuardsState} frame @param {ShowOptions} how */
    show(frame, how) {
      const before = focused()
      const inside = before && element.contains(before)
      const state = {
        frame,
        how,
        tokens: picks.words,
        next: how.interactive ? picks.next : new Map(),
        step: nextStep(picks, how),
      }
      set(element, { 'data-step': state.step })
      for (const part of parts) part.show(state)
      if (!inside || canHoldFocus(before)) return
      const target = firstControl(element)
      if (target) target.focus({ preventScroll: true })
      else focusBoard()
    },
  }
}

/** @param {MoveBuilder} picks @param {ShowOptions} how @returns {Step} */
function nextStep({ words: tokens, next, pending, asked }, how) {
  if (pending || asked || !how.interactive) return 'wait'
  if (!tokens.length) return 'idle'
  if (tokens[0] === 'put') return tokens.length === 1 ? 'coin' : 'square'
  if (next.has('take')) return 'fate'
  if (next.has('-')) return 'guard'
  return tokens.length === 3 ? 'corner' : 'way'
}

/** @param {HTMLElement} node */
const canHoldFocus = (node) =>
  !(node instanceof HTMLButtonElement && node.disabled) &&
  node.checkVisibility()

/** Returns the first control that can have the focus. @param {HTMLElement} element */
const firstControl = (element) =>
  [
    .../** @type {NodeListOf<HTMLElement>} */ (
      element.querySelectorAll(
        '.choose button:not(:disabled), .way:not(:disabled)',
      )
    ),
  ].find((button) => button.checkVisibility())

/** @type {Record<string, string>} what a die shows instead of a rank */
const DIE_SIGNS = { leave: '⇱', escaped: '✓', lost: '✕' }

/** Creates the dice with the rank that each musketeer needs next; a press picks the musketeer. @param {PanelContext} context */
function dice({ picks, sentences, point }) {
  const { say } = sentences
  /** @param {string} suit */
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
      ' ', // the name begins with the visible text: "1 Suns"
      el('span', { class: 'die-suit' }, suitPicture(suit)),
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
    /** @param {PanelState} state */
    show({ frame, how, next, tokens }) {
      const { next: ranks, pawns } = parsePosition(frame.view.position)
      faces.forEach(({ suit, number, text, node }, index) => {
        const rank = ranks[index]
        const kind = dieKind(pawns[suit] !== null, rank === DONE)
        const params = { suit: sentences.suit(suit), rank }
        number.textContent = DIE_SIGNS[kind] ?? String(rank)
        text.textContent = say(`die.${kind}`, params)
        const picked = tokens[0] === suit
        set(node, {
          'aria-label': say(`die.${kind}.name`, params),
          'aria-pressed': how.interactive ? String(picked) : null,
          'data-also': !tokens.length && next.has(suit) && suit,
          'data-kind': kind,
          disabled: !how.interactive || kind === 'escaped' || kind === 'lost',
        })
      })
    },
  }
}

/** @param {boolean} standing whether the musketeer is in the castle @param {boolean} done */
function dieKind(standing, done) {
  if (standing) return done ? 'leave' : 'next'
  return done ? 'escaped' : 'lost'
}

/** Creates the supply, a button for each suit, and the button that places a guard. @param {PanelContext} context */
function tray({ picks, sentences, point }) {
  const { say } = sentences
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
        suitPicture(suit),
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
    /** @param {PanelState} state */
    show({ frame, how, tokens, next, step }) {
      const { supply } = parsePosition(frame.view.position)
      for (const { suit, count, node } of coins) {
        const number = supply.split(suit).length - 1
        count.textContent = `×${number}`
        set(node, {
          hidden: !number,
          disabled: !how.interactive || step === 'wait',
          'aria-label': say('coin.count', {
            suit: sentences.suit(suit),
            count: number,
          }),
          'aria-pressed': how.interactive
            ? String(tokens[0] === 'put' && tokens[1] === suit)
            : null,
          'data-word': step === 'coin' && next.has(suit) && suit,
        })
      }
      set(none, { hidden: supply.length > 0 })
      set(name, { hidden: !supply })
      set(put, {
        hidden: !supply || tokens[0] === 'put',
        disabled: !next.has('put'),
        'data-word': next.has('put') && 'put',
      })
    },
  }
}
