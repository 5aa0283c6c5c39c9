// Tells the server of errors in this browser: what failed and where in our scripts, nothing about the player. Each one
// once, and few of them. A part that did not load is no error: `loadPart` has told the reader.

import { MissingPart } from './files.js'

const MOST = 5 // reports of one page
const LONGEST = 500 // letters of a message

/** @type {Set<string>} */
const reported = new Set()

/** From now on, errors that nothing has caught are reported. */
export function reportErrors() {
  addEventListener('error', (event) => {
    const { error, message, filename, lineno, colno } = event
    if (error instanceof MissingPart) event.preventDefault()
    else if (filename) report(message, `${pathOf(filename)}:${lineno}:${colno}`)
  })
  addEventListener('unhandledrejection', (event) => {
    const { reason } = event
    if (reason instanceof MissingPart) event.preventDefault()
    else if (reason instanceof Error) report(String(reason), placeOf(reason))
  })
}

/** @param {string} message @param {string} place a file of ours with line and column */
function report(message, place) {
  const key = `${message} ${place}`
  if (reported.has(key) || reported.size >= MOST) return
  reported.add(key)
  const build = document.documentElement.dataset.build ?? ''
  fetch('/api/faults', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: message.slice(0, LONGEST), place, build }),
  }).catch(() => {}) // a report that does not arrive is no fault of its own
}

/** The first place of our own scripts in a stack. @param {Error} error */
const placeOf = ({ stack = '' }) =>
  pathOf(/https?:\S+?:\d+:\d+/.exec(stack)?.[0] ?? '')

/** Without the server's name. @param {string} address */
const pathOf = (address) => address.replace(/^https?:\/\/[^/]+/, '')
