// The lists of a player's games: those under way, those that wait for an opponent, and finished ones with the result as
// that player sees it.

import { gamePath, personPath } from '../app/routes.js'
import { press } from '../core/busy-button.js'
import { el, set } from '../core/dom.js'
import { ago, shortDay } from '../core/format.js'
import {
  all,
  familyName,
  find,
  name,
  seatName,
  solitaire,
} from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { smallBoard } from '../lobby/pictures.js'

const FIRST = 8 // games shown before "More"

/**
 * The section of a player's games with this status. `key`: the text of each link; `empty`: of the sentence where there
 * are none.
 * @param {Wire.Listed['status']} status
 * @param {Person} player
 * @param {string} key
 * @param {string} empty
 */
export async function gameList(
  status,
  player,
  key,
  empty = `me.${status}.empty`,
) {
  const known = await Promise.all((await all()).map(({ id }) => find(id)))
  const rules = new Map(known.map((item) => [item.id, item]))
  const ul = el('ul', { class: 'games' })
  const more = el(
    'button',
    { type: 'button', class: 'quiet', hidden: true },
    t('me.more'),
  )
  /** @type {string | null} */
  let cursor = null
  const read = async () => {
    const page = await readPage(status, player, cursor)
    cursor = page.next
    return page.items.flatMap((game) => {
      const item = rules.get(game.rules)
      return item ? gameRow(game, item, player, key) : []
    })
  }
  const rest = await read()
  const append = (/** @type {HTMLElement[]} */ rows) => {
    ul.append(...rows)
    more.hidden = cursor === null && !rest.length
  }
  const readMore = async () => {
    const rows = rest.length ? rest.splice(0) : await read()
    append(rows)
    rows[0]?.querySelector('a')?.focus()
  }
  set(more, {
    onclick: (/** @type {ElementEvent<'click'>} */ event) =>
      press(event, readMore),
  })
  append(rest.splice(0, FIRST))
  return el(
    'section',
    { class: 'list', 'data-list': status },
    el('h2', {}, t(`me.${status}`)),
    ul.children.length ? null : el('p', { class: 'empty' }, t(empty)),
    ul,
    more,
  )
}

/**
 * @param {string} status
 * @param {Person} player
 * @param {string | null} cursor
 * @returns {Promise<Wire.Games>}
 */
function readPage(status, player, cursor) {
  const query = new URLSearchParams({ status, player: player.id })
  if (cursor !== null) query.set('cursor', cursor)
  return get(`/api/games?${query}`)
}

/**
 * @param {Wire.Listed} game
 * @param {Rules} rules
 * @param {Person} player
 * @param {string} key
 */
function gameRow(game, rules, player, key) {
  const seat = game.players.findIndex((seated) => seated?.id === player.id)
  const opponent =
    game.players.find((seated) => seated && seated.id !== player.id) ?? null
  const state = game.over
    ? resultText(game.over, rules, seat, opponent)
    : t('lobby.moves', { count: game.ply })
  const deal = dealText(game)
  const board = smallBoard(rules.family, familyName(rules))
  board.show(game.position, seat === 1 ? 1 : 0)
  return el(
    'li',
    { 'data-game': game.id },
    board.element,
    el(
      'span',
      { class: 'what' },
      el('strong', {}, name(rules)),
      el(
        'span',
        { class: 'detail' },
        opponent && [against(rules, seat, opponent), ' · '],
        deal && [deal, ' · '],
        state,
      ),
      el('span', { class: 'detail' }, ago(game.moved ?? game.created)),
    ),
    el(
      'a',
      {
        class: 'button',
        href: gamePath(game.id),
        'aria-label': t(`${key}.of`, { game: name(rules) }),
      },
      t(key),
    ),
  )
}

/**
 * Which deal it was; empty where it is secret or nothing was dealt.
 * @param {Wire.Listed} game
 */
function dealText({ daily, deal }) {
  if (daily) return t('me.daily', { day: shortDay(daily) })
  return typeof deal === 'number' ? t('me.deal', { deal: String(deal) }) : ''
}

/**
 * The opponent's name links to their page, wherever in the sentence a language puts it.
 * @param {Rules} rules
 * @param {number} seat
 * @param {Person} opponent
 */
function against(rules, seat, opponent) {
  const [before, after] = t('me.against', {
    seat: seatName(rules, seat),
    name: '\n',
  }).split('\n')
  const href = personPath(opponent.name)
  return [before, el('a', { href }, opponent.name), after]
}

/**
 * Won or lost, as this player sees it; where they had both seats, the winning side.
 * @param {Wire.Over} over
 * @param {Rules} rules
 * @param {number} seat
 * @param {Person | null} opponent
 */
function resultText({ winner, reason }, rules, seat, opponent) {
  if (reason === 'aborted') return t('me.result.aborted')
  if (solitaire(rules))
    return t(winner === null ? 'me.result.unsolved' : 'me.result.solved')
  if (winner === null) return t('me.result.draw')
  if (!opponent) return t('me.result.side', { seat: seatName(rules, winner) })
  return t(winner === seat ? 'me.result.won' : 'me.result.lost')
}
