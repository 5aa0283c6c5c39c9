// Compulsory captures in words, beside the board or, on a phone, under it: a banner that counts the choices, and a button for
// each, which plays the whole move. Without compulsory captures the banner shows sentences about the square under the
// pointer or the picked card, if any, that the message strip does not say.

import { list, unlessSaid } from '../../board/contract.js'
import { present } from '../../board/places.js'
import { loadPart } from '../../core/files.js'
import { button } from '../../kit/button.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'
import { cardInText } from './cards-in-text.js'
import { capturers, cardAt, cardLabel, parsePosition } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */
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
  if (mine && frame.legal.length) return t('cardmate.must', { count: frame.legal.length })
  return t('cardmate.must.theirs', {
    seat: t(`cardmate.seat.${rules.seats[frame.turn ?? 0]}`),
    what: listCapturers(frame, t),
  })
}

/** Banner and buttons. `triedOther`: whether another card was tried while one must capture, which offers to go there.
 * @param {{ board: SquareBoard, previews: import('./hover.js').Previews,
 *   triedOther: import('@preact/signals').Signal<boolean> }} props */
export function Duty({ board, previews, triedOther }) {
  const { t } = board.services
  const frame = /** @type {CardmateState | undefined} */ (board.shown.value?.frame)
  if (!frame) return html`<div class="cardmate duty" />`
  const must = capturers(frame)
  const { how } = board.now
  const sentence = captureSentence(frame, how.interactive, board.services)
  const remark = must.length ? '' : unlessSaid(previews.sentence, board.services.said?.value)
  const isPlaying = how.seat !== null && frame.status === 'live'
  const openWhy = async () => {
    const { openWhy: open } = await loadPart(() => import('./why.js'))
    open(frame, board.services, isPlaying)
  }
  const openAid = async () => {
    const { openMovements } = await loadPart(() => import('./aid.js'))
    const [square] = board.services.picks.words
    await openMovements(board.services, square && cardAt(square, frame)?.piece[0])
  }
  return html`
    <div class="cardmate duty" ...${present({ 'data-duty': must.length > 0 })}>
      <div
        class="strip"
        ...${present({ 'data-compulsory': must.length > 0, 'data-foretold': remark !== '' })}
      >
        <span class="strip-sign" aria-hidden="true">!</span>
        <p class="strip-text">${remark || sentence}</p>
        ${
          must.length > 0 &&
          triedOther.value &&
          button(
            { act: 'show', look: 'quiet', onpress: () => board.cell(must[0])?.focus() },
            t('cardmate.show'),
          )
        }
        ${
          must.length > 0 &&
          button({ act: 'why', look: 'quiet', onpress: openWhy }, t('cardmate.why'))
        }
        ${button(
          { act: 'moves', look: 'aid', title: t('cardmate.aid.name'), onpress: openAid },
          icon('moves'),
          html`<span>${t('cardmate.aid')}</span>`,
        )}
      </div>
      <${CaptureButtons} board=${board} frame=${frame} />
    </div>`
}

/** A button for each compulsory capture. @param {{ board: SquareBoard, frame: CardmateState }} props */
function CaptureButtons({ board, frame }) {
  const { picks, t } = board.services
  const moves = board.interactive && capturers(frame).length ? frame.legal : []
  const cards = parsePosition(frame.view.position)
  return html`
    <div class="cardmate captures" role="group" aria-label=${t('cardmate.captures')}>
      ${moves.map(
        ([move]) => html`
          <button
            key=${move}
            type="button"
            class="capture"
            data-move=${move}
            onClick=${() => picks.play(move) && picks.confirm()}
          >${captureText(move, cards, t)}</button>`,
      )}
    </div>`
}

/**
 * Shows `J♠ f3 × 8♠ g5`.
 * @param {string} move
 * @param {Map<string, Card>} cards
 * @param {Translate} t
 */
function captureText(move, cards, t) {
  const [from, to, choice] = move.split(' ')
  const [capturer, captured] = [from, to].map((square) =>
    cardInText(cards.get(square)?.piece ?? ''),
  )
  const end = choice ? ` = ${t(`cardmate.rank.${choice}`)}` : ''
  return html`
    <span>${capturer}${` ${from} `}<span class="times">×</span>${' '}${captured}${` ${to}${end}`}</span>`
}
