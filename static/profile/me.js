// /me, the player's own page: name, games, statistics, settings of the account and of this device.

import { personPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { el, set } from '../core/dom.js'
import { dayAndTime } from '../core/format.js'
import { get, patch } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { accountSection } from './account.js'
import { badgeList } from './badges.js'
import { gameList } from './game-lists.js'
import { ratingList } from './ratings.js'
import { settingsForm } from './settings-form.js'
import { statistics } from './statistics.js'

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { query, go, ready }) {
  root.dataset.screen = 'account'
  const player = await me()
  const [profile, figures, live, open, ended] = await Promise.all([
    readProfile(player),
    statistics(player),
    gameList('live', player, 'me.continue'),
    gameList('open', player, 'me.table'),
    gameList('ended', player, 'me.replay', { query }),
  ])
  const ratings = player.account
    ? await ratingList(profile.ratings, player)
    : null
  const badges = await badgeList(profile.badges ?? [], true)
  root.replaceChildren(
    el('h1', {}, player.name),
    el(
      'p',
      { class: 'lead' },
      t(player.account ? 'me.lead' : 'me.lead.guest'),
      player.moderator && [
        ' ',
        el('a', { href: '/moderation' }, t('moderation.title')),
      ],
    ),
    mutedNote(player),
    el(
      'div',
      { class: 'columns' },
      el('div', {}, live, open, ratings, badges, figures, ended),
      el(
        'div',
        { class: 'lists' },
        accountSection(player, go),
        leaderboardSettings(player, profile.listed === true),
        deviceSettings(),
      ),
    ),
  )
  ready(t('me.title'))
}

/** @param {Me} player */
const mutedNote = ({ muted_until: until }) =>
  until && until > Date.now()
    ? el(
        'p',
        { class: 'link-down' },
        t('me.muted', { time: dayAndTime(until) }),
      )
    : ''

/**
 * @param {Person} player
 * @returns {Promise<Wire.Profile>}
 */
const readProfile = (player) => get(`/api${personPath(player.name)}`)

/**
 * @param {boolean} listed
 * @returns {Promise<Wire.Profile>}
 */
const setListed = (listed) => patch('/api/me', { listed })

/**
 * Creates the section with the switch that shows or hides the player on the leaderboards.
 * @param {Person} player
 * @param {boolean} listed
 */
function leaderboardSettings(player, listed) {
  const note = el('p', { class: 'detail' })
  const announce = (/** @type {string} */ text) => {
    note.textContent = text
    say(text)
  }
  return el(
    'section',
    { class: 'sheet', 'aria-labelledby': 'me-boards' },
    el('h2', { id: 'me-boards' }, t('me.boards')),
    listedSwitch(listed, announce),
    note,
    el('p', {}, el('small', {}, t('me.listed.about'))),
    el('p', {}, el('a', { href: personPath(player.name) }, t('me.public'))),
  )
}

/**
 * Creates the switch; it shows the server's answer, since a player hidden by the host stays hidden.
 * @param {boolean} listed
 * @param {Say} announce
 */
function listedSwitch(listed, announce) {
  const value = el('span', { class: 'value' })
  const draw = (/** @type {boolean} */ on) => {
    set(button, { 'aria-checked': String(on) })
    value.textContent = t(on ? 'me.listed.on' : 'me.listed.off')
  }
  const press = async () => {
    const wanted = button.getAttribute('aria-checked') !== 'true'
    set(button, { 'aria-busy': 'true' })
    try {
      const profile = await setListed(wanted)
      draw(profile.listed === true)
      announce(
        profile.listed === wanted
          ? t(`me.listed.done.${wanted}`)
          : t('me.listed.refused'),
      )
    } catch {
      announce(t('me.listed.failed'))
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
  draw(listed)
  return button
}

const deviceSettings = () =>
  el(
    'section',
    { class: 'sheet', 'aria-labelledby': 'me-settings' },
    el('h2', { id: 'me-settings' }, t('me.settings')),
    settingsForm(),
  )
