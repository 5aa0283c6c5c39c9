// /leaderboards/{rules}: a board of honour. What it is asked for stands in the address, so that it can be reloaded, sent and
// gone back to; a choice changes the lines without leaving the page.

import { get, post } from '../core/http.js'
import { me } from '../core/player.js'
import { today } from '../core/format.js'
import { el } from '../core/dom.js'
import { icon } from '../core/icons.js'
import { t } from '../core/i18n.js'
import { playNow, watch } from '../lobby/feed.js'
import { press } from '../core/busy-button.js'
import { families, familyName, find, name, solitaire } from '../core/games.js'
import { say } from '../core/announcer.js'
import { setTitle } from '../app/header.js'
import { openCheck } from '../replay/verify.js'
import {
  about,
  address,
  asked,
  beside,
  choices,
  daily,
  moved,
  named,
  source,
} from './query.js'
import { honours } from './table.js'

export async function show(root, { rules: id, query, go, ready }) {
  root.dataset.screen = 'leaderboards'
  const games = await families()
  const rules = id
    ? await find(id)
    : games.flatMap(({ variants }) => variants).find(solitaire)
  const wish = asked(rules, query)
  if (!id) return go(address(rules, wish), { replace: true })
  const page = new Leaderboards(root, games, go)
  await page.open(rules, wish)
  ready(page.title)
  return page
}

class Leaderboards {
  #visits = 0 // of boards; a board that comes late is not shown in the place of the next

  constructor(root, games, go) {
    Object.assign(this, { root, games, go })
    this.heading = el('h1')
    this.which = el('h2', { id: 'honour-which' })
    this.about = el('p', { id: 'honour-about', class: 'lead' })
    this.order = el('p', { id: 'honour-order', class: 'detail honour-order' })
    this.filters = el('nav', {
      class: 'honour-filters',
      'aria-label': t('honour.filters'),
    })
    this.steps = el('span', { class: 'honour-steps' })
    this.board = el('div', { class: 'honour-board' })
    this.foot = el('p', { class: 'row honour-foot' })
    this.filters.addEventListener('click', (event) => this.#choose(event))
    this.steps.addEventListener('click', (event) => this.#choose(event))
  }

  get title() {
    return t('honour.title', { game: name(this.rules) })
  }

  async open(rules, wish) {
    await this.#read(rules, wish)
    this.game = this.#game()
    this.root.replaceChildren(
      this.heading,
      this.game,
      this.filters,
      el('div', { class: 'honour-head' }, this.which, this.steps),
      this.about,
      this.board,
      this.foot,
      this.order,
    )
  }

  /** Another board on the same page. */
  async change(rules, wish) {
    const focus = document.activeElement?.dataset ?? {}
    history.pushState(null, '', address(rules, wish))
    try {
      if (!(await this.#read(rules, wish))) return
    } catch {
      await this.go(address(rules, wish), { replace: true })
      return
    }
    setTitle(this.title)
    const { filter, value, act } = focus
    const same = filter
      ? `[data-filter='${filter}'][data-value='${value}']`
      : act
        ? `[data-act='${act}']`
        : null
    if (same && !this.root.contains(document.activeElement))
      (this.root.querySelector(same) ?? this.which).focus()
    say(
      t('honour.changed', {
        board: this.which.textContent,
        lines: t('honour.lines', { count: this.table.lines.length }),
      }),
    )
  }

  leave() {
    this.#visits += 1
  }

  /** Reads a board and shows it; false: another one has been asked for meanwhile. */
  async #read(rules, wish) {
    const visit = (this.#visits += 1)
    const page = await get(source(rules, wish))
    if (visit !== this.#visits) return false
    Object.assign(this, { rules, wish })
    this.heading.textContent = this.title
    this.which.textContent = named(wish)
    this.which.tabIndex = -1
    const [what, how] = about(rules, wish)
    this.about.textContent = what
    this.order.textContent = how
    this.filters.replaceChildren(
      ...choices(rules, wish).map((group) => this.#group(group)),
    )
    this.steps.replaceChildren(...this.#beside())
    this.table = honours(kind(rules, wish), {
      labels: [this.which.id, `${this.about.id} ${this.order.id}`],
      close: daily(wish),
      check: (line, button) =>
        openCheck(
          line.game,
          rules,
          button,
          kind(rules, wish) === 'score' ? line.score : null,
        ),
    })
    this.#draw(page)
    return true
  }

  /** Shows the first lines, or further ones. */
  #draw(page) {
    this.table.add(page.items, page.own)
    const { length } = this.table.lines
    this.board.replaceChildren(length ? this.table.element : empty())
    const onward = (event) => press(event, () => this.#more(page.next))
    const more = el(
      'button',
      { type: 'button', 'data-act': 'more', onclick: onward },
      t('honour.more'),
    )
    this.foot.replaceChildren(
      ...(page.next === null ? [] : [more]),
      this.#play(),
    )
  }

  async #more(cursor) {
    const visit = this.#visits
    const page = await get(source(this.rules, this.wish, cursor))
    if (visit !== this.#visits) return
    const before = this.table.lines.length
    this.#draw(page)
    const again =
      this.foot.querySelector('[data-act=more]') ??
      this.table.lines[before]?.node.querySelector('a')
    again?.focus()
    say(
      t('honour.further', {
        further: page.items.length,
        lines: t('honour.lines', { count: this.table.lines.length }),
      }),
    )
  }

  // The choices.

  #game() {
    const option = (rules) =>
      el(
        'option',
        { value: rules.id, selected: rules.id === this.rules.id },
        name(rules),
      )
    const group = ({ variants }) =>
      variants.length > 1
        ? el(
            'optgroup',
            { label: familyName(variants[0]) },
            variants.map(option),
          )
        : option(variants[0])
    const select = el(
      'select',
      { id: 'honour-game', 'data-input': 'rules' },
      this.games.map(group),
    )
    select.addEventListener('change', () => {
      const rules = this.games
        .flatMap(({ variants }) => variants)
        .find(({ id }) => id === select.value)
      this.change(rules, moved(this.wish, rules))
    })
    return el(
      'p',
      { class: 'honour-game' },
      el('label', { for: 'honour-game' }, t('honour.game')),
      select,
    )
  }

  #group({ name: filter, label, options }) {
    const link = ({ value, text, wish, current }) =>
      this.#link(
        wish,
        {
          'data-filter': filter,
          'data-value': value,
          'aria-current': current ? 'true' : null,
        },
        text,
      )
    return el(
      'div',
      { class: 'segments', role: 'group', 'aria-label': label },
      options.map(link),
    )
  }

  #beside() {
    const step = ([act, wish]) => {
      const label = t(`honour.${act}`)
      return this.#link(
        wish,
        {
          'data-act': act,
          class: 'button icon',
          'aria-label': label,
          title: label,
        },
        icon(act),
      )
    }
    return Object.entries(beside(this.wish))
      .filter(([, wish]) => wish)
      .map(step)
  }

  #link(wish, attributes, text) {
    const link = el(
      'a',
      { href: address(this.rules, wish), ...attributes },
      text,
    )
    link.wish = wish
    return link
  }

  // A plain click changes this page; what the browser opens elsewhere is left to it.
  #choose(event) {
    const link = event.target.closest('a')
    if (
      !link ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    this.change(this.rules, link.wish)
  }

  // To play what this board is about: the game, its deal, or the deal of the day.
  #play() {
    const { rules, wish } = this
    const past =
      wish.period === null && wish.deal === null && wish.date !== today()
    const day = `/daily?date=${encodeURIComponent(wish.date)}`
    if (past)
      return el('a', { class: 'button', href: day }, t('honour.play.day'))
    const deal = wish.deal ?? (wish.period === null ? 'daily' : null)
    const text =
      wish.deal !== null
        ? 'honour.play.deal'
        : deal === null
          ? 'honour.play'
          : 'honour.play.daily'
    const start = () => (deal === null ? now(rules) : dealt(rules, deal))
    return el(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-act': 'play-now',
        'data-rules': rules.id,
        onclick: (event) => press(event, async () => this.go(await start())),
      },
      t(text),
    )
  }
}

const kind = (rules, wish) =>
  !solitaire(rules) ? 'wins' : wish.kind === 'streak' ? 'streak' : 'score'

const empty = () =>
  el(
    'div',
    { class: 'honour-empty', 'data-empty': true },
    el('p', {}, t('honour.empty')),
    el('p', {}, t('honour.empty.about')),
  )

/** A new game, or the table of somebody who waits. */
async function now(rules) {
  const player = await me()
  if (solitaire(rules)) return playNow(rules, null, player)
  const lobby = watch(
    () => {},
    () => {},
  )
  try {
    return await playNow(rules, () => lobby.lists(), player)
  } finally {
    lobby.leave()
  }
}

const NUMBER = /^\d{1,10}$/

async function dealt(rules, deal) {
  await me()
  return (
    await post('/api/games', {
      rules: rules.id,
      deal: NUMBER.test(deal) ? Number(deal) : deal,
    })
  ).url
}
