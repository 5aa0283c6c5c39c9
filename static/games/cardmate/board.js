// Cardmate: ten by ten squares, cards for pieces, and the duty to capture one's own suit said in every way there is.

import { list, sheet } from '../../boards/contract.js'
import { Grid } from '../../boards/grid.js'
import { el, set } from '../../core/dom.js'
import { point, wedge } from './art.js'
import { auto } from './autoplay.js'
import { captors, chips, duty, strip } from './compulsory-captures.js'
import { foresee } from './forced-reply.js'
import { draw, ground } from './overlay.js'
import * as cards from './position.js'
import { chooser } from './promotion.js'
import { side } from './side-panel.js'

export async function make(services) {
  await Promise.all(
    ['board', 'table'].map((name) =>
      sheet(`/static/games/cardmate/${name}.css`),
    ),
  )
  const { picks, t } = services
  const grid = new Grid(services, family(services))
  grid.area.insertBefore(ground(), grid.area.firstChild.nextSibling)
  const element = el('div', { class: 'cardmate' })
  const head = strip(services, (place) => grid.cell(place).focus())
  const parts = {
    grid,
    strip: head,
    chips: chips(services),
    side: side(services),
    auto: auto(services),
  }
  parts.promote = chooser(services, (place) => grid.cell(place))
  parts.foresee = foresee(services, (sentence) => head.foretell(sentence))
  element.append(head.element, grid.element)
  const look = lookout(grid, services, parts)
  const board = {
    element,
    below: parts.chips.element,
    side: parts.side.element,
    show(frame, how) {
      set(element, { 'data-home': how.flipped ? 1 : 0 })
      for (const part of Object.values(parts)) part.show?.(frame, how)
      for (const piece of grid.area.querySelectorAll('.pieces .piece')) {
        point(piece, piece.classList.contains('owner-0') !== how.flipped)
      }
      look.show(frame, how)
    },
    describe: (frame) => describe(frame, services),
    name: (word, frame) => name(word, frame, t),
    refuse: (word, frame, words) => refuse(word, frame, words, services, head),
    movable: (frame) =>
      cards.bound(frame).length ? 'cardmate.only' : undefined,
    call: (frame) => duty(frame, true, services),
    tell: (move, frame) => cards.sentence(move, frame, t),
    words: cards.words,
    forced: (frame) => cards.bound(frame).length > 0,
    standing: (frame, seat) =>
      frame.view.kings
        ? t('cardmate.kings', { count: frame.view.kings[seat] })
        : '',
    leave() {
      for (const part of Object.values(parts)) part.leave?.()
      look.leave()
    },
  }
  grid.board = board
  return board
}

function family({ t, rules }) {
  const whose = (owner) => t(`cardmate.seat.${rules.seats[owner]}`)
  return {
    label: t('cardmate.board'),
    rows: cards.ROWS,
    read: (frame) => cards.read(frame.view.position),
    draw: (piece) => wedge(piece),
    shade: (place) =>
      `${(cards.FILES.indexOf(place[0]) + Number(place[1])) % 2 ? 'light' : 'dark'} ${/[ef][09]/.test(place) ? 'palace' : ''}`,
    must: cards.bound,
    name: (place, thing) => {
      const what = thing
        ? t('cardmate.cell.card', {
            card: cards.spoken(thing.piece, t),
            seat: whose(thing.owner),
          })
        : t('cardmate.cell.empty')
      return t(
        /[ef][09]/.test(place) ? 'cardmate.cell.palace' : 'cardmate.cell',
        {
          place,
          what,
          seat: whose(place[1] === '0' ? 0 : 1),
        },
      )
    },
  }
}

/** Follows what is looked at (hovered, or with the focus), and draws the marks anew after every change. */
function lookout(grid, { picks }, { foresee: ahead }) {
  let [frame, how, near] = [null, null, null]
  const redraw = () => {
    if (!frame) return
    draw(grid, frame, how, picks, near)
    const move =
      picks.asked ??
      (how.interactive && near ? picks.next.get(near)?.whole : null)
    ahead.look(frame, picks.words.length ? move : null)
  }
  const look = (event) => {
    const place = event.target.closest?.('[data-sq]')?.dataset.sq ?? null
    if (place === near) return
    near = place
    redraw()
  }
  const away = () => {
    near = null
    redraw()
  }
  grid.grid.addEventListener('pointerover', look)
  grid.grid.addEventListener('focusin', look)
  grid.grid.addEventListener('pointerleave', away)
  grid.grid.addEventListener('focusout', away)
  return {
    show(next, ways) {
      frame = next
      how = ways
      redraw()
    },
    leave: picks.on(redraw),
  }
}

function name(word, frame, t) {
  if (word === 'A' || word === '1') return t(`cardmate.word.${word}`)
  const thing = cards.read(frame.view.position).get(word)
  return thing
    ? t('cardmate.on', { card: cards.written(thing.piece), place: word })
    : word
}

/** Why pointing at `word` begins or ends nothing; null leaves it to the common words. */
function refuse(word, frame, [from], { t }, head) {
  const things = cards.read(frame.view.position)
  const own = things.get(word)?.owner === frame.turn
  if (cards.bound(frame).length && (!from || own)) {
    head.refused()
    return own ? t('cardmate.refused.must_capture_own_suit') : null
  }
  const params = {
    card: things.get(from)?.piece,
    other: things.get(word)?.piece,
  }
  for (const [key, piece] of Object.entries(params))
    params[key] = piece && cards.written(piece)
  if (frame.view.barred?.[from]?.includes(word))
    return t('cardmate.refused.barred', params)
  return null
}

/** By side and by suit, the suits in the order of the notation. */
function describe(frame, services) {
  const { t, rules } = services
  const things = [...cards.read(frame.view.position)]
  const lines = rules.seats.flatMap((seat, owner) =>
    Object.keys(cards.SIGNS).map((suit) => {
      const held = things.filter(
        ([, thing]) => thing.owner === owner && thing.suit === suit,
      )
      held.sort(
        ([, one], [, other]) =>
          cards.RANKS.indexOf(other.piece[0]) -
          cards.RANKS.indexOf(one.piece[0]),
      )
      const what = held.map(
        ([place, { piece }]) => `${t(`cardmate.rank.${piece[0]}`)} ${place}`,
      )
      const params = {
        seat: t(`cardmate.seat.${seat}`),
        suit: t(`cardmate.suit.${suit}`),
        what: list(what),
      }
      return t(
        held.length ? 'cardmate.describe' : 'cardmate.describe.none',
        params,
      )
    }),
  )
  if (cards.bound(frame).length)
    lines.push(t('cardmate.describe.must', { what: captors(frame, t) }))
  return lines
}
