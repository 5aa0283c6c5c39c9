// Sentences of Cardinal's Guards: names of places and tokens, effects of runs, refusals, the position.

import { list, sequence } from '../../core/i18n.js'
import {
  CENTRE,
  CORNERS,
  DONE,
  EFFECT_SIGNS,
  effectsOf,
  isDirection,
  isOutside,
  namedRun,
  nextRuns,
  parsePosition,
  ROWS,
  SUITS,
} from './position.js'

/** @import { Castle, Consequence, Direction, GuardsState, Run, Thing } from './types.d.ts' */

export class Sentences {
  /** @param {Translate} t */
  constructor(t) {
    this.t = t
    // passed on without their object
    this.say = this.say.bind(this)
    this.suit = this.suit.bind(this)
  }

  /** Returns a text of the family's catalogue. @param {string} key @param {Params} [params] */
  say = (key, params) => this.t(`cardinals_guards.${key}`, params)

  /** @param {string} letter */
  suit(letter) {
    return this.say(`suit.${letter}`)
  }

  /** @param {string} letter */
  musketeer(letter) {
    return this.say('musketeer', { suit: this.suit(letter) })
  }

  /** Returns the full name of a place and what is there.
   * @param {string} place @param {Thing | undefined} thing @param {Map<string, string>} tiles */
  cell(place, thing, tiles) {
    const what = thing && this.#thing(thing)
    const row = Number(place[1])
    if (isOutside(place)) {
      const params = { place, row, column: column(place) }
      const side = this.say(`side.${place[2]}`, params)
      return this.say('cell.ring', { side, what: what ?? this.say('gone') })
    }
    const ground = this.#ground(place, tiles, 'tile')
    const params = { place, row, column: column(place), ground, what }
    return this.say(what ? 'cell.held' : 'cell', params)
  }

  /** @param {Thing} thing */
  #thing({ owner, suit }) {
    return owner === 1 ? this.say('guard', { suit: this.suit(suit) }) : this.musketeer(suit)
  }

  /** Returns the name of the stair or tile of a square. @param {string} square @param {Map<string, string>} tiles @param {string} key */
  #ground(square, tiles, key) {
    if (square === CENTRE) return this.say('stair')
    const [suit, rank] = tiles.get(square) ?? ''
    return this.say(key, { rank: Number(rank), suit: this.suit(suit) })
  }

  /**
   * Returns the effects of a run, each as sign and short text; only where it stops if it has none.
   * @param {{suit: string, start: string}} musketeer and where the run begins
   * @param {Run} run
   * @param {GuardsState} frame
   * @returns {Consequence[]}
   */
  consequences({ suit, start }, run, frame) {
    const { things, next } = parsePosition(frame.view.position)
    const met = run.meets ? things.get(run.meets) : undefined
    const params = {
      suit: this.suit(suit),
      guard: met ? this.suit(met.suit) : '',
      rank: next[SUITS.indexOf(suit)],
    }
    const effects = effectsOf(run)
    if (!effects.length) {
      const kind = run.stop === start ? 'stays' : 'stop'
      return [['stop', '', this.say(`effect.${kind}`, { place: run.stop })]]
    }
    return effects.map((effect) => [
      effect,
      EFFECT_SIGNS[effect],
      this.say(`effect.${effect}`, params),
    ])
  }

  /** Returns the name of a token after `tokens`. @param {string} token @param {GuardsState} frame @param {readonly string[]} tokens */
  name(token, frame, tokens) {
    if (isDirection(token)) return this.#direction(token, frame, tokens)
    if (SUITS.includes(token))
      return tokens[0] === 'put'
        ? this.say('coin', { suit: this.suit(token) })
        : this.musketeer(token)
    if (token === '-') return this.say('word.none')
    if (token === 'put' || token === 'take' || token === 'leave') return this.say(`word.${token}`)
    return tokens.length === 3 && token in CORNERS ? this.#corner(token) : token
  }

  /** Returns a direction with the effects of its run.
   * @param {Direction} token @param {GuardsState} frame @param {readonly string[]} tokens */
  #direction(token, frame, tokens) {
    const way = this.say(`way.${token}`)
    const choice = nextRuns(frame, tokens)
    const run = choice?.runs[token]
    if (!choice || !run) return way
    const effect = sequence(this.consequences(choice, run, frame).map(([, , text]) => text))
    return this.say('way.does', { way, effect })
  }

  /** @param {string} square */
  #corner(square) {
    return this.say('corner', {
      corner: this.say(`corner.${CORNERS[square]}`),
    })
  }

  /**
   * Returns why picking `token` after `tokens` begins no move; null: for the common reasons.
   * @param {string} token
   * @param {GuardsState} frame
   * @param {readonly string[]} tokens
   */
  refuse(token, frame, tokens) {
    const { things, pawns } = parsePosition(frame.view.position)
    const thing = things.get(token)
    if (tokens[0] === 'put') return this.#refusePut(token, tokens, thing)
    if (!tokens.length) {
      if (!thing && ROWS.flat().includes(token)) return this.say('refused.pick')
      return thing?.owner === 1 ? this.say('refused.guards') : null
    }
    if (isDirection(token)) return this.say('refused.blocked')
    if (tokens.length === 2 && entersTunnel(frame, tokens)) return this.say('refused.no_guard')
    if (tokens.length === 3) {
      const held = token in CORNERS && thing && pawns[tokens[0]] !== token
      return this.say(held ? 'refused.corner_held' : 'refused.not_a_corner')
    }
    if (tokens.length % 3 === 2) return this.say('refused.needs_choice')
    return this.say('refused.runs_on')
  }

  /** @param {string} token @param {readonly string[]} tokens @param {Thing | undefined} thing */
  #refusePut(token, tokens, thing) {
    if (tokens.length === 1) return this.say('refused.coin_first')
    if (token === CENTRE) return this.say('refused.no_tile')
    if (thing) return this.say('refused.square_held')
    return isOutside(token) ? this.say('refused.no_tile') : null
  }

  /** Returns the warning before a losing move; null: other moves. @param {string} move @param {GuardsState} frame */
  warning(move, frame) {
    const named = namedRun(frame, move.split(' '))
    return named?.run.loses ? this.say('warning', { suit: this.suit(named.suit) }) : null
  }

  /** Returns the picked tokens in words, for the breadcrumbs. @param {readonly string[]} tokens @param {GuardsState} frame */
  crumbs(tokens, frame) {
    const crumbs = tokens.map((token, index) =>
      tokens[0] === 'put' ? this.#putCrumb(token, index) : this.#runCrumb(token, index, frame),
    )
    if (tokens.length > 1 && entersTunnel(frame, tokens.slice(0, 2)))
      crumbs.splice(2, 0, this.say('word.tunnel'))
    return crumbs
  }

  /** @param {string} token @param {number} index */
  #putCrumb(token, index) {
    if (index === 0) return this.say('short.put')
    return index === 1 ? this.suit(token) : token
  }

  /** @param {string} token @param {number} index @param {GuardsState} frame */
  #runCrumb(token, index, frame) {
    if (index === 0) return this.suit(token)
    if (isDirection(token)) return this.say(`short.${token}`)
    if (index === 2 && token !== 'take' && token !== 'leave')
      return token === '-' ? this.say('word.none') : this.say('removed', { place: token })
    return index === 3 ? this.#corner(token) : this.name(token, frame, [])
  }

  /** Describes the position in sentences. @param {GuardsState} frame */
  describe(frame) {
    const castle = parsePosition(frame.view.position)
    const { tiles, next, supply, defeated } = castle
    return [
      ...SUITS.map((suit) => this.#describeMusketeer(suit, castle)),
      ...this.#describeGuards(castle),
      supply
        ? this.say('describe.supply', {
            what: list([...supply].map((suit) => this.suit(suit))),
          })
        : this.say('describe.supply.none'),
      ...ROWS.slice(1, 6).map((row) => this.#describeRow(row, tiles)),
      this.say('describe.score', {
        defeated,
        searched: next.reduce((sum, rank) => sum + rank - 1, 0),
      }),
    ]
  }

  /** @param {string} suit @param {Castle} castle */
  #describeMusketeer(suit, { tiles, pawns, next }) {
    const params = {
      suit: this.suit(suit),
      place: pawns[suit],
      rank: next[SUITS.indexOf(suit)],
    }
    const done = params.rank === DONE
    if (!pawns[suit]) return this.say(done ? 'describe.escaped' : 'describe.lost', params)
    if (done) return this.say('describe.done', params)
    const goal = [...tiles].find(([, tile]) => tile === `${suit}${params.rank}`)
    return this.say('describe.musketeer', { ...params, goal: goal?.[0] })
  }

  /** @param {Castle} castle */
  #describeGuards({ things }) {
    const guards = [...things].filter(([, thing]) => thing.owner === 1)
    /** @param {string} suit @param {boolean} outside */
    const places = (suit, outside) =>
      guards
        .filter(([place, thing]) => thing.suit === suit && isOutside(place) === outside)
        .map(([place]) => place)
    const ring = SUITS.flatMap((suit) => {
      const where = places(suit, true)
      const params = {
        suit: this.suit(suit),
        where: list(where),
        count: where.length,
      }
      return where.length ? [this.say('describe.ring', params)] : []
    })
    const inside = SUITS.flatMap((suit) =>
      places(suit, false).map((place) => `${place} (${this.suit(suit)})`),
    )
    return [
      ...ring,
      inside.length
        ? this.say('describe.inside', { where: list(inside) })
        : this.say('describe.inside.none'),
    ]
  }

  /** @param {(string | null)[]} row of ROWS @param {Map<string, string>} tiles */
  #describeRow(row, tiles) {
    const squares = row.slice(1, 6).map(String)
    return this.say('describe.row', {
      row: Number(squares[0][1]),
      tiles: sequence(squares.map((square) => this.#ground(square, tiles, 'describe.tile'))),
    })
  }
}

/** @param {GuardsState} frame @param {readonly string[]} tokens */
const entersTunnel = (frame, tokens) => namedRun(frame, tokens)?.run.stop === 'tunnel'

/** @param {string} place */
const column = (place) => place.charCodeAt(0) - 96
