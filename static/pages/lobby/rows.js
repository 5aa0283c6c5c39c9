// Rows of the lobby's lists.

import { accountPath, gamePath } from '../../app/routes.js'
import { say } from '../../core/announcer.js'
import { momentText, shortDay, today } from '../../core/format.js'
import { familyName, name, seatName, solitaire } from '../../core/games.js'
import { post } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { personName } from '../../core/people.js'
import { join } from '../../core/play-now.js'
import { serverNow } from '../../core/server-time.js'
import { button, linkButton } from '../../kit/button.js'
import { icon } from '../../kit/icon.js'
import { SmallBoard } from '../../kit/picture.js'
import { Ago } from '../../kit/time.js'
import { html } from '../../vendor/preact.js'
import { facts, hostOf, nameAndRating, timeLeft, waitsFor } from './facts.js'

/** @typedef {import('./page.js').Context} Context */

const DAY_MS = 86_400_000

/** Shows one of the player's own games. @param {Item} game @param {Context} context @param {(id: string) => void} dismiss */
export function ownGame(game, { rules: known, player }, dismiss) {
  const rules = /** @type {Rules} */ (known.get(game.rules))
  const title = name(rules)
  const yours = waitsFor(game, player)
  const open = game.players.includes(null)
  const detail = ownDetail(game, rules, player)
  const names = { game: title, detail }
  const left = timeLeft(game)
  return html`
    <li key=${game.id} data-game=${game.id} data-ply=${game.ply} data-yours=${yours ? '' : null}>
      <${SmallBoard}
        family=${rules.family}
        title=${familyName(rules)}
        position=${game.position}
        seat=${game.players.findIndex((seated) => seated?.id === player.id) === 1 ? 1 : 0}
      />
      <span class="what">
        ${yours && html`<span class="badge">${t('lobby.yours')}</span>`}
        <a
          class="open-game"
          href=${gamePath(game.id)}
          aria-label=${t(open ? 'lobby.table.of' : 'lobby.continue.of', names)}
        >${title}</a>
        <span class="detail">${detail}</span>
        ${
          (game.control || game.rated) &&
          html`<span class="detail" data-left>${facts(game)}${left && ` · ${left}`}</span>`
        }
        <span class="detail"><${Ago} at=${game.moved ?? game.created} /></span>
      </span>
      ${
        !yours &&
        button(
          {
            act: 'dismiss',
            look: 'icon',
            title: t(open ? 'lobby.cancel.of' : 'lobby.dismiss.of', names),
            onpress: () => cancelOrDismiss(game, title, dismiss),
          },
          icon('close'),
        )
      }
    </li>`
}

/** Hides a game on this device; it stays on the player's own page. A game that nobody has joined is cancelled.
 * @param {Item} game @param {string} title @param {(id: string) => void} dismiss */
async function cancelOrDismiss({ id, players }, title, dismiss) {
  const open = players.includes(null)
  if (open) await post(`/api/games/${id}/abort`)
  dismiss(id)
  say(t(open ? 'lobby.cancelled' : 'lobby.dismissed', { game: title }))
}

/** Returns the opponent; for a solitaire its deal (while that is secret, when it was dealt) and the number of moves.
 * @param {Item} game @param {Rules} rules @param {Person} player */
function ownDetail(game, rules, player) {
  if (game.players.includes(null))
    return game.to ? t('lobby.waiting.for', { name: personName(game.to) }) : t('lobby.waiting')
  const moves = t('lobby.moves', { count: game.moves ?? game.ply ?? 0 })
  if (game.daily) {
    const day = shortDay(game.daily)
    const when = game.daily < today() ? 'past' : 'today'
    return t('lobby.daily', { when, day, moves })
  }
  if (solitaire(rules))
    return typeof game.deal === 'number'
      ? t('lobby.deal', { deal: String(game.deal), moves })
      : t('lobby.dealt', { at: dealtText(game), moves })
  const opponent = game.players.find((seated) => seated?.id !== player.id)
  return opponent
    ? t('lobby.against', { name: nameAndRating(opponent) })
    : t('lobby.same_screen', { moves })
}

/** Returns when a game was dealt; within a day the hour distinguishes games. @param {Item} game */
const dealtText = ({ created }) => momentText(created, serverNow() - created < DAY_MS)

/** Shows a game that waits for a player; its host is here, or the server would not list it. Guests are told how to join a
 * rated one.
 * @param {Item} game @param {Context} context */
export function openGame(game, { rules: known, player, go }) {
  const rules = /** @type {Rules} */ (known.get(game.rules))
  const person = hostOf(game)
  const host = person ? nameAndRating(person) : ''
  const seat = seatName(rules, game.players.indexOf(null))
  const params = { game: name(rules), name: host }
  return html`
    <li key=${game.id} data-game=${game.id} data-here>
      <span class="what">
        <strong>${name(rules)}</strong>
        <span class="detail">
          <span class="here" title=${t('lobby.here')}></span>
          <span class="visually-hidden">${t('lobby.here')}</span>
          ${' '}${t('lobby.host', { name: host, seat })}
        </span>
        <span class="detail">${facts(game)}</span>
        <span class="detail"><${Ago} at=${game.created} /></span>
      </span>
      ${
        game.rated && !player.account
          ? linkButton(
              {
                act: 'sign-up',
                href: accountPath('sign-up', '/'),
                label: t('lobby.rated.join.of', params),
              },
              t('lobby.rated.join'),
            )
          : button(
              { act: 'join', label: t('lobby.join.of', params), onpress: () => join(game, go) },
              t('lobby.join'),
            )
      }
    </li>`
}

/** Shows a game of others, as a thumbnail. @param {Item} game @param {Context} context */
export function liveGame(game, { rules: known }) {
  const rules = /** @type {Rules} */ (known.get(game.rules))
  const names = game.players.flatMap((seated) => (seated ? [nameAndRating(seated)] : []))
  const people =
    new Set(names).size === 2 ? t('lobby.versus', { one: names[0], other: names[1] }) : names[0]
  const { ply, moves = ply } = game
  return html`
    <li key=${game.id} data-game=${game.id} data-ply=${ply} data-turn=${game.turn ?? 'none'}>
      <a class="live-board" href=${gamePath(game.id)}>
        <${SmallBoard}
          family=${rules.family}
          title=${familyName(rules)}
          position=${game.position}
          seat=${0}
          hidden=${ply === null}
        />
        <span class="visually-hidden">${t('lobby.watch')}</span>
        <strong>${name(rules)}</strong>
        <span class="people">${people}</span>
        ${(game.control || game.rated) && html`<span class="detail">${facts(game)}</span>`}
        <span class="detail">${moves !== null && t('lobby.moves', { count: moves })}</span>
      </a>
    </li>`
}
