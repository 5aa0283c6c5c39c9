// A game looked through, place by place of its record (records.js); the address holds the place. On any position the
// reader may try moves: they are asked from the server and go nowhere.

import { post } from '../core/http.js'
import { el, set } from '../core/dom.js'
import { first, t } from '../core/i18n.js'
import { name, solitaire } from '../core/games.js'
import { actions } from '../table/toolbar.js'
import { redeal } from '../solitaire/deals.js'
import { markPast } from '../table/forced.js'
import { moves } from '../table/move-list.js'
import { players } from '../table/player-bars.js'
import { describe, help, keys, seat } from '../table/board-host.js'
import { copy, share } from '../core/share.js'
import { commandIcon } from '../core/icons.js'
import { status } from '../table/status.js'
import { tally } from '../solitaire/stats.js'
import * as words from '../table/texts.js'

const HOOKS = [
  'screen',
  'status',
  'seat',
  'turn',
  'ply',
  'conn',
  'rules',
  'line',
]
const STEPS = { first: -Infinity, back: -1, onward: 1, last: Infinity }
const KEYS = {
  Home: 'first',
  ArrowLeft: 'back',
  ArrowRight: 'onward',
  End: 'last',
}

export class Replay {
  #frames = new Map() // ply -> frame
  #line = null // the moves that are being tried
  #turned = false
  #ended = new AbortController()
  #wish = 0 // the ply that was asked for last

  constructor({ root, record, rules, go, ready }) {
    Object.assign(this, { root, record, last: record.last, rules, go, ready })
    this.people = record.last.players.map(
      (one) => one && { ...one, online: null },
    ) // who is there is no matter now
  }

  /** At the place after `ply` lines, a whole number; one beyond the game is its end. */
  async open(ply) {
    this.status = status()
    Object.assign(
      this,
      await seat(this.rules, (sentence) => this.status.note(sentence)),
    )
    this.#furnish()
    this.root.dataset.screen = 'replay'
    await this.#go(ply, false)
    this.ready(t('replay.title', { game: name(this.rules) }))
    if (this.board.forced && !this.record.hidden) this.#mark()
    return this
  }

  leave() {
    this.#ended.abort()
    this.board.leave?.()
    this.players.leave()
    this.status.leave()
    this.actions.leave()
    this.tally.leave()
    for (const hook of HOOKS) delete this.root.dataset[hook]
  }

  #furnish() {
    const { board, rules } = this
    this.players = players(rules, () => {}, board.standing)
    this.tally = tally()
    this.moves = moves({
      seats: rules.seats.length,
      press: (made) => this.#go(this.record.plies[made - 1] ?? made),
    })
    this.actions = actions(
      (act, button) => this.#press(act, button),
      board.wide ? 9 : undefined,
    )
    this.range = el('input', {
      type: 'range',
      min: '0',
      max: String(this.last.ply),
      'aria-label': t('replay.place'),
      'data-input': 'ply',
    })
    this.range.addEventListener('input', () =>
      this.#go(Number(this.range.value)),
    )
    const step = (act) =>
      el(
        'button',
        {
          type: 'button',
          class: 'icon',
          'data-act': act,
          'aria-label': t(`replay.${act}`),
          title: t(`replay.${act}`),
          onclick: () => this.#step(act),
        },
        commandIcon(act),
      )
    const scrubber = el(
      'div',
      { class: 'scrubber', role: 'group', 'aria-label': t('replay.steps') },
      step('first'),
      step('back'),
      this.range,
      step('onward'),
      step('last'),
    )
    this.trying = el('p', { class: 'trying coach', hidden: true })
    this.note =
      this.record.note && el('p', { class: 'note-of-ply', 'data-note': true })
    this.result = el('p', { class: 'result' })
    this.picks.onmove = (move) => this.#try(move)
    const field = el(
      'div',
      { class: 'ground' },
      board.element,
      board.below ?? null,
      scrubber,
      this.note,
    )
    const rail = el(
      'div',
      { class: 'rail' },
      this.result,
      board.side ?? null,
      this.moves.element,
    )
    const [top, low] = this.players.elements
    const heading = el('h1', { class: 'table-title' }, this.record.heading)
    this.table = el(
      'div',
      { class: 'table' },
      heading,
      top,
      this.status.element,
      field,
      this.trying,
      low,
      this.tally.element,
      rail,
      this.actions.element,
    )
    set(this.table, { 'data-alone': solitaire(rules), 'data-wide': board.wide })
    document.addEventListener('keydown', (event) => this.#key(event), {
      signal: this.#ended.signal,
    })
    this.table.addEventListener(
      'ask',
      (event) => event.detail === 'keys' && keys(),
    )
    this.root.replaceChildren(this.table)
    this.moves.show(this.last.told)
    const end = this.last.over
    this.result.textContent = end
      ? `${words.result(rules, this.last)}. ${words.reason(rules, this.last, board)}`
      : ''
  }

  async #go(ply, written = true) {
    const { hidden } = this.record
    const at = hidden
      ? this.last.ply
      : Math.min(Math.max(ply, 0), this.last.ply)
    if (hidden && at !== ply) this.services.say(hidden)
    this.#wish = at
    try {
      const frame = await this.#frame(at)
      if (this.#wish !== at) return
      this.#line = null
      if (written) history.replaceState(null, '', this.record.address(at))
      this.#draw(frame)
    } catch {
      this.services.say(t('replay.failed'))
      if (!this.frame) this.#draw(this.last)
    }
  }

  async #frame(ply) {
    if (!this.#frames.has(ply))
      this.#frames.set(ply, await this.record.frame(ply))
    return this.#frames.get(ply)
  }

  /** Shows a frame of the game, or (with `this.#line`) one of the line that is being tried. */
  #draw(frame) {
    const { rules, root } = this
    const before = this.frame
    this.frame = frame
    if (!this.#line) this.at = frame
    const free =
      frame.legal.length > 0 &&
      !this.rules.hides &&
      !frame.view.position.includes('?')
    const flipped =
      !solitaire(rules) && (words.bottom(this.last) === 1) !== this.#turned
    Object.assign(root.dataset, {
      status: this.at.status,
      seat: this.last.seat ?? 'none',
      turn: frame.turn ?? 'none',
      ply: this.at.ply,
      conn: 'ok',
      rules: rules.id,
    })
    set(root, { 'data-line': this.#line !== null && this.#line.length })
    this.board.show(frame, {
      seat: frame.turn,
      flipped,
      interactive: free,
      animate: Boolean(before),
    })
    this.picks.set(free ? frame.legal : [])
    this.players.show(
      {
        ...this.at,
        seat: null,
        turn: frame.turn,
        clock: null,
        players: this.people,
      },
      flipped,
    )
    this.status.show(rules, { ...frame, seat: null, players: this.people })
    this.tally.show(this.at)
    this.range.value = String(this.at.ply)
    set(this.range, {
      'aria-valuetext': t('replay.at', {
        ply: this.at.ply,
        count: this.last.ply,
      }),
    })
    this.moves.show(this.last.told, this.at.told.length)
    this.actions.show(this.#acts())
    if (this.note) this.note.textContent = this.record.note(this.at.ply)
    this.#trying()
  }

  #acts() {
    const list = ['copy', 'help']
    if (!solitaire(this.rules)) list.push(['flip', { pressed: this.#turned }])
    const [first, ...others] = this.record.more
    return [...list, first, 'share', ['describe', { menu: true }], ...others]
  }

  /** Marks the compulsory moves while the reader looks. */
  #mark() {
    const { plies } = this.record
    const frame = (ply) => this.#frame(ply)
    const holds = () => !this.#ended.signal.aborted
    return markPast(this.moves, this.board, { plies, frame }, holds).catch(
      () => {},
    ) // what cannot be asked stays unmarked
  }

  #trying() {
    this.trying.hidden = this.#line === null
    if (this.#line === null) return
    const back = () => this.#go(this.at.ply)
    this.trying.replaceChildren(
      t('replay.trying', {
        line: this.frame.told.slice(-this.#line.length).join(', '),
      }),
      el(
        'button',
        { type: 'button', 'data-act': 'leave-line', onclick: back },
        t('replay.leave_line'),
      ),
    )
  }

  async #try(move) {
    const line = [...(this.#line ?? []), move]
    try {
      const frame = await post('/api/lines', {
        rules: this.rules.id,
        position: this.at.view.position,
        moves: line,
      })
      this.#line = line
      this.#draw(frame)
      this.services.say(t('replay.tried', { move: frame.told.at(-1) ?? move }))
    } catch (error) {
      this.picks.set(this.frame.legal)
      this.services.say(
        first([
          `${this.rules.family}.refused.${error.detail?.rule}`,
          'replay.failed',
        ]),
      )
    }
  }

  #step(act) {
    const step = STEPS[act]
    if (this.#line && step === -1) return this.#shorter()
    return this.#go(
      Number.isFinite(step) ? this.#wish + step : step < 0 ? 0 : this.last.ply,
    )
  }

  /** Takes back the last move that was tried. */
  async #shorter() {
    const line = this.#line.slice(0, -1)
    if (!line.length) return this.#go(this.at.ply)
    const frame = await post('/api/lines', {
      rules: this.rules.id,
      position: this.at.view.position,
      moves: line,
    })
    this.#line = line
    return this.#draw(frame)
  }

  #key(event) {
    const act = KEYS[event.key]
    if (
      !act ||
      event.target.closest('[role=grid], input, dialog') ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return
    event.preventDefault()
    this.#step(act)
  }

  async #press(act, button) {
    if (act === 'flip') {
      this.#turned = !this.#turned
      this.#draw(this.frame)
    } else if (act === 'help') help(this.rules, this.services)
    else if (act === 'describe') describe(this.board, this.frame)
    else if (act.endsWith('-deal'))
      await redeal(act, this.rules, this.last, this.go).catch(() =>
        this.services.say(t('refused.failed')),
      )
    else if (act === 'check')
      await (await import('./verify.js')).openCheck(
        this.last.game,
        this.rules,
        button,
      )
    else if (act === 'share')
      this.services.say(
        await share(this.record.address(this.at.ply), name(this.rules)),
      )
    else if (act === 'copy') {
      const { position } = this.frame.view
      this.services.say(
        (await copy(position)) ? t('replay.copied', { position }) : position,
      )
    }
  }
}
