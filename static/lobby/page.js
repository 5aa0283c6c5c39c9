// The lobby: the player's own games, today's deal, a tile for each family of games, and the games of others.

import { markTurn, setTitle } from '../app/header.js'
import { helpPath, newGamePath } from '../app/routes.js'
import { chosenLevel, levelName, levelsOf, teaches } from '../core/bots.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { families, familyName, sentence, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { me } from '../core/player.js'
import { openLobbyFeed } from '../news/feed.js'
import { tileArt } from '../play/pictures.js'
import { playBot, playBoth, playNow } from '../play/play-now.js'
import { lobbyLists } from './lists.js'
import { onlinePeople } from './online.js'
import { tilesWaiting } from './tiles-waiting.js'
import {
  chosenClock,
  clockChoice,
  ratedSwitch,
  wantsRated,
} from './time-choice.js'
import { todaysDeal } from './today.js'
import { chosenVariant, tileVariants, variantChoice } from './variant-choice.js'

const FIRST_LISTS_MS = 600 // that the page waits for its lists, so that it does not shift when they come
const REFRESH_MS = 30000 // between updates of elapsed times

/** @typedef {(event: ElementEvent<'click'>, rules: Rules) => Promise<void>} Start */

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { go, ready }) {
  root.dataset.screen = 'lobby'
  const [player, games] = await Promise.all([me(), families()])
  const rules = new Map(
    games.flatMap(({ variants }) => variants.map((item) => [item.id, item])),
  )
  /** @type {Start} */
  const now = (event, item) =>
    press(event, async () => {
      const wish = { clock: chosenClock(item), rated: wantsRated(player) }
      await go(await playNow(item, wish))
    })
  /** @type {Start} */
  const both = (event, item) =>
    press(event, async () => go(await playBoth(item)))
  /** @type {Start} */
  const bot = (event, item) => press(event, async () => go(await playBot(item)))
  /** @type {Start} */
  const teacher = (event, item) =>
    press(event, async () => go(await playBot(item, true)))
  const down = el('p', { class: 'link-down', hidden: true }, t('lobby.down'))
  const online = onlinePeople()
  const lists = lobbyLists({ rules, player, go }, [
    ...otherWays([...rules.values()], both, bot),
  ])
  const waiting = tilesWaiting({ rules, player, go })
  let shown = false
  const tell = () => shown && tellTurn(lists.waiting())
  const feed = openLobbyFeed(
    (frame) => {
      lists.show(frame)
      waiting.show(frame.open)
      online.show(frame.online)
      tell()
    },
    (up) => {
      down.hidden = up
    },
    (changes) => {
      lists.move(changes)
      tell()
    },
  )
  const [today] = await Promise.all([
    todaysDeal(rules, go),
    Promise.race([feed.lists(), pause(FIRST_LISTS_MS)]),
  ])
  root.replaceChildren(
    el(
      'div',
      { class: 'page-head' },
      el('h1', {}, t('lobby.title')),
      el(
        'p',
        { class: 'lead' },
        t(player.account ? 'lobby.you.account' : 'lobby.you', {
          name: player.name,
        }),
      ),
      online.element,
    ),
    down,
    tileChips(games.map(({ variants: [game] }) => game)),
    lists.challenges,
    lists.mine,
    today?.element ?? '',
    ratedSwitch(player),
    el(
      'section',
      { class: 'tiles', 'aria-label': t('lobby.games') },
      games.map((game) =>
        tile(game, { now, both, bot, teacher }, waiting.line(game.family)),
      ),
    ),
    el('div', { class: 'lists' }, lists.open, lists.live),
  )
  ready('')
  shown = true
  tell()
  const timer = setInterval(lists.refresh, REFRESH_MS)
  return {
    leave() {
      shown = false
      clearInterval(timer)
      feed.leave()
      today?.leave()
    },
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Shows in the title how many games wait for the player's move, or how many challenges for an answer.
 * @param {{ moves: number, challenges: number }} waiting
 */
function tellTurn({ moves, challenges }) {
  const count = moves || challenges
  const key = moves ? 'lobby.title.turn' : 'lobby.title.challenge'
  setTitle(count ? t(key, { count }) : '')
  markTurn(count > 0)
}

/**
 * Creates the phone's links to the tiles, which are below the player's own games.
 * @param {Rules[]} games the first of each family
 */
const tileChips = (games) =>
  el(
    'nav',
    { class: 'tile-chips', 'aria-label': t('lobby.games') },
    games.map((game) =>
      el(
        'a',
        { class: 'button', href: `#tile-${game.family}` },
        familyName(game),
      ),
    ),
  )

/**
 * Creates a family's tile. "Play now" starts its first game, or the chosen variant of a solitaire; the form of a new game
 * offers the others.
 * @param {{ family: string, variants: Rules[] }} games
 * @param {Record<'now' | 'both' | 'bot' | 'teacher', Start>} start
 * @param {Child} waiting
 */
function tile({ family, variants }, start, waiting) {
  const alone = solitaire(variants[0])
  const offered = alone ? tileVariants(variants) : variants.slice(0, 1)
  let game = chosenVariant(offered)
  const title = familyName(game)
  const choose = (/** @type {Rules} */ rules) => {
    game = rules
    play.dataset.rules = rules.id
    create.setAttribute('href', newGamePath(rules.id))
    help.setAttribute('href', helpPath(rules.id))
  }
  const play = el(
    'button',
    {
      type: 'button',
      class: 'primary big',
      'data-act': 'play-now',
      'data-rules': game.id,
      'aria-label': t('lobby.play.of', { game: title }),
      onclick: (/** @type {ElementEvent<'click'>} */ event) =>
        start.now(event, game),
    },
    t('lobby.play'),
  )
  const create = quietLink(newGamePath(game.id), 'lobby.create', title)
  const help = quietLink(helpPath(game.id), 'lobby.rules', title)
  return el(
    'article',
    { class: 'game-tile', 'aria-labelledby': `tile-${family}` },
    tileArt(family, title),
    el('h2', { id: `tile-${family}` }, title),
    el(
      'div',
      { class: 'about' },
      el(
        'p',
        {},
        sentence(`${family}.about`) ?? t(alone ? 'lobby.one' : 'lobby.two'),
      ),
      alone ? null : waiting,
    ),
    play,
    offered.length > 1 ? variantChoice(offered, choose) : null,
    game.presets.length ? clockChoice(game) : null,
    levelsOf(game) ? botButton(game, start.bot) : null,
    el(
      'p',
      { class: 'row' },
      create,
      teaches(game) ? teacherButton(game, title, start.teacher) : null,
      alone ? null : bothButton(game, title, start.both),
      help,
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
 * Creates the button for a game against the bot at the last level.
 * @param {Rules} rules
 * @param {Start} bot
 */
function botButton(rules, bot) {
  return el(
    'button',
    {
      type: 'button',
      class: 'with-icon',
      'data-act': 'play-computer',
      'data-rules': rules.id,
      onclick: (event) => bot(event, rules),
    },
    icon('bot'),
    el('span', {}, t('lobby.computer')),
    el('small', {}, levelName(rules, chosenLevel(rules))),
    el('span', { class: 'visually-hidden' }, familyName(rules)),
  )
}

/**
 * @param {Rules} rules
 * @param {string} game
 * @param {Start} teacher
 */
const teacherButton = (rules, game, teacher) =>
  el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'play-teacher',
      'data-rules': rules.id,
      onclick: (event) => teacher(event, rules),
    },
    t('lobby.teacher'),
    el('span', { class: 'visually-hidden' }, ` ${game}`),
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
 * Creates the ways to play without a waiting opponent: the bot, an invitation link, both sides, a solitaire.
 * @param {Rules[]} all
 * @param {Start} both
 * @param {Start} bot
 * @returns {Child[]}
 */
function otherWays(all, both, bot) {
  const two = all.find((rules) => !solitaire(rules))
  const played = all.find((rules) => levelsOf(rules) > 0)
  const one = all.find(solitaire)
  return [
    played && botButton(played, bot),
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
  ]
}
