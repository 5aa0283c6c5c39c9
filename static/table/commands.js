// Carries out what can be done at a table besides moving: what asks first, and what is sent. Which buttons there are says
// actions.js.

import { gamePath } from '../app/routes.js'
import { ask, panel } from '../core/dialog.js'
import { loadPart, prepare } from '../core/files.js'
import { name } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { computerGame, isTaught, playedLevel, rememberLevel } from '../core/machines.js'
import { settings } from '../core/settings.js'
import { share } from '../core/share.js'
import { showPosition } from '../play/board-host.js'
import { nextSameScreenWay } from '../play/same-screen.js'
import { giveUpWords, resultToShare } from '../play/texts.js'

const ASKED_FIRST = ['resign', 'give-up', 'abort', 'leave']
const OFFERS = ['draw', 'takeback', 'rematch']
const CONFIRM_MODES = ['auto', 'always', 'never']

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
    else if (act === 'help' || act === 'lesson')
      table.openHelp(table.rules, table.services, act === 'lesson')
    else if (act === 'describe') showPosition(table.board, table.state)
    else if (act === 'share') await this.share()
    else if (act === 'confirming') this.#nextConfirmMode()
    else if (act === 'same-screen') this.#nextSameScreen()
    else if (act === 'settings') await this.#openSettings()
    else if (act === 'account') await this.#openAccount()
    else if (act === 'chat') await table.openChat()
    else if (act === 'next-level') await this.#playNextLevel()
    else if (act === 'play-teacher') await this.#playAgain(true)
    else if (act === 'proceed') this.send({ t: act, ply: table.state.ply })
    else if (act === 'again') await this.#playInstead({ seat: 'both' })
    else if (OFFERS.includes(act)) this.offer(act)
    else if (ASKED_FIRST.includes(act)) await this.#askFirst(act, button)
    else this.enqueue(act)
  }

  /** @param {string} what draw, takeback or rematch */
  offer(what) {
    this.send({ t: 'offer', ply: this.table.state.ply, what })
  }

  /** @param {string} what an offer of the player's own */
  withdraw(what) {
    this.send({ t: 'withdraw', ply: this.table.state.ply, what })
  }

  /** @param {string} what an offer of the opponent @param {boolean} yes */
  answer(what, yes) {
    this.send({ t: 'answer', ply: this.table.state.ply, what, yes })
  }

  /** @param {string} what win or draw */
  claim(what) {
    this.send({ t: 'claim', what })
  }

  /** What cannot be sent now is said. @param {object} message */
  send(message) {
    const { socket, services } = this.table
    if (!socket?.send(message)) services.say(t('conn.not_now'))
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
    const { id, rules, state, board, services } = this.table
    const text = state.over ? resultToShare(rules, state, board) : ''
    services.say(await share(gamePath(id), name(rules), text))
  }

  /** From a table that waits for an opponent to one where the player holds both seats. */
  playBothSides() {
    return this.#playInstead({ seat: 'both' })
  }

  /** The same, to a game against the computer at the level that was chosen last. @param {boolean} [teach] */
  playComputer(teach) {
    return this.#playInstead(computerGame(this.table.rules, teach))
  }

  /** To a game that waits for a player: what waits here ends there. @param {string} game */
  async joinInstead(game) {
    const { table } = this
    try {
      await post(`/api/games/${game}/join`)
      await table.go(gamePath(game))
    } catch {
      table.services.say(t('refused.failed'))
    }
  }

  /** @param {object} how of the game that takes the place of the one that waits */
  async #playInstead(how) {
    const { table } = this
    try {
      const { url } = await post('/api/games', {
        rules: table.rules.id,
        ...how,
      })
      if (table.state.status === 'open')
        await post(`/api/games/${encodeURIComponent(table.id)}/abort`).catch(
          () => {},
        ) // an opponent may just have come
      await table.go(url)
    } catch {
      table.services.say(t('refused.failed'))
    }
  }

  /** To a new game, a level above the one that was played. */
  #playNextLevel() {
    const { rules, state } = this.table
    rememberLevel(rules, (playedLevel(state) ?? 0) + 1)
    return this.#playAgain(isTaught(state))
  }

  /** To a new game against the computer. @param {boolean} teach */
  async #playAgain(teach) {
    const { rules, services, go } = this.table
    try {
      const { url } = await post('/api/games', computerGame(rules, teach))
      await go(url)
    } catch {
      services.say(t('refused.failed'))
    }
  }

  /** @param {string} act @param {HTMLElement} trigger */
  async #askFirst(act, trigger) {
    const { rules, state } = this.table
    const { finishes, label, title, about } =
      act === 'give-up'
        ? giveUpWords(rules, state)
        : {
            finishes: false,
            label: t(`act.${act}`),
            title: t(`act.${act}.sure`),
            about: t(`act.${act}.about`),
          }
    const answer = await ask({
      kind: 'confirm',
      title,
      body: about,
      trigger,
      actions: [
        { label: t('act.keep_playing'), value: null, act: 'cancel' },
        {
          label,
          value: 'yes',
          act: 'confirm',
          look: finishes ? 'primary' : 'danger',
        },
      ],
    })
    if (answer !== 'yes') return
    if (act === 'leave') await this.#leave()
    else this.send({ t: act === 'give-up' ? 'resign' : act })
  }

  async #leave() {
    this.table.socket?.leave()
    await this.table.go('/')
  }

  #nextSameScreen() {
    this.table.services.say(nextSameScreenWay())
    this.table.redraw()
  }

  async #openSettings() {
    const [{ settingsForm }] = await Promise.all([
      loadPart(() => import('../profile/settings-form.js')),
      prepare('profile/settings-form'),
    ])
    panel({ kind: 'settings', title: t('act.settings'), body: settingsForm() })
  }

  async #openAccount() {
    const { openAccount } = await loadPart(() => import('../account/dialog.js'))
    await openAccount().catch(() =>
      this.table.services.say(t('refused.failed')),
    )
  }

  #nextConfirmMode() {
    const place = CONFIRM_MODES.indexOf(settings.get('confirm', 'auto'))
    const mode = CONFIRM_MODES[(place + 1) % CONFIRM_MODES.length]
    settings.set('confirm', mode)
    this.table.redraw()
    this.table.services.say(t(`act.confirming.${mode}`))
  }
}
