// What waits for the player since they left: moves of opponents, and rematches that are wanted. It is kept until it is read,
// also over visits: the device remembers what was read.

/** `key` changes with each move.
 * @typedef {{ key: string, what: 'moved' | 'rematch', game: string, opponent: Person | null }} Waiting */

export class SinceLeft {
  /** @type {Set<string> | null} keys that the player has read; null: nothing is known of this device */
  #read
  /** @type {Map<string, Waiting>} unread */
  #unread = new Map()
  #first = true

  /** @param {string[] | null} read what this device remembers */
  constructor(read) {
    this.#read = read && new Set(read)
  }

  /** Notes what waits now. What comes while the player is here is read, since a list or a sentence tells it; on a device that
   * remembers nothing all is, since nobody has left.
   * @param {Waiting[]} waiting @param {boolean} here whether the tab is visible */
  follow(waiting, here) {
    const read = this.#read ?? new Set(waiting.map(({ key }) => key))
    for (const one of waiting)
      if (!read.has(one.key) && !this.#unread.has(one.key)) {
        if (this.#first || !here) this.#unread.set(one.key, one)
        else read.add(one.key)
      }
    const keys = new Set(waiting.map(({ key }) => key))
    for (const key of this.#unread.keys()) if (!keys.has(key)) this.#unread.delete(key)
    this.#read = new Set([...read].filter((key) => keys.has(key)))
    this.#first = false
  }

  /** Notes that the player has seen a game, or with null all of it. @param {string | null} game */
  see(game) {
    for (const [key, one] of this.#unread) {
      if (game !== null && one.game !== game) continue
      this.#unread.delete(key)
      this.#read?.add(key)
    }
  }

  /** The unread, in the order in which it came. */
  get unread() {
    return [...this.#unread.values()]
  }

  /** What to remember; null: nothing is known yet. */
  get read() {
    return this.#read && [...this.#read]
  }
}
