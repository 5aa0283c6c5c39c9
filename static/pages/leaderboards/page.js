// /leaderboards/{rules}: a leaderboard. Its query is in the address, so that it can be reloaded, linked and returned to; a
// filter shows another board without leaving the page.

import { setTitle } from '../../app/header.js'
import {
  apiPath,
  description,
  heading,
  isOneDay,
  pagePath,
  parseQuery,
  queryForGame,
  titleKind,
} from '../../app/leaderboard-query.js'
import { push } from '../../app/reading-places.js'
import { say } from '../../core/announcer.js'
import { today } from '../../core/format.js'
import { families, find, name, solitaire } from '../../core/games.js'
import { get, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { mount } from '../../kit/page.js'
import { PagedList, readPages } from '../../kit/paged-list.js'
import { openCheck } from '../../table/check-score.js'
import { html, useLayoutEffect, useRef, useSignal } from '../../vendor/preact.js'
import { isSecret } from './columns.js'
import { filterLinks, gameSelect, stepLinks } from './filters.js'
import { playControl } from './play-control.js'
import { EntryTable } from './table.js'

/** @typedef {import('../../app/leaderboard-query.js').LeaderboardQuery} LeaderboardQuery */
/** @typedef {import('./filters.js').Families} Families */
/** @typedef {import('./columns.js').Entry} Entry */

/** A leaderboard with the entries that are shown at first; `own`: the player's own entry.
 * @typedef {{ rules: Rules, query: LeaderboardQuery, items: Entry[], own?: Entry | null, next: string | null }} Board */

const ACCOUNTS = 'leaderboard-accounts' // setting: whether only players with an account are ranked
const LIST = 'entries' // its name in the places of the history
const [NAME, ABOUT] = ['honour-which', 'honour-about'] // ids of what names and describes the table

/** @param {HTMLElement} root @param {Visit<'rules'>} visit @returns {Promise<Page>} */
export async function show(root, { rules: id, query: params, go, ready, signal }) {
  root.dataset.screen = 'leaderboards'
  const [games, played] = await Promise.all([families(), readPlayed(signal)])
  const rules = id ? await find(id) : firstSolitaire(games)
  const query = parseQuery(rules, params)
  const isRemembered = settings.get(ACCOUNTS, '') === '1' && !params.has('accounts')
  if (isRemembered && query.kind !== 'rating') query.accounts = '1'
  if (!id || (isRemembered && query.accounts)) return go(pagePath(rules, query), { replace: true })
  const board = await readBoard(rules, query, signal)
  const props = { first: board, games, played, go, signal }
  const page = mount(root, html`<${Leaderboard} ...${props} />`)
  ready(titleOf(board))
  return page
}

/** Returns the ids of the games with a result; null: the server does not answer, and the page does without.
 * @param {AbortSignal} signal @returns {Promise<string[] | null>} */
async function readPlayed(signal) {
  try {
    return (await get('/api/leaderboards', { signal })).items
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** @param {Families} games */
function firstSolitaire(games) {
  const rules = games.flatMap(({ variants }) => variants)
  return rules.find(solitaire) ?? rules[0]
}

/** @param {Rules} rules @param {LeaderboardQuery} query @param {AbortSignal} signal @returns {Promise<Board>} */
async function readBoard(rules, query, signal) {
  const read = (/** @type {string | null} */ cursor) =>
    get(apiPath(rules, query, cursor), { signal })
  return { rules, query, ...(await readPages(LIST, read)) }
}

/** The title names the board, so that tabs and history entries differ. @param {Board} board */
const titleOf = ({ rules, query }) =>
  t('honour.title', { board: heading(rules, query), game: name(rules) })

/** @param {{ first: Board, games: Families, played: string[] | null, go: Go, signal: AbortSignal }} props */
function Leaderboard({ first, games, played, go, signal }) {
  const board = useSignal(first)
  /** The board that was requested last: filters build on it, also before it is there. */
  const wanted = useSignal({ rules: first.rules, query: first.query })
  const hadFocus = useSignal(false) // whether the focus was on this page when the board changed
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const name = useRef(/** @type {HTMLElement | null} */ (null))
  const { rules, query } = board.value
  const path = pagePath(rules, query)
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body
    if (hadFocus.value && isLost) name.current?.focus()
  }, [path])

  /** Shows another board on the same page, with its own address. @param {Rules} rules @param {LeaderboardQuery} query */
  const change = async (rules, query) => {
    if (query.kind !== 'rating') settings.set(ACCOUNTS, query.accounts ?? '')
    const path = pagePath(rules, query)
    push(path)
    const request = { rules, query }
    wanted.value = request
    const found = await readBoard(rules, query, signal).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      return null
    })
    if (wanted.value !== request || signal.aborted) return
    if (!found) return go(path, { replace: true })
    hadFocus.value = place.current?.contains(document.activeElement) ?? false
    board.value = found
    setTitle(titleOf(found))
    const lines = t('honour.lines', { count: found.items.length })
    say(t('honour.changed', { board: heading(rules, query), lines }))
  }
  const filtered = wanted.value
  const isShown = pagePath(filtered.rules, filtered.query) === path
  const changeQuery = (/** @type {LeaderboardQuery} */ query) => change(filtered.rules, query)
  const changeGame = (/** @type {Rules} */ rules) =>
    change(rules, queryForGame(filtered.query, rules))
  const isWanted = () =>
    pagePath(wanted.value.rules, wanted.value.query) === path && !signal.aborted
  return html`
    <div ref=${place} class="leaderboard-page">
      ${title(rules, query)}
      <nav class="leaderboard-filters" aria-label=${t('honour.filters')}>
        ${gameSelect(games, played, filtered.rules, changeGame)}
        ${filterLinks(filtered.rules, filtered.query, changeQuery)}
      </nav>
      <div class="leaderboard-head">
        <h2 id=${NAME} tabindex="-1" ref=${name}>${heading(rules, query)}</h2>
        <span class="leaderboard-steps">${stepLinks(filtered.rules, filtered.query, changeQuery)}</span>
      </div>
      <div class="leaderboard-body" aria-busy=${String(!isShown)}>
        <${Entries} key=${path} board=${board.value} isWanted=${isWanted} />
      </div>
      <p class="row leaderboard-foot">${playControl(rules, query, go)}</p>
      <details class="leaderboard-about">
        <summary>${t('honour.about')}</summary>
        <div id=${ABOUT}>${description(rules, query).map((text) => html`<p>${text}</p>`)}</div>
      </details>
    </div>`
}

/** @param {Rules} rules @param {LeaderboardQuery} query */
const title = (rules, query) =>
  html`<h1>${t(`honour.heading.${titleKind(query)}`, { game: name(rules) })}</h1>`

/** The entries of a board; `isWanted()`: whether no other one has been requested.
 * @param {{ board: Board, isWanted: () => boolean }} props */
function Entries({ board, isWanted }) {
  const { rules, query, items, own = null } = board
  if (!items.length && !own) return emptyBoard(query)
  const kind = kindOf(rules, query)
  const read = async (/** @type {string} */ cursor) => {
    const page = await get(apiPath(rules, query, cursor))
    return isWanted() ? page : null
  }
  const sayMore = (/** @type {number} */ further, /** @type {number} */ count) =>
    say(t('honour.further', { further, lines: t('honour.lines', { count }) }))
  const table = {
    kind,
    named: NAME,
    described: ABOUT,
    oneDay: isOneDay(query),
    check:
      kind === 'rating' || isSecret(board, today())
        ? null
        : (/** @type {Wire.LeaderboardEntry} */ entry) =>
            openCheck(entry.game, rules, null, kind === 'score' ? entry.score : null),
  }
  return html`
    <${PagedList}
      name=${LIST}
      first=${board}
      read=${read}
      show=${(/** @type {Entry[]} */ entries) =>
        html`<${EntryTable} entries=${entries} own=${own} board=${table} />`}
      rowOf=${(/** @type {Entry} */ { player }) => `tr[data-player='${player.id}']`}
      onmore=${sayMore}
    />`
}

/** @param {Rules} rules @param {LeaderboardQuery} query @returns {import('./columns.js').Kind} */
function kindOf(rules, { kind }) {
  if (!solitaire(rules)) return kind === 'rating' ? 'rating' : 'wins'
  return kind === 'streak' ? 'streak' : 'score'
}

/** @param {LeaderboardQuery} query */
const emptyBoard = ({ kind }) => html`
  <div class="leaderboard-empty" data-empty>
    <p>${t(kind === 'rating' ? 'honour.empty.rating' : 'honour.empty')}</p>
    <p>${t('honour.empty.about')}</p>
  </div>`
