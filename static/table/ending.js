// End of a game on a live table: first the board's finale, which any key or press ends, then the result beside the board.

import { reducedMotion } from '../board/contract.js'
import { alert } from '../core/announcer.js'
import { restoreFocus } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { cue } from '../core/sound.js'
import { endText, resultText } from '../play/texts.js'
import { effect, html, signal } from '../vendor/preact.js'

/** @typedef {typeof import('./result.js')} Result */

const loadResult = () => loadPart(() => import('./result.js'))

const MAX_FINALE_MS = 5500 // a longer finale is cut short

export class Ending {
  due = signal(false) // from the end until the result is closed; it has buttons of its own
  /** @type {Content} of a game for two */
  rematch = null
  /** @type {Content} the longest chain of compulsory moves, for a board that knows them */
  chains = null
  /** @type {import('./result.js').DockedResult | null} */
  #result = null
  /** @type {State | null} the newest one, until the result is shown */
  #state = null

  /** place: for the result, once the table is shown; closed(): called when the player has closed it; left: aborted when
   * the page is left.
   * @param {Rules} rules @param {Board} board @param {{ current: HTMLElement | null }} place
   * @param {import('../play/message-strip.js').MessageStrip} strip
   * @param {{ press(act: string, button: HTMLElement): void, closed(): void, left: AbortSignal }} on */
  constructor(rules, board, place, strip, on) {
    this.rules = rules
    this.board = board
    this.place = place
    this.strip = strip
    this.on = on
    on.left.addEventListener('abort', () => this.#result?.close())
  }

  /** @param {State} state */
  async show(state) {
    const { rules, board } = this
    this.due.value = true
    this.#state = state
    alert(endText(rules, state, board))
    cue('end')
    const found = this.#find(state)
    await this.#playFinale(state)
    this.#dock(...(await found))
  }

  /** Updates the result by a newer state of the ended game, which has the ratings. @param {State} state */
  update(state) {
    this.#state = state
    this.#result?.update(state)
  }

  /** Shows the result of a game that had ended before this page was opened. @param {State} state */
  async showAtOnce(state) {
    this.due.value = true
    this.#state = state
    this.#dock(...(await this.#find(state)))
  }

  /** Loads the parts of the result, during the finale. @param {State} state */
  async #find(state) {
    const result = await loadResult()
    return /** @type {const} */ ([result, await result.nextDaily(this.rules, state)])
  }

  /** @param {State} state */
  async #playFinale(state) {
    const { board } = this
    if (!board.finale) return
    const skip = new AbortController()
    const { signal } = skip
    const end = () => skip.abort()
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, end, { capture: true, signal })
    this.on.left.addEventListener('abort', end, { signal })
    const timer = setTimeout(end, MAX_FINALE_MS)
    if (this.on.left.aborted || reducedMotion()) end()
    try {
      await board.finale(state, signal)
    } catch (error) {
      reportError(error) // the result is shown nevertheless
    } finally {
      clearTimeout(timer)
      end()
    }
  }

  /** Shows the way to a result that the board leaves no room for: below the board, which is neither moved nor covered.
   * After a solitaire it has the score, the rank once it is known, and the next deal. Returns what ends it.
   * @param {State} state @param {import('./result.js').DockedResult} result */
  #notice(state, { element: dialog, rank }) {
    const { rules, board, strip } = this
    const show = () => {
      dialog.scrollIntoView({ block: 'center' })
      dialog.focus({ preventScroll: true })
    }
    const score = solitaire(rules) ? (board.score?.(state) ?? '') : null
    /** @type {HTMLElement | null} */
    const first = dialog.querySelector('.dialog-actions > .primary')
    const content = (/** @type {string} */ shown) => html`
      <p class="result-notice">
        <span>${shown}</span>
        ${
          score !== null &&
          first &&
          html`
            <button type="button" data-act="result-next" onClick=${() => first.click()}>
              ${first.textContent}
            </button>`
        }
        <button type="button" class="primary" data-act="result" onClick=${show}>
          ${t('act.result')}
        </button>
      </p>`
    /** @type {Content} */
    let notice = null
    return effect(() => {
      const ranked = score && rank.value ? t('over.notice', { score, rank: rank.value }) : score
      if (notice && !strip.notices(notice)) return // another one has taken its place
      notice = content(ranked || resultText(rules, state))
      strip.notice(notice)
    })
  }

  /** @param {Result} module @param {import('../solitaire/next-daily.js').NextDaily | null} next */
  #dock({ dockResult }, next) {
    const state = this.#state
    const place = this.place.current
    if (!state || !place || this.on.left.aborted) return
    const { rules, board, on, rematch, chains } = this
    const { press, left } = on
    const result = dockResult(rules, state, board, { place, press, rematch, chains, next, left })
    this.#result = result
    const endNotice = isInView(result.element) ? () => {} : this.#notice(state, result)
    result.element.addEventListener('close', () => {
      endNotice()
      this.due.value = false
      this.strip.notice(null)
      if (left.aborted) return
      on.closed()
      restoreFocus()
    })
  }
}

/** Whether the heading and the first button of the result are visible without scrolling.
 * @param {HTMLElement} dialog */
function isInView(dialog) {
  const button = dialog.querySelector('.rematch > .button, .dialog-actions > *')
  const { top, bottom } = (button ?? dialog).getBoundingClientRect()
  const bar = document.querySelector('.table > .actions')
  const floor = bar?.getBoundingClientRect().top ?? innerHeight
  // The actions are under the rail on a desktop, at the foot of the window on a phone.
  return bottom <= (floor > top ? floor : innerHeight)
}
