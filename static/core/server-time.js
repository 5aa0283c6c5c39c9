// The server's time as this page knows it, from pings and their answers. The device's own clock may be wrong and may be
// set while the page is open, so `performance.now()` carries it on.

const KEPT = 8 // answers; the one that came back fastest is the most exact
const EXACT = 1000 // ms that the answer of a ping may have taken to count

/** @type {{ trip: number, ahead: number }[]} ms of each round trip, and server time less `performance.now()` */
let answers = []

/** A ping that was sent at `sent` was answered at `received` (both as `performance.now()`) with the server's time `at`.
 * @param {number} at @param {number} sent @param {number} received */
export function noteAnswer(at, sent, received) {
  const trip = received - sent
  answers = [...answers.slice(1 - KEPT), { trip, ahead: at - sent - trip / 2 }]
}

/** What was measured before a pause of the device does not hold after it. */
export function forgetAnswers() {
  answers = []
}

/** Server time less `performance.now()`; null: not known yet. */
function ahead() {
  const [best] = [...answers].sort((one, other) => one.trip - other.trip)
  return best && best.trip <= EXACT ? best.ahead : null
}

/** The server's time in ms since the epoch; before the first answer that of this device. */
export const serverNow = () =>
  (ahead() ?? Date.now() - performance.now()) + performance.now()

/** How long before `received` (`performance.now()`) the server had the time `at`, in ms, 0 or more: a page that was busy
 * receives a message late. 0 as long as the server's time is not known.
 * @param {number} at @param {number} received */
export function delay(at, received) {
  const known = ahead()
  return known === null ? 0 : Math.max(0, received + known - at)
}
