// What may be done at a table besides moving: which buttons there are, what asks first, and what goes out.

import { post } from '../core/http.js'
import { ask } from '../core/dialog.js'
import { t } from '../core/i18n.js'
import { name } from '../core/games.js'
import { settings } from '../core/settings.js'
import { describe, help } from './board-host.js'
import { share } from '../core/share.js'

const CONFIRMED = ['resign', 'give-up', 'abort']
const CONFIRM = ['auto', 'always', 'never']

/** The list for `actions.show` at a table for two. `docked`: the dialog of the end stands there and offers its own. */
export function listed(rules, state, { turned, docked }) {
  const list = ['undo', 'redo', 'resign', 'abort'].filter((act) =>
    state.acts.includes(act),
  )
  if (state.status === 'ended' && !docked) {
    list.push(['review', { href: `/g/${state.game}?ply=${state.ply}` }])
    list.push(['new-game', { href: `/new/${rules.id}` }])
  }
  list.push('help', ['flip', { pressed: turned }])
  if (state.status !== 'open' && !docked) list.push('share')
  list.push(['describe', { menu: true }])
  const confirming = t(`act.confirming.${settings.get('confirm', 'auto')}`)
  if (state.seat !== null)
    list.push(['confirming', { menu: true, label: confirming }])
  return list
}

/** The acts of one table. `play` is the table: its state, net, board, rules, services; and `flip()`, `redraw()`. */
export class Acts {
  #wishes = [] // undo and redo that wait for the one before them
  #sent = null // the one that is on its way

  constructor(play) {
    this.play = play
  }

  async press(act, button) {
    const { play } = this
    if (play.alone?.press(act, button)) return
    if (act === 'flip') play.flip()
    else if (act === 'help') help(play.rules, play.services)
    else if (act === 'describe') describe(play.board, play.state)
    else if (act === 'share') await this.share()
    else if (act === 'confirming') this.#confirming()
    else if (CONFIRMED.includes(act)) await this.#sure(act, button)
    else this.wish(act)
  }

  /** Undo and redo go one after the other, each at the ply that the one before it led to. */
  wish(act) {
    this.play.alone?.stop()
    this.#wishes.push(act)
    this.next()
  }

  /** A state has come: the next of the undos goes out, at the ply that the one before it led to. */
  arrived() {
    this.#sent = null
    this.next()
  }

  /** What waits is dropped: refused, or the link is gone. */
  drop() {
    this.#sent = null
    this.#wishes = []
  }

  next() {
    const { play } = this
    if (this.#sent || !this.#wishes.length) return
    const act = this.#wishes.shift()
    if (!play.state.acts.includes(act)) return
    this.#sent = act
    if (play.net.send({ t: act, ply: play.state.ply })) return
    this.drop()
    play.services.say(t('conn.not_now'))
  }

  async share() {
    const { play } = this
    play.services.say(await share(`/g/${play.id}`, name(play.rules)))
  }

  /** From a table that waits to one where the player holds both seats. */
  async both() {
    const { play } = this
    try {
      const made = await post('/api/games', {
        rules: play.rules.id,
        seat: 'both',
      })
      await post(`/api/games/${encodeURIComponent(play.id)}/abort`).catch(
        () => {},
      ) // somebody may just have come
      await play.go(made.url)
    } catch {
      play.services.say(t('refused.failed'))
    }
  }

  async #sure(act, trigger) {
    const { play } = this
    const sure = await ask({
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
    if (sure !== 'yes') return
    if (!play.net.send({ t: act === 'give-up' ? 'resign' : act }))
      play.services.say(t('conn.not_now'))
  }

  #confirming() {
    const wish =
      CONFIRM[
        (CONFIRM.indexOf(settings.get('confirm', 'auto')) + 1) % CONFIRM.length
      ]
    settings.set('confirm', wish)
    this.play.redraw()
    this.play.services.say(t(`act.confirming.${wish}`))
  }
}
