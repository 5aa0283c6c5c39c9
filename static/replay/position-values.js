// Values of positions outside a game of this server: of a line that the reader tries, or of a published game. Each is
// requested when the reader has stayed at it for STAY_MS, and again while the server is busy; leaving it ends the search.

import { post, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'

/** @import { Valued } from './mistakes.js' */

const STAY_MS = 250
const TIMEOUT_MS = 60_000 // of one search

export class PositionValues {
  /** @type {Map<string, Valued>} by the text of the position */
  #known = new Map()
  /** @type {Map<string, string>} the reason why there is no value, as a sentence */
  #problems = new Map()
  #asked = ''
  #left = new AbortController()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** @param {Rules} rules @param {AbortSignal} signal @param {() => void} changed called after each new value */
  constructor(rules, signal, changed) {
    this.rules = rules
    this.changed = changed
    signal.addEventListener('abort', () => this.#end())
  }

  /** Returns the value of a position; undefined: it is being requested. @param {State} frame */
  of({ view }) {
    const { position } = view
    const known = this.#known.get(position)
    if (known || position === this.#asked) return known
    this.#end()
    this.#asked = position
    this.#timer = setTimeout(() => this.#ask(position), STAY_MS)
    return undefined
  }

  /** Returns why there is no value, or not yet; null: no reason is known. @param {State} frame */
  problem({ view }) {
    return this.#problems.get(view.position) ?? null
  }

  #end() {
    clearTimeout(this.#timer)
    this.#left.abort()
    this.#left = new AbortController()
    this.#asked = ''
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
      this.#known.set(position, { value, best, line })
      this.#problems.delete(position)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (signal.aborted) return
      this.#refused(position, error)
    }
    if (!signal.aborted) this.changed()
  }

  /** @param {string} position @param {Refusal} error */
  #refused(position, error) {
    const busy = busyText(error)
    this.#problems.set(position, busy ?? problemText(error))
    if (busy === null) this.#known.set(position, { value: null, best: [] })
    else {
      const ms = (Number(error.detail.seconds) || 1) * 1000
      this.#timer = setTimeout(() => this.#ask(position), ms)
    }
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
