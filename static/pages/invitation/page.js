// Page of a link to a free seat: who invites to what, the reader's side, the terms, and the one button that takes the seat.

import { accountPath, gamePath, helpPath } from '../../app/routes.js'
import { alert, say } from '../../core/announcer.js'
import { once, refusalText } from '../../core/busy-button.js'
import { loadPart } from '../../core/files.js'
import { name, seatName } from '../../core/games.js'
import { post, Refusal } from '../../core/http.js'
import { sentence, t } from '../../core/i18n.js'
import { controlWords, personName } from '../../core/people.js'
import { me } from '../../core/player.js'
import { settings } from '../../core/settings.js'
import { button, linkButton } from '../../kit/button.js'
import { mount } from '../../kit/page.js'
import { playerName } from '../../table/texts.js'
import { html, useSignal } from '../../vendor/preact.js'
import { MovingPicture } from './moving-picture.js'

/** @param {TableOptions} page @returns {Promise<Page>} */
export async function showInvitation({ root, id, state, rules, go, ready, openHelp }) {
  const player = await me()
  const seat = state.players.indexOf(null)
  const params = {
    game: name(rules),
    host: playerName(state, 1 - seat),
    seat: seatName(rules, seat),
    hosts: seatName(rules, 1 - seat),
  }
  const here = state.players[1 - seat]?.online === true
  const first = seat === 0 && state.start === null
  root.dataset.screen = 'join'
  const page = mount(
    root,
    html`
      <section class="card join">
        <h1>${t('join.title', params)}</h1>
        <${MovingPicture} rules=${rules} position=${state.view?.position ?? null} seat=${seat} />
        <p class="lead">${sentence(`${rules.family}.about`)}</p>
        <p class="join-terms">
          ${t(first ? 'join.first' : 'join.about', params)} ${clockText(state.control)}
          ${state.rated && ` ${ratedText(state.casual === true)}`}
        </p>
        <${Answer} id=${id} state=${state} player=${player} go=${go} />
        <p class="host" data-here=${here}>
          ${here && html`<span class="here"></span>`}
          <span>${t(here ? 'join.here' : 'join.away', params)}</span>
        </p>
        <p class="detail">
          ${t(state.public ? 'join.public' : 'join.private')}${' '}
          <a data-act="help" href=${helpPath(rules.id)} onClick=${openSheet(rules, openHelp, go)}>
            ${t('act.help')}
          </a>
        </p>
      </section>`,
  )
  ready(t('join.title', params))
  return page
}

/** Opens the rules over the invitation, which the reader does not leave.
 * @param {Rules} rules @param {OpenHelp} openHelp @param {Go} go */
const openSheet = (rules, openHelp, go) => (/** @type {ElementEvent<'click'>} */ event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return // a new tab or window
  event.preventDefault()
  const services = { t, say, alert, settings, rules }
  once(event.currentTarget, () => openHelp(rules, services, { go, over: 'invitation' }))
}

/** The answer to the invitation: Join, or why this player cannot; the challenged person can decline too.
 * @param {{ id: string, state: State, player: Me, go: Go }} props */
function Answer({ id, state, player, go }) {
  const problem = useSignal('')
  const join = async () => {
    problem.value = ''
    try {
      await post(`/api/games/${encodeURIComponent(id)}/join`, {})
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) {
        problem.value = isPaused(error) ? refusalText(error) : t('join.failed')
        return
      }
    }
    await go(gamePath(id), { replace: true }) // also if somebody else was faster
  }
  const decline = async () => {
    const { declineChallenge } = await loadPart(() => import('../../app/news/answer-challenge.js'))
    if (await declineChallenge(id)) await go('/', { replace: true })
  }
  return html`
    ${
      joinObstacle(state, player, id) ??
      button({ act: 'join', look: 'primary large', onpress: join }, t('join.join'))
    }
    ${
      state.to?.id === player.id &&
      button({ act: 'decline', onpress: decline }, t('challenge.decline'))
    }
    <p class="wrong" role="alert">${problem.value}</p>`
}

/** Whether pairing is closed to this player. @param {unknown} error @returns {error is Refusal} */
const isPaused = (error) => error instanceof Refusal && error.code === 'paused_pairing'

/** Returns why this player cannot join: a rated game is for accounts, a challenge for one person; null: they can.
 * @param {State} state @param {Me} player @param {string} id */
function joinObstacle({ rated, to }, player, id) {
  if (to && to.id !== player.id)
    return html`<p data-may="other">${t('join.challenge', { name: personName(to) })}</p>`
  if (!rated || player.account) return null
  const signUp = {
    act: 'sign-up',
    look: 'primary',
    href: accountPath('sign-up', gamePath(id)),
  }
  return html`
    <p data-may="account">${t('lobby.rated.guest')} ${linkButton(signUp, t('account.sign-up'))}</p>`
}

/** @param {boolean} casual the game becomes casual when it begins */
const ratedText = (casual) =>
  casual ? t('join.casual') : `${t('join.rated')} ${t('control.rated.listed')}`

/** @param {TimeControl | null} control */
function clockText(control) {
  if (!control) return t('join.unclocked')
  const { base = 0, increment = 0, days } = control
  if (days) return t('join.days', { count: days })
  return t('join.clock', { control: controlWords({ base, increment }) })
}
