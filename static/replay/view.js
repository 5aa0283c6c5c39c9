// What stands on the page of a replay: the board, the scrubber, the move list and the buttons.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { solitaireStats } from '../solitaire/stats.js'
import { layTable } from '../table/layout.js'
import { moveList } from '../table/move-list.js'
import { playerBars } from '../table/player-bars.js'
import { statusLine } from '../table/status.js'
import { reasonText, resultText, versionText } from '../table/texts.js'
import { toolbar } from '../table/toolbar.js'

/** goTo(ply) and step(act) move through the game, leave() ends the variation, press(act, button) is for the other buttons.
 * @typedef {object} ReplayHandlers
 * @property {(ply: number) => void} goTo
 * @property {(act: Step) => void} step
 * @property {() => void} leaveVariation
 * @property {(act: string, button: HTMLElement) => void} press */

/** @typedef {'first' | 'back' | 'onward' | 'last'} Step */

export class ReplayView {
  #variation = el('p', { class: 'trying coach', hidden: true })
  #range
  #status = statusLine()

  /** @param {Rules} rules @param {Board} board @param {ReplaySource} source
   * @param {ReturnType<typeof import('../table/message-strip.js').messageStrip>} strip @param {ReplayHandlers} on */
  constructor(rules, board, source, strip, on) {
    this.rules = rules
    this.board = board
    this.source = source
    this.strip = strip
    this.on = on
    const { last, plies } = source
    this.players = playerBars(rules, () => {}, board)
    // whether players are present does not matter now
    this.people = last.players.map(
      (player) => player && { ...player, online: undefined },
    )
    this.stats = solitaireStats()
    this.moves = moveList({
      seats: rules.seats.length,
      press: (made) => on.goTo(plies[made - 1] ?? made),
    })
    this.toolbar = toolbar(on.press)
    this.note =
      source.note && el('p', { class: 'note-of-ply', 'data-note': true })
    this.#range = this.#makeRange()
    this.element = this.#layOut()
    this.moves.show(last.told)
  }

  #makeRange() {
    const range = el('input', {
      type: 'range',
      min: '0',
      max: String(this.source.last.ply),
      'aria-label': t('replay.place'),
      'data-input': 'ply',
    })
    range.addEventListener('input', () => this.on.goTo(Number(range.value)))
    return range
  }

  #layOut() {
    const { rules, board, source, players, strip } = this
    return layTable(rules, board, {
      heading: el('h1', { class: 'table-title' }, source.heading),
      head: [this.#status.element, this.stats.element],
      bars: players.elements,
      message: strip.element,
      rail: [
        el(
          'div',
          { class: 'steps' },
          this.#scrubber(),
          this.note,
          this.#variation,
          el('p', { class: 'result' }, this.#result()),
        ),
        this.moves.element,
        el('p', { class: 'rules-version' }, versionText(rules, source.last)),
      ],
      actions: this.toolbar.element,
    })
  }

  #scrubber() {
    const button = (/** @type {Step} */ act) =>
      el(
        'button',
        {
          type: 'button',
          class: 'icon',
          'data-act': act,
          'aria-label': t(`replay.${act}`),
          title: t(`replay.${act}`),
          onclick: () => this.on.step(act),
        },
        commandIcon(act),
      )
    return el(
      'div',
      { class: 'scrubber', role: 'group', 'aria-label': t('replay.steps') },
      button('first'),
      button('back'),
      this.#range,
      button('onward'),
      button('last'),
    )
  }

  #result() {
    const { rules, board } = this
    const { last } = this.source
    if (!last.over) return ''
    return `${resultText(rules, last)}. ${reasonText(rules, last, board)}`
  }

  /** at: the state of the game; frame: the same, or that of a variation from it; tried: the number of its moves, or null.
   * @param {State} at @param {State} frame @param {number | null} tried @param {boolean} flipped */
  show(at, frame, tried, flipped) {
    const { source, people: players } = this
    this.players.show(
      { ...at, seat: null, turn: frame.turn, clock: null, players },
      flipped,
    )
    this.#status.show(this.rules, { ...frame, seat: null, players })
    this.stats.show(at)
    this.#range.value = String(at.ply)
    set(this.#range, {
      'aria-valuetext': t('replay.at', { ply: at.ply, count: source.last.ply }),
    })
    this.moves.show(source.last.told, at.told.length)
    if (this.note) this.note.textContent = source.note?.(at.ply) ?? ''
    this.#showVariation(frame, tried)
  }

  /** @param {State} frame @param {number | null} tried */
  #showVariation(frame, tried) {
    this.#variation.hidden = tried === null
    if (tried === null) return
    const leave = el(
      'button',
      {
        type: 'button',
        'data-act': 'leave-line',
        onclick: () => this.on.leaveVariation(),
      },
      t('replay.leave_line'),
    )
    this.#variation.replaceChildren(
      t('replay.trying', { line: frame.told.slice(-tried).join(', ') }),
      leave,
    )
  }

  leave() {
    this.players.leave()
    this.strip.leave()
    this.toolbar.leave()
    this.stats.leave()
  }
}
