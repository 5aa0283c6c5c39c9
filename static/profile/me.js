// What this player and this device have: the name, the games and how they went, the look and the sound.

import { get, patch } from '../core/http.js'
import { me } from '../core/player.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { say } from '../core/announcer.js'
import { settings } from '../core/settings.js'
import { played } from './game-lists.js'
import { statistics } from './statistics.js'

export async function show(root, { ready }) {
  root.dataset.screen = 'account'
  const player = await me()
  const [profile, figures, live, open, ended] = await Promise.all([
    get(`/api${path(player)}`),
    statistics(player),
    played('live', player, 'me.continue'),
    played('open', player, 'me.table'),
    played('ended', player, 'me.replay'),
  ])
  root.replaceChildren(
    el('h1', {}, player.name),
    el('p', { class: 'lead' }, t('me.guest')),
    el(
      'div',
      { class: 'columns' },
      el('div', {}, live, open, figures, ended),
      el('div', { class: 'lists' }, standing(player, profile.listed), look()),
    ),
  )
  const stop = follow(root)
  ready(t('me.title'))
  return { leave: stop }
}

// The switch by which a player shows or hides himself on the boards. What the server answers is what it shows: whom
// the host has taken off stays off.
function standing(player, listed) {
  const note = el('p', { class: 'detail' })
  const value = el('span', { class: 'value' })
  const tell = (text) => {
    note.textContent = text
    say(text)
  }
  const press = async () => {
    const wish = button.getAttribute('aria-checked') !== 'true'
    set(button, { 'aria-busy': 'true' })
    try {
      const profile = await patch('/api/me', { listed: wish })
      draw(profile.listed)
      tell(
        t(
          profile.listed === wish
            ? `me.listed.done.${wish}`
            : 'me.listed.refused',
        ),
      )
    } catch {
      tell(t('me.listed.failed'))
    }
    set(button, { 'aria-busy': null })
  }
  const button = el(
    'button',
    {
      type: 'button',
      class: 'switch',
      role: 'switch',
      'data-act': 'listed',
      onclick: press,
    },
    el('span', {}, t('me.listed')),
    value,
  )
  const draw = (on) => {
    set(button, { 'aria-checked': String(on) })
    value.textContent = t(on ? 'me.listed.on' : 'me.listed.off')
  }
  draw(listed)
  return el(
    'section',
    { class: 'sheet', 'aria-labelledby': 'me-boards' },
    el('h2', { id: 'me-boards' }, t('me.boards')),
    button,
    note,
    el('p', {}, el('small', {}, t('me.listed.about'))),
    el('p', {}, el('a', { href: path(player) }, t('me.public'))),
  )
}

const path = (player) => `/people/${encodeURIComponent(player.name)}`

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
    const input = root.querySelector(
      `input[name="${setting}"][value="${value}"]`,
    )
    if (input) input.checked = true
  })
}
