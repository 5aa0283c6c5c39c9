// The table at which a game is played or watched. Every state that arrives replaces the one before it; what the
// player wants goes out through `net`, and nothing on the table changes before the server says so.

import { el, set } from '../core/dom.js'
import { first, t } from '../core/i18n.js'
import { open } from './game-socket.js'
import { name, seatName, solitaire } from '../core/games.js'
import { alert } from '../core/announcer.js'
import { settings } from '../core/settings.js'
import { markTurn, setTitle } from '../app/header.js'
import { cue } from '../core/sound.js'
import { actions } from './toolbar.js'
import { Acts, listed } from './commands.js'
import { Alone } from '../solitaire/controls.js'
import { asked } from './confirm-bar.js'
import { LiveMarks } from './forced.js'
import { moves } from './move-list.js'
import { over } from './result.js'
import { players } from './player-bars.js'
import { keys, seat } from './board-host.js'
import { commandIcon } from '../core/icons.js'
import { status } from './status.js'
import { tally } from '../solitaire/stats.js'
import { nearlyFull, tell } from './announcements.js'
import { typed } from './move-input.js'
import { waiting } from './invite.js'
import * as words from './texts.js'

const HOOKS = ['screen', 'status', 'seat', 'turn', 'ply', 'conn', 'rules']

export class Play {
  #turned = false // flipped by hand
  net = null
  #dialog = null

  constructor({ root, id, state, rules, go, ready }) {
    Object.assign(this, { root, id, state, rules, go, ready })
  }

  async open() {
    this.status = status(() => this.#withdraw())
    Object.assign(
      this,
      await seat(this.rules, (sentence) => this.status.note(sentence)),
    )
    this.#furnish()
    this.#draw(null)
    this.#conn('down', true)
    this.ready(this.#title())
    const call = words.yours(this.state) && this.board.call?.(this.state)
    if (call) alert(call)
    nearlyFull(null, this.state, this.services.say)
    const { id, state } = this
    this.net = open(
      id,
      {
        onstate: (frame) => this.#arrive(frame),
        onrefused: (frame, kept) => this.#refused(frame, kept),
        onpresence: (frame) => this.players.presence(frame),
        onconn: (conn) => this.#conn(conn),
        ongone: () => this.#say(t('move.gone')),
      },
      state,
    )
    return this
  }

  leave() {
    this.net?.close()
    this.#dialog?.close()
    this.board.leave?.()
    this.players.leave()
    this.status.leave()
    this.actions.leave()
    this.tally.leave()
    this.marks.leave()
    this.alone?.stop()
    for (const hook of HOOKS) delete this.root.dataset[hook]
  }

  // What stands on the table.

  #furnish() {
    const { board, picks, services, rules } = this
    this.players = players(rules, services.say, board.standing)
    this.moves = moves({ seats: rules.seats.length })
    this.marks = new LiveMarks(this.moves, board, rules)
    this.tally = tally()
    this.acts = new Acts(this)
    this.actions = actions(
      (act, button) => this.acts.press(act, button),
      board.wide ? 9 : undefined,
    )
    this.typed = typed(services, board, () => this.state)
    this.heading = el('h1', { class: 'table-title' })
    this.aside = el('div', { class: 'docked-place' })
    this.coach = el('div', { class: 'coach', hidden: true })
    picks.onmove = (move) => this.#play(move)
    picks.on(() => this.status.pending(picks.pending !== null))
    const question = asked(picks, board, () => this.state)
    const field = el(
      'div',
      { class: 'ground' },
      board.element,
      question,
      board.below ?? null,
    )
    const rail = el(
      'div',
      { class: 'rail' },
      board.side ?? null,
      this.moves.element,
      this.typed.element,
      this.players.watchers,
    )
    const [top, low] = this.players.elements
    this.table = el(
      'div',
      { class: 'table' },
      this.heading,
      top,
      this.status.element,
      field,
      this.coach,
      low,
      this.aside,
      this.tally.element,
      rail,
      this.actions.element,
    )
    set(this.table, { 'data-alone': solitaire(rules), 'data-wide': board.wide })
    if (solitaire(rules))
      this.alone = new Alone(this, {
        wish: (act) => this.acts.wish(act),
        say: (sentence) => this.#say(sentence),
        redraw: () => this.#offer(),
      })
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
      confirm: true,
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
    this.picks.set(yours ? state.legal : [], {
      pending: this.net?.kept?.move ?? null,
    })
    this.heading.textContent = this.#heading()
    this.players.show(state, how.flipped)
    this.status.show(rules, state)
    this.moves.show(state.told)
    this.marks.mark(state)
    this.tally.show(state)
    this.#offer()
    set(this.typed.element, {
      hidden: state.seat === null || state.status !== 'live',
    })
    this.#card()
    this.#coach(yours)
    markTurn(yours && !words.both(state) && !solitaire(rules))
  }

  #offer() {
    const how = { turned: this.#turned, docked: this.#dialog !== null }
    this.actions.show(
      this.alone?.acts(how.docked) ?? listed(this.rules, this.state, how),
    )
  }

  flip() {
    this.#turned = !this.#turned
    this.#draw(null)
  }

  redraw() {
    this.#draw(this.state)
  }

  #flipped() {
    return (
      !solitaire(this.rules) &&
      (words.bottom(this.state) === 1) !== this.#turned
    )
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
    return t('table.title', {
      game: name(this.rules),
      turn: words.turn(this.rules, this.state),
    })
  }

  #card() {
    const open = this.state.status === 'open'
    const card = this.aside.querySelector('[data-waiting]')
    if (!open) card?.remove()
    else if (!card)
      this.aside.append(
        waiting(this.id, {
          share: () => this.acts.share(),
          both: () => this.acts.both(),
        }),
      )
  }

  #coach(yours) {
    const text =
      settings.get('coach') === 'done' || this.state.told.length > 1
        ? null
        : words.coach(this.rules, this.state.seat)
    set(this.coach, { hidden: !(yours && text) })
    if (!yours || !text || this.coach.firstChild) return
    const close = () => {
      settings.set('coach', 'done')
      this.coach.hidden = true
    }
    this.coach.append(
      text,
      el(
        'button',
        {
          type: 'button',
          class: 'quiet icon',
          'data-act': 'coach',
          'aria-label': t('act.understood'),
          onclick: close,
        },
        commandIcon('confirm'),
      ),
    )
  }

  // What comes from the server.

  #arrive(frame) {
    const before = this.state
    this.state = frame
    this.#draw(before)
    setTitle(this.#title())
    tell(this.rules, before, frame, this.services.say, this.board)
    nearlyFull(before, frame, this.services.say)
    this.alone?.arrived(before, frame)
    if (frame.status === 'ended' && before.status !== 'ended') this.#ended()
    this.acts.arrived()
  }

  #ended() {
    this.picks.clear()
    this.acts.drop()
    this.#dialog = over(
      this.rules,
      this.state,
      this.board,
      this.aside,
      (act, button) => this.acts.press(act, button),
    )
    this.#dialog.element.addEventListener('close', () => {
      this.#dialog = null
      if (this.table.isConnected) this.#offer()
    })
    this.#offer()
    this.moves.show(this.state.told)
    alert(
      `${words.result(this.rules, this.state)}. ${words.reason(this.rules, this.state, this.board)}`,
    )
    cue('end')
  }

  #refused(frame, kept) {
    this.acts.drop()
    this.alone?.stop()
    if (kept || frame.re === 'move') this.#draw(this.state)
    const rule =
      frame.why === 'illegal_move' && frame.detail?.rule
        ? frame.detail.rule
        : frame.why
    this.#say(
      first([
        `${this.rules.family}.refused.${rule}`,
        `refused.${rule}`,
        'refused.failed',
      ]),
    )
    cue('wrong')
  }

  #conn(conn, silent = false) {
    this.root.dataset.conn = conn
    if (silent) return
    this.status.conn(conn, this.net?.kept)
    if (conn === 'stalled') this.services.alert(t('conn.stalled'))
    if (conn === 'ok' && this.lost) this.#say(t('conn.ok'))
    this.lost = conn !== 'ok'
    if (conn !== 'ok') this.acts.drop()
  }

  // What the player wants.

  #play(move) {
    const told = this.picks.legal.find(([other]) => other === move)?.[1] ?? move
    if (!this.net.keep(move, told)) return this.#draw(this.state)
    this.alone?.moved()
    if (this.net.conn !== 'ok') this.status.conn(this.net.conn, this.net.kept)
  }

  /** Keys of the board that are the table's to answer. */
  #answer(what) {
    const { state } = this
    if (what === 'last')
      this.#say(
        state.told.length
          ? t('table.last', { move: state.told.at(-1) })
          : t('table.moves.none'),
      )
    if (what === 'clocks') this.#say(this.players.clocks())
    if (what === 'forced')
      this.#say(this.board.call?.(state) || t('board.nothing_forced'))
    if (what === 'type' && !this.typed.element.hidden) this.typed.input.focus()
    if (what === 'keys') keys()
    if (what === 'auto') this.alone?.run()
  }

  #escape(event) {
    if (event.key === 'Escape') this.#withdraw()
  }

  /** Takes back a move that no socket has seen. */
  #withdraw() {
    if (!this.net.withdraw()) return
    this.#draw(this.state)
    this.status.conn(this.net.conn, null)
    this.#say(t('move.withdrawn'))
  }

  #say(sentence) {
    this.services.say(sentence)
  }
}
