// Challenges: to the player, with accept and decline, and the outcome of the player's own.

import { alert, say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { ago } from '../core/format.js'
import { familyName, name, seatName } from '../core/games.js'
import { get } from '../core/http.js'
import { first, t } from '../core/i18n.js'
import { cue } from '../core/sound.js'
import { acceptChallenge, declineChallenge } from '../news/answer-challenge.js'
import { personLink } from '../people/person-link.js'
import { smallBoard } from '../play/pictures.js'
import { hasSeat } from '../play/play-now.js'
import { facts, hostOf } from './facts.js'

/** @typedef {import('./lists.js').Context} Context */
/** @typedef {import('./lists.js').Row} Row */

/**
 * Whether the game challenges this player.
 * @param {Item} game
 * @param {Person} player
 */
export const challenges = (game, player) =>
  game.to?.id === player.id && !hasSeat(game, player)

/**
 * @param {Item} game
 * @param {Context} context
 * @returns {Row}
 */
export function challengeRow(game, { rules: known, go }) {
  const rules = /** @type {Rules} */ (known.get(game.rules))
  const host = hostOf(game)
  const title = name(rules)
  const board = smallBoard(rules.family, familyName(rules))
  const accept = () => acceptChallenge(game, go)
  const decline = () => declineChallenge(game.id)
  const params = { game: title, name: host?.name ?? '' }
  const age = el('span', { class: 'detail' })
  const element = el(
    'li',
    { 'data-game': game.id, 'data-challenge': true },
    board.element,
    el(
      'span',
      { class: 'what' },
      el('strong', {}, title),
      el(
        'span',
        { class: 'detail' },
        host && personLink(host),
        ' · ',
        facts(game),
      ),
      el(
        'span',
        { class: 'detail' },
        t('challenge.seat', {
          seat: seatName(rules, game.players.indexOf(null)),
        }),
      ),
      game.rated
        ? el('span', { class: 'detail' }, t('control.rated.listed'))
        : null,
      age,
    ),
    el(
      'span',
      { class: 'row' },
      el(
        'button',
        {
          type: 'button',
          class: 'primary',
          'data-act': 'accept',
          'aria-label': t('challenge.accept.of', params),
          onclick: (event) => press(event, accept),
        },
        t('challenge.accept'),
      ),
      el(
        'button',
        {
          type: 'button',
          'data-act': 'decline',
          'aria-label': t('challenge.decline.of', params),
          onclick: (event) => press(event, decline),
        },
        t('challenge.decline'),
      ),
    ),
  )
  return {
    element,
    show: ({ created }) => age.replaceChildren(ago(created)),
  }
}

/**
 * Announces new challenges to the player, and shows the outcome of their own ones in `place`.
 * @param {Person} player
 * @param {HTMLElement} place
 * @param {Map<string, Rules>} known
 */
export function followChallenges(player, place, known) {
  /** @type {Map<string, Item> | null} */
  let before = null
  /** @param {Item[]} mine */
  return (mine) => {
    const now = new Map(
      mine.flatMap((game) => (game.to ? [[game.id, game]] : [])),
    )
    for (const [id, game] of now)
      if (before && !before.has(id) && challenges(game, player)) {
        const rules = known.get(game.rules)
        const host = hostOf(game)?.name ?? ''
        cue('turn')
        alert(
          t('challenge.new', { name: host, game: rules ? name(rules) : '' }),
        )
      }
    for (const [id, game] of before ?? [])
      if (!now.has(id) && hasSeat(game, player)) tellOutcome(game, place)
    before = now
  }
}

/**
 * @param {Item} game
 * @param {HTMLElement} place
 */
async function tellOutcome({ id, to }, place) {
  /** @type {State | null} */
  const state = await get(`/api/games/${id}`).catch(() => null)
  const word = state?.declined
  if (!word) return
  const text = t('challenge.declined', {
    name: to?.name ?? '',
    word: first([`challenge.word.${word}`, word]),
  })
  place.hidden = false
  place.textContent = text
  say(text)
}
