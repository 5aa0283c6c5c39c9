// Player of a chain of compulsory moves: shows its positions one after the other within DURATION_MS, with the path drawn
// over the board. With reduced motion it shows the whole path on the first position. Any key or press ends it.

import { reducedMotion } from '../board/contract.js'
import { say } from '../core/announcer.js'
import { sequence, t } from '../core/i18n.js'
import { html } from '../vendor/preact.js'
import { readableText } from './texts.js'

/** @import { Chain } from './chains.js' */

const DURATION_MS = 3000
const IGNORED_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'] // keys that do not end it: they begin something else

/** frame(made): loads the position after that many moves; show(made): draws it; end(): restores what was shown before, or
 * goes on from the end of the chain.
 * @typedef {object} ChainStage
 * @property {Board} board
 * @property {import('./message-strip.js').MessageStrip} strip
 * @property {(made: number) => Promise<State>} frame
 * @property {(made: number) => Promise<unknown>} show
 * @property {(chain: Chain) => unknown} end */

/** Plays a chain; resolves at its end. `left`: aborted when the page is left. Refusal: a position could not be loaded.
 * @param {Chain} chain @param {ChainStage} stage @param {AbortSignal} left */
export async function playChain(chain, stage, left) {
  const { board, strip } = stage
  const { first, count } = chain
  const frames = await Promise.all(
    Array.from({ length: count + 1 }, (_, step) => stage.frame(first + step)),
  )
  if (left.aborted) return
  const made = frames.slice(1)
  const path = made.map(({ last }) => last ?? '')
  const told = made.map((frame) => readableText(board, frame.told.at(-1) ?? ''))
  const text = t('chain.moves', { count, moves: sequence(told) })
  const ending = endedByReader(left)
  try {
    strip.clear()
    strip.chain(html`
      <span class="chain-text">${text}</span>
      <button type="button" data-act="skip">${t('act.skip')}</button>`)
    say(text)
    await playSteps(stage, first, path, ending.signal)
  } finally {
    ending.stop()
    strip.chain(null)
    board.draw?.trace?.([])
    if (!left.aborted) stage.end(chain)
  }
}

/** @param {ChainStage} stage @param {number} first @param {string[]} path the moves @param {AbortSignal} signal */
async function playSteps({ board, show }, first, path, signal) {
  if (reducedMotion()) {
    await show(first)
    await board.draw?.trace?.(path)
    return wait(null, signal)
  }
  for (let step = 0; step <= path.length && !signal.aborted; step += 1) {
    await show(first + step)
    await board.draw?.trace?.(path.slice(0, step))
    await wait(DURATION_MS / (path.length + 1), signal)
  }
  return undefined
}

/** Waits for `ms`, or until the signal is aborted; null: only for the signal.
 * @param {number | null} ms @param {AbortSignal} signal */
function wait(ms, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null)
    const timer = ms === null ? undefined : setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve(null)
    }
    return signal.addEventListener('abort', end, { once: true })
  })
}

/** Returns a signal that is aborted by a key, a press, or leaving the page. The key has no other effect.
 * @param {AbortSignal} left */
function endedByReader(left) {
  const ending = new AbortController()
  const { signal } = ending
  const stop = () => ending.abort()
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (IGNORED_KEYS.includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    stop()
  }
  document.addEventListener('keydown', onKey, { capture: true, signal })
  document.addEventListener('pointerdown', stop, { capture: true, signal })
  left.addEventListener('abort', stop, { signal })
  return { signal, stop }
}
