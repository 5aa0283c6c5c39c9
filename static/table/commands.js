// What can be done at a table besides moving: which buttons there are, which ask first, and what is sent.

import { gamePath, newGamePath } from '../app/routes.js'
import { ask, panel } from '../core/dialog.js'
import { name } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { share } from '../core/share.js'
import { showPosition } from './board-host.js'
import { nextSameScreenWay, sameScreenWay } from './same-screen.js'
import { playsBothSides } from './texts.js'

const ASKED_FIRST = ['resign', 'give-up', 'abort']
const CONFIRM_MODES = ['auto', 'always', 'never']

/** The buttons of a table for two. `docked`: the dialog of the result stands there and offers its own.
 * @param {Rules} rules @param {State} state @param {{ flipped: boolean, docked: boolean }} how
 * @returns {ToolbarAction[]} */
export function tableActions(rules, state, { flipped, docked }) {
  /** @type {ToolbarAction[]} */
  const list = [...seatActions(state)]
  if (state.status === 'ended' && !docked) {
    list.push(['review', { href: gamePath(state.game, state.ply) }])
    list.push(['new-game', { href: newGamePath(rules.id) }])
  }
  list.push(['flip', { pressed: flipped }], 'help')
  if (state.status !== 'open' && !docked) list.push('share')
  list.push(['describe', { menu: true }])
  if (state.seat !== null && playsBothSides(state)) {
    const label = t(`act.same-screen.${sameScreenWay()}`)
    list.push(['same-screen', { menu: true, label }])
  }
  return [...list, ...deviceActions(state)]
}

/** What belongs to the device and not to the game, behind "More".
 * @param {State} state @param {boolean} [confirms] whether moves can be asked
 * @returns {ToolbarAction[]} */
export function deviceActions({ seat }, confirms = true) {
  const label = t(`act.confirming.${settings.get('confirm', 'auto')}`)
  /** @type {ToolbarAction[]} */
  const all = [
    ['confirming', { menu: true, label }],
    ['settings', { menu: true }],
  ]
  return seat !== null && confirms ? all : all.slice(1)
}

/** What only players can do. Abort stands in the place of Resign until both have moved; undo is of a table where one
 * player has both seats.
 * @param {State} state @returns {ToolbarAction[]} */
function seatActions(state) {
  const { seat, status, acts } = state
  if (seat === null || status === 'ended') return []
  const end = acts.includes('abort') ? 'abort' : 'resign'
  const label = t(status === 'open' ? 'act.abort.open' : `act.${end}`)
  /** @type {ToolbarAction} */
  const leave = [end, { label, disabled: !acts.includes(end) }]
  return status === 'live' && playsBothSides(state)
    ? [...undoActions(state), leave]
    : [leave]
}

/** @param {State} state @returns {ToolbarAction[]} */
export const undoActions = ({ acts }) =>
  ['undo', 'redo'].map((act) => [act, { disabled: !acts.includes(act) }])

/** Carries out the buttons of one table. Undo and redo go one after the other, each at the ply that the one before it
 * led to. */
export class Commands {
  /** @type {string[]} undo and redo that wait for the one before them */
  #queue = []
  #sent = false // whether one of them is on its way

  /** @param {import('./controller.js').TableController} table */
  constructor(table) {
    this.table = table
  }

  /** @param {string} act @param {HTMLElement} button */
  async press(act, button) {
    const { table } = this
    if (table.solitaire?.press(act, button)) return
    if (act === 'flip') table.flip()
    else if (act === 'help') table.openHelp(table.rules, table.services)
    else if (act === 'describe') showPosition(table.board, table.state)
    else if (act === 'share') await this.share()
    else if (act === 'confirming') this.#nextConfirmMode()
    else if (act === 'same-screen') this.#nextSameScreen()
    else if (act === 'settings') await this.#openSettings()
    else if (ASKED_FIRST.includes(act)) await this.#askFirst(act, button)
    else this.enqueue(act)
  }

  /** @param {string} act undo or redo */
  enqueue(act) {
    this.table.solitaire?.stop()
    this.#queue.push(act)
    this.#sendNext()
  }

  /** A state has arrived: the next one in the queue is sent. */
  onState() {
    this.#sent = false
    this.#sendNext()
  }

  /** Empties the queue: one was refused, or the link is gone. */
  drop() {
    this.#sent = false
    this.#queue = []
  }

  #sendNext() {
    const { table } = this
    if (this.#sent) return
    const act = this.#queue.shift()
    if (!act || !table.state.acts.includes(act)) return
    this.#sent = true
    if (table.socket?.send({ t: act, ply: table.state.ply })) return
    this.drop()
    table.services.say(t('conn.not_now'))
  }

  async share() {
    const { table } = this
    table.services.say(await share(gamePath(table.id), name(table.rules)))
  }

  /** From a table that waits for an opponent to one where the player holds both seats. */
  async playBothSides() {
    const { table } = this
    try {
      const { url } = await post('/api/games', {
        rules: table.rules.id,
        seat: 'both',
      })
      await post(`/api/games/${encodeURIComponent(table.id)}/abort`).catch(
        () => {},
      ) // an opponent may just have come
      await table.go(url)
    } catch {
      table.services.say(t('refused.failed'))
    }
  }

  /** @param {string} act @param {HTMLElement} trigger */
  async #askFirst(act, trigger) {
    const { socket, services } = this.table
    const answer = await ask({
      kind: 'confirm',
      title: t(`act.${act}.sure`),
      body: t(`act.${act}.about`),
      trigger,
      actions: [
        { label: t('act.keep_playing'), value: null, act: 'cancel' },
        {
          label: t(`act.${act}`),
          value: 'yes',
          act: 'confirm',
          look: 'danger',
        },
      ],
    })
    if (answer !== 'yes') return
    if (!socket?.send({ t: act === 'give-up' ? 'resign' : act }))
      services.say(t('conn.not_now'))
  }

  #nextSameScreen() {
    this.table.services.say(nextSameScreenWay())
    this.table.redraw()
  }

  async #openSettings() {
    try {
      const { settingsForm } = await import('../profile/settings-form.js')
      panel({
        kind: 'settings',
        title: t('act.settings'),
        body: settingsForm(),
      })
    } catch {
      this.table.services.say(t('refused.failed'))
    }
  }

  #nextConfirmMode() {
    const place = CONFIRM_MODES.indexOf(settings.get('confirm', 'auto'))
    const mode = CONFIRM_MODES[(place + 1) % CONFIRM_MODES.length]
    settings.set('confirm', mode)
    this.table.redraw()
    this.table.services.say(t(`act.confirming.${mode}`))
  }
}
