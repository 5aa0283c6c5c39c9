// Tiles of the lobby: the games for two, which lead, and the solitaires. The family played last comes first.

import { gamePath, helpPath, newGamePath } from '../../app/routes.js'
import { chosenLevel, levelName, levelsOf, teaches } from '../../core/bots.js'
import { familyName, name } from '../../core/games.js'
import { sentence, t } from '../../core/i18n.js'
import { hasSeat, join, lastPlayed, playBot, playBoth, playNow } from '../../core/play-now.js'
import { artUrl } from '../../core/thumbnails.js'
import { button, linkButton } from '../../kit/button.js'
import { Dropdown } from '../../kit/dropdown.js'
import { icon } from '../../kit/icon.js'
import { tileArt } from '../../kit/picture.js'
import { lists } from '../../live/lobby.js'
import { html, useSignal } from '../../vendor/preact.js'
import { facts, hostOf, isChallenged, nameAndRating } from './facts.js'
import {
  ClockChoice,
  chosenClock,
  chosenVariant,
  tileVariants,
  variantChoice,
  wantsRated,
} from './wishes.js'

/** @typedef {{ family: string, variants: Rules[] }} Family */
/** @typedef {{ rules: Map<string, Rules>, player: Me, go: Go }} Context */
/** The button of the page that leads. @typedef {{ family: string, way: import('../../core/play-now.js').Way | 'join' }} Primary */

/** The games for two. @param {{ games: Family[], context: Context }} props */
export function Heroes({ games, context }) {
  const primary = primaryButton(games, context)
  return html`
    <section class="heroes" aria-label=${t('lobby.games.two')}>
      ${lastFirst(games, context).map(
        ({ family, variants: [game] }) =>
          html`<${Hero}
            key=${family}
            game=${game}
            way=${primary?.family === family ? primary.way : null}
            context=${context}
          />`,
      )}
    </section>`
}

/** The solitaires. `pairs`: the games for two, one of which may lead instead.
 * @param {{ games: Family[], pairs: Family[], context: Context }} props */
export function Solitaires({ games, pairs, context }) {
  const primary = primaryButton(pairs, context)
  return html`
    <section class="tiles" aria-label=${t('lobby.games.one')}>
      ${lastFirst(games, context).map(
        ({ family, variants }) =>
          html`<${Solitaire}
            key=${family}
            variants=${variants}
            look=${primary?.family === family ? 'primary' : undefined}
            go=${context.go}
          />`,
      )}
    </section>`
}

/** @param {Family[]} games @param {Context} context */
function lastFirst(games, { rules }) {
  const last = lastPlayed()
  const first = last && rules.get(last.rules)?.family
  return [...games].sort((one, two) => Number(two.family === first) - Number(one.family === first))
}

/** Returns the first game of a family that waits for a player and that this one may join.
 * @param {string} family @param {Context} context */
const waitingIn = (family, { rules, player }) =>
  lists.value?.open.find(
    (game) =>
      rules.get(game.rules)?.family === family &&
      !hasSeat(game, player) &&
      (player.account || !game.rated),
  )

/** Returns what leads: joining the person who waits, else the game and the way played last, on a first visit the lesson of
 * the first game that has one; null: a challenge leads. `pairs`: the games for two.
 * @param {Family[]} pairs @param {Context} context @returns {Primary | null} */
function primaryButton(pairs, context) {
  if (lists.value?.mine.some((game) => isChallenged(game, context.player))) return null
  const joined = pairs.find(({ family }) => waitingIn(family, context))
  if (joined) return { family: joined.family, way: 'join' }
  const last = lastPlayed()
  const played = last && context.rules.get(last.rules)
  if (played) return { family: played.family, way: last.way }
  const taught = pairs.find(({ variants: [game] }) => teaches(game))
  return taught ? { family: taught.family, way: 'teacher' } : null
}

/** `way`: of its button that leads the page. @param {{ game: Rules, way: string | null, context: Context }} props */
function Hero({ game, way, context }) {
  const { player, go } = context
  const title = familyName(game)
  const look = (/** @type {string} */ one) => (one === way ? 'primary' : undefined)
  const scene = artUrl(game.family, 'scene')
  return html`
    <article class="game-tile hero" aria-labelledby=${`tile-${game.family}`}>
      ${scene ? html`<img class="scene" src=${scene} alt="" />` : tileArt(game.family, title)}
      <div class="about">
        <h2 id=${`tile-${game.family}`}>${title}</h2>
        <p>${sentence(`${game.family}.about`) ?? t('lobby.two')}</p>
      </div>
      ${waitingLine(waitingIn(game.family, context), context, look('join'))}
      <div class="hero-acts">
        ${button(
          {
            act: 'play-now',
            look: look('person'),
            label: t('lobby.person.of', { game: title }),
            'data-rules': game.id,
            onpress: async () =>
              go(await playNow(game, { clock: chosenClock(game), rated: wantsRated(player) })),
          },
          t('lobby.person'),
        )}
        ${
          levelsOf(game) > 0 &&
          button(
            {
              act: 'play-computer',
              look: look('computer'),
              'data-rules': game.id,
              onpress: async () => go(await playBot(game)),
            },
            t('lobby.computer'),
            html`<small>${levelName(game, chosenLevel(game))}</small>`,
            html`<span class="visually-hidden">${title}</span>`,
          )
        }
        ${
          teaches(game) &&
          button(
            {
              act: 'play-teacher',
              look: look('teacher'),
              label: t('lobby.teacher.of', { game: title }),
              'data-rules': game.id,
              onpress: async () => go(await playBot(game, true)),
            },
            t('lobby.teacher'),
          )
        }
        <${Dropdown}
          name="more"
          label=${t('lobby.more.of', { game: title })}
          text=${[t('lobby.more'), icon('unfold')]}
        >
          ${linkButton({ href: `${newGamePath(game.id)}?who=link` }, t('lobby.invite'))}
          ${linkButton({ href: newGamePath(game.id) }, t('lobby.create'))}
          ${button({ act: 'both', onpress: async () => go(await playBoth(game)) }, t('lobby.both'))}
          ${linkButton({ href: helpPath(game.id) }, t('lobby.rules'))}
        <//>
      </div>
      ${game.presets.length > 0 && html`<${ClockChoice} rules=${game} />`}
    </article>`
}

/** Shows who waits. Its place is kept while nobody does, so that no button moves.
 * @param {Item | undefined} game @param {Context} context @param {string | undefined} look */
function waitingLine(game, { rules: known, go }, look) {
  const rules = game && known.get(game.rules)
  if (!game || !rules) return html`<p class="tile-waiting detail">${t('lobby.tile.nobody')}</p>`
  const host = hostOf(game)
  const params = { game: name(rules), name: host ? nameAndRating(host) : '' }
  return html`
    <p class="tile-waiting" data-waits=${game.id}>
      <span title=${params.name}>
        ${t('lobby.tile.waiting', params)} · ${facts(game)}
      </span>
      ${button(
        { act: 'join', look, label: t('lobby.join.of', params), onpress: () => join(game, go) },
        t('lobby.join'),
      )}
    </p>`
}

/** @param {{ variants: Rules[], look: string | undefined, go: Go }} props */
function Solitaire({ variants, look, go }) {
  const offered = tileVariants(variants)
  const game = useSignal(chosenVariant(offered))
  const { id, family } = game.value
  const title = familyName(game.value)
  return html`
    <article class="game-tile" aria-labelledby=${`tile-${family}`}>
      ${tileArt(family, title)}
      <div class="about">
        <h2 id=${`tile-${family}`}>${title}</h2>
        <p>${sentence(`${family}.about`) ?? t('lobby.one')}</p>
      </div>
      ${playControl(game.value, look, go)}
      ${
        offered.length > 1 &&
        variantChoice(offered, game.value, (rules) => {
          game.value = rules
        })
      }
      <p class="row">
        ${linkButton(
          { look: 'quiet', href: newGamePath(id), label: t('lobby.deals.of', { game: title }) },
          t('lobby.deals'),
        )}
        ${linkButton(
          { look: 'quiet', href: helpPath(id), label: t('lobby.rules.of', { game: title }) },
          t('lobby.rules'),
        )}
      </p>
    </article>`
}

/** Shows the control that goes on with the unfinished game, or deals a new one.
 * @param {Rules} game @param {string | undefined} look @param {Go} go */
function playControl(game, look, go) {
  const title = name(game)
  const unfinished = lists.value?.mine.find(({ rules, daily }) => rules === game.id && !daily)
  const hooks = { act: 'play-now', look, 'data-rules': game.id }
  if (!unfinished)
    return button(
      {
        ...hooks,
        label: t('lobby.play.of', { game: title }),
        onpress: async () => go(await playNow(game)),
      },
      t('lobby.play'),
    )
  return linkButton(
    { ...hooks, label: t('daily.continue.of', { game: title }), href: gamePath(unfinished.id) },
    t('daily.continue'),
  )
}
