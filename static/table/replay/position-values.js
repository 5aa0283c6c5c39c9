// Values of positions outside a game of this server: of a line that the reader tries, or of a published game. Each is
// requested when the reader has stayed at it for STAY_MS, and again while the server is busy; leaving it ends the search.

import { post, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { batch, signal } from '../../vendor/preact.js'

/**
 * @template T
 * @typedef {import('@preact/signals').Signal<T>} Signal
 */
/** @import { Valued } from './mistakes.js' */

const STAY_MS = 250
const TIMEOUT_MS = 60_000 // of one search

export class PositionValues {
  /** By the text of the position. @type {Signal<ReadonlyMap<string, Valued>>} */
  #known = signal(new Map())
  /** By the same, why there is no value, as a sentence. @type {Signal<ReadonlyMap<string, string>>} */
  #problems = signal(new Map())
  #left = new AbortController()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** @param {Rules} rules @param {AbortSignal} signal */
  constructor(rules, signal) {
    this.rules = rules
    signal.addEventListener('abort', () => this.#end())
  }

  /** Returns the value of a position; undefined: it is not known, or not yet. @param {State} frame */
  of({ view }) {
    return this.#known.value.get(view.position)
  }

  /** Returns why there is no value, or not yet; null: no reason is known. @param {State} frame */
  problem({ view }) {
    return this.#problems.value.get(view.position) ?? null
  }

  /** Requests the value of the position at which the reader is; null: none. @param {string | null} position */
  want(position) {
    this.#end()
    if (position === null || this.#known.value.has(position)) return
    this.#timer = setTimeout(() => this.#ask(position), STAY_MS)
  }

  #end() {
    clearTimeout(this.#timer)
    this.#left.abort()
    this.#left = new AbortController()
  }

  /** @param {string} position */
  async #ask(position) {
    const { signal } = this.#left
    try {
      const { value, best, line } = await post(
        '/api/analysis',
        { rules: this.rules.id, position },
        { signal, timeout: TIMEOUT_MS },
      )
      this.#set(position, { value, best, line }, null)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (signal.aborted) return
      this.#refused(position, error)
    }
  }

  /** @param {string} position @param {Valued | null} value @param {string | null} problem */
  #set(position, value, problem) {
    const problems = new Map(this.#problems.value)
    if (problem) problems.set(position, problem)
    else problems.delete(position)
    batch(() => {
      this.#problems.value = problems
      if (value) this.#known.value = new Map(this.#known.value).set(position, value)
    })
  }

  /** @param {string} position @param {Refusal} error */
  #refused(position, error) {
    const busy = busyText(error)
    if (busy === null) return this.#set(position, { value: null, best: [] }, problemText(error))
    this.#set(position, null, busy)
    const ms = (Number(error.detail.seconds) || 1) * 1000
    this.#timer = setTimeout(() => this.#ask(position), ms)
  }
}

/** Returns why a search has to wait, as a sentence; null: it was refused for another reason. @param {Refusal} refusal */
export function busyText({ code, detail }) {
  if (code === 'too_many') return t('analysis.too_many')
  if (code === 'busy' && detail.by === 'games') return t('analysis.busy.games')
  return ['busy', 'try_again'].includes(code) ? t('analysis.busy') : null
}

/** @param {Refusal} refusal */
function problemText({ code, detail }) {
  if (code === 'bad_message' && detail.message)
    return t('analysis.unreachable', { why: detail.message })
  return t(code === 'in_play' ? 'analysis.in_play' : 'analysis.failed')
}
