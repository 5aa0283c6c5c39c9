// Lists of the lobby: the player's own games, games waiting for a player, and running games. A row keeps its elements while
// its game is listed, so that no press and no focus is lost when something moves.

import { children, el, focused, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { applyBoards } from '../news/differences.js'
import { hasSeat } from '../play/play-now.js'
import { challengeRow, challenges, followChallenges } from './challenges.js'
import { liveRow, openRow, ownRow, waitsFor } from './rows.js'

/** @typedef {import('../news/feed.js').Lists} Lists */
/** @typedef {import('../news/feed.js').BoardChange} BoardChange */
/** @typedef {{ rules: Map<string, Rules>, player: Me, go: Go, dismiss: (id: string) => void }} Context */
/** @typedef {{ element: HTMLElement, show: (game: Item) => void }} Row a row and the function that updates it */
/** @typedef {'challenges' | 'mine' | 'open' | 'live'} Kind */

const DISMISSED = 'dismissed' // setting: ids of games hidden here, newest last
const MAX_DISMISSED = 50 // ids in the setting
const MAX_OTHERS = 8 // own games shown besides those in which it is the player's move

/**
 * @param {Omit<Context, 'dismiss'>} context
 * @param {Child[]} otherWays shown while nobody waits
 */
export function lobbyLists(context, otherWays) {
  /** @type {Lists} */
  let lists = { open: [], live: [], mine: [], online: 0 }
  const dismiss = (/** @type {string} */ id) => {
    const kept = [...dismissed().filter((one) => one !== id), id].slice(
      -MAX_DISMISSED,
    )
    settings.set(DISMISSED, kept.join(' '))
    parts.mine.focusBeside(id)
    show(lists)
  }
  const whole = { ...context, dismiss }
  const news = el('p', { class: 'challenge-news', hidden: true })
  const follow = followChallenges(context.player, news, context.rules)
  const parts = {
    challenges: gameList('challenges', (game) => challengeRow(game, whole)),
    mine: gameList('mine', (game) => ownRow(game, whole)),
    open: gameList(
      'open',
      (game) => openRow(game, whole),
      el('p', { class: 'row' }, otherWays),
    ),
    live: gameList('live', (game) => liveRow(game, whole)),
  }
  /** @param {Lists} frame */
  const show = (frame) => {
    lists = frame
    const { rules, player } = context
    const known = (/** @type {Item[]} */ games) =>
      games.filter((game) => rules.has(game.rules))
    const hidden = dismissed()
    const all = known(lists.mine)
    const toMe = all.filter((game) => challenges(game, player))
    const mine = all.filter(
      (game) =>
        !toMe.includes(game) &&
        (!hidden.includes(game.id) || waitsFor(game, player)),
    )
    parts.challenges.show(toMe)
    parts.challenges.element.hidden = toMe.length === 0
    const few = Math.max(
      MAX_OTHERS,
      mine.filter((one) => waitsFor(one, player)).length,
    )
    parts.mine.show(waitingFirst(mine, player).slice(0, few))
    parts.mine.element.hidden = mine.length === 0
    for (const kind of /** @type {const} */ (['open', 'live']))
      parts[kind].show(
        known(lists[kind]).filter((game) => !hasSeat(game, player)),
      )
  }
  show(lists)
  return {
    challenges: el('div', {}, news, parts.challenges.element),
    mine: parts.mine.element,
    open: parts.open.element,
    live: parts.live.element,
    /** Shows the lists of a frame. @param {Lists} frame */
    show(frame) {
      show(frame)
      follow(frame.mine)
    },
    /** Shows moves on boards. @param {BoardChange[]} changes */
    move(changes) {
      show(applyBoards(lists, changes, Date.now()))
    },
    /** Updates the elapsed times. */
    refresh: () => show(lists),
    /** Counts the games waiting for the player's move and the challenges waiting for an answer. */
    waiting: () => ({
      moves: lists.mine.filter((game) => waitsFor(game, context.player)).length,
      challenges: lists.mine.filter((game) => challenges(game, context.player))
        .length,
    }),
  }
}

const dismissed = () => settings.get(DISMISSED, '').split(' ').filter(Boolean)

/**
 * @param {Item[]} games
 * @param {Person} player
 */
const waitingFirst = (games, player) => [
  ...games.filter((game) => waitsFor(game, player)),
  ...games.filter((game) => !waitsFor(game, player)),
]

/**
 * @param {Kind} kind
 * @param {(game: Item) => Row} makeRow
 * @param {Child} hint shown under the sentence of an empty list
 */
function gameList(kind, makeRow, hint = null) {
  const ul = el('ul', { class: 'games' })
  const heading = el('h2', { tabindex: '-1' }, t(`lobby.${kind}`))
  const empty =
    kind === 'mine' || kind === 'challenges'
      ? null
      : el(
          'div',
          { class: 'empty' },
          el('p', {}, t(`lobby.${kind}.empty`)),
          hint,
        )
  /** @type {Map<string, Row>} */
  let rows = new Map()
  return {
    element: el(
      'section',
      { class: 'list', 'data-list': kind },
      heading,
      empty,
      ul,
    ),
    /** @param {Item[]} games */
    show(games) {
      const focus = focused()
      rows = new Map(
        games.map((game) => [game.id, rows.get(game.id) ?? makeRow(game)]),
      )
      for (const game of games) rows.get(game.id)?.show(game)
      children(
        ul,
        [...rows.values()].map(({ element }) => element),
      )
      if (focus && ul.contains(focus)) focus.focus({ preventScroll: true }) // a moved row loses it
      if (empty) set(empty, { hidden: games.length > 0 })
      set(ul, { hidden: games.length === 0 })
    },
    /** Moves the focus from a row being removed to the next row, the one before, or the heading.
     * @param {string} id */
    focusBeside(id) {
      const ids = [...rows.keys()]
      const place = ids.indexOf(id)
      const beside = ids[place + 1] ?? ids[place - 1]
      const link = beside && rows.get(beside)?.element.querySelector('a')
      if (link instanceof HTMLElement) link.focus()
      else heading.focus()
    },
  }
}
