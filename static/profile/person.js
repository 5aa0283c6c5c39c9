// /people/{name}: a player's public page: their ratings, statistics, running and finished games, and what one may do with
// somebody else: challenge, block, report.

import { newGamePath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { localDay } from '../core/format.js'
import { all, solitaire } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { badgeList } from './badges.js'
import { blockButton, blockedNames } from './blocks.js'
import { gameList } from './game-lists.js'
import { ratingList } from './ratings.js'
import { openReport } from './report.js'
import { statistics } from './statistics.js'

/**
 * `name` is as it stands in the address: encoded.
 * @param {HTMLElement} root
 * @param {Visit<'name'>} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { name, query, ready }) {
  root.dataset.screen = 'person'
  const [profile, reader] = await Promise.all([readProfile(name), me()])
  const { player, since, online } = profile
  const own = player.id === reader.id
  const [figures, ratings, badges, live, ended, acts] = await Promise.all([
    statistics(player, own ? undefined : player.name),
    ratingList(profile.ratings, player),
    badgeList(profile.badges ?? [], false),
    gameList('live', player, 'person.watch', { empty: null }),
    gameList('ended', player, 'me.replay', {
      empty: 'person.ended.empty',
      query,
    }),
    own ? null : actions(player),
  ])
  const lead = [
    t('person.since', { date: localDay(since) }),
    online !== undefined && presence(online),
    own && [` ${t('person.own')} `, el('a', { href: '/me' }, t('person.me'))],
  ]
  root.replaceChildren(
    el('h1', {}, player.name),
    el('p', { class: 'lead' }, lead),
    acts ?? '',
    ratings,
    ...(live ? [live] : []),
    ...(badges ? [badges] : []),
    figures,
    ...(ended ? [ended] : []),
  )
  ready(player.name)
}

/**
 * Whether somebody else is here, where they are listed.
 * @param {boolean} online
 * @returns {Child}
 */
const presence = (online) => [
  ' ',
  el(
    'span',
    { 'data-online': online ? 'yes' : 'no' },
    online ? [el('span', { class: 'here' }), ' '] : null,
    t(online ? 'person.online' : 'person.offline'),
  ),
]

/**
 * What one may do with somebody else: challenge nobody whom one has blocked.
 * @param {Person} player
 */
async function actions({ name }) {
  const [rules, blocked] = await Promise.all([
    all(),
    blockedNames().catch(() => /** @type {string[]} */ ([])),
  ])
  const two = rules.find((one) => !solitaire(one))
  const challenge =
    two &&
    el(
      'a',
      {
        class: 'button primary',
        'data-act': 'challenge',
        href: newGamePath(two.id, null, name),
      },
      t('person.challenge'),
    )
  const allow = (/** @type {boolean} */ stopped) => {
    if (challenge) challenge.hidden = stopped
  }
  allow(blocked.includes(name))
  return el(
    'p',
    { class: 'row person-acts' },
    challenge,
    blockButton(name, blocked.includes(name), allow),
    el(
      'button',
      {
        type: 'button',
        'data-act': 'report',
        onclick: () => openReport({ player: name }),
      },
      t('report.do'),
    ),
  )
}

/**
 * @param {string} name
 * @returns {Promise<Wire.Profile>}
 */
const readProfile = (name) => get(`/api/people/${name}`)
