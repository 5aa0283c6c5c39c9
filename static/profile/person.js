// /people/{name}: somebody as everybody sees him: since when, what was played and how well, and the finished games.

import { get } from '../core/http.js'
import { me } from '../core/player.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { played } from './game-lists.js'
import { statistics } from './statistics.js'

export async function show(root, { name, ready }) {
  root.dataset.screen = 'person'
  const [{ player, since }, self] = await Promise.all([
    get(`/api/people/${name}`),
    me(),
  ])
  const own = player.id === self.id
  const [figures, ended] = await Promise.all([
    statistics(player, own ? undefined : player.name),
    played('ended', player, 'me.replay', 'person.ended.empty'),
  ])
  const date = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'long',
  }).format(since)
  const lead = [
    t('person.since', { date }),
    ...(own ? [' ', t('person.own'), ' ', link()] : []),
  ]
  root.replaceChildren(
    el('h1', {}, player.name),
    el('p', { class: 'lead' }, lead),
    figures,
    ended,
  )
  ready(player.name)
}

const link = () => el('a', { href: '/me' }, t('person.me'))
