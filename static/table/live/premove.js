// Premove: one move chosen during the opponent's turn. Its legality is unknown then, so any own piece can be picked and any
// other place after it. On the player's turn it is played if it is legal, else dropped with a sentence. Only in games for
// two people whose moves consist of places.

import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { cue } from '../../core/sound.js'
import { signal } from '../../vendor/preact.js'
import { playsBothSides } from '../texts.js'

/** Whether the player may choose a premove now.
 * @param {State} state */
export const mayPremove = (state) =>
  settings.get('premove', 'on') === 'on' &&
  state.status === 'live' &&
  state.seat !== null &&
  state.turn !== null &&
  state.turn !== state.seat &&
  !state.warning &&
  !playsBothSides(state)

/** Returns the premoves to choose from: each own piece with each other place that it could ever reach.
 * @param {Board} board @param {State} state @returns {LegalMove[]} */
function premoves({ premoves: known }, state) {
  if (!known) return []
  const own = [...known.pieces(state)].filter(([, { owner }]) => owner === state.seat)
  return own.flatMap(([from]) =>
    known
      .reach(from, state)
      .filter((to) => to !== from)
      .map((to) => /** @type {LegalMove} */ ([`${from} ${to}`, `${from}–${to}`])),
  )
}

/** `made`: moves in effect when it was chosen. @typedef {{ move: string, made: number }} Premove */

/** Returns what becomes of a premove with a new state or setting; null: nothing yet. On the player's turn it is played, it
 * begins several moves (a choice is left), or it is not legal. `gone`: the game has ended, or was taken back. `off`: none may
 * be chosen any more, so that none is shown.
 * @param {Premove} premove @param {State} state @returns {'play' | 'begin' | 'drop' | 'gone' | 'off' | null} */
export function fateOf({ move, made }, state) {
  if (state.status !== 'live' || state.told.length < made) return 'gone'
  if (state.turn !== state.seat) return mayPremove(state) ? null : 'off'
  if (state.legal.some(([legal]) => legal === move)) return 'play'
  return state.legal.some(([legal]) => legal.startsWith(`${move} `)) ? 'begin' : 'drop'
}

/** Premove of a live table, at most one: what its player does, sees and hears. */
export class Premoves {
  #chosen = signal(/** @type {Premove | null} */ (null))

  /** @param {BoardHost} host @param {(move: string) => unknown} play */
  constructor({ board, picks, services }, play) {
    this.board = board
    this.picks = picks
    this.say = services.say
    this.play = play
    picks.onrecall = () => this.#recall()
  }

  /** The chosen move, or null. */
  get chosen() {
    return this.#chosen.value?.move ?? null
  }

  /** Lets the player choose one. @param {State} state */
  offer(state) {
    this.picks.set(premoves(this.board, state), { pending: this.chosen, ahead: true })
  }

  /** @param {string} move @param {State} state */
  choose(move, state) {
    this.#chosen.value = { move, made: state.told.length }
    this.say(t('premove.set', { move: move.replace(' ', '–') }))
  }

  /** Takes the premove back; false: there is none. */
  withdraw() {
    if (!this.chosen) return false
    this.#recall()
    return true
  }

  #recall() {
    this.#chosen.value = null
    this.say(t('premove.cancelled'))
  }

  /** Decides what becomes of the premove after a new state or setting, and says it; plays a legal one. @param {State} state */
  follow(state) {
    const premove = this.#chosen.value
    const fate = premove && fateOf(premove, state)
    if (!fate) return
    const { move } = premove
    this.#chosen.value = null
    if (fate === 'play') this.play(move)
    if (fate === 'begin') for (const word of move.split(' ')) this.picks.point(word)
    if (fate === 'off') this.say(t('premove.cancelled'))
    if (fate !== 'drop') return
    this.say(t('premove.dropped', { move: move.replace(' ', '–') }))
    cue('wrong')
  }
}
