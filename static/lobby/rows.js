// Rows of the lobby's lists. Each keeps its elements and updates them when its game changes.

import { accountPath, gamePath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { el, set } from '../core/dom.js'
import { ago, momentText, shortDay, today } from '../core/format.js'
import { familyName, name, seatName, solitaire } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { personName } from '../core/people.js'
import { smallBoard } from '../play/pictures.js'
import { join } from '../play/play-now.js'
import { facts, hostOf, nameAndRating, timeLeft } from './facts.js'

/** @typedef {import('./lists.js').Context} Context */
/** @typedef {import('./lists.js').Row} Row */

/**
 * Whether it is the player's move against somebody.
 * @param {Item} game
 * @param {Person} player
 */
export const waitsFor = ({ turn, players }, player) =>
  turn !== null &&
  players[turn]?.id === player.id &&
  players.some((seated) => seated !== null && seated.id !== player.id)

/**
 * Creates the row of one of the player's own games.
 * @param {Item} first
 * @param {Context} context
 * @returns {Row}
 */
export function ownRow(first, { rules: known, player, dismiss }) {
  const rules = /** @type {Rules} */ (known.get(first.rules))
  const title = name(rules)
  const seat = first.players.findIndex((seated) => seated?.id === player.id)
  const board = smallBoard(rules.family, familyName(rules))
  const badge = el('span', { class: 'badge' }, t('lobby.yours'))
  const detail = el('span', { class: 'detail' })
  const age = el('span', { class: 'detail' })
  const time = el('span', { class: 'detail', 'data-left': true })
  const link = el('a', { class: 'open-game', href: gamePath(first.id) }, title)
  const dismissal = dismissButton(first, title, dismiss)
  const element = el(
    'li',
    { 'data-game': first.id },
    board.element,
    el('span', { class: 'what' }, badge, link, detail, time, age),
    dismissal,
  )
  return {
    element,
    show(game) {
      const yours = waitsFor(game, player)
      const open = game.players.includes(null)
      set(element, { 'data-ply': game.ply, 'data-yours': yours })
      set(badge, { hidden: !yours })
      set(dismissal, { hidden: yours })
      const told = ownDetail(game, rules, player)
      detail.textContent = told
      age.replaceChildren(ago(game.moved ?? game.created))
      time.replaceChildren(...controlParts(game))
      const names = { game: title, detail: told }
      const key = open ? 'lobby.table.of' : 'lobby.continue.of'
      set(link, { 'aria-label': t(key, names) })
      const act = open ? 'lobby.cancel.of' : 'lobby.dismiss.of'
      set(dismissal, { title: t(act, names) })
      board.show(game.position, seat === 1 ? 1 : 0)
    },
  }
}

/** Returns clock, rated and time left of a game for two, where it has them. @param {Item} game */
function controlParts(game) {
  const left = timeLeft(game)
  if (!game.control && !game.rated) return []
  return [el('span', {}, facts(game), left && ` · ${left}`)]
}

/**
 * Returns the opponent; for a solitaire its deal (while that is secret, when it was dealt) and the number of moves.
 * @param {Item} game
 * @param {Rules} rules
 * @param {Person} player
 */
function ownDetail(game, rules, player) {
  if (game.players.includes(null))
    return game.to
      ? t('lobby.waiting.for', { name: personName(game.to) })
      : t('lobby.waiting')
  const moves = t('lobby.moves', { count: game.moves ?? game.ply ?? 0 })
  if (game.daily) {
    const day = shortDay(game.daily)
    const when = game.daily < today() ? 'past' : 'today'
    return t('lobby.daily', { when, day, moves })
  }
  if (solitaire(rules))
    return typeof game.deal === 'number'
      ? t('lobby.deal', { deal: String(game.deal), moves })
      : t('lobby.dealt', { at: dealtText(game), moves })
  const opponent = game.players.find((seated) => seated?.id !== player.id)
  return opponent
    ? t('lobby.against', { name: nameAndRating(opponent) })
    : t('lobby.same_screen', { moves })
}

/** Returns when a game was dealt; within a day the hour distinguishes games. @param {Item} game */
const dealtText = ({ created }) =>
  momentText(created, Date.now() - created < 86_400_000)

/**
 * Creates the button that hides a game on this device; it stays on the player's own page. A game that nobody has joined is
 * cancelled.
 * @param {Item} game
 * @param {string} title
 * @param {(id: string) => void} dismiss
 */
function dismissButton({ id, players }, title, dismiss) {
  const open = players.includes(null)
  const act = async () => {
    if (open) await post(`/api/games/${id}/abort`)
    dismiss(id)
    say(t(open ? 'lobby.cancelled' : 'lobby.dismissed', { game: title }))
  }
  return el(
    'button',
    {
      type: 'button',
      class: 'icon',
      'data-act': 'dismiss',
      onclick: (event) => press(event, act),
    },
    icon('close'),
  )
}

/**
 * Creates the row of a game that waits for a player; its host is here, or the server would not list it. Guests are told how
 * to join a rated one.
 * @param {Item} first
 * @param {Context} context
 * @returns {Row}
 */
export function openRow(first, { rules: known, player, go }) {
  const rules = /** @type {Rules} */ (known.get(first.rules))
  const person = hostOf(first)
  const host = person ? nameAndRating(person) : ''
  const seat = first.players.indexOf(null)
  const params = { game: name(rules), name: host }
  const age = el('span', { class: 'detail' })
  const element = el(
    'li',
    { 'data-game': first.id, 'data-here': true },
    el(
      'span',
      { class: 'what' },
      el('strong', {}, name(rules)),
      el(
        'span',
        { class: 'detail' },
        el('span', { class: 'here', title: t('lobby.here') }),
        el('span', { class: 'visually-hidden' }, t('lobby.here')),
        ' ',
        t('lobby.host', { name: host, seat: seatName(rules, seat) }),
      ),
      el('span', { class: 'detail' }, facts(first)),
      age,
    ),
    first.rated && !player.account
      ? el(
          'a',
          {
            class: 'button',
            'data-act': 'sign-up',
            href: accountPath('sign-up', '/'),
            'aria-label': t('lobby.rated.join.of', params),
          },
          t('lobby.rated.join'),
        )
      : el(
          'button',
          {
            type: 'button',
            'data-act': 'join',
            'aria-label': t('lobby.join.of', params),
            onclick: (event) => press(event, () => join(first, go)),
          },
          t('lobby.join'),
        ),
  )
  return {
    element,
    show: (game) => age.replaceChildren(ago(game.created)),
  }
}

/**
 * Creates the row of a game of others, as a thumbnail.
 * @param {Item} first
 * @param {Context} context
 * @returns {Row}
 */
export function liveRow(first, { rules: known }) {
  const rules = /** @type {Rules} */ (known.get(first.rules))
  const board = smallBoard(rules.family, familyName(rules))
  const names = first.players.flatMap((seated) =>
    seated ? [nameAndRating(seated)] : [],
  )
  const people =
    new Set(names).size === 2
      ? t('lobby.versus', { one: names[0], other: names[1] })
      : names[0]
  const turn = el('span', { class: 'detail' })
  const link = el(
    'a',
    { class: 'live-board', href: gamePath(first.id) },
    board.element,
    el('span', { class: 'visually-hidden' }, t('lobby.watch')),
    el('strong', {}, name(rules)),
    el('span', { class: 'people' }, people),
    first.control || first.rated
      ? el('span', { class: 'detail' }, facts(first))
      : null,
    turn,
  )
  const element = el('li', { 'data-game': first.id }, link)
  return {
    element,
    show(game) {
      const { ply, moves = ply } = game
      set(element, { 'data-ply': ply, 'data-turn': game.turn ?? 'none' })
      turn.textContent =
        moves === null ? '' : t('lobby.moves', { count: moves })
      set(board.element, { hidden: ply === null })
      board.show(game.position, 0)
    },
  }
}
