// Pace of the changes of a replay's address. Some browsers refuse more than 100 in 30 s.

const PERIOD_MS = 30_000
const MAX_WRITES = 50 // in a period
const SETTLED_MS = 700 // without a change, after which the last one is written

export class PacedWrites {
  #write
  /** @type {number[]} times of the writes of the last period */
  #written = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** @param {() => void} write */
  constructor(write) {
    this.#write = write
  }

  /** Writes at once, or after many changes in a short time once the reader has stopped. */
  change() {
    clearTimeout(this.#timer)
    const start = performance.now() - PERIOD_MS
    this.#written = this.#written.filter((time) => time > start)
    if (this.#written.length < MAX_WRITES) this.#now()
    else this.#timer = setTimeout(() => this.#now(), SETTLED_MS)
  }

  leave() {
    clearTimeout(this.#timer)
  }

  #now() {
    this.#written.push(performance.now())
    this.#write()
  }
}
