// /people/{name}: a player's public page: since when they play, their statistics, and their finished games.

import { el } from '../core/dom.js'
import { localDay } from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { gameList } from './game-lists.js'
import { statistics } from './statistics.js'

/**
 * `name` is as it stands in the address: encoded.
 * @param {HTMLElement} root
 * @param {Visit<'name'>} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { name, ready }) {
  root.dataset.screen = 'person'
  const [profile, reader] = await Promise.all([readProfile(name), me()])
  const { player, since } = profile
  const own = player.id === reader.id
  const [figures, ended] = await Promise.all([
    statistics(player, own ? undefined : player.name),
    gameList('ended', player, 'me.replay', 'person.ended.empty'),
  ])
  const lead = [
    t('person.since', { date: localDay(since) }),
    own && [` ${t('person.own')} `, el('a', { href: '/me' }, t('person.me'))],
  ]
  root.replaceChildren(
    el('h1', {}, player.name),
    el('p', { class: 'lead' }, lead),
    figures,
    ended,
  )
  ready(player.name)
}

/**
 * @param {string} name
 * @returns {Promise<Wire.Profile>}
 */
const readProfile = (name) => get(`/api/people/${name}`)
