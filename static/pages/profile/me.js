// /me, the player's own page: results, people, badges, statistics.

import { accountPath, personPath } from '../../app/routes.js'
import { dayAndTime } from '../../core/format.js'
import { allNamed } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { me, signOut } from '../../core/player.js'
import { serverNow } from '../../core/server-time.js'
import { button, linkButton } from '../../kit/button.js'
import { mount } from '../../kit/page.js'
import { peopleMet } from '../../kit/people-met.js'
import { html } from '../../vendor/preact.js'
import { badgeList } from './badges.js'
import { filterOf } from './filters.js'
import { gameList, readGames } from './game-list.js'
import { ratingList } from './ratings.js'
import { readRecord, recordOf } from './record.js'

const MAX_PEOPLE = 8 // shown of those played with

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { query, go, ready }) {
  root.dataset.screen = 'account'
  const [player, rules] = await Promise.all([me(), allNamed()])
  const isFiltered = Object.keys(filterOf(query)).length > 0
  const [profile, record, open, all] = await Promise.all([
    readProfile(player),
    readRecord(player, rules, query),
    readGames({ status: 'open', player }),
    isFiltered ? readGames({ status: 'ended', player }) : null,
  ])
  const plays = record.live.items.length > 0
  const beside = [
    peopleMet({ games: (all ?? record.ended).items, player, most: MAX_PEOPLE }),
    badgeList(profile.badges ?? [], rules, true),
    player.account && ratingList(profile.ratings, player, rules),
  ]
  const page = mount(
    root,
    html`
      <h1>${player.name}</h1>
      ${!player.account && html`<p class="lead">${t('me.lead.guest')}</p>`}
      ${mutedNote(player)}
      ${links(player, !plays, go)}
      ${recordOf({
        player,
        rules,
        query,
        record,
        watch: 'me.continue',
        lead: true,
        waiting: gameList({ player, rules, status: 'open', first: open, act: 'me.table' }),
        empty: t('me.ended.empty'),
        beside,
      })}`,
  )
  ready(t('me.title'))
  return page
}

/** Ways on from the page; `leads`: whether a guest's sign-up is the primary action.
 * @param {Me} player @param {boolean} leads @param {Go} go */
const links = (player, leads, go) => html`
  <p class="row profile-links">
    ${
      !player.account &&
      linkButton(
        { look: leads ? 'primary' : '', href: accountPath('sign-up', '/me') },
        t('account.sign-up'),
      )
    }
    ${linkButton({ act: 'settings', href: '/settings' }, t('me.settings'))}
    ${linkButton({ look: 'quiet', href: personPath(player.name) }, t('me.public'))}
    ${player.moderator && linkButton({ look: 'quiet', href: '/moderation' }, t('moderation.title'))}
    ${
      player.account &&
      button(
        { act: 'sign-out', look: 'quiet', onpress: () => signOut().then(() => go('/')) },
        t('account.sign_out'),
      )
    }
  </p>`

/** @param {Me} player */
const mutedNote = ({ muted_until: until }) =>
  until &&
  until > serverNow() &&
  html`<p class="link-down">${t('me.muted', { time: dayAndTime(until) })}</p>`

/** @param {Person} player @returns {Promise<Wire.Profile>} */
const readProfile = (player) => get(`/api${personPath(player.name)}`)
