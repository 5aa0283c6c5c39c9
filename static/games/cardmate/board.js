// Board of Cardmate: ten by ten squares with cards as pieces, and compulsory captures marked on the board, in words and as
// buttons.

import { isShortcut, keyOf, list, sheet } from '../../boards/contract.js'
import { Grid } from '../../boards/grid.js'
import { el, set } from '../../core/dom.js'
import { loadPart } from '../../core/files.js'
import { setDirection, wedge } from './art.js'
import { autoplay } from './autoplay.js'
import { capturedCards, figurine } from './cards-in-text.js'
import {
  captureBanner,
  captureButtons,
  captureSentence,
  listCapturers,
} from './compulsory-captures.js'
import { forcedReplyPreview } from './forced-reply.js'
import { hoverMarks } from './hover.js'
import { reach } from './movements.js'
import { groundLines } from './overlay.js'
import {
  capturers,
  cardAt,
  cardLabel,
  cardName,
  FILES,
  movementOf,
  moveSentence,
  parseNotation,
  parsePosition,
  RANKS,
  ROWS,
  SUIT_SIGNS,
} from './position.js'
import { promotionDialog } from './promotion.js'
import { moment, picture, story } from './story.js'

/** @import { CardmateState } from './position.js' */

/** @param {Services} services @returns {Promise<Board>} */
export async function make(services) {
  await Promise.all(
    ['board', 'table'].map((name) =>
      sheet(`/static/games/cardmate/${name}.css`),
    ),
  )
  const { t, settings } = services
  /** @type {CardmateState | null} */
  let shown = null
  const grid = new Grid(services, gridFamily(services))
  grid.area.insertBefore(groundLines(), grid.grid.nextSibling)
  const element = el('div', { class: 'cardmate' }, grid.element)
  const openAid = async () => {
    const { openMovements } = await loadPart(() => import('./aid.js'))
    const square = services.picks.words[0]
    const card = shown && square && cardAt(square, shown)
    await openMovements(services, card ? card.piece[0] : undefined)
  }
  const banner = captureBanner(
    services,
    (square) => grid.cell(square)?.focus(),
    openAid,
  )
  const buttons = captureButtons(services)
  const below = el(
    'div',
    { class: 'cardmate duty' },
    banner.element,
    buttons.element,
  )
  const play = autoplay(services)
  const promotion = promotionDialog(services, (square) => grid.cell(square))
  const reply = forcedReplyPreview(services, banner.preview)
  const hover = hoverMarks(grid, services, reply, banner)
  element.addEventListener('keydown', (event) => {
    if (isShortcut(event) || keyOf(event) !== 'w') return
    event.preventDefault()
    hover.explain().then((sentence) => sentence && services.say(sentence))
  })
  let flipped = false
  /** @param {number | null} seat */
  const shadeOf = (seat) => ((seat === 0) !== flipped ? 'light' : 'dark')
  /** @type {Board} */
  const board = {
    element,
    below,
    show(frame, how) {
      flipped = how.flipped
      shown = frame
      set(element, { 'data-home': flipped ? 1 : 0 })
      for (const part of [grid, banner, buttons, play, promotion])
        part.show(frame, how)
      set(below, { 'data-duty': capturers(frame).length > 0 })
      for (const piece of grid.area.querySelectorAll('.pieces .piece'))
        setDirection(piece, piece.classList.contains('owner-0') !== flipped)
      hover.show(frame, how)
    },
    describe: (frame) => describe(frame, services),
    name: (token, frame) => name(token, frame, t),
    refuse: (token, frame, tokens) =>
      refuse(token, frame, tokens, t, banner.offerFocus) ??
      (tokens.length || cardAt(token, frame)
        ? null
        : t(`cardmate.refused.empty.${shadeOf(frame.turn)}`)),
    marked: 'cardmate.refused.dots',
    reach: (square, frame) => {
      const card = cardAt(square, frame)
      return card ? reach(card.piece, square, card.owner) : []
    },
    pointAt: (moves) => grid.pointAt(moves),
    movable: (frame) =>
      capturers(frame).length ? 'cardmate.only' : 'refused.movable',
    call: (frame) => captureSentence(frame, true, services),
    tell: (move, frame) => moveSentence(move, frame, t),
    words: parseNotation,
    forced: (frame) => capturers(frame).length > 0,
    async trace(moves) {
      const { trace } = await loadPart(() => import('../../boards/trace.js'))
      trace(grid, moves)
    },
    standing: (frame, seat) =>
      /** @type {CardmateState} */ (frame).view.kings?.some(
        (count) => count < 2,
      )
        ? t('cardmate.kings', { count: frame.view.kings[seat] })
        : '',
    tokens: (frame, seat) => {
      const [own, theirs] = [1 - seat, seat].map(
        (loser) => frame.view.taken?.[loser] ?? [],
      )
      return capturedCards(own, own.length - theirs.length, t)
    },
    readable: (told) =>
      settings.get('notation', 'figurines') === 'letters'
        ? told
        : figurine(told),
    story: (frame) => story(frame, t),
    async analysis() {
      const { analysis } = await loadPart(() => import('./analysis.js'))
      return analysis(grid, t)
    },
    moment: (before, after) => moment(before, after, t),
    shareText: picture,
    async finale(frame, signal) {
      const { finale } = await loadPart(() => import('./finale.js'))
      await finale(grid, frame, flipped, signal)
    },
    coach(frame, seat) {
      if (capturers(frame).length) return null // the banner says what to do
      return t(`cardmate.coach.${shadeOf(seat)}`)
    },
    keys: () => [
      ['F', t('cardmate.key.forced')],
      ['W', t('cardmate.key.look')],
    ],
    leave() {
      for (const part of [grid, play, promotion, hover]) part.leave()
    },
  }
  grid.board = board
  return board
}

/** @param {Services} services @returns {GridFamily} */
function gridFamily({ t, rules }) {
  /** @param {number | null} owner */
  const seatName = (owner) => t(`cardmate.seat.${rules.seats[owner ?? 0]}`)
  /** @param {string} square */
  const isPalace = (square) => /[ef][09]/.test(square)
  return {
    label: t('cardmate.board'),
    rows: ROWS,
    read: (frame) => parsePosition(frame.view.position),
    draw: (piece) => wedge(piece),
    shade: (square) => {
      const light = (FILES.indexOf(square[0]) + Number(square[1])) % 2
      return `${light ? 'light' : 'dark'} ${isPalace(square) ? 'palace' : ''}`
    },
    must: capturers,
    inspects: true,
    name: (square, thing) => {
      const what = thing
        ? t('cardmate.cell.card', {
            card: cardName(thing.piece, t),
            seat: seatName(thing.owner),
          })
        : t('cardmate.cell.empty')
      return t(isPalace(square) ? 'cardmate.cell.palace' : 'cardmate.cell', {
        place: square,
        what,
        seat: seatName(square[1] === '0' ? 0 : 1),
      })
    },
  }
}

/** Returns the name of a token of a move. @param {string} token @param {CardmateState} frame @param {Translate} t */
function name(token, frame, t) {
  if (token === 'A' || token === '1') return t(`cardmate.word.${token}`)
  const card = parsePosition(frame.view.position).get(token)
  return card
    ? t('cardmate.on', { card: cardLabel(card.piece), place: token })
    : token
}

/**
 * Returns why picking `token` begins or ends no move; null: for the common sentences.
 * @param {string} token
 * @param {CardmateState} frame
 * @param {readonly string[]} tokens picked before
 * @param {Translate} t
 * @param {() => void} offerFocus called when another card must capture
 */
function refuse(token, frame, [from], t, offerFocus) {
  const cards = parsePosition(frame.view.position)
  const own = cards.get(token)?.owner === frame.turn
  if (capturers(frame).length && (!from || own)) {
    offerFocus()
    return own ? t('cardmate.refused.must_capture_own_suit') : null
  }
  if (!from) return null
  if (!frame.view.barred?.[from]?.includes(token))
    return movementOf(cards.get(from)?.piece ?? '', t)
  /** @param {string} square */
  const label = (square) => {
    const piece = cards.get(square)?.piece
    return piece && cardLabel(piece)
  }
  return t('cardmate.refused.barred', {
    card: label(from),
    other: label(token),
  })
}

/** Describes the position by side and suit, the suits in the order of the notation.
 * @param {CardmateState} frame @param {Services} services */
function describe(frame, { t, rules }) {
  const cards = [...parsePosition(frame.view.position)]
  const sentences = rules.seats.flatMap((seat, owner) =>
    Object.keys(SUIT_SIGNS).map((suit) => {
      const own = cards.filter(
        ([, card]) => card.owner === owner && card.suit === suit,
      )
      own.sort(
        ([, one], [, other]) =>
          RANKS.indexOf(other.piece[0]) - RANKS.indexOf(one.piece[0]),
      )
      const what = own.map(([place, { piece }]) =>
        t('cardmate.on', { card: t(`cardmate.rank.${piece[0]}`), place }),
      )
      const params = {
        seat: t(`cardmate.seat.${seat}`),
        suit: t(`cardmate.suit.${suit}`),
        s: suit,
        what: list(what),
      }
      return t(
        own.length ? 'cardmate.describe' : 'cardmate.describe.none',
        params,
      )
    }),
  )
  if (capturers(frame).length)
    sentences.push(
      t('cardmate.describe.must', { what: listCapturers(frame, t) }),
    )
  return sentences
}
