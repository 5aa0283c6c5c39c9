// The lobby: one tile for every family of games that the server names, and beside them what is going on.

import { post } from '../core/http.js'
import { me } from '../core/player.js'
import { el } from '../core/dom.js'
import { knows, t } from '../core/i18n.js'
import { playBoth, playNow, seated, watch } from './feed.js'
import { press } from '../core/busy-button.js'
import {
  families,
  familyName,
  name,
  seatName,
  sentence,
  solitaire,
} from '../core/games.js'
import { today } from './daily-strip.js'

export async function show(root, { go, ready }) {
  root.dataset.screen = 'lobby'
  const [player, games, deals] = await Promise.all([me(), families(), today()])
  const rules = new Map(
    games.flatMap(({ variants }) => variants.map((item) => [item.id, item])),
  )
  const all = [...rules.values()]
  const start = {
    now: (event, item) =>
      press(event, async () => go(await playNow(item, lobby.lists, player))),
    both: (event, item) => press(event, async () => go(await playBoth(item))),
  }
  const lists = {
    mine: list('mine'),
    open: list('open', waysIn(all, start)),
    live: list('live'),
  }
  const down = el('p', { class: 'link-down', hidden: true }, t('lobby.down'))

  const lobby = watch(
    (frame) => {
      const known = (items) => items.filter((game) => rules.has(game.rules))
      lists.mine.draw(known(frame.mine), (game) =>
        mine(game, rules.get(game.rules), player),
      )
      const others = known(frame.open).filter((game) => !seated(game, player))
      lists.open.draw(others, (game) => open(game, rules.get(game.rules), go))
      const watched = known(frame.live).filter((game) => !seated(game, player))
      lists.live.draw(watched, (game) => live(game, rules.get(game.rules)))
    },
    (up) => (down.hidden = up),
  )
  root.replaceChildren(
    el('h1', {}, t('lobby.title')),
    el('p', { class: 'lead' }, t('lobby.you', { name: player.name })),
    deals ?? '',
    el(
      'div',
      { class: 'lobby' },
      el(
        'section',
        { class: 'tiles', 'aria-label': t('lobby.games') },
        games.map((game) => tile(game, start)),
      ),
      el(
        'div',
        { class: 'lists' },
        down,
        lists.mine.element,
        lists.open.element,
        lists.live.element,
      ),
    ),
  )
  ready(t('lobby.title'))
  return lobby
}

function tile({ family, variants }, start) {
  const [game, ...others] = variants
  const title = familyName(game)
  const play = (item, attributes, text) =>
    el(
      'button',
      {
        type: 'button',
        'data-act': 'play-now',
        'data-rules': item.id,
        onclick: (e) => start.now(e, item),
        ...attributes,
      },
      text,
    )
  const alone = solitaire(game)
  const variant = (item) =>
    el(
      'li',
      {},
      play(
        item,
        { class: 'quiet', title: sentence(`${family}.variant.${item.id}`) },
        name(item),
      ),
    )
  return el(
    'article',
    { class: 'tile', 'aria-labelledby': `tile-${family}` },
    art(family, title),
    el('h2', { id: `tile-${family}` }, title),
    el(
      'p',
      { class: 'about' },
      sentence(`${family}.about`) ?? t(alone ? 'lobby.one' : 'lobby.two'),
    ),
    play(
      game,
      {
        class: 'primary big',
        'aria-label': t('lobby.play.of', { game: title }),
      },
      t('lobby.play'),
    ),
    el(
      'p',
      { class: 'row' },
      el(
        'a',
        {
          class: 'button quiet',
          href: `/new/${game.id}`,
          'aria-label': t('lobby.create.of', { game: title }),
        },
        t('lobby.create'),
      ),
      alone
        ? null
        : el(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'data-act': 'both',
              'aria-label': t('lobby.both.of', { game: title }),
              onclick: (e) => start.both(e, game),
            },
            t('lobby.both'),
          ),
      el(
        'a',
        {
          class: 'button quiet',
          href: `/help/${game.id}`,
          'aria-label': t('lobby.rules.of', { game: title }),
        },
        t('lobby.rules'),
      ),
    ),
    others.length
      ? el(
          'ul',
          {
            class: 'variants',
            'aria-label': t('lobby.variants.of', { game: title }),
          },
          others.map(variant),
        )
      : null,
  )
}

// A family's own picture, else its initial on a card.
function art(family, title) {
  if (knows(`${family}.art`))
    return el('img', {
      class: 'tile-art',
      src: `/static/games/${family}/${t(`${family}.art`)}`,
      alt: '',
    })
  return el(
    'span',
    { class: 'tile-art initial', 'aria-hidden': 'true' },
    title[0],
  )
}

// What there is to do while nobody waits: invite by a link, play both sides, play alone.
function waysIn(all, start) {
  const two = all.find((rules) => !solitaire(rules))
  const one = all.find(solitaire)
  const both = () =>
    el(
      'button',
      {
        type: 'button',
        'data-act': 'both',
        onclick: (e) => start.both(e, two),
      },
      t('lobby.both'),
    )
  return el(
    'p',
    { class: 'row' },
    two
      ? [
          el(
            'a',
            { class: 'button', href: `/new/${two.id}` },
            t('lobby.invite'),
          ),
          both(),
        ]
      : null,
    one
      ? el('a', { class: 'button', href: `/new/${one.id}` }, t('lobby.alone'))
      : null,
  )
}

// A titled list. Rows that have not changed stay the nodes they are, so that the focus stays where it is.
// `hint` stands under the sentence that says that the list is empty.
function list(kind, hint = null) {
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
  let rows = new Map()
  const draw = (games, row) => {
    const fresh = new Map()
    for (const game of games) {
      const text = JSON.stringify(game)
      const old = rows.get(game.id)
      fresh.set(game.id, old?.text === text ? old : { text, node: row(game) })
    }
    for (const [id, { node }] of rows)
      if (fresh.get(id)?.node !== node) node.remove()
    ;[...fresh.values()].forEach(({ node }, place) => {
      if (ul.children[place] !== node)
        ul.insertBefore(node, ul.children[place] ?? null)
    })
    rows = fresh
    empty.hidden = games.length > 0
    ul.hidden = games.length === 0
  }
  draw([], () => null)
  return { element, draw }
}

function row(game, rules, detail, action) {
  return el(
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
}

function mine(game, rules, me) {
  const waits = game.players.includes(null)
  const others = game.players
    .filter((player) => player && player.id !== me.id)
    .map((player) => player.name)
  const moves = t('lobby.moves', { count: game.ply })
  const against = others.length
    ? t('lobby.against', { name: others.join(', ') })
    : moves
  const detail = waits ? t('lobby.waiting') : against
  return row(
    game,
    rules,
    detail,
    link(game, waits ? 'lobby.table' : 'lobby.continue', name(rules)),
  )
}

function open(game, rules, go) {
  const host = game.players.find(Boolean)?.name ?? ''
  const seat = seatName(rules, game.players.indexOf(null))
  const detail = t('lobby.host', { name: host, seat })
  const join = (event) =>
    press(event, async () => {
      await post(`/api/games/${game.id}/join`).catch((error) => {
        if (error.status !== 409) throw error
      })
      await go(`/g/${game.id}`)
    })
  const label = t('lobby.join.of', { game: name(rules), name: host })
  return row(
    game,
    rules,
    detail,
    el(
      'button',
      {
        type: 'button',
        'data-act': 'join',
        'aria-label': label,
        onclick: join,
      },
      t('lobby.join'),
    ),
  )
}

function live(game, rules) {
  const names = game.players.filter(Boolean).map((player) => player.name)
  return row(
    game,
    rules,
    names.join(t('lobby.versus')),
    link(game, 'lobby.watch', name(rules)),
  )
}

function link(game, key, title) {
  return el(
    'a',
    {
      class: 'button',
      href: `/g/${game.id}`,
      'aria-label': t(`${key}.of`, { game: title }),
    },
    t(key),
  )
}
