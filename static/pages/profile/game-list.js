// Lists of a player's games: running, waiting for an opponent, and finished, with the result as that player sees it.

import { noteLoaded, replace } from '../../app/reading-places.js'
import { gamePath, personPath } from '../../app/routes.js'
import { say } from '../../core/announcer.js'
import { refusalText } from '../../core/busy-button.js'
import { samePage } from '../../core/dom.js'
import { shortDay } from '../../core/format.js'
import { familyName, name, seatName } from '../../core/games.js'
import { get, Refusal } from '../../core/http.js'
import { sequence, t } from '../../core/i18n.js'
import { controlText, personName } from '../../core/people.js'
import { toast } from '../../core/toast.js'
import { linkButton } from '../../kit/button.js'
import { PagedList, readPages } from '../../kit/paged-list.js'
import { personLink } from '../../kit/person.js'
import { SmallBoard } from '../../kit/picture.js'
import { Ago } from '../../kit/time.js'
import { html, useSignal } from '../../vendor/preact.js'
import { filterOf, gameFilters } from './filters.js'
import { listedResult } from './listed-result.js'

const FEW = 8 // games shown before "More"

/** @typedef {import('../../kit/paged-list.js').Read<Wire.Listed>} Read */

/** Games of a player by status. `filter`: what the finished ones are filtered by.
 * @typedef {{ status: Wire.Listed['status'], player: Person, filter?: import('./filters.js').Filter }} Wanted */

/** Reads the list as far as it was shown when this history entry was left. @param {Wanted} wanted @returns {Promise<Read>} */
export const readGames = (wanted) =>
  readPages(wanted.status, (cursor) => readPage(wanted, cursor), FEW)

/** Reads a page of the list. @param {Wanted} wanted @param {string | null} cursor @returns {Promise<Wire.Games>} */
async function readPage({ status, player, filter = {} }, cursor) {
  const { opponent } = filter
  const found = opponent === undefined ? undefined : await idOf(opponent)
  if (found === null) return { items: [], next: null }
  const query = new URLSearchParams({ status, player: player.id, ...filter })
  if (found !== undefined) query.set('opponent', found)
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

/** `first`: what `readGames` returned; `act`: key of the text of each link; `lead`: whether the first link is the page's
 * primary action.
 * @typedef {{ status: Wire.Listed['status'], player: Person, rules: Rules[], first: Read, act: string,
 *   lead?: boolean }} Props */

/** Games of a player that are running or wait; nothing if there are none. @param {Props} props */
export function gameList({ status, player, rules, first, act, lead = false }) {
  if (!first.items.length) return null
  const read = (/** @type {string} */ cursor) => readPage({ status, player }, cursor)
  return html`
    <section class="list" data-list=${status}>
      <h2>${t(`me.${status}`)}</h2>
      <${PagedList}
        name=${status}
        first=${first}
        few=${FEW}
        read=${read}
        show=${(/** @type {Wire.Listed[]} */ games) => rows(games, { player, rules, act, lead })}
      />
    </section>`
}

/** Finished games of a player. `query`: of the page's address, with the filters; `empty`: the sentence for no games.
 * @param {Props & { query: URLSearchParams, empty: string }} props */
export function FinishedGames({ status, player, rules, first, act, query, empty }) {
  const filter = useSignal(filterOf(query))
  const shown = useSignal({ first, filter: filter.value })
  const isFiltered = Object.keys(shown.value.filter).length > 0
  const { items } = shown.value.first
  const write = (/** @type {import('./filters.js').Filter} */ wanted) => {
    filter.value = wanted
    const search = new URLSearchParams(wanted)
    replace(location.pathname + (search.size ? `?${search}` : ''))
  }
  /** Reads the list anew; only the answer to the newest filter is shown. After a failure the filter is again that of the
   * list, so that the same one can be chosen once more. @param {import('./filters.js').Filter} wanted */
  const change = async (wanted) => {
    const isHere = samePage()
    write(wanted)
    try {
      const page = await readPage({ status, player, filter: wanted }, null)
      if (filter.value !== wanted || !isHere()) return
      noteLoaded(status, 0)
      shown.value = { first: page, filter: wanted }
      say(t('me.filtered', { count: Math.min(FEW, page.items.length) }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (filter.value !== wanted || !isHere()) return
      write(shown.value.filter)
      toast(refusalText(error))
    }
  }
  const read = (/** @type {string} */ cursor) =>
    readPage({ status, player, filter: shown.value.filter }, cursor)
  const own = new Set(items.map((game) => game.rules))
  return html`
    <section class="list" data-list=${status} aria-busy=${String(filter.value !== shown.value.filter)}>
      <h2>${t(`me.${status}`)}</h2>
      ${
        (items.length > 0 || isFiltered) &&
        gameFilters({ games: rules, own, filter: filter.value, onchange: change })
      }
      ${!items.length && html`<p class="empty">${isFiltered ? t('me.filtered.empty') : empty}</p>`}
      <${PagedList}
        key=${new URLSearchParams(shown.value.filter).toString()}
        name=${status}
        first=${shown.value.first}
        few=${FEW}
        read=${read}
        show=${(/** @type {Wire.Listed[]} */ games) => rows(games, { player, rules, act })}
      />
    </section>`
}

/** @param {Wire.Listed[]} games @param {Pick<Props, 'player' | 'rules' | 'act' | 'lead'>} how */
const rows = (games, { player, rules, act, lead = false }) => html`
  <ul class="games">
    ${games.map((game, index) => {
      const known = rules.find(({ id }) => id === game.rules)
      const look = lead && index === 0 ? 'primary' : ''
      return known && gameRow(game, known, player, act, look)
    })}
  </ul>`

/** @param {Wire.Listed} game @param {Rules} rules @param {Person} player @param {string} act @param {string} look */
function gameRow(game, rules, player, act, look) {
  const seat = game.players.findIndex((seated) => seated?.id === player.id)
  const opponent = game.players.find((seated) => seated && seated.id !== player.id) ?? null
  const state = game.over
    ? listedResult(game.over, game.score ?? [], rules, seat, opponent)
    : t('lobby.moves', { count: game.moves ?? game.ply })
  const deal = dealText(game)
  const facts = [opponent && personName(opponent), deal, state]
  const details = [
    opponent && against(rules, seat, opponent),
    deal,
    game.control && controlText(game.control),
    game.rated && t('control.rated'),
    state,
    html`<${Ago} at=${game.moved ?? game.created} />`,
  ].filter((detail) => detail)
  const link = {
    look,
    href: gamePath(game.id),
    label: t(`${act}.of`, {
      game: name(rules),
      detail: sequence(facts.flatMap((fact) => fact || [])),
    }),
  }
  return html`
    <li key=${game.id} data-game=${game.id}>
      <${SmallBoard}
        family=${rules.family}
        title=${familyName(rules)}
        position=${game.position}
        seat=${seat === 1 ? 1 : 0}
      />
      <span class="what">
        <strong>${name(rules)}</strong>
        <span class="detail">${details.map((detail, index) => [index > 0 && ' · ', detail])}</span>
      </span>
      ${linkButton(link, t(act))}
    </li>`
}

/** Returns the deal in words; empty: it is secret, or nothing was dealt. @param {Wire.Listed} game */
function dealText({ daily, deal }) {
  if (daily) return t('me.daily', { day: shortDay(daily) })
  return typeof deal === 'number' ? t('me.deal', { deal: String(deal) }) : ''
}

/** Returns "against ..." with the opponent's name as a link, wherever the language puts it.
 * @param {Rules} rules @param {number} seat @param {Person} opponent */
function against(rules, seat, opponent) {
  const text = t('me.against', { seat: seatName(rules, seat), name: '\n' })
  const [before, after] = text.split('\n')
  return html`${before}${personLink(opponent)}${after}`
}
