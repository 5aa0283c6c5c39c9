// Card of a table that waits for an opponent: the link to copy, share or scan, and what the player can do meanwhile.

import { gamePath, newGamePath } from '../app/routes.js'
import { sheet } from '../boards/contract.js'
import { levelsOf, teaches } from '../core/bots.js'
import { el } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { all, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { personName } from '../core/people.js'
import { openOwnGamesFeed } from '../news/feed.js'
import { unansweredSeek } from './unanswered-seek.js'

const COARSE_POINTER = '(pointer: coarse)'

/** Handlers of the card, besides `Offers`.
 * @typedef {import('./unanswered-seek.js').Offers & { share(): void, playBothSides(): void }} InviteHandlers */
/** @typedef {Pick<State, 'public' | 'to' | 'seat' | 'rated' | 'casual'>} Waiting */
/** @typedef {ReturnType<typeof invite>} Invitation */

/** Creates the card, and the strip's offer of the bot after some seconds without an answer.
 * @param {string} id @param {Rules} rules @param {import('./commands.js').Commands} commands @param {Waiting} state
 * @param {ReturnType<typeof import('../play/message-strip.js').messageStrip>} strip */
export function invite(id, rules, commands, state, strip) {
  const on = {
    rules,
    share: () => commands.share(),
    join: (/** @type {string} */ game) => commands.joinInstead(game),
    playBothSides: () => commands.playBothSides(),
    playBot: levelsOf(rules) ? () => commands.playBot() : null,
    playTeacher: teaches(rules) ? () => commands.playBot(true) : null,
  }
  const card = inviteCard(id, on, state)
  const seek = state.to
    ? challengedPresence(card, id, state.to)
    : unansweredSeek(strip, on, state)
  return {
    card,
    leave() {
      card.remove()
      seek.leave()
    },
  }
}

/** Tells whether the challenged person is here, unless they hide it.
 * @param {HTMLElement} card @param {string} id @param {Person} to */
function challengedPresence(card, id, to) {
  const line = el('p', { class: 'presence', 'aria-live': 'polite' })
  card.querySelector('h2')?.after(line)
  return openOwnGamesFeed(({ mine }) => {
    const here = mine.find((game) => game.id === id)?.to_online
    const key = here ? 'table.waiting.online' : 'table.waiting.offline'
    line.dataset.online = here ? 'yes' : 'no'
    line.textContent =
      here === undefined ? '' : t(key, { name: personName(to) })
  })
}

/** @param {string} id @param {InviteHandlers} on @param {Waiting} state */
function inviteCard(id, on, { public: listed, to, rated, casual }) {
  sheet('/static/table/invite.css')
  if (to) return challengeCard(to, rated, casual === true)
  const url = new URL(gamePath(id), location.href).href
  const shares =
    typeof navigator.share === 'function' && matchMedia(COARSE_POINTER).matches
  const link = el('input', {
    type: 'text',
    class: 'link',
    readonly: true,
    value: url,
    'aria-label': t('table.link'),
  })
  link.addEventListener('focus', () => link.select())
  const share = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      'data-act': 'share',
      onclick: on.share,
    },
    commandIcon(shares ? 'share' : 'copy'),
    t(shares ? 'act.send_link' : 'act.copy_link'),
  )
  const card = el(
    'section',
    {
      class: 'card waiting',
      'data-waiting': true,
      'aria-label': t('table.waiting'),
    },
    el('h2', {}, t('table.waiting')),
    el('p', {}, t(listed ? 'table.waiting.public' : 'table.waiting.private')),
    rated && !listed ? el('p', {}, t('control.rated.listed')) : null,
    link,
    share,
    scanned(url),
    on.playBot &&
      quiet('play-computer', t('act.play-computer.waiting'), on.playBot),
    on.playTeacher &&
      quiet('play-teacher', t('act.play-teacher.waiting'), on.playTeacher),
    quiet('both', t('act.both'), on.playBothSides),
  )
  offerSolitaire(card)
  return card
}

/** @param {string} act @param {string} label @param {() => void} onclick */
const quiet = (act, label, onclick) =>
  el(
    'button',
    { type: 'button', class: 'quiet', 'data-act': act, onclick },
    label,
  )

/** @param {Person} person the challenged one, whom the lobby notifies
 * @param {boolean} rated @param {boolean} casual a rated game becomes casual when it begins */
const challengeCard = (person, rated, casual) =>
  el(
    'section',
    { class: 'card waiting', 'data-waiting': true },
    el('h2', {}, t('table.waiting.to', { name: personName(person) })),
    el('p', {}, t('table.waiting.challenge', { name: personName(person) })),
    rated
      ? el('p', {}, t(casual ? 'join.casual' : 'control.rated.listed'))
      : null,
  )

/** Creates the QR code of the link, for a friend at the same place; drawn when it is opened. @param {string} url */
function scanned(url) {
  const place = el('div', { class: 'qr-place' })
  const details = el(
    'details',
    { class: 'scan' },
    el('summary', {}, t('table.waiting.qr')),
    place,
  )
  details.addEventListener('toggle', async () => {
    if (!details.open || place.firstChild) return
    const { qrPicture } = await loadPart(() => import('./qr.js'))
    const picture = qrPicture(url)
    const label = t('table.waiting.qr.alt')
    place.replaceChildren(
      picture ? el('div', { role: 'img', 'aria-label': label }, picture) : url,
    )
    place.scrollIntoView({ block: 'nearest' })
  })
  return details
}

/** Adds a link to a solitaire, which opens a new page so that this one goes on waiting. @param {Element} card */
async function offerSolitaire(card) {
  const one = (await all().catch(() => [])).find(solitaire)
  if (!one) return
  card.append(
    el(
      'a',
      { href: newGamePath(one.id), target: '_blank', class: 'meanwhile' },
      t('table.waiting.meanwhile'),
    ),
  )
}
