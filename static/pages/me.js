// What this player and this device have: the name, the games, the look and the sound.

import { get, me } from '../api.js'
import { el } from '../dom.js'
import { t } from '../lang.js'
import { all, find, name, seatName, solitaire } from '../rules.js'
import { settings } from '../settings.js'

export async function show(root, { ready }) {
  root.dataset.screen = 'account'
  const player = await me()
  await Promise.all((await all()).map(({ id }) => find(id)))
  const rules = new Map((await all()).map((item) => [item.id, item]))
  const lists = await Promise.all([
    games('live', player, (game) => row(game, rules.get(game.rules), player, 'me.continue')),
    games('open', player, (game) => row(game, rules.get(game.rules), player, 'me.table')),
    games('ended', player, (game) => row(game, rules.get(game.rules), player, 'me.replay')),
  ])
  root.replaceChildren(
    el('h1', {}, player.name),
    el('p', { class: 'lead' }, t('me.guest')),
    el('div', { class: 'columns' }, el('div', {}, lists), look()),
  )
  const stop = follow(root)
  ready(t('me.title'))
  return { leave: stop }
}

// One list of games with this status; further ones come with "More".
async function games(status, player, make) {
  const ul = el('ul', { class: 'games' })
  const more = el('button', { type: 'button', class: 'quiet', hidden: true }, t('me.more'))
  let cursor = null
  const read = async () => {
    const query = new URLSearchParams({ status, player: player.id, ...(cursor ? { cursor } : {}) })
    const page = await get(`/api/games?${query}`)
    ul.append(...page.items.map(make).filter(Boolean))
    cursor = page.next
    more.hidden = cursor === null
  }
  more.addEventListener('click', read)
  await read()
  const empty = ul.children.length ? null : el('p', { class: 'empty' }, t(`me.${status}.empty`))
  return el(
    'section',
    { class: 'list', 'data-list': status },
    el('h2', {}, t(`me.${status}`)),
    empty,
    ul,
    more,
  )
}

function row(game, rules, player, key) {
  if (!rules) return null
  const seat = game.players.findIndex((other) => other?.id === player.id)
  const other = game.players.find((one) => one && one.id !== player.id)
  const detail = [
    other ? t('me.against', { seat: seatName(rules, seat), name: other.name }) : null,
    game.over ? result(game.over, rules, seat, other) : t('lobby.moves', { count: game.ply }),
  ]
  return el(
    'li',
    { 'data-game': game.id },
    el(
      'span',
      { class: 'what' },
      el('strong', {}, name(rules)),
      el('span', { class: 'detail' }, detail.filter(Boolean).join(' · ')),
    ),
    el(
      'a',
      { class: 'button', href: `/g/${game.id}`, 'aria-label': t(`${key}.of`, { game: name(rules) }) },
      t(key),
    ),
  )
}

// Won or lost, from this player's chair; at a table with both seats the winner is named.
function result({ winner, reason }, rules, seat, other) {
  if (reason === 'aborted') return t('me.result.aborted')
  if (solitaire(rules)) return t(winner === null ? 'me.result.unsolved' : 'me.result.solved')
  if (winner === null) return t('me.result.draw')
  if (!other) return t('me.result.side', { seat: seatName(rules, winner) })
  return t(winner === seat ? 'me.result.won' : 'me.result.lost')
}

function look() {
  const options = (setting, values) =>
    el(
      'fieldset',
      {},
      el('legend', {}, t(`me.${setting}`)),
      el(
        'div',
        { class: 'options' },
        values.map((value) =>
          el(
            'label',
            { class: 'option' },
            el('input', {
              type: 'radio',
              name: setting,
              value,
              checked: settings.get(setting) === value,
              onchange: () => settings.set(setting, value),
            }),
            el('span', {}, t(`me.${setting}.${value}`)),
          ),
        ),
      ),
    )
  return el(
    'section',
    { class: 'sheet', 'aria-labelledby': 'me-look' },
    el('h2', { id: 'me-look' }, t('me.look')),
    options('theme', ['auto', 'light', 'dark']),
    options('sound', ['on', 'off']),
    el('p', {}, el('small', {}, t('me.look.about'))),
  )
}

// The header has the same two switches.
function follow(root) {
  return settings.on((setting, value) => {
    const input = root.querySelector(`input[name="${setting}"][value="${value}"]`)
    if (input) input.checked = true
  })
}
