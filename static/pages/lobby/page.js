// The lobby: the player's own games and challenges, the games for two, today's deal, the solitaires, and the games of
// others.

import { hadPlayer, markTurn, setTitle } from '../../app/header.js'
import { accountPath } from '../../app/routes.js'
import { families, solitaire } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { mount } from '../../kit/page.js'
import { peopleMet } from '../../kit/people-met.js'
import { firstLists, followLobby, lists, stalled } from '../../live/lobby.js'
import { html, useRef, useSignalEffect } from '../../vendor/preact.js'
import { Challenges } from './challenges.js'
import { isChallenged, waitsFor } from './facts.js'
import { OtherGames, OwnGames } from './lists.js'
import { OnlinePeople } from './online.js'
import { Heroes, Solitaires } from './tiles.js'
import { todaysDeal } from './today.js'
import { RatedChoice } from './wishes.js'

const MAX_OPPONENTS = 5 // shown of those played with last
const FIRST_LISTS_MS = 300 // that the page waits for its lists; later ones stand where they move nothing

/** @typedef {import('./tiles.js').Context & { signal: AbortSignal }} Context */
/** @typedef {{ games: Wire.Listed[], online: Person[] }} Met */

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { go, ready, signal }) {
  root.dataset.screen = 'lobby'
  const follow = following(signal)
  const early = hadPlayer() ? follow() : null // connecting takes longer than the requests
  const today = get('/api/daily').catch(() => null) // the lobby goes without it; it waits for nothing
  const [player, games] = await Promise.all([me(), families()])
  signal.throwIfAborted()
  const listed = early && !player.isNew ? early : follow() // as this player
  /** @type {[Wire.Daily | null, Met | null, unknown]} */
  const [day, met] = await Promise.all([
    today,
    player.account ? readMet(player).catch(() => null) : null,
    player.isNew ? null : listed, // nothing of a newcomer is on a list
  ])
  const rules = new Map(games.flatMap(({ variants }) => variants.map((item) => [item.id, item])))
  const page = mount(
    root,
    html`<${Lobby} games=${games} day=${day} met=${met} context=${{ rules, player, go, signal }} />`,
  )
  ready('')
  return page
}

/** Returns a function that follows the lobby, anew each time, until the page is left; it resolves with the first lists, or
 * when they are late. @param {AbortSignal} signal */
function following(signal) {
  let unfollow = () => {}
  signal.addEventListener('abort', () => unfollow())
  return () => {
    unfollow()
    unfollow = followLobby()
    return firstLists(FIRST_LISTS_MS)
  }
}

/** Reads the games of the last opponents, and who is here. @param {Me} player @returns {Promise<Met>} */
async function readMet(player) {
  const [games, online] = await Promise.all([
    get(`/api/games?status=ended&player=${encodeURIComponent(player.id)}`),
    get('/api/players/online'),
  ])
  return { games: games.items, online: online.items }
}

/** @param {{ games: import('./tiles.js').Family[], day: Wire.Daily | null, met: Met | null, context: Context }} props */
function Lobby({ games, day, met, context }) {
  const { player, rules, go } = context
  const late = useRef(lists.peek() === null).current
  const own = html`
    <${Challenges} context=${context} />
    <${OwnGames} context=${context} />`
  useSignalEffect(() => tellTurn(lists.value?.mine ?? [], player))
  const pairs = games.filter(({ variants: [game] }) => !solitaire(game))
  const alone = games.filter(({ variants: [game] }) => solitaire(game))
  return html`
    <div class="page-head">
      <h1>${t('lobby.title')}</h1>
      <${OnlinePeople} />
    </div>
    ${!late && own}
    <${Heroes} games=${pairs} context=${context} />
    <${Down} />
    ${late && own}
    ${day && todaysDeal(day, rules, go)}
    <${Solitaires} games=${alone} pairs=${pairs} context=${context} />
    ${player.account ? html`<${RatedChoice} player=${player} />` : guestNote(player)}
    ${met && peopleMet({ ...met, player, most: MAX_OPPONENTS })}
    <${OtherGames} context=${context} />`
}

/** Told while the link is lost: the lists may be out of date. It stands where it moves no button of a game for two. */
const Down = () => html`<p class="link-down" hidden=${!stalled.value}>${t('lobby.down')}</p>`

/** @param {Me} player */
const guestNote = ({ name }) => html`
  <p class="rated-choice detail">
    ${t('lobby.guest', { name })} <a href=${accountPath('sign-up', '/')}>${t('account.sign-up')}</a>
  </p>`

/** Shows in the title how many games wait for the player's move, or how many challenges for an answer.
 * @param {Item[]} mine @param {Me} player */
function tellTurn(mine, player) {
  const moves = mine.filter((game) => waitsFor(game, player)).length
  const count = moves || mine.filter((game) => isChallenged(game, player)).length
  const key = moves ? 'lobby.title.turn' : 'lobby.title.challenge'
  setTitle(count ? t(key, { count }) : '')
  markTurn(count > 0)
}
