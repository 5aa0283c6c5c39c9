// Moments, durations, and times that pass while they are shown.

import { agoText, dayAndTime, momentText } from '../core/format.js'
import { serverNow } from '../core/server-time.js'
import { html, signal, useEffect, useSignal } from '../vendor/preact.js'

const TICK_MS = 30_000 // between updates of elapsed times

/** Server time in ms, to half a minute; it stands still while nothing shows an elapsed time. */
const now = signal(serverNow())
let shown = 0 // elapsed times on the page
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer

function follow() {
  shown += 1
  if (shown === 1) {
    now.value = serverNow()
    timer = setInterval(() => {
      now.value = serverNow()
    }, TICK_MS)
  }
  return () => {
    shown -= 1
    if (shown === 0) clearInterval(timer)
  }
}

/** Elapsed time: "5 minutes ago", "yesterday". `at`: ms since the epoch.
 * @param {{ at: number }} props */
export function Ago({ at }) {
  useEffect(follow, [])
  return html`
    <time datetime=${new Date(at).toISOString()} title=${dayAndTime(at)}>
      ${agoText(at, Math.max(now.value, at))}
    </time>`
}

/** Shows a moment, in ms since the epoch. `close`: within a day, so that its hour is shown.
 * @param {number} at @param {boolean} [close] */
export const moment = (at, close) => html`
  <time datetime=${new Date(at).toISOString()} title=${dayAndTime(at)}>${momentText(at, close)}</time>`

/** Shows a duration; `text`: in words. @param {number} ms @param {string} text */
export const lasted = (ms, text) =>
  html`<time datetime=${`PT${Math.max(0, Math.floor(ms / 1000))}S`}>${text}</time>`

/** Returns the server's time in ms, which moves every `tick` ms while the component is shown.
 * @param {number} tick */
export function useServerTime(tick) {
  const time = useSignal(serverNow())
  useEffect(() => {
    const ticking = setInterval(() => {
      time.value = serverNow()
    }, tick)
    return () => clearInterval(ticking)
  }, [])
  return Math.max(time.value, serverNow())
}
