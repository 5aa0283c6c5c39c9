// A game looked through, line by line of its log; the address holds the place. On any position the reader may try
// moves: they are asked from the server and go nowhere.

import { get, post } from '../api.js'
import { el, set } from '../dom.js'
import { first, t } from '../lang.js'
import { name, solitaire } from '../rules.js'
import { actions } from './actions.js'
import { moves } from './moves.js'
import { players } from './players.js'
import { describe, help, keys, seat } from './seat.js'
import { copy, share } from './share.js'
import { sign } from './signs.js'
import { status } from './status.js'
import { tally } from './tally.js'
import * as words from './words.js'

const HOOKS = ['screen', 'status', 'seat', 'turn', 'ply', 'conn', 'rules', 'line']
const STEPS = { first: -Infinity, back: -1, onward: 1, last: Infinity }
const KEYS = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'onward', End: 'last' }

export class Replay {
  #frames = new Map() // ply -> frame
  #plies = [] // after which log line each move in effect stands
  #line = null // the moves that are being tried
  #turned = false
  #ended = new AbortController()
  #wish = 0 // the ply that was asked for last

  constructor({ root, id, state, rules, go, ready }) {
    Object.assign(this, { root, id, last: state, rules, go, ready })
    this.people = state.players.map((one) => one && { ...one, online: null }) // who is there is no matter now
    this.path = `/api/games/${encodeURIComponent(id)}`
  }

  /** At the place after `ply` lines, a whole number; one beyond the game is its end. */
  async open(ply) {
    this.status = status()
    const [seated, log] = await Promise.all([
      seat(this.rules, (sentence) => this.status.note(sentence)),
      this.#hidden ? { entries: [] } : get(`${this.path}/log`),
    ])
    Object.assign(this, seated)
    this.#plies = plies(log.entries)
    this.#furnish()
    this.root.dataset.screen = 'replay'
    await this.#go(ply, false)
    this.ready(t('replay.title', { game: name(this.rules) }))
    return this
  }

  leave() {
    this.#ended.abort()
    this.board.leave?.()
    this.players.leave()
    this.status.leave()
    this.actions.leave()
    for (const hook of HOOKS) delete this.root.dataset[hook]
  }

  #furnish() {
    const { board, rules } = this
    this.players = players(rules, () => {})
    this.tally = tally()
    this.moves = moves({
      seats: rules.seats.length,
      press: (made) => this.#go(this.#plies[made - 1] ?? made),
    })
    this.actions = actions((act) => this.#press(act))
    this.range = el('input', {
      type: 'range',
      min: '0',
      max: String(this.last.ply),
      'aria-label': t('replay.place'),
      'data-input': 'ply',
    })
    this.range.addEventListener('input', () => this.#go(Number(this.range.value)))
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
        sign(act),
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
    this.result = el('p', { class: 'result' })
    this.picks.onmove = (move) => this.#try(move)
    const field = el('div', { class: 'ground' }, board.element, board.below ?? null, scrubber)
    const rail = el(
      'div',
      { class: 'rail' },
      this.result,
      this.tally.element,
      board.side ?? null,
      this.moves.element,
    )
    const [top, low] = this.players.elements
    const heading = el('h1', { class: 'table-title' }, t('replay.heading', { game: name(rules) }))
    this.table = el(
      'div',
      { class: 'table' },
      heading,
      top,
      this.status.element,
      field,
      this.trying,
      low,
      rail,
      this.actions.element,
    )
    set(this.table, { 'data-alone': solitaire(rules) })
    document.addEventListener('keydown', (event) => this.#key(event), { signal: this.#ended.signal })
    this.table.addEventListener('ask', (event) => event.detail === 'keys' && keys())
    this.root.replaceChildren(this.table)
    this.moves.show(this.last.told)
    const end = this.last.over
    this.result.textContent = end
      ? `${words.result(rules, this.last)}. ${words.reason(rules, this.last, board)}`
      : ''
  }

  /** A running game that hides cards shows its present position only. */
  get #hidden() {
    return this.rules.hides && this.last.status === 'live'
  }

  async #go(ply, written = true) {
    const at = this.#hidden ? this.last.ply : Math.min(Math.max(ply, 0), this.last.ply)
    if (this.#hidden && at !== ply) this.services.say(t('replay.hidden'))
    this.#wish = at
    try {
      const frame = await this.#frame(at)
      if (this.#wish !== at) return
      this.#line = null
      if (written) history.replaceState(null, '', `/g/${this.id}?ply=${at}`)
      this.#draw(frame)
    } catch {
      this.services.say(t('replay.failed'))
      if (!this.frame) this.#draw(this.last)
    }
  }

  async #frame(ply) {
    if (!this.#frames.has(ply)) this.#frames.set(ply, await get(`${this.path}/frames/${ply}`))
    return this.#frames.get(ply)
  }

  /** Shows a frame of the game, or (with `this.#line`) one of the line that is being tried. */
  #draw(frame) {
    const { rules, root } = this
    const before = this.frame
    this.frame = frame
    if (!this.#line) this.at = frame
    const free = frame.legal.length > 0 && !frame.view.position.includes('?')
    const flipped = !solitaire(rules) && (words.bottom(this.last) === 1) !== this.#turned
    Object.assign(root.dataset, {
      status: this.at.status,
      seat: this.last.seat ?? 'none',
      turn: frame.turn ?? 'none',
      ply: this.at.ply,
      conn: 'ok',
      rules: rules.id,
    })
    set(root, { 'data-line': this.#line !== null && this.#line.length })
    this.board.show(frame, { seat: frame.turn, flipped, interactive: free, animate: Boolean(before) })
    this.picks.set(free ? frame.legal : [])
    this.players.show(
      { ...this.at, seat: null, turn: frame.turn, clock: null, players: this.people },
      flipped,
    )
    this.status.show(rules, { ...frame, seat: null, players: this.people })
    this.tally.show(this.at)
    this.range.value = String(this.at.ply)
    set(this.range, { 'aria-valuetext': t('replay.at', { ply: this.at.ply, count: this.last.ply }) })
    this.moves.show(this.last.told, this.at.told.length)
    this.actions.show(this.#acts())
    this.#trying()
  }

  #acts() {
    const log = { href: `${this.path}/log`, download: `${this.id}.json` }
    const list = ['copy', 'help']
    if (!solitaire(this.rules)) list.push(['flip', { pressed: this.#turned }])
    if (this.last.status === 'ended') list.push(['new-game', { href: `/new/${this.rules.id}` }])
    else list.push(['return', { href: `/g/${this.id}` }])
    return [...list, 'share', ['describe', { menu: true }], ['log', log]]
  }

  #trying() {
    this.trying.hidden = this.#line === null
    if (this.#line === null) return
    const back = () => this.#go(this.at.ply)
    this.trying.replaceChildren(
      t('replay.trying', { line: this.frame.told.slice(-this.#line.length).join(', ') }),
      el('button', { type: 'button', 'data-act': 'leave-line', onclick: back }, t('replay.leave_line')),
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
      this.services.say(first([`${this.rules.family}.refused.${error.detail?.rule}`, 'replay.failed']))
    }
  }

  #step(act) {
    const step = STEPS[act]
    if (this.#line && step === -1) return this.#shorter()
    return this.#go(Number.isFinite(step) ? this.#wish + step : step < 0 ? 0 : this.last.ply)
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

  async #press(act) {
    if (act === 'flip') {
      this.#turned = !this.#turned
      this.#draw(this.frame)
    } else if (act === 'help') help(this.rules, this.services)
    else if (act === 'describe') describe(this.board, this.frame)
    else if (act === 'share')
      this.services.say(await share(`/g/${this.id}?ply=${this.at.ply}`, name(this.rules)))
    else if (act === 'copy') {
      const { position } = this.frame.view
      this.services.say((await copy(position)) ? t('replay.copied', { position }) : position)
    }
  }
}

/** For each move in effect at the end of a log: the number of lines after it was made. */
function plies(entries) {
  const [done, undone] = [[], []]
  for (const [ply, , act, text] of entries) {
    if (act === 'move') {
      done.push(ply + 1)
      undone.length = 0
    } else if (act === 'undo') undone.push(done.pop())
    else if (act === 'redo') done.push(undone.pop())
    else if (act === 'accept' && text.startsWith('takeback '))
      done.splice(done.length - Number(text.split(' ')[1]))
  }
  return done
}
