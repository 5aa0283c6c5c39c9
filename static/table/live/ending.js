// End of a game on a live table: first the board's finale, which any key or press ends, then the result beside the board.

import { reducedMotion } from '../../board/contract.js'
import { alert } from '../../core/announcer.js'
import { restoreFocus } from '../../core/dom.js'
import { loadPart } from '../../core/files.js'
import { solitaire } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { cue } from '../../core/sound.js'
import { createRef, effect, html, signal } from '../../vendor/preact.js'
import { endText, resultText } from '../texts.js'

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
  /** For the result, once the table is shown. */
  place = /** @type {{ current: HTMLElement | null }} */ (createRef())

  /** press(act, button): called for the buttons of the result; left: aborted when the page is left.
   * @param {Rules} rules @param {import('../../live/game-socket.js').GameSocket} game @param {Board} board
   * @param {import('../message-strip.js').MessageStrip} strip
   * @param {(act: string, button: HTMLElement) => void} press @param {AbortSignal} left */
  constructor(rules, game, board, strip, press, left) {
    this.rules = rules
    this.game = game
    this.board = board
    this.strip = strip
    this.press = press
    this.left = left
    left.addEventListener('abort', () => this.#result?.close())
  }

  /** Tells the end of the game, plays the finale and shows the result. */
  async show() {
    const { rules, board, game } = this
    this.due.value = true
    alert(endText(rules, game.state, board))
    cue('end')
    const found = this.#find()
    await Promise.resolve() // until the board has drawn the last move
    await this.#playFinale()
    this.#dock(...(await found))
  }

  /** Shows the result of a game that had ended before this page was opened. */
  async showAtOnce() {
    this.due.value = true
    this.#dock(...(await this.#find()))
  }

  /** Loads the parts of the result, during the finale. */
  async #find() {
    const result = await loadResult()
    return /** @type {const} */ ([result, await result.nextDaily(this.rules, this.game.state)])
  }

  async #playFinale() {
    const { board } = this
    if (!board.draw?.finale) return
    const skip = new AbortController()
    const { signal } = skip
    const end = () => skip.abort()
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, end, { capture: true, signal })
    this.left.addEventListener('abort', end, { signal })
    const timer = setTimeout(end, MAX_FINALE_MS)
    if (this.left.aborted || reducedMotion()) end()
    try {
      await board.draw?.finale(this.game.state, signal)
    } catch (error) {
      reportError(error) // the result is shown nevertheless
    } finally {
      clearTimeout(timer)
      end()
    }
  }

  /** Shows the way to a result that the board leaves no room for: below the board, which is neither moved nor covered.
   * After a solitaire it has the score, the rank once it is known, and the next deal. Returns what ends it.
   * @param {import('./result.js').DockedResult} result */
  #notice({ element: dialog, rank }) {
    const { rules, board, strip } = this
    const { state } = this.game
    const show = () => {
      dialog.scrollIntoView({ block: 'center' })
      dialog.focus({ preventScroll: true })
    }
    const score = solitaire(rules) ? (board.words.score?.(state) ?? '') : null
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
    const place = this.place.current
    if (!place || this.left.aborted) return
    const { rules, game, board, press, rematch, chains, left } = this
    const result = dockResult(rules, game, board, { place, press, rematch, chains, next, left })
    this.#result = result
    const endNotice = isInView(result.element) ? () => {} : this.#notice(result)
    result.element.addEventListener('close', () => {
      endNotice()
      this.due.value = false
      this.strip.notice(null)
      if (!left.aborted) restoreFocus()
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
