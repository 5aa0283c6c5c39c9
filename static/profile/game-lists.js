// Lists of a player's games: running, waiting for an opponent, and finished, with the result as that player sees it.

import { loadedBefore, noteLoaded } from '../app/places.js'
import { gamePath, personPath } from '../app/routes.js'
import { alert, say } from '../core/announcer.js'
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
import { get, Refusal } from '../core/http.js'
import { sequence, t } from '../core/i18n.js'
import { controlText, personName } from '../core/people.js'
import { personLink } from '../people/person-link.js'
import { smallBoard } from '../play/pictures.js'
import { gameFilters } from './filters.js'

const FIRST_SHOWN = 8 // games shown before "More"

/**
 * `empty`: the key of the sentence for no games; null: no list then. `query`: of the page's address, with the list's
 * filters; without it there are none.
 * @typedef {{ empty?: string | null, query?: URLSearchParams }} ListOptions
 */

/**
 * Creates the section of a player's games with this status; null: there are none, and nothing says so. `key`: of the text
 * of each link.
 * @param {Wire.Listed['status']} status
 * @param {Person} player
 * @param {string} key
 * @param {ListOptions} [options]
 */
export async function gameList(
  status,
  player,
  key,
  { empty = `me.${status}.empty`, query } = {},
) {
  const known = await Promise.all((await all()).map(({ id }) => find(id)))
  const rules = new Map(known.map((item) => [item.id, item]))
  const filters = query ? gameFilters(known, query) : null
  const ul = el('ul', { class: 'games' })
  const nothing = el('p', { class: 'empty', hidden: true })
  const more = el(
    'button',
    { type: 'button', class: 'quiet', 'data-act': 'more', hidden: true },
    t('me.more'),
  )
  /** @type {string | null} */
  let cursor = null
  /** @type {HTMLElement[]} */
  let rest = []
  let readings = 0 // requests so far; only the newest answer is shown
  /** Returns the rows of the next page; null: the filters changed meanwhile. @param {string | null} from */
  const read = async (from) => {
    const reading = readings
    const page = await readPage(status, player, filters?.values() ?? {}, from)
    if (reading !== readings) return null
    cursor = page.next
    if (from === null) filters?.lead(page.items.map((game) => game.rules))
    return page.items.flatMap((game) => {
      const item = rules.get(game.rules)
      return item ? gameRow(game, item, player, key) : []
    })
  }
  const append = (/** @type {HTMLElement[]} */ rows) => {
    ul.append(...rows)
    more.hidden = cursor === null && !rest.length
  }
  let loaded = 0 // how often "More" was pressed
  /** Shows the first page; false: the filters changed meanwhile. */
  const readFirst = async () => {
    readings += 1
    loaded = 0
    const rows = await read(null)
    if (!rows) return false
    rest = rows
    ul.replaceChildren()
    const filtered = Object.keys(filters?.values() ?? {}).length > 0
    nothing.textContent = t(filtered ? 'me.filtered.empty' : (empty ?? ''))
    nothing.hidden = rest.length > 0
    if (filters) filters.element.hidden = !filtered && rest.length === 0
    append(rest.splice(0, FIRST_SHOWN))
    return true
  }
  const readMore = async () => {
    const rows = rest.length ? rest.splice(0) : await read(cursor)
    if (!rows) return []
    append(rows)
    loaded += 1
    noteLoaded(status, loaded)
    return rows
  }
  set(more, {
    onclick: (/** @type {ElementEvent<'click'>} */ event) =>
      press(event, async () => {
        const [first] = await readMore()
        first?.querySelector('a')?.focus()
      }),
  })
  const before = loadedBefore(status)
  await readFirst()
  while (loaded < before && !more.hidden) await readMore()
  if (empty === null && !ul.children.length) return null
  filters?.on(() => {
    noteLoaded(status, 0)
    readFirst().then(
      (shown) => shown && say(t('me.filtered', { count: ul.children.length })),
      () => alert(t('lobby.failed')),
    )
  })
  return el(
    'section',
    { class: 'list', 'data-list': status },
    el('h2', {}, t(`me.${status}`)),
    filters?.element,
    nothing,
    ul,
    more,
  )
}

/**
 * @param {string} status
 * @param {Person} player
 * @param {Record<string, string>} filter
 * @param {string | null} cursor
 * @returns {Promise<Wire.Games>}
 */
async function readPage(status, player, filter, cursor) {
  const { opponent } = filter
  if (opponent) {
    const found = await idOf(opponent)
    if (found === null) return { items: [], next: null }
    filter = { ...filter, opponent: found }
  }
  const query = new URLSearchParams({ status, player: player.id, ...filter })
  if (cursor !== null) query.set('cursor', cursor)
  return get(`/api/games?${query}`)
}

/** Returns the id of the player of a name; null: there is none. @param {string} name @returns {Promise<string | null>} */
const idOf = (name) =>
  get(`/api${personPath(name)}`).then(
    (/** @type {Wire.Profile} */ { player }) => player.id,
    (error) => {
      if (error instanceof Refusal && error.status === 404) return null
      throw error
    },
  )

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
    : t('lobby.moves', { count: game.moves ?? game.ply })
  const deal = dealText(game)
  const facts = [opponent && personName(opponent), deal, state]
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
        game.control && [controlText(game.control), ' · '],
        game.rated && [t('control.rated'), ' · '],
        state,
      ),
      el('span', { class: 'detail' }, ago(game.moved ?? game.created)),
    ),
    el(
      'a',
      {
        class: 'button',
        href: gamePath(game.id),
        'aria-label': t(`${key}.of`, {
          game: name(rules),
          detail: sequence(facts.flatMap((fact) => fact || [])),
        }),
      },
      t(key),
    ),
  )
}

/**
 * Returns the deal in words; empty: it is secret, or nothing was dealt.
 * @param {Wire.Listed} game
 */
function dealText({ daily, deal }) {
  if (daily) return t('me.daily', { day: shortDay(daily) })
  return typeof deal === 'number' ? t('me.deal', { deal: String(deal) }) : ''
}

/**
 * Returns "against ..." with the opponent's name as a link, wherever the language puts it.
 * @param {Rules} rules
 * @param {number} seat
 * @param {Person} opponent
 */
function against(rules, seat, opponent) {
  const [before, after] = t('me.against', {
    seat: seatName(rules, seat),
    name: '\n',
  }).split('\n')
  return [before, personLink(opponent), after]
}

/**
 * Returns the result as this player sees it; if they had both seats, the winning side.
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
