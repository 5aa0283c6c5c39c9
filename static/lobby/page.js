// The lobby: one tile for every family of games that the server names, and beside them the lists of games.

import { helpPath, newGamePath } from '../app/routes.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { families, familyName, sentence, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { dailyStrip } from './daily-strip.js'
import { openLobbyFeed } from './feed.js'
import { gameList, liveRow, openRow, ownRow } from './lists.js'
import { hasSeat, playBoth, playNow } from './play-now.js'
import { tileArt } from './tile-art.js'

/** @typedef {(event: ElementEvent<'click'>, rules: Rules) => Promise<void>} Start */

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { go, ready }) {
  root.dataset.screen = 'lobby'
  const [player, games, strip] = await Promise.all([
    me(),
    families(),
    dailyStrip(),
  ])
  const rules = new Map(
    games.flatMap(({ variants }) => variants.map((item) => [item.id, item])),
  )
  /** @type {Start} */
  const now = (event, item) =>
    press(event, async () => go(await playNow(item, feed.lists, player)))
  /** @type {Start} */
  const both = (event, item) =>
    press(event, async () => go(await playBoth(item)))
  const lists = {
    mine: gameList('mine'),
    open: gameList('open', otherWays([...rules.values()], both)),
    live: gameList('live'),
  }
  const down = el('p', { class: 'link-down', hidden: true }, t('lobby.down'))
  const feed = openLobbyFeed(
    (frame) => drawLists(lists, frame, { rules, player, go }),
    (up) => {
      down.hidden = up
    },
  )
  root.replaceChildren(
    el('h1', {}, t('lobby.title')),
    el('p', { class: 'lead' }, t('lobby.you', { name: player.name })),
    strip ?? '',
    el(
      'div',
      { class: 'lobby' },
      el(
        'section',
        { class: 'tiles', 'aria-label': t('lobby.games') },
        games.map((game) => tile(game, now, both)),
      ),
      el(
        'div',
        { class: 'lists' },
        down,
        lists.mine.element,
        lists.open.element,
        lists.live.element,
      ),
    ),
  )
  ready(t('lobby.title'))
  return feed
}

/**
 * Games of rules that are unknown here are left out.
 * @param {Record<'mine' | 'open' | 'live', ReturnType<typeof gameList>>} lists
 * @param {import('./feed.js').Lists} frame
 * @param {{ rules: Map<string, Rules>, player: Person, go: Go }} context
 */
function drawLists(lists, frame, { rules, player, go }) {
  /**
   * @param {'mine' | 'open' | 'live'} kind
   * @param {(game: Item, rules: Rules) => Element} row
   */
  const draw = (kind, row) => {
    const games = frame[kind].filter(
      (game) =>
        rules.has(game.rules) && (kind === 'mine' || !hasSeat(game, player)),
    )
    lists[kind].draw(games, (game) =>
      row(game, /** @type {Rules} */ (rules.get(game.rules))),
    )
  }
  draw('mine', (game, item) => ownRow(game, item, player))
  draw('open', (game, item) => openRow(game, item, go))
  draw('live', liveRow)
}

/**
 * A family: "Play now" is its first game; the others are chosen by their options in the form of a new game.
 * @param {{ family: string, variants: Rules[] }} games
 * @param {Start} now
 * @param {Start} both
 */
function tile({ family, variants: [game] }, now, both) {
  const title = familyName(game)
  const alone = solitaire(game)
  return el(
    'article',
    { class: 'tile', 'aria-labelledby': `tile-${family}` },
    tileArt(family, title),
    el('h2', { id: `tile-${family}` }, title),
    el(
      'p',
      { class: 'about' },
      sentence(`${family}.about`) ?? t(alone ? 'lobby.one' : 'lobby.two'),
    ),
    el(
      'button',
      {
        type: 'button',
        class: 'primary big',
        'data-act': 'play-now',
        'data-rules': game.id,
        'aria-label': t('lobby.play.of', { game: title }),
        onclick: (/** @type {ElementEvent<'click'>} */ event) =>
          now(event, game),
      },
      t('lobby.play'),
    ),
    el(
      'p',
      { class: 'row' },
      quietLink(newGamePath(game.id), 'lobby.create', title),
      alone ? null : bothButton(game, title, both),
      quietLink(helpPath(game.id), 'lobby.rules', title),
    ),
  )
}

/**
 * @param {string} href
 * @param {string} key
 * @param {string} game
 */
const quietLink = (href, key, game) =>
  el(
    'a',
    { class: 'button quiet', href, 'aria-label': t(`${key}.of`, { game }) },
    t(key),
  )

/**
 * @param {Rules} rules
 * @param {string} game
 * @param {Start} both
 */
const bothButton = (rules, game, both) =>
  el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'both',
      'aria-label': t('lobby.both.of', { game }),
      onclick: (event) => both(event, rules),
    },
    t('lobby.both'),
  )

/**
 * What there is to do without an opponent: invite by a link, play both sides, play alone.
 * @param {Rules[]} all
 * @param {Start} both
 */
function otherWays(all, both) {
  const two = all.find((rules) => !solitaire(rules))
  const one = all.find(solitaire)
  return el(
    'p',
    { class: 'row' },
    two && [
      el(
        'a',
        { class: 'button', href: newGamePath(two.id) },
        t('lobby.invite'),
      ),
      el(
        'button',
        {
          type: 'button',
          'data-act': 'both',
          onclick: (event) => both(event, two),
        },
        t('lobby.both'),
      ),
    ],
    one &&
      el('a', { class: 'button', href: newGamePath(one.id) }, t('lobby.alone')),
  )
}
