// What the castle says: names of its places, what a run would do, why something is not possible, the position.

import { list } from '../../boards/contract.js'
import {
  ahead,
  CENTRE,
  CORNERS,
  effects,
  outside,
  ROWS,
  read,
  SIGNS,
  STEPS,
  SUITS,
  told,
} from './position.js'

const NEED = 6 // the rank of a musketeer who has searched all his chambers

/** Everything that is said, with `t` of the catalogue. */
export function speech(t) {
  const say = (key, params) => t(`cardinals_guards.${key}`, params)
  const suit = (letter) => say(`suit.${letter}`)
  const musketeer = (letter) => say('musketeer', { suit: suit(letter) })

  /** The full name of a place and what is there. */
  function cell(place, thing, tiles) {
    const what =
      thing &&
      (thing.owner === 1
        ? say('guard', { suit: suit(thing.suit) })
        : musketeer(thing.suit))
    if (outside(place)) {
      const side = say(`side.${place[2]}`, {
        row: Number(place[1]),
        column: column(place),
      })
      return say('cell.ring', { side, what: what ?? say('gone') })
    }
    const tile = tiles.get(place)
    const ground =
      place === CENTRE
        ? say('stair')
        : say('tile', { rank: Number(tile[1]), suit: suit(tile[0]) })
    const params = {
      row: Number(place[1]),
      column: column(place),
      ground,
      what,
    }
    return say(what ? 'cell.held' : 'cell', params)
  }

  /** What a run does, one short sign and text each: [[kind, sign, text], ...]; where he stops if nothing else. */
  function consequences({ suit: letter, run }, frame) {
    const { things, next } = read(frame.view.position)
    const params = {
      suit: suit(letter),
      guard:
        run.meets && things.get(run.meets)
          ? suit(things.get(run.meets).suit)
          : '',
      rank: next[SUITS.indexOf(letter)],
    }
    const kinds = effects(run)
    if (!kinds.length)
      return [['stop', '', say('effect.stop', { place: run.stop })]]
    return kinds.map((kind) => [
      kind,
      SIGNS[kind],
      say(`effect.${kind}`, params),
    ])
  }

  const effect = (one, frame) =>
    consequences(one, frame)
      .map(([, , text]) => text)
      .join(', ')

  /** How a word is called aloud. */
  function name(word, frame, words) {
    if (word in STEPS) {
      const now = ahead(frame, words)
      const way = say(`way.${word}`)
      if (!now?.runs[word]) return way
      return say('way.does', {
        way,
        effect: effect({ suit: now.suit, run: now.runs[word] }, frame),
      })
    }
    if (SUITS.includes(word))
      return words[0] === 'put'
        ? say('coin', { suit: suit(word) })
        : musketeer(word)
    if (word === '-') return say('word.none')
    if (word === 'put' || word === 'take' || word === 'leave')
      return say(`word.${word}`)
    return words.length === 3 && word in CORNERS
      ? say('corner', { corner: say(`corner.${CORNERS[word]}`) })
      : word
  }

  /** Why pointing at `word` after `words` is nothing; null when there is nothing to add. */
  function refuse(word, frame, words) {
    const { things, pawns } = read(frame.view.position)
    const thing = things.get(word)
    if (words[0] === 'put') return refusePut(word, words, thing)
    if (!words.length)
      return !thing && ROWS.flat().includes(word)
        ? say('refused.pick')
        : thing?.owner === 1
          ? say('refused.guards')
          : null
    if (word in STEPS) return say('refused.blocked')
    if (words.length === 2 && told(frame, words)?.run.stop === 'tunnel')
      return say('refused.no_guard')
    if (words.length === 3)
      return say(
        word in CORNERS && thing && pawns[words[0]] !== word
          ? 'refused.corner_held'
          : 'refused.not_a_corner',
      )
    if (words.length % 3 === 2) return say('refused.needs_choice')
    return say('refused.runs_on')
  }

  function refusePut(word, words, thing) {
    if (words.length === 1) return say('refused.coin_first')
    if (word === CENTRE) return say('refused.no_tile')
    if (thing) return say('refused.square_held')
    return outside(word) ? say('refused.no_tile') : null
  }

  /** A warning before a move that loses; null for the others. */
  function warning(move, frame) {
    const run = told(frame, move.split(' '))
    return run?.run.loses ? say('warning', { suit: suit(run.suit) }) : null
  }

  /** The words picked so far, as people say them; "?" for what is missing. */
  function crumbs(words, frame) {
    const parts = words.map((word, place) => {
      if (words[0] === 'put')
        return place === 0 ? say('short.put') : place === 1 ? suit(word) : word
      if (place === 0) return suit(word)
      if (word in STEPS) return say(`short.${word}`)
      if (place === 2 && word !== 'take' && word !== 'leave')
        return word === '-' ? say('word.none') : say('removed', { place: word })
      return place === 3
        ? say('corner', { corner: say(`corner.${CORNERS[word]}`) })
        : name(word, frame, [])
    })
    if (
      words.length > 1 &&
      told(frame, words.slice(0, 2))?.run.stop === 'tunnel'
    )
      parts.splice(2, 0, say('word.tunnel'))
    return parts
  }

  function describe(frame) {
    const { tiles, pawns, things, next, supply, defeated } = read(
      frame.view.position,
    )
    const where = (letter) => {
      const params = {
        suit: suit(letter),
        place: pawns[letter],
        rank: next[SUITS.indexOf(letter)],
      }
      if (!pawns[letter])
        return say(
          params.rank === NEED ? 'describe.escaped' : 'describe.lost',
          params,
        )
      if (params.rank === NEED) return say('describe.done', params)
      const goal = [...tiles].find(
        ([, name_]) => name_ === `${letter}${params.rank}`,
      )[0]
      return say('describe.musketeer', { ...params, goal })
    }
    const guards = (letter, inside) =>
      [...things]
        .filter(
          ([place, thing]) =>
            thing.owner === 1 &&
            thing.suit === letter &&
            outside(place) !== inside,
        )
        .map(([place]) => place)
    const ring = SUITS.map((letter) => [letter, guards(letter, false)]).filter(
      ([, places]) => places.length,
    )
    const inside = SUITS.flatMap((letter) =>
      guards(letter, true).map((place) => `${place} (${suit(letter)})`),
    )
    return [
      ...SUITS.map(where),
      ...ring.map(([letter, places]) =>
        say('describe.ring', {
          suit: suit(letter),
          where: list(places),
          count: places.length,
        }),
      ),
      inside.length
        ? say('describe.inside', { where: list(inside) })
        : say('describe.inside.none'),
      supply
        ? say('describe.supply', { what: list([...supply].map(suit)) })
        : say('describe.supply.none'),
      ...ROWS.slice(1, 6).map((row) => {
        const tilesOf = row.slice(1, 6).map((place) =>
          place === CENTRE
            ? say('stair')
            : say('describe.tile', {
                rank: Number(tiles.get(place)[1]),
                suit: suit(tiles.get(place)[0]),
              }),
        )
        return say('describe.row', {
          row: Number(row[1][1]),
          tiles: tilesOf.join(', '),
        })
      }),
      say('describe.score', {
        defeated,
        searched: next.reduce((sum, rank) => sum + rank - 1, 0),
      }),
    ]
  }

  return {
    say,
    suit,
    musketeer,
    cell,
    consequences,
    effect,
    name,
    refuse,
    warning,
    crumbs,
    describe,
  }
}

const column = (place) => place.charCodeAt(0) - 96
