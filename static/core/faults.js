// Reports of errors in this browser to the server: what failed and where in our scripts, nothing about the player. Each
// error is reported once, and few in all. A part that did not load is no error: `loadPart` tells the reader.

import { MissingPart } from './files.js'
import { Refusal } from './http.js'

const MAX_REPORTS = 5 // reports of one page
const MAX_LETTERS = 500 // letters of a message

/** @type {Set<string>} */
const reported = new Set()

/** Starts to report uncaught errors. */
export function reportErrors() {
  addEventListener('error', (event) => {
    const { error, message, filename, lineno, colno } = event
    if (error instanceof MissingPart) event.preventDefault()
    else if (filename) report(message, `${pathOf(filename)}:${lineno}:${colno}`)
  })
  addEventListener('unhandledrejection', (event) => {
    const { reason } = event
    const isLeft = reason instanceof Refusal && reason.code === 'left' // its page was left: nothing follows
    if (isLeft || reason instanceof MissingPart) event.preventDefault()
    else if (reason instanceof Error) report(String(reason), placeOf(reason))
  })
}

/** @param {string} message @param {string} place a file of ours with line and column */
function report(message, place) {
  const key = `${message} ${place}`
  if (reported.has(key) || reported.size >= MAX_REPORTS) return
  reported.add(key)
  const build = document.documentElement.dataset.build ?? ''
  fetch('/api/faults', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      message: message.slice(0, MAX_LETTERS),
      place,
      build,
    }),
  }).catch(() => {}) // a lost report is not reported
}

/** Returns the first place of our scripts in a stack. @param {Error} error */
const placeOf = ({ stack = '' }) => pathOf(/https?:\S+?:\d+:\d+/.exec(stack)?.[0] ?? '')

/** Strips the server's name. @param {string} address */
const pathOf = (address) => address.replace(/^https?:\/\/[^/]+/, '')
