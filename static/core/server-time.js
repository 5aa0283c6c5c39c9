// Server time, estimated from pings and their answers, and before the first one from the `Date` of responses. The device's
// clock may be wrong or be set while the page is open, so `performance.now()` carries the time on.

const MAX_TRIPS = 8 // measured; the shortest one is the most exact
const MAX_TRIP_MS = 1000 // answers after a longer round trip do not count

/** @type {{ trip: number, ahead: number }[]} ms of each round trip, and server time minus `performance.now()` */
let answers = []
let lag = 0 // ms by which this device's clock is behind the server's, by the last response, to half a second

/** Notes the answer to a ping: sent at `sent`, received at `received` (both `performance.now()`), server time `at`.
 * @param {number} at @param {number} sent @param {number} received */
export function noteAnswer(at, sent, received) {
  const trip = received - sent
  answers = [...answers.slice(1 - MAX_TRIPS), { trip, ahead: at - sent - trip / 2 }]
}

/** Notes the header `Date` of a response that has just been received. @param {string | null} date */
export function noteDate(date) {
  const second = Date.parse(date ?? '')
  if (!Number.isNaN(second)) lag = second + 500 - Date.now()
}

/** Drops the measurements, which do not hold after the device has slept. */
export function forgetAnswers() {
  answers = []
}

/** Returns server time minus `performance.now()`; null: not known yet. */
function ahead() {
  const [best] = [...answers].sort((one, other) => one.trip - other.trip)
  return best && best.trip <= MAX_TRIP_MS ? best.ahead : null
}

/** Returns the server's time in ms since the epoch; before the first response this device's. */
export function serverNow() {
  const known = ahead()
  return Math.round(known === null ? Date.now() + lag : known + performance.now())
}

/** Returns how many ms before `received` (`performance.now()`) the server had the time `at`, 0 or more: a busy page
 * receives a message late. 0 while the server's time is not known.
 * @param {number} at @param {number} received */
export function delay(at, received) {
  const known = ahead()
  return known === null ? 0 : Math.max(0, received + known - at)
}
