// Page of a link to a free seat: the creator, the board, and the button that takes the seat.

import { accountPath, gamePath, helpPath } from '../app/routes.js'
import { sheet } from '../boards/contract.js'
import { press as pressBusy, refusalText } from '../core/busy-button.js'
import { el, set } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { familyName, name, seatName } from '../core/games.js'
import { post, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { controlWords, personName } from '../core/people.js'
import { me } from '../core/player.js'
import { smallBoard } from '../play/pictures.js'
import { playerName } from '../play/texts.js'

/** @param {TableOptions} page */
export async function showJoin({ root, id, state, rules, go, ready }) {
  const [player] = await Promise.all([
    me(),
    sheet('/static/play/layout.css'),
    sheet('/static/table/invite.css'),
  ])
  const seat = state.players.indexOf(null)
  const params = {
    game: name(rules),
    host: playerName(state, 1 - seat),
    seat: seatName(rules, seat),
    hosts: seatName(rules, 1 - seat),
  }
  const problem = el('p', { class: 'wrong', role: 'alert' })
  const press = async () => {
    if (button.getAttribute('aria-busy') === 'true') return
    set(button, { 'aria-busy': 'true' })
    problem.textContent = ''
    try {
      await post(`/api/games/${encodeURIComponent(id)}/join`, {})
      await go(gamePath(id), { replace: true })
    } catch (error) {
      if (/** @type {{ status?: number }} */ (error).status === 409)
        return go(gamePath(id), { replace: true })
      problem.textContent = isPaused(error)
        ? refusalText(error)
        : t('join.failed')
      set(button, { 'aria-busy': null }) // not disabled, so that it keeps the focus
    }
  }
  const button = el(
    'button',
    {
      type: 'button',
      class: 'primary large',
      'data-act': 'join',
      onclick: press,
    },
    t('join.as', params),
  )
  const decline = async () => {
    const { declineChallenge } = await loadPart(
      () => import('../news/answer-challenge.js'),
    )
    if (await declineChallenge(id)) await go('/', { replace: true })
  }
  const refusal = el(
    'button',
    {
      type: 'button',
      'data-act': 'decline',
      onclick: (event) => pressBusy(event, decline),
    },
    t('challenge.decline'),
  )
  const here = state.players[1 - seat]?.online === true
  const first = seat === 0 && state.start === null
  const board = smallBoard(rules.family, familyName(rules))
  board.show(state.view?.position ?? null, seat === 1 ? 1 : 0)
  const { control } = state
  root.dataset.screen = 'join'
  root.replaceChildren(
    el(
      'section',
      { class: 'card join' },
      el('h1', {}, t('join.title', params)),
      board.element,
      el(
        'p',
        { class: 'host', 'data-here': here },
        here && el('span', { class: 'here' }),
        el('span', {}, t(here ? 'join.here' : 'join.away', params)),
      ),
      el('p', {}, t(first ? 'join.first' : 'join.about', params)),
      control ? el('p', {}, controlText(control)) : null,
      state.rated ? el('p', {}, ratedText(state.casual === true)) : null,
      joinObstacle(state, player, id) ?? button,
      state.to?.id === player.id ? refusal : null,
      problem,
      el(
        'p',
        { class: 'detail' },
        t(state.public ? 'join.public' : 'join.private'),
        ' ',
        el('a', { href: helpPath(rules.id) }, t('join.rules')),
      ),
    ),
  )
  ready(t('join.title', params))
}

/** Whether pairing is closed to this player. @param {unknown} error @returns {error is Refusal} */
const isPaused = (error) =>
  error instanceof Refusal && error.code === 'paused_pairing'

/** Returns why this player cannot join: a rated game is for accounts, a challenge for one person; null: they can.
 * @param {State} state @param {Me} player @param {string} id */
function joinObstacle({ rated, to }, player, id) {
  if (to && to.id !== player.id)
    return el(
      'p',
      { 'data-may': 'other' },
      t('join.challenge', { name: personName(to) }),
    )
  if (!rated || player.account) return null
  return el(
    'p',
    { 'data-may': 'account' },
    t('lobby.rated.guest'),
    ' ',
    el(
      'a',
      {
        class: 'button primary',
        'data-act': 'sign-up',
        href: accountPath('sign-up', gamePath(id)),
      },
      t('account.sign-up'),
    ),
  )
}

/** @param {boolean} casual the game becomes casual when it begins */
const ratedText = (casual) =>
  casual ? t('join.casual') : `${t('join.rated')} ${t('control.rated.listed')}`

/** @param {TimeControl} control */
function controlText({ base = 0, increment = 0, days }) {
  if (days) return t('join.days', { count: days })
  return t('join.clock', { control: controlWords({ base, increment }) })
}
