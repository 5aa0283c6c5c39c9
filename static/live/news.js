// News of the player's games against people, for all pages: a pure function of the lobby's frames.

import { SinceLeft } from './since.js'

/** @typedef {import('./lobby.js').Lists} Lists */

/** A line of the banner. `id` identifies its subject. `left`: ms on the shown clock at the server's time `at`; `runs`:
 * whether it runs, as after both have moved; `claim`: the server's time from which the opponent may claim the game.
 * @typedef {object} Line
 * @property {string} id
 * @property {'clock' | 'begun' | 'challenge' | 'rematch' | 'ended' | 'since' | 'notify'} kind
 * @property {string} [game]
 * @property {string} [rules]
 * @property {Person | null} opponent
 * @property {boolean} [yours] the player is to move
 * @property {number} [left]
 * @property {boolean} [runs]
 * @property {number} [at]
 * @property {number | null} [claim]
 * @property {Item} [item] of a challenge
 * @property {import('./since.js').Waiting[]} [waiting] what came since the player left, shown in the lobby
 * @property {State} [state] of an ended game */

/** A line about one game. @typedef {Line & { game: string, rules: string }} GameLine */
/** An event, reported once, for a sound, a sentence and a notification.
 * @typedef {{ what: 'turn' | 'begun' | 'challenge' | 'rematch', line: GameLine }} Event */

/** Where the player is. `game`: of the page; `table`: it is the game's live table; `lobby`: its lists show challenges.
 * @typedef {{ game: string | null, table: boolean, lobby: boolean }} Place */

const SINCE = 'since'
const ORDER = ['own', 'since', 'challenge', 'begun', 'rematch', 'ended', 'theirs']

/** News of the frames so far. `running`: the games that ran when this device last saw them; `since`: what came since the
 * player left. */
export class News {
  /** @type {Lists | null} */
  #lists = null
  /** @type {Map<string, Line>} games that began while their table was not shown */
  #begun = new Map()
  /** @type {Line[]} */
  #ended = []
  /** @type {Set<string>} ids of lines that the player has dismissed */
  #dismissed = new Set()

  /** @param {string} player the id @param {string[]} running @param {string[] | null} [read] as in `SinceLeft` */
  constructor(player, running, read = null) {
    this.player = player
    this.running = new Set(running)
    this.since = new SinceLeft(read)
  }

  /** `here`: whether the tab is visible.
   * @param {Lists} lists @param {boolean} [here]
   * @returns {{ events: Event[], gone: string[] }} `gone`: games that ran and are no longer listed */
  frame(lists, here = true) {
    const before = this.#lists
    this.#lists = lists
    const now = this.#games(lists)
    const gone = [...this.running].filter((game) => !now.has(game))
    this.running = new Set(now.keys())
    for (const game of gone) this.#begun.delete(game)
    this.since.follow(this.#waiting(lists), here)
    return { events: before ? this.#events(before, lists) : [], gone }
  }

  /** Adds the end of one of the player's games. @param {State} state */
  end(state) {
    const { game, rules, players } = state
    if (game === null) return
    const opponent = players.find((person) => person?.id !== this.player)
    this.#ended.push({
      id: `ended ${game}`,
      kind: 'ended',
      game,
      rules,
      opponent: opponent ?? null,
      state,
    })
  }

  /** @param {string} id of the line */
  dismiss(id) {
    if (id === SINCE) return this.#dismissSince()
    this.#dismissed.add(id)
    this.#ended = this.#ended.filter((line) => line.id !== id)
    return undefined
  }

  #dismissSince() {
    for (const { what, game } of this.since.unread) this.#dismissed.add(`${what} ${game}`)
    this.since.see(null)
  }

  /** Returns the lines to show, the most urgent first. @param {Place} place @returns {Line[]} */
  lines({ game: here, table, lobby }) {
    if (here) this.#begun.delete(here)
    if (here) this.since.see(here)
    const waiting = lobby ? this.since.unread : []
    this.#ended = this.#ended.filter(({ game }) => game !== here)
    const lists = this.#lists
    const lines = lists
      ? [
          ...this.#clocks(lists),
          ...(lobby ? [] : this.#challenges(lists)),
          ...this.#begun.values(),
          ...this.#rematches(lists),
        ]
      : []
    /** @type {Line[]} */
    const since = waiting.length ? [{ id: SINCE, kind: 'since', opponent: null, waiting }] : []
    const told = new Set(waiting.map(({ what, game }) => `${what} ${game}`))
    return [...since, ...lines, ...this.#ended]
      .filter(({ id }) => !told.has(id))
      .filter(({ id }) => !this.#dismissed.has(id))
      .filter(({ game, kind }) => game !== here || (kind === 'clock' && !table))
      .sort((one, other) => rank(one) - rank(other))
  }

  /** Returns the running games against people, by id. @param {Lists} lists */
  #games({ mine }) {
    const running = mine.filter(
      ({ players }) =>
        players.length === 2 &&
        players.every((person) => person !== null) &&
        players.some((person) => person?.id === this.player) &&
        players[0]?.id !== players[1]?.id &&
        players.every((person) => person?.bot === undefined),
    )
    return new Map(running.map((item) => [item.id, item]))
  }

  /** @param {Lists} lists @returns {Line[]} */
  #clocks(lists) {
    return [...this.#games(lists).values()].flatMap((item) =>
      item.clock ? [this.#clock(item)] : [],
    )
  }

  /** @param {Item} item @returns {GameLine} */
  #clock(item) {
    const { clock, players } = item
    const seat = players.findIndex((person) => person?.id === this.player)
    const running = clock?.running ?? null
    return {
      ...this.#line('clock', item),
      yours: item.turn === seat,
      left: clock?.left[running ?? item.turn ?? 0] ?? 0,
      runs: running !== null,
      at: clock?.at ?? 0,
      claim: players[seat]?.away ?? null,
    }
  }

  /** @param {Lists} lists */
  #challenges({ mine }) {
    return mine
      .filter(
        ({ to, players }) =>
          to?.id === this.player && players.every((person) => person?.id !== this.player),
      )
      .map((item) => ({ ...this.#line('challenge', item), item }))
  }

  /** @param {Lists} lists @returns {GameLine[]} */
  #rematches({ rematches = [] }) {
    return rematches.map(({ game, rules, opponent }) => ({
      id: `rematch ${game}`,
      kind: 'rematch',
      game,
      rules,
      opponent,
    }))
  }

  /** Returns what waits for the player without a running clock, which has a line of its own.
   * @param {Lists} lists @returns {import('./since.js').Waiting[]} */
  #waiting(lists) {
    const moved = [...this.#games(lists).values()].flatMap((item) => {
      const { id: game, turn, ply, clock, players } = item
      if (clock || !ply || players[turn ?? -1]?.id !== this.player) return []
      const { opponent } = this.#line('begun', item)
      return [{ key: `${game}@${ply}`, what: /** @type {const} */ ('moved'), game, opponent }]
    })
    const rematches = (lists.rematches ?? []).map(({ game, opponent }) => {
      const what = /** @type {const} */ ('rematch')
      return { key: `${game}@${what}`, what, game, opponent }
    })
    return [...moved, ...rematches]
  }

  /** @param {'clock' | 'begun' | 'challenge'} kind @param {Item} item @returns {GameLine} */
  #line(kind, item) {
    const opponent = item.players.find((person) => person !== null && person.id !== this.player)
    const { id: game, rules } = item
    return {
      id: `${kind} ${game}`,
      kind,
      game,
      rules,
      opponent: opponent ?? null,
    }
  }

  /** @param {Lists} before @param {Lists} lists @returns {Event[]} */
  #events(before, lists) {
    /** @type {Event[]} */
    const events = []
    const was = this.#games(before)
    for (const [id, item] of this.#games(lists)) {
      const known = was.get(id)
      const mine = item.players[item.turn ?? -1]?.id === this.player
      if (!known) {
        const line = this.#line('begun', item)
        if (!item.clock) this.#begun.set(id, line)
        events.push({ what: 'begun', line })
      } else if (mine && (item.ply ?? 0) > (known.ply ?? 0))
        events.push({
          what: 'turn',
          line: item.clock ? this.#clock(item) : this.#line('begun', item),
        })
    }
    for (const line of fresh(this.#challenges(before), this.#challenges(lists)))
      events.push({ what: 'challenge', line })
    for (const line of fresh(this.#rematches(before), this.#rematches(lists))) {
      this.#dismissed.delete(line.id)
      events.push({ what: 'rematch', line })
    }
    return events
  }
}

/** @param {GameLine[]} before @param {GameLine[]} now */
const fresh = (before, now) => now.filter(({ id }) => !before.some((known) => known.id === id))

/** @param {Line} line */
function rank({ kind, yours }) {
  if (kind !== 'clock') return ORDER.indexOf(kind)
  return ORDER.indexOf(yours ? 'own' : 'theirs')
}

/** Returns what the title of other pages announces; null: nothing. In the lobby the lists do it.
 * @param {Line[]} lines @param {Place} place @returns {'turn' | 'challenge' | 'rematch' | null} */
export function wanted(lines, { lobby }) {
  for (const { kind, yours, waiting } of lines) {
    if (kind === 'clock' && yours && !lobby) return 'turn'
    if (waiting?.some(({ what }) => what === 'rematch')) return 'rematch'
    if (kind === 'challenge' || kind === 'rematch') return kind
  }
  return null
}
