// The lobby's lists: the player's own games, games that wait for a player, and games being played.

import { gamePath } from '../app/routes.js'
import { press } from '../core/busy-button.js'
import { children, el } from '../core/dom.js'
import { name, seatName } from '../core/games.js'
import { post, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'

/**
 * A titled list that keeps the nodes of games that have not changed, so that the focus stays where it is.
 * @param {'mine' | 'open' | 'live'} kind
 * @param {Child} hint stands under the sentence of an empty list
 */
export function gameList(kind, hint = null) {
  const ul = el('ul', { class: 'games' })
  const empty = el(
    'div',
    { class: 'empty' },
    el('p', {}, t(`lobby.${kind}.empty`)),
    hint,
  )
  const element = el(
    'section',
    { class: 'list', 'data-list': kind },
    el('h2', {}, t(`lobby.${kind}`)),
    empty,
    ul,
  )
  /** @type {Map<string, { text: string, node: Element }>} */
  let rows = new Map()
  /**
   * @param {Item[]} games
   * @param {(game: Item) => Element} row
   */
  const draw = (games, row) => {
    /** @type {typeof rows} */
    const fresh = new Map()
    for (const game of games) {
      const text = JSON.stringify(game)
      const old = rows.get(game.id)
      fresh.set(game.id, old?.text === text ? old : { text, node: row(game) })
    }
    rows = fresh
    children(
      ul,
      [...rows.values()].map(({ node }) => node),
    )
    empty.hidden = games.length > 0
    ul.hidden = games.length === 0
  }
  draw([], () => ul)
  return { element, draw }
}

/**
 * @param {Item} game
 * @param {Rules} rules
 * @param {string} detail
 * @param {Element} action
 */
const gameRow = (game, rules, detail, action) =>
  el(
    'li',
    { 'data-game': game.id },
    el(
      'span',
      { class: 'what' },
      el('strong', {}, name(rules)),
      el('span', { class: 'detail' }, detail),
    ),
    action,
  )

/**
 * A game of the player's own.
 * @param {Item} game
 * @param {Rules} rules
 * @param {Person} player
 */
export function ownRow(game, rules, player) {
  const waiting = game.players.includes(null)
  const opponents = game.players
    .filter((seated) => seated !== null && seated.id !== player.id)
    .map((seated) => seated?.name)
  const action = gameLink(
    game,
    waiting ? 'lobby.table' : 'lobby.continue',
    name(rules),
  )
  if (waiting) return gameRow(game, rules, t('lobby.waiting'), action)
  const detail = opponents.length
    ? t('lobby.against', { name: opponents.join(', ') })
    : t('lobby.moves', { count: game.ply ?? 0 })
  return gameRow(game, rules, detail, action)
}

/**
 * A game that waits for a player.
 * @param {Item} game
 * @param {Rules} rules
 * @param {Go} go
 */
export function openRow(game, rules, go) {
  const creator = game.players.find((seated) => seated !== null)?.name ?? ''
  const seat = seatName(rules, game.players.indexOf(null))
  const join = async () => {
    await post(`/api/games/${game.id}/join`).catch((error) => {
      if (!(error instanceof Refusal) || error.status !== 409) throw error
    })
    await go(gamePath(game.id))
  }
  const button = el(
    'button',
    {
      type: 'button',
      'data-act': 'join',
      'aria-label': t('lobby.join.of', { game: name(rules), name: creator }),
      onclick: (event) => press(event, join),
    },
    t('lobby.join'),
  )
  const detail = t('lobby.host', { name: creator, seat })
  return gameRow(game, rules, detail, button)
}

/**
 * A game that is being played by others.
 * @param {Item} game
 * @param {Rules} rules
 */
export function liveRow(game, rules) {
  const names = game.players.flatMap((seated) => seated?.name ?? [])
  return gameRow(
    game,
    rules,
    names.join(t('lobby.versus')),
    gameLink(game, 'lobby.watch', name(rules)),
  )
}

/**
 * @param {Item} game
 * @param {string} key
 * @param {string} title
 */
const gameLink = (game, key, title) =>
  el(
    'a',
    {
      class: 'button',
      href: gamePath(game.id),
      'aria-label': t(`${key}.of`, { game: title }),
    },
    t(key),
  )
