// Compulsory captures in words, beside the board or, on a phone, under it: a banner that counts the choices, and a button for
// each, which plays the whole move. Without compulsory captures the banner shows sentences about the square under the
// pointer, if any.

import { list } from '../../boards/contract.js'
import { el, set } from '../../core/dom.js'
import { loadPart } from '../../core/files.js'
import { icon } from '../../core/icons.js'
import { cardInText } from './cards-in-text.js'
import { capturers, cardLabel, parsePosition } from './position.js'

/** @import { Card, CardmateState } from './position.js' */

/** Lists the cards that must capture: "J♠ on f3". @param {CardmateState} frame @param {Translate} t */
export function listCapturers(frame, t) {
  const cards = parsePosition(frame.view.position)
  return list(
    capturers(frame).map((square) =>
      t('cardmate.on', {
        card: cardLabel(cards.get(square)?.piece ?? ''),
        place: square,
      }),
    ),
  )
}

/**
 * Returns what the seat to move must capture; '': nothing is compulsory.
 * @param {CardmateState} frame
 * @param {boolean} mine whether the reader is to move
 * @param {Services} services
 */
export function captureSentence(frame, mine, { t, rules }) {
  if (!capturers(frame).length) return ''
  if (mine && frame.legal.length)
    return t('cardmate.must', { count: frame.legal.length })
  return t('cardmate.must.theirs', {
    seat: t(`cardmate.seat.${rules.seats[frame.turn ?? 0]}`),
    what: listCapturers(frame, t),
  })
}

/**
 * {element, show(frame, how), offerFocus(), preview(sentence), moves(sentence)}
 * @param {Services} services
 * @param {(square: string) => void} focus puts the focus on a square
 * @param {() => unknown} openAid shows how the cards move
 */
export function captureBanner(services, focus, openAid) {
  const { t } = services
  /** @type {CardmateState | null} */
  let frame = null
  let sentence = ''
  let movement = '' // how the picked card moves
  let plays = false // whether the reader plays this game
  /** @param {string} act @param {() => void} onclick */
  const button = (act, onclick) =>
    el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'data-act': act,
        hidden: true,
        onclick,
      },
      t(`cardmate.${act}`),
    )
  const text = el('p', { class: 'strip-text' })
  const showButton = button('show', () => frame && focus(capturers(frame)[0]))
  const openWhy = async () => {
    const { openWhy: open } = await loadPart(() => import('./why.js'))
    if (frame) open(frame, services, plays)
  }
  const whyButton = button('why', openWhy)
  const aidButton = el(
    'button',
    {
      type: 'button',
      class: 'aid',
      'data-act': 'moves',
      title: t('cardmate.aid.name'),
      onclick: openAid,
    },
    icon('moves'),
    el('span', {}, t('cardmate.aid')),
  )
  const element = el(
    'div',
    { class: 'strip' },
    el('span', { class: 'strip-sign', 'aria-hidden': 'true' }, '!'),
    text,
    showButton,
    whyButton,
    aidButton,
  )
  const compulsory = () => frame !== null && capturers(frame).length > 0
  return {
    element,
    /** @param {CardmateState} next @param {ShowOptions} how */
    show(next, how) {
      frame = next
      plays = how.seat !== null && frame.status === 'live'
      sentence = captureSentence(frame, how.interactive, services)
      text.textContent = sentence
      set(element, { 'data-compulsory': compulsory() })
      set(showButton, { hidden: true })
      set(whyButton, { hidden: !compulsory() })
    },
    /** Shows, after another card was tried, the button that goes to the card that can capture. */
    offerFocus: () => set(showButton, { hidden: !compulsory() }),
    /** Shows what a move would force while it is previewed; '': the current sentence again.
     * @param {string} forced */
    preview(forced) {
      if (compulsory()) return
      text.textContent = forced || movement || sentence
      set(element, { 'data-foretold': Boolean(forced || movement) })
    },
    /** Says how the picked card moves; '': none is picked. @param {string} next */
    moves(next) {
      if (next === movement) return
      movement = next
      this.preview('')
    },
  }
}

/** {element, show(frame, how)}: a button for each compulsory capture. @param {Services} services */
export function captureButtons({ picks, t }) {
  const element = el('div', {
    class: 'cardmate captures',
    role: 'group',
    'aria-label': t('cardmate.captures'),
  })
  let shown = ''
  /** @param {string} move */
  const play = (move) => picks.play(move) && picks.confirm()
  return {
    element,
    /** @param {CardmateState} frame @param {ShowOptions} how */
    show(frame, how) {
      const moves =
        how.interactive && capturers(frame).length
          ? frame.legal.map(([move]) => move)
          : []
      const key = moves.join() + frame.ply
      if (key === shown) return
      shown = key
      const cards = parsePosition(frame.view.position)
      element.replaceChildren(
        ...moves.map((move) => captureButton(move, cards, t, () => play(move))),
      )
    },
  }
}

/**
 * `J♠ f3 × 8♠ g5`.
 * @param {string} move
 * @param {Map<string, Card>} cards
 * @param {Translate} t
 * @param {() => void} onclick
 */
function captureButton(move, cards, t, onclick) {
  const [from, to, choice] = move.split(' ')
  const [capturer, captured] = [from, to].map((square) =>
    cardInText(cards.get(square)?.piece ?? ''),
  )
  const times = el('span', { class: 'times' }, '×')
  const end = choice ? ` = ${t(`cardmate.rank.${choice}`)}` : ''
  const text = el(
    'span',
    {},
    capturer,
    ` ${from} `,
    times,
    ' ',
    captured,
    ` ${to}${end}`,
  )
  return el(
    'button',
    { type: 'button', class: 'capture', 'data-move': move, onclick },
    text,
  )
}
