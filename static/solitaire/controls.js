// What only a table for one has: automatic play, new and same deals, the link to the deal, and its keys.

import { ask } from '../core/dialog.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { Auto, mode, MODES } from './autoplay.js'
import { again, redeal, shareDeal } from './deals.js'

const KEYS = { z: 'undo', y: 'redo' } // with Ctrl or Cmd; Shift+Z is redo too

export class Alone {
  /** play: the table, for its `state`, `rules`, `board`, `picks`, `go`. wish(act): undo or redo; say(sentence);
   * redraw(): the actions, whose labels have changed. */
  constructor(play, { wish, say, redraw }) {
    Object.assign(this, { play, wish, say, redraw })
    const { board, picks, table } = play
    this.auto = board.auto ? new Auto(board, (move) => this.#send(move)) : null
    picks.on(() => picks.words.length && !picks.pending && this.auto?.stop())
    table.addEventListener('keydown', (event) => this.#key(event))
  }

  /** The actions of a player at his table, in the order of their weight; null keeps a place free. */
  acts(docked) {
    const { state, rules, board } = this.play
    if (state.seat === null) return ['help', 'share', 'describe']
    const live = state.status === 'live'
    const dealt = docked
      ? []
      : ['new-deal', again(rules, state) && 'same-deal', 'share'].filter(
          Boolean,
        )
    if (!live)
      return [
        ...(docked
          ? []
          : [['review', { href: `/g/${state.game}?ply=${state.ply}` }]]),
        ...dealt,
        'help',
        'describe',
      ]
    const here = (act) => (state.acts.includes(act) ? act : null)
    const [first, last] = this.auto
      ? [['auto'], [['auto-mode', { label: t(`act.auto-mode.${mode()}`) }]]]
      : [[], []]
    return [
      here('undo'),
      here('redo'),
      ...first,
      'give-up',
      ...dealt,
      'help',
      'describe',
      ...last,
      ...confirming(board),
    ]
  }

  /** Whether the act was one of these. */
  press(act, button) {
    if (act === 'share')
      shareDeal(this.play.rules, this.play.state).then((sentence) =>
        this.say(sentence),
      )
    else if (act === 'new-deal' || act === 'same-deal')
      this.#redeal(act, button)
    else if (act === 'auto') this.run()
    else if (act === 'auto-mode') return this.#mode()
    else return false
    return true
  }

  /** Plays automatically what can be played so. */
  run() {
    if (!this.auto || this.play.picks.pending) return
    this.play.picks.clear()
    if (!this.auto.start(this.play.state))
      this.say(t(mode() === 'all' ? 'auto.none' : 'auto.none.safe'))
  }

  moved() {
    this.auto?.moved()
  }

  arrived(before, frame) {
    if (frame.view.stuck && !before.view.stuck && frame.status === 'live')
      this.say(t('table.turn.stuck'))
    if (this.auto) this.auto.arrived(frame)
  }

  stop() {
    this.auto?.stop()
  }

  #send(move) {
    const { picks } = this.play
    const asking = picks.confirming
    picks.confirming = false
    const sent = picks.play(move)
    picks.confirming = asking
    return sent
  }

  #mode() {
    const wish = MODES[(MODES.indexOf(mode()) + 1) % MODES.length]
    settings.set('auto', wish)
    this.redraw()
    this.say(t(`act.auto-mode.${wish}.about`))
    return true
  }

  async #redeal(act, trigger) {
    const { rules, state, go } = this.play
    this.stop()
    if (state.status === 'live' && !(await sure(act, trigger))) return
    try {
      await redeal(act, rules, state, go)
    } catch {
      this.say(t('refused.failed'))
    }
  }

  #key(event) {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.target.matches('input, textarea')
    )
      return
    const act =
      event.shiftKey && event.key.toLowerCase() === 'z'
        ? 'redo'
        : KEYS[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    this.wish(act)
  }
}

const confirming = (board) =>
  board.confirms === false
    ? []
    : [
        [
          'confirming',
          { label: t(`act.confirming.${settings.get('confirm', 'auto')}`) },
        ],
      ]

const sure = (act, trigger) =>
  ask({
    kind: 'confirm',
    title: t(`act.${act}.sure`),
    body: t(`act.${act}.about`),
    trigger,
    actions: [
      { label: t('act.keep_playing'), value: null, act: 'cancel' },
      { label: t(`act.${act}`), value: 'yes', act: 'confirm', look: 'primary' },
    ],
  })
