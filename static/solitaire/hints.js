// Hints in a solitaire. The server answers one step at a time and counts each; the sentence stands in the strip for messages,
// with marks on the board, until the position changes. Loaded with the first hint that is asked for.

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

const TOLD = 'hints' // the setting: that hints are counted was said on this device
const PATIENCE = 60_000 // ms for one search
const SLOW = 300 // ms until the strip tells that it is searched

export class Hints {
  #left = new AbortController()
  #asking = false
  #search = new AbortController() // the one that is under way
  /** @type {HTMLElement | null} what stands in the strip */
  #shown = null
  /** @type {HTMLElement | null} what stands there while it is searched */
  #searching = null

  /** @param {SolitaireTable} table @param {(move: string) => boolean} play sends a move */
  constructor(table, play) {
    this.table = table
    this.play = play
  }

  leave() {
    this.#left.abort()
  }

  /** `what`: a move, or whether the game can still be won. `longer`: the ply of the hint in the strip, in place of which
   * a longer search may find a better one.
   * @param {'move' | 'winnable'} what @param {HTMLElement} trigger @param {number | null} [longer] */
  async ask(what, trigger, longer = null) {
    const { state, id } = this.table
    if (this.#asking || !(await this.#agreed(trigger))) return
    this.#asking = true
    const done = waiting(trigger)
    this.#search = new AbortController()
    const signal = AbortSignal.any([this.#left.signal, this.#search.signal])
    const isLonger = longer !== null
    const slow = setTimeout(() => this.#showSearch(isLonger), SLOW)
    const ply = longer ?? this.table.state.ply
    try {
      /** @type {Wire.Hint} */
      const hint = await post(
        `/api/games/${encodeURIComponent(id)}/hint`,
        { ply, ask: what, ...(isLonger ? { longer: true } : {}) },
        { signal, timeout: PATIENCE },
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

  /** That it is searched, and the way to stop that: the server ends the search of a request that is given up.
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

  /** An earlier step of the hint, which the search had covered, is shown again. */
  #endSearch() {
    if (this.#searching?.isConnected) this.table.strip.notice(this.#shown)
    this.#searching = null
  }

  /** The first hint on this device says what it costs; a game that has had one asks no more.
   * @param {HTMLElement} trigger */
  async #agreed(trigger) {
    if (settings.get(TOLD) === 'told' || this.table.state.tally?.hints)
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
    if (answer === 'yes') settings.set(TOLD, 'told')
    return answer === 'yes'
  }

  /** A state has come: a hint about another position goes. @param {State} before @param {State} state */
  onState(before, state) {
    if (isSame(before, state)) return
    this.#search.abort()
    if (this.#shown) this.#clear()
  }

  /** @param {State} asked the state in which the hint was asked for */
  #isCurrent(asked) {
    return !this.#left.signal.aborted && isSame(asked, this.table.state)
  }

  #clear() {
    const { strip, board } = this.table
    if (this.#shown?.isConnected) strip.notice(null)
    this.#shown = null
    clearMarks(board.element)
  }

  /** @param {Wire.Hint} hint @param {'move' | 'winnable'} what @param {number} ply at which it was asked for */
  #show(hint, what, ply) {
    const { strip, board, picks, rules, state } = this.table
    const { move, step, steps } = hint
    settings.set(`coach.${rules.family}`, 'done') // the first lines of help would take its place
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

  /** The button that has the focus, for what comes after it. */
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

  /** Ends a game of points, where it has some. @param {{ finishes: boolean, label: string }} words */
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
    this.table.services.say(t(isBusy ? 'machine.busy' : 'hint.failed'))
  }
}

/** Whether both are the same position of one running game.
 * @param {State} one @param {State} other */
const isSame = (one, other) =>
  other.status === 'live' &&
  one.told.length === other.told.length &&
  one.view.position === other.view.position
