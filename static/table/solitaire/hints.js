// Hints in a solitaire. The server answers one step at a time and counts each hint once. The sentence is in the message strip,
// with marks on the board, until the position changes. Loaded with the first hint.

import { askTable } from '../../board/contract.js'
import { say } from '../../core/announcer.js'
import { waiting } from '../../core/busy-button.js'
import { post, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { button } from '../../kit/button.js'
import { ask } from '../../kit/dialog.js'
import { icon } from '../../kit/icon.js'
import { computed, html, signal } from '../../vendor/preact.js'
import { clearMarks, markPlaces } from '../marked-places.js'
import { giveUpWords } from '../texts.js'
import { hintSentence, isLostFromStart, isSame } from './hint-text.js'
import { stripNotice } from './strip-notice.js'

const COST_TOLD_SETTING = 'hints' // setting: this device has told that hints are counted
const TIMEOUT_MS = 60_000 // of one search
const SEARCH_TEXT_DELAY_MS = 300 // before the strip shows that a search runs

/** @typedef {import('./hint-text.js').Ask} Ask */
/** A hint with its sentence and the ply at which it was requested. @typedef {{ hint: Wire.Hint, text: string, ply: number }} Shown */
/** A running search. `told`: the strip shows it; `longer`: for a better hint than the one shown.
 * @typedef {{ end: AbortController, longer: boolean, told: boolean }} Search */

export class Hints {
  /** The hint of the present position. */
  shown = signal(/** @type {Shown | null} */ (null))
  search = signal(/** @type {Search | null} */ (null))
  #asking = false // also while the player is asked whether a hint may count

  /** @param {SolitaireTable} table @param {(move: string) => boolean} play sends a move
   * @param {(trigger: HTMLElement) => void} deal asks for another deal */
  constructor(table, play, deal) {
    this.table = table
    this.play = play
    this.deal = deal
    const content = computed(() => {
      const search = this.search.value
      if (search?.told) return searchNotice(search)
      return this.shown.value && this.#notice(this.shown.value)
    })
    stripNotice(table.strip, () => content.value)
  }

  /** Requests a hint. `what`: a move, or whether the game can still be won. `longer`: the ply of the hint in the strip, which
   * a longer search may replace by a better one.
   * @param {Ask} what @param {HTMLElement} trigger @param {number | null} [longer] */
  async ask(what, trigger, longer = null) {
    if (this.#asking) return
    this.#asking = true
    try {
      if (await this.#agreed(trigger)) await this.#request(what, trigger, longer)
    } finally {
      this.#asking = false
    }
  }

  /** @param {Ask} what @param {HTMLElement} trigger @param {number | null} longer */
  async #request(what, trigger, longer) {
    const { state, id } = this.table
    const done = waiting(trigger)
    const end = new AbortController()
    const signal = AbortSignal.any([this.table.left, end.signal])
    const isLonger = longer !== null
    this.search.value = { end, longer: isLonger, told: false }
    const slow = setTimeout(() => this.#tellSearch(), SEARCH_TEXT_DELAY_MS)
    const ply = longer ?? state.ply
    try {
      /** @type {Wire.Hint} */
      const hint = await post(
        `/api/games/${encodeURIComponent(id)}/hint`,
        { ply, ask: what, ...(isLonger ? { longer: true } : {}) },
        { signal, timeout: TIMEOUT_MS },
      )
      if (this.#isCurrent(state)) this.#show(hint, what, ply)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!signal.aborted) this.#refuse(error)
    } finally {
      clearTimeout(slow)
      this.search.value = null
      done()
    }
  }

  /** Shows that a search runs, in place of the hint's earlier step. */
  #tellSearch() {
    const search = this.search.value
    if (!search) return
    this.search.value = { ...search, told: true }
    say(searchText(search))
  }

  /** Asks before the first hint on this device, and says what it costs; a game that has had a hint does not ask.
   * @param {HTMLElement} trigger */
  async #agreed(trigger) {
    if (settings.get(COST_TOLD_SETTING) === 'told' || this.table.state.tally?.hints) return true
    const answer = await ask({
      kind: 'confirm',
      title: t('hint.first'),
      body: t('hint.first.about'),
      trigger,
      actions: [
        { label: t('act.keep_playing'), value: null, act: 'cancel' },
        { label: t('hint.first.yes'), value: 'yes', act: 'confirm', look: 'primary' },
      ],
    })
    if (answer === 'yes') settings.set(COST_TOLD_SETTING, 'told')
    return answer === 'yes'
  }

  /** Removes a hint about another position, after a new state. @param {State} before @param {State} state */
  onState(before, state) {
    if (isSame(before, state)) return
    this.search.value?.end.abort()
    if (this.shown.value) this.#clear()
  }

  /** @param {State} asked the state in which the hint was requested */
  #isCurrent(asked) {
    return !this.table.left.aborted && isSame(asked, this.table.state)
  }

  #clear() {
    const { board } = this.table
    this.shown.value = null
    clearMarks(board.element)
    board.draw?.hint?.(null)
  }

  /** @param {Wire.Hint} hint @param {Ask} what @param {number} ply at which it was requested */
  #show(hint, what, ply) {
    const { strip, board, picks, rules, state } = this.table
    const { move } = hint
    settings.set(`coach.${rules.family}`, 'done') // otherwise the first lines of help would replace it
    const text = hintSentence(hint, what, this.table)
    picks.clear()
    strip.clear()
    this.shown.value = { hint, text, ply }
    const places = move && (board.placesOf?.(move, state) ?? move)
    markPlaces(board.element, [...hint.about, ...(places ? [places] : [])])
    board.draw?.hint?.(move)
    say(text)
  }

  /** The hint with what can be done about it. @param {Shown} shown */
  #notice({ hint, text, ply }) {
    const { board, rules, state } = this.table
    const { move, step, steps } = hint
    const { finishes, label } = giveUpWords(rules, state)
    return html`
      <div class="game-hint" data-hint=${hint.text} data-step=${step}>
        ${icon('hint')}
        <span>${text}</span>
        ${
          step < steps &&
          move === null &&
          hintButton('more-hint', () => this.ask('move', this.#next()))
        }
        ${move && hintButton('play-hint', () => this.#play(move))}
        ${hint.longer && hintButton('longer-hint', () => this.ask('move', this.#next(), ply), '')}
        ${
          isLostFromStart({ text: hint.text, told: state.told }) &&
          hintButton(
            'another-deal',
            () => this.deal(this.#next()),
            'primary',
            t('act.another-deal'),
          )
        }
        ${
          hint.text === 'no_more' &&
          finishes &&
          hintButton('give-up', () => askTable(board.element, 'give-up'), 'primary', label)
        }
      </div>`
  }

  /** Returns the element that gets the focus next: the button of the hint, else the board. */
  #next() {
    const { strip, board } = this.table
    /** @type {HTMLElement | null | undefined} */
    const first = strip.element?.querySelector('[data-hint] button')
    return first ?? board.element
  }

  /** @param {string} move */
  #play(move) {
    this.#clear()
    this.play(move)
  }

  /** @param {Refusal} refusal */
  #refuse({ code, status }) {
    const isBusy = [503, 429].includes(status) || code === 'timeout'
    this.table.services.say(t(isBusy ? 'search.busy' : 'hint.failed'))
  }
}

/** @param {Pick<Search, 'longer'>} search */
const searchText = ({ longer }) => t(longer ? 'hint.searching.longer' : 'hint.searching')

/** Says that a search runs, with a button that stops it: the server ends the search of a cancelled request.
 * @param {Search} search */
const searchNotice = (search) => html`
  <div class="game-hint" data-searching>
    ${icon('hint')}
    <span>${searchText(search)}</span>
    ${hintButton('stop-search', () => search.end.abort())}
  </div>`

/** A button whose press is answered at once; the hint that it asks for has marks of its own.
 * @param {string} act @param {() => unknown} press @param {string} [look] @param {string} [label] */
const hintButton = (act, press, look = 'primary', label = t(`hint.act.${act}`)) =>
  button({ act, look, onpress: () => void press() }, label)
