// /leaderboards/{rules}: a leaderboard. Its query is in the address, so that it can be reloaded, linked and returned to; a
// filter shows another board without leaving the page.

import { setTitle } from '../app/header.js'
import {
  apiPath,
  description,
  heading,
  isOneDay,
  pagePath,
  parseQuery,
  queryForGame,
  titleKind,
} from '../app/leaderboard-query.js'
import { loadedBefore, noteLoaded, push } from '../app/places.js'
import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { setToday } from '../core/format.js'
import { families, find, name, solitaire } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { openCheck } from '../play/check-score.js'
import { filterLinks, gameSelect, stepLinks } from './filters.js'
import { playControl } from './play-control.js'
import { leaderboardTable } from './table.js'

/** @typedef {import('../app/leaderboard-query.js').LeaderboardQuery} LeaderboardQuery */
/** @typedef {import('./filters.js').Families} Families */
/** @typedef {Wire.Board | Wire.Ratings} Entries a page of a board */

/**
 * @param {HTMLElement} root
 * @param {Visit<'rules'>} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { rules: id, query: params, go, ready }) {
  root.dataset.screen = 'leaderboards'
  const [games] = await Promise.all([families(), askForDay()])
  const rules = id ? await find(id) : firstSolitaire(games)
  const query = parseQuery(rules, params)
  const isRemembered =
    settings.get(ACCOUNTS, '') === '1' && !params.has('accounts')
  if (isRemembered && query.kind !== 'rating') query.accounts = '1'
  if (!id || (isRemembered && query.accounts))
    return go(pagePath(rules, query), { replace: true })
  const page = new LeaderboardPage({ root, games, go, rules, query })
  await page.open()
  ready(page.title)
  return page
}

/** Asks the server for the current day; without an answer this device's day is used. */
async function askForDay() {
  /** @type {Wire.Daily | null} */
  const day = await get('/api/daily').catch(() => null)
  if (day) setToday(day.today)
}

/** @param {Families} games */
function firstSolitaire(games) {
  const rules = games.flatMap(({ variants }) => variants)
  return rules.find(solitaire) ?? rules[0]
}

const ACCOUNTS = 'leaderboard-accounts' // setting: whether only players with an account are ranked
const LIST = 'entries' // its name in the places of the history

class LeaderboardPage {
  /** Boards requested so far; an answer is dropped if another board has been requested since. */
  #requests = 0
  #loaded = 0 // how often "More" was pressed
  /** @type {string | null} */
  #next = null

  heading = el('h1')
  board = el('h2', { id: 'honour-which', tabindex: '-1' })
  entries = el('p', { id: 'honour-about', class: 'lead' })
  order = el('p', {
    id: 'honour-order',
    class: 'detail leaderboard-order',
  })
  filters = el('nav', {
    class: 'leaderboard-filters',
    'aria-label': t('honour.filters'),
  })
  steps = el('span', { class: 'leaderboard-steps' })
  body = el('div', { class: 'leaderboard-body' })
  foot = el('p', { class: 'row leaderboard-foot' })

  /** @param {{ root: HTMLElement, games: Families, go: Go, rules: Rules, query: LeaderboardQuery }} page */
  constructor({ root, games, go, rules, query }) {
    this.root = root
    this.games = games
    this.go = go
    this.rules = rules
    this.query = query
    this.table = this.#emptyTable()
  }

  /** The title names the board, so that tabs and history entries differ. */
  get title() {
    return t('honour.title', {
      board: heading(this.rules, this.query),
      game: name(this.rules),
    })
  }

  async open() {
    const loaded = loadedBefore(LIST)
    await this.#load(this.rules, this.query)
    while (this.#loaded < loaded && this.#next !== null)
      await this.#readMore(this.#next)
    this.root.replaceChildren(
      this.heading,
      gameSelect(this.games, this.rules, (rules) =>
        this.change(rules, queryForGame(this.query, rules)),
      ),
      this.filters,
      el('div', { class: 'leaderboard-head' }, this.board, this.steps),
      this.entries,
      this.body,
      this.foot,
      this.order,
    )
  }

  /**
   * Shows another board on the same page, with its own address.
   * @param {Rules} rules
   * @param {LeaderboardQuery} query
   */
  async change(rules, query) {
    const focused = focusedControl()
    if (query.kind !== 'rating') settings.set(ACCOUNTS, query.accounts ?? '')
    push(pagePath(rules, query))
    try {
      if (!(await this.#load(rules, query))) return
    } catch {
      await this.go(pagePath(rules, query), { replace: true })
      return
    }
    setTitle(this.title)
    if (focused && !this.root.contains(document.activeElement)) {
      const control = this.root.querySelector(focused)
      if (control instanceof HTMLElement) control.focus()
      else this.board.focus()
    }
    say(
      t('honour.changed', {
        board: this.board.textContent,
        lines: t('honour.lines', { count: this.table.rows.length }),
      }),
    )
  }

  leave() {
    this.#requests += 1
  }

  /**
   * Loads and shows a board; false: another one has been requested meanwhile.
   * @param {Rules} rules
   * @param {LeaderboardQuery} query
   */
  async #load(rules, query) {
    this.#requests += 1
    const request = this.#requests
    /** @type {Entries} */
    const page = await get(apiPath(rules, query))
    if (request !== this.#requests) return false
    this.rules = rules
    this.query = query
    this.#loaded = 0
    this.heading.textContent = t(`honour.heading.${titleKind(query)}`, {
      game: name(rules),
    })
    this.board.textContent = heading(rules, query)
    const [entries, order] = description(rules, query)
    this.entries.textContent = entries
    this.order.textContent = order
    const change = (/** @type {LeaderboardQuery} */ wanted) =>
      this.change(rules, wanted)
    this.filters.replaceChildren(...filterLinks(rules, query, change))
    this.steps.replaceChildren(...stepLinks(rules, query, change))
    this.table = this.#emptyTable()
    this.#append(page)
    return true
  }

  #emptyTable() {
    const { rules, query } = this
    const kind = kindOf(rules, query)
    return leaderboardTable(kind, {
      labels: [this.board.id, `${this.entries.id} ${this.order.id}`],
      oneDay: isOneDay(query),
      check: (entry, button) =>
        openCheck(
          entry.game,
          rules,
          button,
          kind === 'score' ? entry.score : null,
        ),
    })
  }

  /**
   * Appends a page of entries.
   * @param {Entries} page
   */
  #append(page) {
    this.table.add(page.items, page.own ?? null)
    const { length } = this.table.rows
    this.body.replaceChildren(
      length ? this.table.element : emptyBoard(this.query),
    )
    const { next } = page
    this.#next = next
    this.foot.replaceChildren(playControl(this.rules, this.query, this.go))
    if (next !== null) this.foot.prepend(this.#moreButton(next))
  }

  /** @param {string} cursor */
  #moreButton(cursor) {
    return el(
      'button',
      {
        type: 'button',
        'data-act': 'more',
        onclick: (event) => press(event, () => this.#loadMore(cursor)),
      },
      t('honour.more'),
    )
  }

  /** Returns the page at a cursor; null: another board has been requested meanwhile.
   * @param {string} cursor */
  async #readMore(cursor) {
    const request = this.#requests
    /** @type {Entries} */
    const page = await get(apiPath(this.rules, this.query, cursor))
    if (request !== this.#requests) return null
    this.#append(page)
    this.#loaded += 1
    noteLoaded(LIST, this.#loaded)
    return page
  }

  /** @param {string} cursor */
  async #loadMore(cursor) {
    const before = this.table.rows.length
    const page = await this.#readMore(cursor)
    if (!page) return
    const more =
      this.foot.querySelector('[data-act=more]') ??
      this.table.rows[before]?.node.querySelector('a')
    if (more instanceof HTMLElement) more.focus()
    say(
      t('honour.further', {
        further: page.items.length,
        lines: t('honour.lines', { count: this.table.rows.length }),
      }),
    )
  }
}

/** Returns a selector for the focused filter or step, valid on the next board too; null: none has the focus. */
function focusedControl() {
  if (!(document.activeElement instanceof HTMLElement)) return null
  const { filter, value, act } = document.activeElement.dataset
  if (filter) return `[data-filter='${filter}'][data-value='${value}']`
  return act ? `[data-act='${act}']` : null
}

/**
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @returns {import('./columns.js').Kind}
 */
function kindOf(rules, { kind }) {
  if (!solitaire(rules)) return kind === 'rating' ? 'rating' : 'wins'
  return kind === 'streak' ? 'streak' : 'score'
}

/** @param {LeaderboardQuery} query */
const emptyBoard = ({ kind }) =>
  el(
    'div',
    { class: 'leaderboard-empty', 'data-empty': true },
    el('p', {}, t(kind === 'rating' ? 'honour.empty.rating' : 'honour.empty')),
    el('p', {}, t('honour.empty.about')),
  )
