// Card of a game that anybody may join: how long the player has been waiting, and after some seconds what to do meanwhile, or
// who waits with another clock. Such a person is never joined without a press.

import { say } from '../../../core/announcer.js'
import { formatDuration } from '../../../core/format.js'
import { t } from '../../../core/i18n.js'
import { controlText, personName } from '../../../core/people.js'
import { hasSeat } from '../../../core/play-now.js'
import { serverNow } from '../../../core/server-time.js'
import { button } from '../../../kit/button.js'
import { useServerTime } from '../../../kit/time.js'
import { followLobby, followOwnGames, lists } from '../../../live/lobby.js'
import { html, useEffect, useLayoutEffect, useRef, useSignal } from '../../../vendor/preact.js'
import { linkOf, ShareLink } from './link.js'

const TICK_MS = 200
const UNANSWERED_MS = 5000 // after which alternatives are offered

/** @param {import('./card.js').Waiting & { cancel: Content }} props `cancel`: the button that ends the game */
export function Seek({ id, rules, player, acts, cancel }) {
  const opened = useRef(serverNow()).current
  const since = lists.value?.mine.find((game) => game.id === id)?.created ?? opened
  const waited = Math.max(0, useServerTime(TICK_MS) - since)
  const late = waited >= UNANSWERED_MS
  useEffect(() => (late ? followLobby() : followOwnGames()), [late])
  const other = late ? waitingPerson(rules, player) : undefined
  const place = useFocusBeside()
  return html`
    <section class="card waiting" data-waiting ref=${place} aria-label=${t('table.waiting')}>
      <div class="waiting-head">
        <h2>
          ${t('table.waiting')}${' '}
          <span class="waited" role="timer">${formatDuration(waited)}</span>
        </h2>
        ${cancel}
      </div>
      <p class="waiting-person" data-waits=${other?.id} data-early=${late ? undefined : ''}>
        ${
          other
            ? html`<${OtherPerson} key=${other.id} game=${other} join=${acts.join} />`
            : html`<span>${t('table.waiting.meanwhile')}</span>`
        }
      </p>
      <${Meanwhile} id=${id} acts=${acts} early=${!late} leads=${!other} />
    </section>`
}

/** Returns the first game of another person that waits for a player and that this one may join.
 * @param {Rules} rules @param {Me} player */
const waitingPerson = ({ id }, player) =>
  lists.value?.open.find(
    (game) => game.rules === id && (player.account || !game.rated) && !hasSeat(game, player),
  )

/** Gives the focus to Cancel when the control that had it goes. */
function useFocusBeside() {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const held = place.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (!held || place.current?.contains(document.activeElement)) return
    const cancel = place.current?.querySelector('[data-act=abort]')
    if (cancel instanceof HTMLElement) cancel.focus({ preventScroll: true })
  })
  return place
}

/** @param {{ game: Item, join: (game: Item) => unknown }} props */
function OtherPerson({ game, join }) {
  const host = game.players.find((seated) => seated !== null)
  const params = { name: host ? personName(host) : '', clock: controlText(game.control) }
  const text = t(game.control ? 'table.waiting.person' : 'table.waiting.person.unclocked', params)
  useEffect(() => say(text), [])
  return html`
    <span>${text}</span>
    ${button({ act: 'join', look: 'primary', onpress: () => join(game) }, t('act.join-waiting'))}`
}

/** What the player can do meanwhile; its place is kept while it is early. `leads`: its first button is the one of the page
 * that leads.
 * @param {{ id: string, acts: import('./card.js').WaitingActs, early: boolean, leads: boolean }} props */
function Meanwhile({ id, acts: { playBot, playTeacher, share }, early, leads }) {
  const invites = useSignal(false)
  const link = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => {
    if (invites.value) link.current?.scrollIntoView({ block: 'nearest' })
  }, [invites.value])
  useEffect(() => {
    if (!early && leads) say(t('table.unanswered'))
  }, [early])
  return html`
    <div class="meanwhile" data-early=${early ? '' : undefined}>
      ${
        playBot &&
        button(
          { act: 'offer-computer', look: leads ? 'primary' : undefined, onpress: playBot },
          t('act.play-computer'),
        )
      }
      ${playTeacher && button({ act: 'offer-teacher', onpress: playTeacher }, t('act.offer-teacher'))}
      ${button(
        {
          act: 'invite',
          'aria-expanded': String(invites.value),
          onpress: () => {
            invites.value = !invites.value
          },
        },
        t('act.invite'),
      )}
    </div>
    <div ref=${link}>
      ${invites.value && html`<${ShareLink} url=${linkOf(id)} share=${share} />`}
    </div>`
}
