// The lists of a person's games: what runs, what waits, and what has ended with its result from that person's chair.

import { get } from '../core/http.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { all, find, name, seatName, solitaire } from '../core/games.js'

const FIRST = 8 // of a list, before "More"

/** The section of a player's games with this status; further ones come with "More". `key`: what the link of each
 * says. `empty`: the sentence where there is none. */
export async function played(
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
  let [cursor, held] = [null, []]
  const show = (rows) => {
    ul.append(...rows)
    more.hidden = cursor === null && !held.length
  }
  const read = async () => {
    const query = new URLSearchParams({
      status,
      player: player.id,
      ...(cursor ? { cursor } : {}),
    })
    const page = await get(`/api/games?${query}`)
    cursor = page.next
    return page.items
      .map((game) => row(game, rules.get(game.rules), player, key))
      .filter(Boolean)
  }
  more.addEventListener('click', async () => {
    const rows = held.length ? held.splice(0) : await read()
    show(rows)
    rows[0]?.querySelector('a').focus()
  })
  held = await read()
  show(held.splice(0, FIRST))
  return el(
    'section',
    { class: 'list', 'data-list': status },
    el('h2', {}, t(`me.${status}`)),
    ul.children.length ? null : el('p', { class: 'empty' }, t(empty)),
    ul,
    more,
  )
}

function row(game, rules, player, key) {
  if (!rules) return null
  const seat = game.players.findIndex((other) => other?.id === player.id)
  const other = game.players.find((one) => one && one.id !== player.id)
  const how = game.over
    ? result(game.over, rules, seat, other)
    : t('lobby.moves', { count: game.ply })
  const detail = other ? [against(rules, seat, other), ' · ', how] : how
  return el(
    'li',
    { 'data-game': game.id },
    el(
      'span',
      { class: 'what' },
      el('strong', {}, name(rules)),
      el('span', { class: 'detail' }, detail),
    ),
    el(
      'a',
      {
        class: 'button',
        href: `/g/${game.id}`,
        'aria-label': t(`${key}.of`, { game: name(rules) }),
      },
      t(key),
    ),
  )
}

// The other's name leads to his page, wherever in the sentence a language puts it.
function against(rules, seat, { name: called }) {
  const [before, after] = t('me.against', {
    seat: seatName(rules, seat),
    name: '\n',
  }).split('\n')
  return [
    before,
    el('a', { href: `/people/${encodeURIComponent(called)}` }, called),
    after,
  ]
}

// Won or lost, from this player's chair; at a table with both seats the winner is named.
function result({ winner, reason }, rules, seat, other) {
  if (reason === 'aborted') return t('me.result.aborted')
  if (solitaire(rules))
    return t(winner === null ? 'me.result.unsolved' : 'me.result.solved')
  if (winner === null) return t('me.result.draw')
  if (!other) return t('me.result.side', { seat: seatName(rules, winner) })
  return t(winner === seat ? 'me.result.won' : 'me.result.lost')
}
