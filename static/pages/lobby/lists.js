// Lists of the lobby: the player's own games, games waiting for a player, and running games.

import { t } from '../../core/i18n.js'
import { hasSeat } from '../../core/play-now.js'
import { serverNow } from '../../core/server-time.js'
import { settings } from '../../core/settings.js'
import { useFocusKept } from '../../kit/keep-focus.js'
import { lists } from '../../live/lobby.js'
import { html, useRef, useSignal } from '../../vendor/preact.js'
import { isChallenged, waitsFor } from './facts.js'
import { liveGame, openGame, ownGame } from './rows.js'

/** @typedef {import('./page.js').Context} Context */

const DISMISSED = 'dismissed' // setting: ids of games hidden here, newest last
const MAX_DISMISSED = 50 // ids in the setting
const MAX_OTHERS = 8 // own games shown besides those in which it is the player's move
const DEAD_AFTER_MS = 3_600_000 // without a move a game is not listed as being played

/** Own games, those that wait for the player first. @param {{ context: Context }} props */
export function OwnGames({ context }) {
  const { rules, player } = context
  const hidden = useSignal(settings.get(DISMISSED, '').split(' ').filter(Boolean))
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useFocusKept(place)
  const mine = (lists.value?.mine ?? []).filter(
    (game) =>
      rules.has(game.rules) &&
      !isChallenged(game, player) &&
      (!hidden.value.includes(game.id) || waitsFor(game, player)),
  )
  const waiting = mine.filter((game) => waitsFor(game, player))
  const others = mine.filter((game) => !waitsFor(game, player))
  const shown = [...waiting, ...others].slice(0, Math.max(MAX_OTHERS, waiting.length))
  /** Hides a game; the focus goes to the row after it, the one before, or the heading. @param {string} id */
  const dismiss = (id) => {
    const row = place.current?.querySelector(`[data-game="${id}"]`)
    const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a')
    const next = beside ?? place.current?.querySelector('h2')
    if (next instanceof HTMLElement) next.focus()
    hidden.value = [...hidden.value.filter((one) => one !== id), id].slice(-MAX_DISMISSED)
    settings.set(DISMISSED, hidden.value.join(' '))
  }
  return html`
    <section class="list" data-list="mine" ref=${place} hidden=${!mine.length}>
      <h2 tabindex="-1">${t('lobby.mine')}</h2>
      <ul class="games">${shown.map((game) => ownGame(game, context, dismiss))}</ul>
    </section>`
}

/** Games of others: waiting for a player, and being played. @param {{ context: Context }} props */
export function OtherGames({ context }) {
  const { rules, player } = context
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useFocusKept(place)
  const known = (/** @type {Item[]} */ games) =>
    games.filter((game) => rules.has(game.rules) && !hasSeat(game, player))
  const open = known(lists.value?.open ?? [])
  const since = serverNow() - DEAD_AFTER_MS
  const live = known(lists.value?.live ?? []).filter(
    ({ moved, created }) => (moved ?? created) > since,
  )
  return html`
    <div class="lists" ref=${place}>
      ${gameList(
        'open',
        open.map((game) => openGame(game, context)),
      )}
      ${gameList(
        'live',
        live.map((game) => liveGame(game, context)),
      )}
    </div>`
}

/** @param {'open' | 'live'} kind @param {Content[]} rows */
const gameList = (kind, rows) => html`
  <section class="list" data-list=${kind}>
    <h2>${t(`lobby.${kind}`)}</h2>
    ${
      rows.length
        ? html`<ul class="games">${rows}</ul>`
        : html`<p class="empty">${t(`lobby.${kind}.empty`)}</p>`
    }
  </section>`
