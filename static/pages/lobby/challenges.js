// Challenges: to the player, with accept and decline, and the outcome of the player's own.

import { acceptChallenge, declineChallenge } from '../../app/news/answer-challenge.js'
import { alert, say } from '../../core/announcer.js'
import { familyName, name, seatName } from '../../core/games.js'
import { get } from '../../core/http.js'
import { sentence, t } from '../../core/i18n.js'
import { hasSeat } from '../../core/play-now.js'
import { cue } from '../../core/sound.js'
import { button } from '../../kit/button.js'
import { personLink } from '../../kit/person.js'
import { SmallBoard } from '../../kit/picture.js'
import { Ago } from '../../kit/time.js'
import { lists } from '../../live/lobby.js'
import { html, useRef, useSignal, useSignalEffect } from '../../vendor/preact.js'
import { facts, hostOf, isChallenged } from './facts.js'

/** @typedef {import('./page.js').Context} Context */

/** @param {{ context: Context }} props */
export function Challenges({ context }) {
  const outcome = useChallengeNews(context)
  const games = (lists.value?.mine ?? []).filter(
    (game) => context.rules.has(game.rules) && isChallenged(game, context.player),
  )
  return html`
    <div>
      <p class="challenge-news" hidden=${!outcome}>${outcome}</p>
      <section class="list" data-list="challenges" hidden=${!games.length}>
        <h2>${t('lobby.challenges')}</h2>
        <ul class="games">${games.map((game, place) => challenge(game, place === 0, context))}</ul>
      </section>
    </div>`
}

/** @param {Item} game @param {boolean} leads the page @param {Context} context */
function challenge(game, leads, { rules: known, go }) {
  const rules = /** @type {Rules} */ (known.get(game.rules))
  const host = hostOf(game)
  const params = { game: name(rules), name: host?.name ?? '' }
  const seat = seatName(rules, game.players.indexOf(null))
  return html`
    <li key=${game.id} data-game=${game.id} data-challenge>
      <${SmallBoard} family=${rules.family} title=${familyName(rules)} position=${null} />
      <span class="what">
        <strong>${name(rules)}</strong>
        <span class="detail">${host && personLink(host)} · ${facts(game)}</span>
        <span class="detail">${t('challenge.seat', { seat })}</span>
        ${game.rated && html`<span class="detail">${t('control.rated.listed')}</span>`}
        <span class="detail"><${Ago} at=${game.created} /></span>
      </span>
      <span class="row">
        ${button(
          {
            act: 'accept',
            look: leads ? 'primary' : undefined,
            label: t('challenge.accept.of', params),
            onpress: () => acceptChallenge(game, go),
          },
          t('challenge.accept'),
        )}
        ${button(
          {
            act: 'decline',
            label: t('challenge.decline.of', params),
            onpress: () => declineChallenge(game.id),
          },
          t('challenge.decline'),
        )}
      </span>
    </li>`
}

/** Announces new challenges to the player; returns the outcome of the player's own one, as a sentence.
 * @param {Context} context */
function useChallengeNews({ player, rules, signal }) {
  const outcome = useSignal('')
  const before = useRef(/** @type {Map<string, Item> | null} */ (null))
  useSignalEffect(() => {
    if (!lists.value) return
    const challenges = lists.value.mine.filter((game) => game.to)
    const known = before.current
    before.current = new Map(challenges.map((game) => [game.id, game]))
    if (!known) return
    for (const game of challenges)
      if (!known.has(game.id) && isChallenged(game, player)) announce(game, rules.get(game.rules))
    for (const [id, game] of known)
      if (!before.current.has(id) && hasSeat(game, player)) tellOutcome(game)
  })
  /** @param {Item} game */
  const tellOutcome = async ({ id, to }) => {
    /** @type {State | null} */
    const state = await get(`/api/games/${id}`, { signal }).catch(() => null)
    const word = state?.declined
    if (!word || signal.aborted) return
    outcome.value = t('challenge.declined', {
      name: to?.name ?? '',
      word: sentence(`challenge.word.${word}`) ?? word,
    })
    say(outcome.value)
  }
  return outcome.value
}

/** @param {Item} game @param {Rules | undefined} rules */
function announce(game, rules) {
  cue('turn')
  alert(t('challenge.new', { name: hostOf(game)?.name ?? '', game: rules ? name(rules) : '' }))
}
