// The table at which a game is played or watched. Every state that arrives replaces the one before it; what the
// player wants goes out through `net`, and nothing on the table changes before the server says so.

import { post } from '../api.js'
import { ask } from '../dialog.js'
import { el, set } from '../dom.js'
import { first, t } from '../lang.js'
import { open } from '../net.js'
import { name, seatName, solitaire } from '../rules.js'
import { alert } from '../say.js'
import { settings } from '../settings.js'
import { mark, title } from '../shell.js'
import { cue } from '../sound.js'
import { actions } from './actions.js'
import { Alone } from './alone.js'
import { asked } from './asked.js'
import { moves } from './moves.js'
import { over } from './over.js'
import { players } from './players.js'
import { describe, help, keys, seat } from './seat.js'
import { share } from './share.js'
import { sign } from './signs.js'
import { status } from './status.js'
import { tally } from './tally.js'
import { typed } from './typed.js'
import { waiting } from './waiting.js'
import * as words from './words.js'

const CONFIRMED = ['resign', 'give-up', 'abort']
const HOOKS = ['screen', 'status', 'seat', 'turn', 'ply', 'conn', 'rules']

export class Play {
  #turned = false // flipped by hand
  #net = null
  #dialog = null
  #wishes = [] // acts that wait for the one before them
  #sent = null // the act that is on its way

  constructor({ root, id, state, rules, go, ready }) {
    Object.assign(this, { root, id, state, rules, go, ready })
  }

  async open() {
    this.status = status()
    Object.assign(this, await seat(this.rules, (sentence) => this.status.note(sentence)))
    this.#furnish()
    this.#draw(null)
    this.#conn('down', true)
    this.ready(this.#title())
    this.#net = open(this.id, {
      onstate: (frame) => this.#arrive(frame),
      onrefused: (frame, kept) => this.#refused(frame, kept),
      onpresence: (frame) => this.players.presence(frame),
      onconn: (conn) => this.#conn(conn),
      ongone: () => this.#say(t('move.gone')),
    })
    return this
  }

  leave() {
    this.#net?.close()
    this.#dialog?.close()
    this.board.leave?.()
    this.players.leave()
    this.status.leave()
    this.actions.leave()
    this.tally.leave()
    this.alone?.stop()
    for (const hook of HOOKS) delete this.root.dataset[hook]
  }

  // What stands on the table.

  #furnish() {
    const { board, picks, services, rules } = this
    this.players = players(rules, services.say)
    this.moves = moves({ seats: rules.seats.length })
    this.tally = tally()
    this.actions = actions((act, button) => this.#press(act, button), board.wide ? 9 : undefined)
    this.typed = typed(services, board, () => this.state)
    this.heading = el('h1', { class: 'table-title' })
    this.aside = el('div', { class: 'docked-place' })
    this.coach = el('div', { class: 'coach', hidden: true })
    picks.onmove = (move) => this.#play(move)
    picks.on(() => this.status.pending(picks.pending !== null))
    const field = el('div', { class: 'ground' }, board.element, asked(picks), board.below ?? null)
    const rail = el('div', { class: 'rail' }, board.side ?? null, this.moves.element, this.typed.element, this.players.watchers)
    const [top, low] = this.players.elements
    this.table = el('div', { class: 'table' }, this.heading, top, this.status.element, field, this.coach, low, this.aside, this.tally.element, rail, this.actions.element)
    set(this.table, { 'data-alone': solitaire(rules), 'data-wide': board.wide })
    if (solitaire(rules)) this.alone = new Alone(this, { wish: (act) => this.#wish(act), say: (sentence) => this.#say(sentence), redraw: () => this.actions.show(this.#acts()) })
    this.root.replaceChildren(this.table)
    this.table.addEventListener('ask', (event) => this.#answer(event.detail))
    this.table.addEventListener('keydown', (event) => this.#escape(event))
  }

  #draw(before) {
    const { state, rules, root } = this
    const yours = words.yours(state)
    const how = {
      seat: state.seat,
      flipped: this.#flipped(),
      interactive: yours,
      confirms: true,
      animate: before !== null,
    }
    Object.assign(root.dataset, {
      screen: 'table',
      status: state.status,
      seat: state.seat ?? 'none',
      turn: state.turn ?? 'none',
      ply: state.ply,
      rules: rules.id,
    })
    this.board.show(state, how)
    this.picks.set(yours ? state.legal : [], { pending: this.#net?.kept?.move ?? null })
    this.heading.textContent = this.#heading()
    this.players.show(state, how.flipped)
    this.status.show(rules, state)
    this.moves.show(state.told)
    this.tally.show(state)
    this.actions.show(this.#acts())
    set(this.typed.element, { hidden: state.seat === null || state.status !== 'live' })
    this.#card()
    this.#coach(yours)
    mark(yours && !words.both(state) && !solitaire(rules))
  }

  #flipped() {
    return !solitaire(this.rules) && (words.bottom(this.state) === 1) !== this.#turned
  }

  #heading() {
    const { state, rules } = this
    const game = name(rules)
    if (state.seat === null) return t('table.heading.watching', { game })
    if (solitaire(rules)) return game
    if (words.both(state)) return t('table.heading.both', { game })
    return t('table.heading', { game, seat: seatName(rules, state.seat) })
  }

  #title() {
    return t('table.title', { game: name(this.rules), turn: words.turn(this.rules, this.state) })
  }

  #acts() {
    const { state, rules } = this
    if (this.alone) return this.alone.acts(this.#dialog !== null)
    const list = ['undo', 'redo', 'resign', 'abort'].filter((act) => state.acts.includes(act))
    if (state.status === 'ended' && !this.#dialog) {
      list.push(['review', { href: `/g/${this.id}?ply=${state.ply}` }], ['new-game', { href: `/new/${rules.id}` }])
    }
    list.push('help', ['flip', { pressed: this.#turned }])
    if (state.status !== 'open' && !this.#dialog) list.push('share')
    list.push('describe')
    if (state.seat !== null) list.push(['confirming', { label: t(`act.confirming.${settings.get('confirm', 'auto')}`) }])
    return list
  }

  #card() {
    const open = this.state.status === 'open'
    const card = this.aside.querySelector('[data-waiting]')
    if (!open) card?.remove()
    else if (!card) this.aside.append(waiting(this.id, { share: () => this.#share(), both: () => this.#both() }))
  }

  #coach(yours) {
    const text = settings.get('coach') === 'done' || this.state.told.length > 1 ? null : words.coach(this.rules, this.state.seat)
    set(this.coach, { hidden: !(yours && text) })
    if (!yours || !text || this.coach.firstChild) return
    const close = () => {
      settings.set('coach', 'done')
      this.coach.hidden = true
    }
    this.coach.append(text, el('button', { type: 'button', class: 'quiet icon', 'data-act': 'coach', 'aria-label': t('act.understood'), onclick: close }, sign('confirm')))
  }

  // What comes from the server.

  #arrive(frame) {
    const before = this.state
    this.state = frame
    this.#sent = null
    this.#draw(before)
    title(this.#title())
    this.#tell(before, frame)
    this.alone?.arrived(before, frame)
    if (frame.status === 'ended' && before.status !== 'ended') this.#ended()
    this.#next()
  }

  #tell(before, frame) {
    const made = frame.told.length - before.told.length
    if (made > 0) {
      const mover = words.both(frame) || frame.turn === null || made > 1 ? before.turn : 1 - frame.turn
      const who = solitaire(this.rules) || mover === null ? null : seatName(this.rules, mover)
      const move = frame.told.slice(-Math.min(made, 2)).join(', ')
      this.#say(who ? t('table.moved', { seat: who, move }) : t('table.moved.alone', { move }))
      cue('move')
    } else if (made < 0) this.#say(t('table.taken_back', { count: -made }))
    if (before.status === 'open' && frame.status === 'live') this.#say(t('table.begins'))
    if (!words.yours(frame) || words.both(frame) || solitaire(this.rules)) return
    if (words.yours(before) && made <= 0) return
    alert(t('table.turn.yours'))
    cue('turn')
  }

  #ended() {
    this.picks.clear()
    this.#wishes = []
    if (this.state.over.reason === 'aborted' && this.state.told.length === 0 && this.leaving) return
    this.#dialog = over(this.rules, this.state, this.board, this.aside, (act, button) => this.#press(act, button))
    this.#dialog.element.addEventListener('close', () => {
      this.#dialog = null
      if (this.table.isConnected) this.actions.show(this.#acts())
    })
    this.actions.show(this.#acts())
    this.services.alert(`${words.result(this.rules, this.state)}. ${words.reason(this.rules, this.state, this.board)}`)
    cue('end')
  }

  #refused(frame, kept) {
    this.#sent = null
    this.#wishes = []
    this.alone?.stop()
    if (kept || frame.re === 'move') this.#draw(this.state)
    const rule = frame.why === 'illegal_move' && frame.detail?.rule ? frame.detail.rule : frame.why
    this.#say(first([`${this.rules.family}.refused.${rule}`, `refused.${rule}`, 'refused.failed']))
    cue('wrong')
  }

  #conn(conn, silent = false) {
    this.root.dataset.conn = conn
    if (silent) return
    this.status.conn(conn, this.#net?.kept)
    if (conn === 'stalled') this.services.alert(t('conn.stalled'))
    if (conn === 'ok' && this.lost) this.#say(t('conn.ok'))
    this.lost = conn !== 'ok'
    if (conn !== 'ok') this.#sent = null
  }

  // What the player wants.

  #play(move) {
    const told = this.picks.legal.find(([other]) => other === move)?.[1] ?? move
    if (!this.#net.keep(move, told)) return this.#draw(this.state)
    this.alone?.moved()
    if (this.#net.conn !== 'ok') this.status.conn(this.#net.conn, this.#net.kept)
  }

  async #press(act, button) {
    if (this.alone?.press(act, button)) return
    if (act === 'flip') {
      this.#turned = !this.#turned
      this.#draw(null)
    } else if (act === 'help') help(this.rules, this.services)
    else if (act === 'describe') describe(this.board, this.state)
    else if (act === 'share') this.#share()
    else if (act === 'confirming') this.#confirming()
    else if (CONFIRMED.includes(act)) await this.#sure(act, button)
    else this.#wish(act)
  }

  #wish(act) {
    this.alone?.stop()
    this.#wishes.push(act)
    this.#next()
  }

  async #sure(act, trigger) {
    const sure = await ask({
      kind: 'confirm',
      title: t(`act.${act}.sure`),
      body: t(`act.${act}.about`),
      trigger,
      actions: [
        { label: t('act.keep_playing'), value: null, act: 'cancel' },
        { label: t(`act.${act}`), value: 'yes', act: 'confirm', look: 'danger' },
      ],
    })
    if (sure === 'yes' && !this.#net.send({ t: act === 'give-up' ? 'resign' : act })) this.#say(t('conn.not_now'))
  }

  /** Undo and redo go one after the other, each at the ply that the one before it led to. */
  #next() {
    if (this.#sent || !this.#wishes.length) return
    const act = this.#wishes.shift()
    if (!this.state.acts.includes(act)) return
    this.#sent = act
    if (this.#net.send({ t: act, ply: this.state.ply })) return
    this.#sent = null
    this.#wishes = []
    this.#say(t('conn.not_now'))
  }

  async #share() {
    this.#say(await share(`/g/${this.id}`, name(this.rules)))
  }

  async #both() {
    try {
      const made = await post('/api/games', { rules: this.rules.id, seat: 'both' })
      this.leaving = true
      this.#net.send({ t: 'abort' })
      await this.go(made.url)
    } catch {
      this.#say(t('refused.failed'))
    }
  }

  #confirming() {
    const wishes = ['auto', 'always', 'never']
    const wish = wishes[(wishes.indexOf(settings.get('confirm', 'auto')) + 1) % wishes.length]
    settings.set('confirm', wish)
    this.actions.show(this.#acts())
    this.#say(t(`act.confirming.${wish}`))
  }

  /** Keys of the board that are the table's to answer. */
  #answer(what) {
    const { state } = this
    if (what === 'last') this.#say(state.told.length ? t('table.last', { move: state.told.at(-1) }) : t('table.moves.none'))
    if (what === 'clocks') this.#say(this.players.clocks())
    if (what === 'forced') this.#say(state.view.must?.length ? state.view.must.join(', ') : t('board.nothing_forced'))
    if (what === 'type' && !this.typed.element.hidden) this.typed.input.focus()
    if (what === 'keys') keys()
    if (what === 'auto') this.alone?.run()
  }

  /** Esc takes back a move that nobody has seen yet. */
  #escape(event) {
    if (event.key !== 'Escape' || !this.#net.withdraw()) return
    this.#draw(this.state)
    this.status.conn(this.#net.conn, null)
    this.#say(t('move.withdrawn'))
  }

  #say(sentence) {
    this.services.say(sentence)
  }
}
