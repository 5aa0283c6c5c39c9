// Hints in a solitaire. The server answers one step at a time and counts each. The sentence is in the message strip, with
// marks on the board, until the position changes. Loaded with the first hint.

import { askTable } from '../boards/contract.js'
import { say } from '../core/announcer.js'
import { waiting } from '../core/busy-button.js'
import { ask } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { post, Refusal } from '../core/http.js'
import { knows, list, t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { settings } from '../core/settings.js'
import { clearMarks, isOnBoard, markPlaces } from '../play/marked-places.js'
import { giveUpWords, readableText } from '../play/texts.js'

const COST_TOLD_SETTING = 'hints' // setting: this device has told that hints are counted
const TIMEOUT_MS = 60_000 // of one search
const SEARCH_TEXT_DELAY_MS = 300 // before the strip shows that a search runs

export class Hints {
  #left = new AbortController()
  #asking = false
  #search = new AbortController() // the running search
  /** @type {HTMLElement | null} the hint in the strip */
  #shown = null
  /** @type {HTMLElement | null} the text in the strip during a search */
  #searching = null

  /** @param {SolitaireTable} table @param {(move: string) => boolean} play sends a move */
  constructor(table, play) {
    this.table = table
    this.play = play
  }

  leave() {
    this.#left.abort()
  }

  /** Requests a hint. `what`: a move, or whether the game can still be won. `longer`: the ply of the hint in the strip, which
   * a longer search may replace by a better one.
   * @param {'move' | 'winnable'} what @param {HTMLElement} trigger @param {number | null} [longer] */
  async ask(what, trigger, longer = null) {
    const { state, id } = this.table
    if (this.#asking || !(await this.#agreed(trigger))) return
    this.#asking = true
    const done = waiting(trigger)
    this.#search = new AbortController()
    const signal = AbortSignal.any([this.#left.signal, this.#search.signal])
    const isLonger = longer !== null
    const slow = setTimeout(
      () => this.#showSearch(isLonger),
      SEARCH_TEXT_DELAY_MS,
    )
    const ply = longer ?? this.table.state.ply
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
      this.#endSearch()
      this.#asking = false
      done()
    }
  }

  /** Shows that a search runs, and a button that stops it: the server ends the search of a cancelled request.
   * @param {boolean} longer */
  #showSearch(longer) {
    const text = t(longer ? 'hint.searching.longer' : 'hint.searching')
    this.#searching = el(
      'div',
      { class: 'game-hint', 'data-searching': true },
      commandIcon('hint'),
      el('span', {}, text),
      this.#button('stop-search', () => this.#search.abort()),
    )
    this.table.strip.notice(this.#searching)
    say(text)
  }

  /** Shows the hint's earlier step again, which the search had covered. */
  #endSearch() {
    if (this.#searching?.isConnected) this.table.strip.notice(this.#shown)
    this.#searching = null
  }

  /** Asks before the first hint on this device, and says what it costs; a game that has had a hint does not ask.
   * @param {HTMLElement} trigger */
  async #agreed(trigger) {
    if (
      settings.get(COST_TOLD_SETTING) === 'told' ||
      this.table.state.tally?.hints
    )
      return true
    const answer = await ask({
      kind: 'confirm',
      title: t('hint.first'),
      body: t('hint.first.about'),
      trigger,
      actions: [
        { label: t('act.keep_playing'), value: null, act: 'cancel' },
        {
          label: t('hint.first.yes'),
          value: 'yes',
          act: 'confirm',
          look: 'primary',
        },
      ],
    })
    if (answer === 'yes') settings.set(COST_TOLD_SETTING, 'told')
    return answer === 'yes'
  }

  /** Removes a hint about another position, after a new state. @param {State} before @param {State} state */
  onState(before, state) {
    if (isSame(before, state)) return
    this.#search.abort()
    if (this.#shown) this.#clear()
  }

  /** @param {State} asked the state in which the hint was requested */
  #isCurrent(asked) {
    return !this.#left.signal.aborted && isSame(asked, this.table.state)
  }

  #clear() {
    const { strip, board } = this.table
    if (this.#shown?.isConnected) strip.notice(null)
    this.#shown = null
    clearMarks(board.element)
  }

  /** @param {Wire.Hint} hint @param {'move' | 'winnable'} what @param {number} ply at which it was requested */
  #show(hint, what, ply) {
    const { strip, board, picks, rules, state } = this.table
    const { move, step, steps } = hint
    settings.set(`coach.${rules.family}`, 'done') // otherwise the first lines of help would replace it
    const text = this.#sentence(hint, what)
    picks.clear()
    strip.clear()
    const more = step < steps && move === null && what === 'move'
    this.#shown = el(
      'div',
      { class: 'game-hint', 'data-hint': hint.text, 'data-step': step },
      commandIcon('hint'),
      el('span', {}, text),
      more && this.#button('more-hint', () => this.ask('move', this.#next())),
      move && this.#button('play-hint', () => this.#play(move)),
      hint.longer &&
        this.#button(
          'longer-hint',
          () => this.ask('move', this.#next(), ply),
          '',
        ),
      hint.text === 'no_more' && this.#finishButton(giveUpWords(rules, state)),
    )
    strip.notice(this.#shown)
    const places = move && (board.placesOf?.(move, this.table.state) ?? move)
    markPlaces(board.element, [...hint.about, ...(places ? [places] : [])])
    say(text)
  }

  /** Returns the element that gets the focus next: the button of the hint, else the board. */
  #next() {
    return this.#shown?.querySelector('button') ?? this.table.board.element
  }

  /** @param {string} act @param {() => void} onclick @param {string} [look] @param {string} [label] */
  #button = (act, onclick, look = 'primary', label = t(`hint.act.${act}`)) =>
    el(
      'button',
      { type: 'button', class: look || null, 'data-act': act, onclick },
      label,
    )

  /** Creates the button that ends a game of points, if it has some. @param {{ finishes: boolean, label: string }} words */
  #finishButton({ finishes, label }) {
    const finish = () => askTable(this.table.board.element, 'give-up')
    return finishes && this.#button('give-up', finish, 'primary', label)
  }

  /** @param {string} move */
  #play(move) {
    this.#clear()
    this.play(move)
  }

  /** @param {Wire.Hint} hint @param {'move' | 'winnable'} what */
  #sentence({ text, about, move, told, value }, what) {
    const { board, rules, state } = this.table
    const names = about.map((word) => {
      if (isOnBoard(board.element, word)) return board.name(word, state)
      const call = word === move ? board.tell?.(word, state) : null
      return call ?? readableText(board, word)
    })
    const params = {
      about: list(names),
      one: names[0],
      two: names[1],
      three: names[2],
      move: told === null ? '' : readableText(board, told),
      count: about.length,
      score: value?.score?.[0] ?? null,
    }
    const verdict = value?.verdict && `hint.verdict.${value.verdict}`
    const known = [
      `${rules.family}.hint.${text}`,
      what === 'winnable' && verdict,
    ].find((key) => key && knows(key))
    if (known) return t(known, params)
    return t(told === null ? 'hint.about' : 'hint.move', params)
  }

  /** @param {Refusal} refusal */
  #refuse({ code, status }) {
    const isBusy = [503, 429].includes(status) || code === 'timeout'
    this.table.services.say(t(isBusy ? 'search.busy' : 'hint.failed'))
  }
}

/** Whether both states have the same position of one running game.
 * @param {State} one @param {State} other */
const isSame = (one, other) =>
  other.status === 'live' &&
  one.told.length === other.told.length &&
  one.view.position === other.view.position
