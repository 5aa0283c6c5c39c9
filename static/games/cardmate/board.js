// Board of Cardmate: ten by ten squares with cards as pieces, and compulsory captures marked on the board, in words and as
// buttons.

import { isShortcut, keyOf, list, sheet } from '../../board/contract.js'
import { SquareBoard } from '../../board/square-board.js'
import { Squares } from '../../board/squares.js'
import { loadPart } from '../../core/files.js'
import { hosted } from '../../kit/element.js'
import { html, signal } from '../../vendor/preact.js'
import { wedge } from './art.js'
import { autoplay } from './autoplay.js'
import { capturedCards, figurine } from './cards-in-text.js'
import { captureSentence, Duty, listCapturers } from './compulsory-captures.js'
import { Marks, Previews } from './hover.js'
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
import { Promotion } from './promotion.js'
import { moment, picture, story } from './story.js'

/** @import { CardmateState } from './position.js' */

/** @param {Services} services @returns {Promise<Board>} */
export async function make(services) {
  await Promise.all(['board', 'table'].map((name) => sheet(`/static/games/cardmate/${name}.css`)))
  const { t, settings } = services
  const squares = new SquareBoard(services, squareFamily(services))
  const previews = new Previews(squares)
  const triedOther = signal(false)
  const drawn = hosted(html`<${CardmateBoard} board=${squares} previews=${previews} />`)
  const play = autoplay(services)
  /** @param {number | null} seat */
  const shadeOf = (seat) => ((seat === 0) !== squares.flipped ? 'light' : 'dark')
  /** @type {Board} */
  const board = {
    element: drawn.element,
    show(frame, how) {
      triedOther.value = false
      squares.show(frame, how)
      play.show(frame, how)
    },
    describe: (frame) => describe(frame, services),
    name: (token, frame) => name(token, frame, t),
    forced: (frame) => capturers(frame).length > 0,
    words: {
      refuse: (token, frame, tokens) =>
        refuse(token, frame, tokens, t, () => {
          triedOther.value = true
        }) ??
        (tokens.length || cardAt(token, frame)
          ? null
          : t(`cardmate.refused.empty.${shadeOf(frame.turn)}`)),
      movable: (frame) => (capturers(frame).length ? 'cardmate.only' : 'refused.movable'),
      call: (frame) => captureSentence(frame, true, services),
      tell: (move, frame) => moveSentence(move, frame, t),
      standing: (frame, seat) =>
        /** @type {CardmateState} */ (frame).view.kings?.some((count) => count < 2)
          ? t('cardmate.kings', { count: frame.view.kings[seat] })
          : '',
      readable: (told) => {
        const isPlain = settings.get('notation', 'figurines') === 'letters'
        return (isPlain ? null : figurine(told)) ?? told
      },
      story: (frame) => story(frame, t),
      moment: (before, after) => moment(before, after, t),
      shareText: picture,
      coach(frame, seat, step) {
        if (capturers(frame).length) return null // the banner says what to do
        return t(step ? `cardmate.coach.${step + 1}` : `cardmate.coach.${shadeOf(seat)}`)
      },
      keys: () => [
        ['F', t('cardmate.key.forced')],
        ['W', t('cardmate.key.look')],
      ],
    },
    draw: {
      below: html`<${Duty} board=${squares} previews=${previews} triedOther=${triedOther} />`,
      pointAt: (moves) => {
        squares.pointers.value = moves
      },
      trace: (moves) => {
        squares.path.value = moves
      },
      tokens: (frame, seat) => {
        const [own, theirs] = [1 - seat, seat].map((loser) => frame.view.taken?.[loser] ?? [])
        return own.length ? capturedCards(own, own.length - theirs.length, t) : null
      },
      analysis: async () => ({
        arrows: (moves) => {
          squares.analysed.value = moves
        },
      }),
      async finale(frame, signal) {
        const { finale } = await loadPart(() => import('./finale.js'))
        await finale(squares, frame, signal)
      },
    },
    typed: {
      words: parseNotation,
    },
    premoves: {
      pieces: (frame) => squares.family.read(frame),
      reach: (square, frame) => {
        const card = cardAt(square, frame)
        return card ? reach(card.piece, square, card.owner) : []
      },
    },
    leave() {
      play.leave()
      drawn.leave()
    },
  }
  squares.names = board
  return board
}

/** @param {{ board: SquareBoard, previews: Previews }} props */
function CardmateBoard({ board, previews }) {
  const explain = async (/** @type {KeyboardEvent} */ event) => {
    if (isShortcut(event) || keyOf(event) !== 'w') return
    event.preventDefault()
    const sentence = await previews.look()
    if (sentence) board.services.say(sentence)
  }
  return html`
    <div class="cardmate" data-home=${board.flipped ? 1 : 0} onKeyDown=${explain}>
      <${Squares}
        board=${board}
        ground=${groundLines()}
        over=${html`<${Marks} board=${board} previews=${previews} />`}
      />
      <${Promotion} board=${board} />
    </div>`
}

/** @param {Services} services @returns {SquareFamily} */
function squareFamily({ t, rules }) {
  /** @param {number | null} owner */
  const seatName = (owner) => t(`cardmate.seat.${rules.seats[owner ?? 0]}`)
  /** @param {string} square */
  const isPalace = (square) => /[ef][09]/.test(square)
  return {
    label: t('cardmate.board'),
    rows: ROWS,
    read: (frame) => parsePosition(frame.view.position),
    picture: ({ piece }, up) => wedge(piece, up),
    shade: (square) => {
      const light = (FILES.indexOf(square[0]) + Number(square[1])) % 2
      return `${light ? 'light' : 'dark'} ${isPalace(square) ? 'palace' : ''}`
    },
    must: capturers,
    inspects: true,
    name: (square, thing, whose) => {
      /** @param {string} key @param {number | null} owner @param {Params} params */
      const owned = (key, owner, params) =>
        t([key, whose(owner)].filter(Boolean).join('.'), { ...params, seat: seatName(owner) })
      const what = thing
        ? owned('cardmate.cell.card', thing.owner, { card: cardName(thing.piece, t) })
        : t('cardmate.cell.empty')
      const params = { place: square, what }
      if (!isPalace(square)) return t('cardmate.cell', params)
      return owned('cardmate.cell.palace', square[1] === '0' ? 0 : 1, params)
    },
  }
}

/** Returns the name of a token of a move. @param {string} token @param {CardmateState} frame @param {Translate} t */
function name(token, frame, t) {
  if (token === 'A' || token === '1') return t(`cardmate.word.${token}`)
  const card = parsePosition(frame.view.position).get(token)
  return card ? t('cardmate.on', { card: cardLabel(card.piece), place: token }) : token
}

/**
 * Returns why picking `token` begins or ends no move; null: for the common sentences.
 * @param {string} token
 * @param {CardmateState} frame
 * @param {readonly string[]} tokens picked before
 * @param {Translate} t
 * @param {() => void} onOther called when another card must capture
 */
function refuse(token, frame, [from], t, onOther) {
  const cards = parsePosition(frame.view.position)
  const own = cards.get(token)?.owner === frame.turn
  if (capturers(frame).length && (!from || own)) {
    onOther()
    return own ? t('cardmate.refused.must_capture_own_suit') : null
  }
  if (!from) return null
  if (own) return t('refused.stuck', { name: name(token, frame, t) })
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
      const own = cards.filter(([, card]) => card.owner === owner && card.suit === suit)
      own.sort(([, one], [, other]) => RANKS.indexOf(other.piece[0]) - RANKS.indexOf(one.piece[0]))
      const what = own.map(([place, { piece }]) =>
        t('cardmate.on', { card: t(`cardmate.rank.${piece[0]}`), place }),
      )
      const params = {
        seat: t(`cardmate.seat.${seat}`),
        suit: t(`cardmate.suit.${suit}`),
        s: suit,
        what: list(what),
      }
      return t(own.length ? 'cardmate.describe' : 'cardmate.describe.none', params)
    }),
  )
  if (capturers(frame).length)
    sentences.push(t('cardmate.describe.must', { what: listCapturers(frame, t) }))
  return sentences
}
