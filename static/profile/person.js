// /people/{name}, a player's public page: ratings, statistics, running and finished games, and the acts on somebody else:
// challenge, block, report.

import { newGamePath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { localDay } from '../core/format.js'
import { all, solitaire } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { openReport } from '../people/report.js'
import { badgeList } from './badges.js'
import { blockButton, blockedNames } from './blocks.js'
import { gameList } from './game-lists.js'
import { ratingList } from './ratings.js'
import { statistics } from './statistics.js'

/**
 * `name` is still encoded, as in the address.
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
 * Shows whether a listed person is here.
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
 * Creates the acts on somebody else; a blocked person cannot be challenged.
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
