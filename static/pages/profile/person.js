// /people/{name}, a player's public page: games, ratings, badges, statistics, and the acts on somebody else: challenge,
// block, report.

import { moderationPath, newGamePath } from '../../app/routes.js'
import { localDay } from '../../core/format.js'
import { allNamed, solitaire } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { blockButton, blockedNames } from '../../kit/blocks.js'
import { linkButton } from '../../kit/button.js'
import { mount } from '../../kit/page.js'
import { reportButton } from '../../kit/report-button.js'
import { html, useSignal } from '../../vendor/preact.js'
import { badgeList } from './badges.js'
import { ratingList } from './ratings.js'
import { readRecord, recordOf } from './record.js'

/** `name` is still encoded, as in the address.
 * @param {HTMLElement} root @param {Visit<'name'>} visit @returns {Promise<Page>} */
export async function show(root, { name, query, ready }) {
  root.dataset.screen = 'person'
  const [profile, reader, rules] = await Promise.all([readProfile(name), me(), allNamed()])
  const { player, since, online } = profile
  const own = player.id === reader.id
  const [record, acts] = await Promise.all([
    readRecord(player, rules, query),
    own ? null : readActs(player, reader, rules),
  ])
  const beside = [
    ratingList(profile.ratings, player, rules),
    badgeList(profile.badges ?? [], rules, false),
  ]
  const page = mount(
    root,
    html`
      <h1>${player.name}</h1>
      <p class="lead">
        ${t('person.since', { date: localDay(since) })}${online !== undefined && presence(online)}
        ${own && html` ${t('person.own')} <a href="/me">${t('person.me')}</a>`}
      </p>
      ${
        acts &&
        html`<${PersonActs} name=${player.name} moderates=${reader.moderator === true} ...${acts} />`
      }
      ${recordOf({
        player,
        rules,
        query,
        record,
        watch: 'person.watch',
        empty: t('person.ended.empty'),
        beside,
        subject: own ? undefined : player.name,
      })}`,
  )
  ready(player.name)
  return page
}

/** Shows whether a listed person is here. @param {boolean} online */
const presence = (online) => html`
  ${' '}<span data-online=${online ? 'yes' : 'no'}>
    ${online && html`<span class="here"></span> `}${t(online ? 'person.online' : 'person.offline')}
  </span>`

/** `last`: the last game of the two, whose rules and clock a challenge begins with; `rules`: those of the first game for two.
 * @typedef {{ blocked: boolean, last: Wire.Listed | null, rules: string | undefined }} Between */

/** Reads what is between the reader and somebody else.
 * @param {Person} player @param {Person} reader @param {Rules[]} rules @returns {Promise<Between>} */
async function readActs(player, reader, rules) {
  const query = new URLSearchParams({
    status: 'ended',
    player: reader.id,
    opponent: player.id,
  })
  /** @type {[string[], Wire.Games]} */
  const [names, games] = await Promise.all([
    blockedNames().catch(() => []),
    get(`/api/games?${query}`).catch(() => ({ items: [], next: null })),
  ])
  return {
    blocked: names.includes(player.name),
    last: games.items[0] ?? null,
    rules: rules.find((one) => !solitaire(one))?.id,
  }
}

/** Acts on somebody else; a blocked person cannot be challenged. `moderates`: the reader is a moderator.
 * @param {{ name: string, moderates: boolean } & Between} props */
function PersonActs({ name, moderates, blocked: before, last, rules }) {
  const blocked = useSignal(before)
  const chosen = last?.rules ?? rules
  return html`
    <p class="row person-acts">
      ${
        chosen &&
        !blocked.value &&
        linkButton(
          {
            act: 'challenge',
            look: 'primary',
            href: newGamePath(chosen, null, name, null, last?.control),
          },
          t('people.challenge'),
        )
      }
      ${blockButton(name, blocked)}
      ${reportButton({ player: name })}
      ${moderates && linkButton({ href: moderationPath(name) }, t('person.moderate'))}
    </p>`
}

/** @param {string} name @returns {Promise<Wire.Profile>} */
const readProfile = (name) => get(`/api/people/${name}`)
