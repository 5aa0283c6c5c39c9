// The duty to capture, in words: a strip over the board that counts the choices, and under the board a button for
// each of them, which plays it whole. Its place is kept when nothing is compulsory, so that the board stands still.

import { list } from '../../boards/contract.js'
import { el, set } from '../../core/dom.js'
import { bound, read, SIGNS, written } from './position.js'
import { why } from './why.js'

/** "J♠ on f3", for each of them. */
export function captors(frame, t) {
  const things = read(frame.view.position)
  return list(
    bound(frame).map((place) =>
      t('cardmate.on', { card: written(things.get(place).piece), place }),
    ),
  )
}

/** What the seat on turn has to do, in a sentence; '' when it is free. `mine`: the reader moves. */
export function duty(frame, mine, services) {
  const { t, rules } = services
  if (!bound(frame).length) return ''
  if (mine && frame.legal.length)
    return t('cardmate.must', { count: frame.legal.length })
  return t('cardmate.must.theirs', {
    seat: t(`cardmate.seat.${rules.seats[frame.turn]}`),
    what: captors(frame, t),
  })
}

/** {element, show(frame, how), refused(), foretell(sentence)}; `point(place)` puts the focus on a square. */
export function strip(services, point) {
  const { t } = services
  let [frame, standing] = [null, '']
  const text = el('p', { class: 'strip-text' })
  const show = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'show',
      hidden: true,
      onclick: () => point(bound(frame)[0]),
    },
    t('cardmate.show'),
  )
  const ask = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'why',
      hidden: true,
      onclick: () => why(frame, services),
    },
    t('cardmate.why'),
  )
  const element = el(
    'div',
    { class: 'strip' },
    el('span', { class: 'strip-sign', 'aria-hidden': 'true' }, '!'),
    text,
    show,
    ask,
  )
  return {
    element,
    show(next, how) {
      frame = next
      const must = bound(frame).length > 0
      standing =
        duty(frame, how.interactive, services) ||
        (frame.status === 'live' ? t('cardmate.free') : '')
      text.textContent = standing
      set(element, { 'data-compulsory': must })
      set(show, { hidden: true })
      set(ask, { hidden: !must })
    },
    /** Another card was tried: the one that can is a press away. */
    refused: () => set(show, { hidden: !bound(frame).length }),
    /** What a move would force, while it is looked at; '' goes back to what is so now. */
    foretell(sentence) {
      if (bound(frame).length) return
      text.textContent = sentence || standing
      set(element, { 'data-foretold': Boolean(sentence) })
    },
  }
}

/** {element, show(frame, how)}: a button for each capture that there is, when one is compulsory. */
export function chips({ picks, t }) {
  const element = el('div', {
    class: 'cardmate captures',
    role: 'group',
    'aria-label': t('cardmate.captures'),
  })
  let shown = ''
  const press = (move) => picks.play(move) && picks.confirm()
  return {
    element,
    show(frame, how) {
      const moves =
        how.interactive && bound(frame).length
          ? frame.legal.map(([move]) => move)
          : []
      if (moves.join() + frame.ply === shown) return
      shown = moves.join() + frame.ply
      const things = read(frame.view.position)
      element.replaceChildren(
        ...moves.map((move) => chip(move, things, t, () => press(move))),
      )
    },
  }
}

/** `J♠ f3 × 8♠ g5`. */
function chip(move, things, t, press) {
  const [from, to, choice] = move.split(' ')
  const [one, other] = [from, to].map((place) => card(things.get(place).piece))
  const times = el('span', { class: 'times' }, '×')
  const end = choice ? ` ${t(`cardmate.chip.${choice}`)}` : ''
  const text = el(
    'span',
    {},
    one,
    ` ${from} `,
    times,
    ' ',
    other,
    ` ${to}${end}`,
  )
  return el(
    'button',
    { type: 'button', class: 'capture', 'data-move': move, onclick: press },
    text,
  )
}

/** A card in a line of text, its suit in its colour. */
export const card = (piece) =>
  el(
    'span',
    { class: `word suit-${piece[1]}` },
    written(piece).slice(0, -1),
    el('span', { class: 'suit-sign' }, SIGNS[piece[1]]),
  )
