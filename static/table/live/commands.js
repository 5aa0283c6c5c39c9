// Commands of a table: every act besides a move, some after a question, and the messages that they send. actions.js chooses
// the buttons.

import { gamePath } from '../../app/routes.js'
import {
  botGame,
  isTaught,
  levelsOf,
  playedLevel,
  rememberLevel,
  teaches,
} from '../../core/bots.js'
import { once, refusalText } from '../../core/busy-button.js'
import { loadPart } from '../../core/files.js'
import { name } from '../../core/games.js'
import { post, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { becomesCasual, createGame } from '../../core/play-now.js'
import { settings } from '../../core/settings.js'
import { share } from '../../core/share.js'
import { ask } from '../../kit/dialog.js'
import { showPosition } from '../board-host.js'
import { nextSameScreenWay } from '../same-screen.js'
import { giveUpWords, resultToShare } from '../texts.js'

const CONFIRMED_ACTS = ['resign', 'give-up', 'abort', 'leave']
const OFFERS = ['draw', 'takeback', 'rematch']
const CONFIRM_MODES = ['auto', 'always', 'never']

/** @typedef {{ rules: Rules, board: Board, say: Say, go: Go, game: import('../../live/game-socket.js').GameSocket }} Commanded */

/** Commands of one table. Undo and redo are sent one at a time, each at the ply that the one before led to. */
export class Commands {
  /** @type {string[]} queued undo and redo */
  #queue = []
  #sent = false // whether one of them is unanswered
  #going = false // whether another game is being made or joined

  /** @param {Commanded} table */
  constructor(table) {
    this.table = table
  }

  /** @param {string} act @param {HTMLElement} button */
  async press(act, button) {
    const { board, game } = this.table
    if (act === 'describe') showPosition(board, game.state)
    else if (act === 'share') await this.share()
    else if (act === 'confirming') this.#nextConfirmMode()
    else if (act === 'same-screen') this.table.say(nextSameScreenWay())
    else if (act === 'settings') await once(button, () => this.#openSettings())
    else if (act === 'account') await once(button, () => this.#openAccount())
    else if (act === 'next-level') await once(button, () => this.#playNextLevel())
    else if (act === 'play-teacher') await once(button, () => this.playBot(true))
    else if (act === 'proceed') this.#sendAt({ t: act })
    else if (act === 'again') await once(button, () => this.playBothSides())
    else if (act === 'new-opponent') await once(button, () => this.#playAnother())
    else if (OFFERS.includes(act)) this.offer(act)
    else if (CONFIRMED_ACTS.includes(act)) await this.#askFirst(act, button)
  }

  /** @param {string} what draw, takeback or rematch */
  offer(what) {
    this.#sendAt({ t: 'offer', what })
  }

  /** @param {string} what an offer of the player */
  withdraw(what) {
    this.#sendAt({ t: 'withdraw', what })
  }

  /** @param {string} what an offer of the opponent @param {boolean} yes */
  answer(what, yes) {
    this.#sendAt({ t: 'answer', what, yes })
  }

  /** @param {string} what win or draw */
  claim(what) {
    this.#send({ t: 'claim', what })
  }

  /** Sends a message, or tells the player that it cannot be sent now. @param {object} message */
  #send(message) {
    const { game, say } = this.table
    const sent = game.send(message)
    if (!sent) say(t('conn.not_now'))
    return sent
  }

  /** Sends a message at the current ply. @param {object} message */
  #sendAt(message) {
    return this.#send({ ...message, ply: this.table.game.state.ply })
  }

  /** @param {string} act undo or redo */
  enqueue(act) {
    this.#queue.push(act)
    this.#sendNext()
  }

  /** Sends the next act of the queue, after a new state. */
  onState() {
    this.#sent = false
    this.#sendNext()
  }

  /** Empties the queue, after a refusal or without a connection. */
  drop() {
    this.#sent = false
    this.#queue = []
  }

  #sendNext() {
    if (this.#sent) return
    const act = this.#queue.shift()
    if (!act || !this.table.game.state.acts.includes(act)) return
    this.#sent = true
    if (!this.#sendAt({ t: act })) this.drop()
  }

  async share() {
    const { rules, board, say, game } = this.table
    const text = game.state.over ? resultToShare(rules, game.state, board) : ''
    say(await share(gamePath(game.id), name(rules), text))
  }

  /** Goes to a game in which the player holds both seats. */
  playBothSides() {
    return this.#playInstead({ seat: 'both' })
  }

  /** Goes to a game against the bot at the last chosen level. @param {boolean} [teach] */
  playBot(teach) {
    return this.#playInstead(botGame(this.table.rules, teach))
  }

  /** Goes to a game against whoever waits next, with the clock of this one, and rated as it was. */
  #playAnother() {
    const { control, rated } = this.table.game.state
    return this.#playInstead({ pair: true, clock: control ?? 'none', ...(rated && { rated }) })
  }

  /** Returns what the player can do while this game waits for an opponent.
   * @returns {import('./waiting/card.js').WaitingActs} */
  whileWaiting() {
    const { rules } = this.table
    return {
      cancel: () => this.#cancel(),
      share: () => this.share(),
      join: (game) => this.joinInstead(game),
      playBot: levelsOf(rules) > 0 ? () => this.playBot() : null,
      playTeacher: teaches(rules) ? () => this.playBot(true) : null,
    }
  }

  /** Ends this game, which nobody has joined, and goes to the lobby. */
  #cancel() {
    return this.#goOn(async () => {
      await this.#abortWaiting()
      return '/'
    })
  }

  /** Joins a waiting game and goes there; one that would become casual asks first on its page. The server ends the game that
   * waits here if it was to be paired; one of the form goes on waiting, as in the lobby. @param {Item} game */
  joinInstead(game) {
    return this.#goOn(async () => {
      if (!(await becomesCasual(game))) await post(`/api/games/${game.id}/join`)
      return gamePath(game.id)
    })
  }

  /** Goes to another game; tells the player what the server refuses.
   * @param {() => Promise<string>} make returns its path */
  async #goOn(make) {
    const { go, say } = this.table
    if (this.#going) return
    this.#going = true
    try {
      await go(await make())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      say(refusalText(error))
    } finally {
      this.#going = false
    }
  }

  /** Goes to a new game; it replaces this one if this one still waits. @param {Partial<Wire.NewGame>} how */
  #playInstead(how) {
    return this.#goOn(async () => {
      const url = await createGame({ rules: this.table.rules.id, ...how })
      await this.#abortWaiting().catch(() => {}) // an opponent may have joined just now
      return url
    })
  }

  async #abortWaiting() {
    const { id, state } = this.table.game
    if (state.status === 'open') await post(`/api/games/${encodeURIComponent(id)}/abort`)
  }

  /** Goes to a new game, one level higher. */
  #playNextLevel() {
    const { rules, game } = this.table
    rememberLevel(rules, (playedLevel(game.state) ?? 0) + 1)
    return this.playBot(isTaught(game.state))
  }

  /** @param {string} act @param {HTMLElement} trigger */
  async #askFirst(act, trigger) {
    const { rules, game } = this.table
    const { finishes, label, title, about } =
      act === 'give-up'
        ? giveUpWords(rules, game.state)
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
    else this.#send({ t: act === 'give-up' ? 'resign' : act })
  }

  async #leave() {
    this.table.game.leave()
    await this.table.go('/')
  }

  async #openSettings() {
    const { openSettings } = await loadPart(() => import('../../pages/settings/dialog.js'))
    await openSettings()
  }

  async #openAccount() {
    const { openAccount } = await loadPart(() => import('../../pages/account/dialog.js'))
    await openAccount('sign-up').catch((error) => {
      if (!(error instanceof Refusal)) throw error
      this.table.say(refusalText(error))
    })
  }

  #nextConfirmMode() {
    const place = CONFIRM_MODES.indexOf(settings.get('confirm', 'auto'))
    const mode = CONFIRM_MODES[(place + 1) % CONFIRM_MODES.length]
    settings.set('confirm', mode)
    this.table.say(t(`act.confirming.${mode}`))
  }
}
