// Alternative to an unanswered seek: after some seconds in the lobby without an opponent, the message strip offers a waiting
// opponent of the same game with another clock, else a game against the bot. It is under the board, beside the card
// that goes on waiting.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { controlText, personName } from '../core/people.js'
import { me } from '../core/player.js'
import { openLobbyFeed } from '../news/feed.js'

const UNANSWERED_MS = 5000

/** Alternatives. `playBot`: null if no bot plays the game; `playTeacher`: null if none teaches it.
 * @typedef {{ rules: Rules, playBot: (() => void) | null, playTeacher: (() => void) | null, join: (game: string) => void }} Offers */

/** @param {ReturnType<typeof import('../play/message-strip.js').messageStrip>} strip @param {Offers} offers
 * @param {Pick<State, 'public' | 'to' | 'seat'>} state */
export function unansweredSeek(strip, offers, { public: listed, to, seat }) {
  let left = false
  /** @type {HTMLElement | null} */
  let shown = null
  /** @type {string | undefined} */
  let offered
  /** @type {import('../news/feed.js').LobbyFeed | undefined} */
  let feed

  /** @param {Item[]} open the games that wait for a player @param {Me} player */
  const show = (open, player) => {
    const game = open.find(
      ({ rules, rated, players }) =>
        rules === offers.rules.id &&
        (player.account || !rated) &&
        players.every((seated) => seated?.id !== player.id),
    )
    const key = game?.id ?? ''
    if (key === offered || (!game && !offers.playBot)) return
    offered = key
    shown = game ? personOffer(game, offers) : botOffer(offers)
    strip.notice(shown)
    say(shown.querySelector('span')?.textContent ?? '')
  }
  const begin = async () => {
    const player = await me()
    if (left) return
    feed = openLobbyFeed(({ open }) => show(open, player))
    const { open } = await feed.lists()
    if (!left) show(open, player)
  }
  const timer =
    listed && !to && seat !== null
      ? setTimeout(begin, UNANSWERED_MS)
      : undefined
  return {
    leave() {
      left = true
      clearTimeout(timer)
      feed?.leave()
      if (shown?.isConnected) strip.notice(null)
    },
  }
}

/** @param {Item} game @param {Offers} offers */
function personOffer(game, { join }) {
  const host = game.players.find((seated) => seated !== null)
  const params = { name: host ? personName(host) : '' }
  const clock = controlText(game.control)
  return offer(
    'person',
    game.control
      ? t('table.unanswered.person', { ...params, clock })
      : t('table.unanswered.person.none', params),
    [['join', t('act.join-waiting'), () => join(game.id)]],
  )
}

/** @param {Offers} offers */
const botOffer = ({ playBot, playTeacher }) =>
  offer('bot', t('table.unanswered'), [
    ['offer-computer', t('act.play-computer'), playBot ?? (() => {})],
    ...(playTeacher ? [teacherButton(playTeacher)] : []),
  ])

/** @param {() => void} onclick @returns {Button} */
const teacherButton = (onclick) => [
  'offer-teacher',
  t('act.offer-teacher'),
  onclick,
]

/** @typedef {[act: string, label: string, onclick: () => void]} Button */

/** Shows an offer; the first button is the suggested one.
 * @param {string} picture @param {string} text @param {Button[]} buttons */
const offer = (picture, text, buttons) =>
  el(
    'div',
    { class: 'remark unanswered' },
    icon(picture),
    el('span', {}, text),
    buttons.map(([act, label, onclick], index) =>
      el(
        'button',
        {
          type: 'button',
          class: index ? null : 'primary',
          'data-act': act,
          onclick,
        },
        label,
      ),
    ),
  )
