// Board of Four Horsemen: moves that draw and play cards, and sums. Chip, operator, chip merges two chips into one; a merged
// chip that equals a horseman highlights it, and a press on it sends the whole expression.

import { sheet } from '../../board/contract.js'
import { hosted } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'
import { HorsemenTable } from './model.js'
import { motionFrom, playFinale } from './motion.js'
import { STACKS } from './places.js'
import { readTyped, valuesOf } from './preview.js'
import * as sentences from './sentences.js'
import { SidePanel } from './side-panel.js'
import { Table } from './table.js'
import * as words from './words.js'

/** @import { HorsemenState } from './types.d.ts' */

/** @param {Services} services @returns {Promise<Board>} */
export async function make(services) {
  await Promise.all(
    [
      '/static/board/cards/cards.css',
      '/static/games/four_horsemen/board.css',
      '/static/games/four_horsemen/cloth.css',
      '/static/games/four_horsemen/stacks.css',
    ].map(sheet),
  )
  const { t } = services
  const table = new HorsemenTable(services)
  const drawn = hosted(html`<${Table} table=${table} />`)
  /** @type {Board} */
  const board = {
    element: drawn.element,
    confirms: true,
    /** @param {HorsemenState} frame @param {ShowOptions} how */
    show(frame, how) {
      const before = table.shown.peek() && table.view
      table.motion = before && how.animate ? motionFrom(drawn.element, before) : null
      table.show(frame, how)
    },
    /** @param {HorsemenState} frame */
    name: (token, frame) => sentences.name(token, frame, t),
    /** @param {HorsemenState} frame */
    describe: (frame) => sentences.describe(frame, t),
    words: {
      tell: (move) => words.moveWords(move, t, 'asked'),
      readable: (told) => words.moveWords(told, t),
      /** @param {HorsemenState} frame */
      score: (frame) => words.scoreWords(frame, t),
      /** @param {HorsemenState} frame */
      story: (frame) => words.story(frame, t),
      /** @param {HorsemenState} before @param {HorsemenState} after */
      moment: (before, after) => words.moment(before.view, after.view, t),
      /** @param {HorsemenState} before @param {HorsemenState} after */
      seen: (before, after) => words.seen(before, after, t),
      /** @param {HorsemenState} frame */
      shareText: (frame) => words.picture(frame),
      keys: () => words.keyList(t),
      /** @param {HorsemenState} frame */
      refuse: (token, frame) => sentences.refuse(token, frame, t),
      /** @param {HorsemenState} before @param {HorsemenState} frame */
      news: (before, frame) => sentences.news(before, frame, t),
      /** @param {HorsemenState} frame */
      coach({ legal, view }) {
        if (legal.some(([move]) => move === 'draw')) return t('four_horsemen.coach')
        return view.stacks.length === STACKS.length ? t('four_horsemen.hint.sum') : null
      },
    },
    draw: {
      side: html`<${SidePanel} table=${table} />`,
      wide: true,
      /** @param {HorsemenState} frame */
      finale: (frame, signal) => playFinale(table, frame, signal),
    },
    typed: {
      read: (text) => readTyped(text, valuesOf(table.view), table.frame, t),
    },
    leave: () => drawn.leave(),
  }
  table.names = board
  return board
}
