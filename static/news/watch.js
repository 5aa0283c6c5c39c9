// News of the player's own games on every page: banner, title, announcements, and the results of games that ended meanwhile.

import { setNews } from '../app/header.js'
import { onPage } from '../app/router.js'
import { gamePath } from '../app/routes.js'
import { alert, say } from '../core/announcer.js'
import { sheet } from '../core/files.js'
import { find, name } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { personName } from '../core/people.js'
import { me } from '../core/player.js'
import { serverNow } from '../core/server-time.js'
import { cue } from '../core/sound.js'
import { banner } from './banner.js'
import { openOwnGamesFeed } from './feed.js'
import { News, wanted } from './model.js'
import { notify } from './notify.js'
import { keepRunning, runningGames, takeEnded } from './own-games.js'
import { endSentence } from './texts.js'

/** @typedef {import('./model.js').Event} Event */
/** @typedef {import('./model.js').Line} Line */

const GAME_PATH = /^\/g\/([^/]+)$/

/** Watches the player's games; returns the function that ends it. */
export async function watchNews() {
  const [player] = await Promise.all([me(), sheet('/static/news/news.css')])
  const news = new News(player.id, runningGames(Date.now()))
  const left = new AbortController()
  const { signal } = left
  const strip = banner(player, (line) => {
    news.dismiss(line.id)
    draw()
  })
  const draw = () => {
    if (signal.aborted) return
    const place = placeOf()
    const lines = news.lines(place)
    strip.show(lines)
    const what = wanted(lines, place)
    setNews(what ? t(`news.title.${what}`) : '')
  }
  const feed = openOwnGamesFeed(
    (lists) => {
      const { events, gone } = news.frame(lists)
      keepRunning([...news.running], Date.now())
      draw()
      for (const event of events) announce(event)
      for (const game of gone) tellEnd(game)
    },
    (changes) => {
      for (const event of news.move(changes)) announce(event)
      draw()
    },
  )
  /** Tells the result of a game that is no longer listed, once, in the first visible tab.
   * @param {string} game */
  const tellEnd = async (game) => {
    if (placeOf().game === game) return takeEnded(game)
    /** @type {State | null} */
    const state = await get(`/api/games/${game}`, { signal }).catch(() => null)
    if (signal.aborted || state?.status !== 'ended') return
    await whenSeen(signal)
    if (signal.aborted || !takeEnded(game)) return
    news.end({ ...state, game })
    say(endSentence(state))
    draw()
  }
  onPage(draw)
  addEventListener(
    'pagehide',
    () => keepRunning([...news.running], Date.now()),
    { signal },
  )
  draw()
  return () => {
    left.abort()
    feed.leave()
    strip.leave()
    setNews('')
  }
}

/** @returns {import('./model.js').Place} */
function placeOf() {
  const screen = document.getElementById('screen')?.dataset.screen
  const game = GAME_PATH.exec(location.pathname)?.[1] ?? null
  const table = !screen || screen === 'table'
  return { game, table, lobby: location.pathname === '/' }
}

/** Resolves when this tab is visible. @param {AbortSignal} signal @returns {Promise<void>} */
const whenSeen = (signal) =>
  new Promise((resolve) => {
    const look = () => {
      if (!document.hidden) resolve()
    }
    document.addEventListener('visibilitychange', look, { signal })
    look()
  })

/** Announces an event, unless the page does so itself; also by a notification while no tab is visible.
 * @param {Event} event */
async function announce({ what, line }) {
  const place = placeOf()
  const opponent = line.opponent ? personName(line.opponent) : ''
  const text =
    what === 'challenge'
      ? t('challenge.new', {
          name: opponent,
          game: name(await find(line.rules)),
        })
      : t(`news.${what}.aloud`, { name: opponent })
  notify(text, gamePath(line.game))
  const told = what === 'challenge' ? place.lobby : place.table
  if (told && (place.lobby || line.game === place.game)) return
  cue(what === 'begun' ? 'start' : 'turn')
  if (what === 'challenge' || what === 'turn') alert(text)
  else say(text)
  if (line.claim && line.claim > serverNow())
    say(t('news.claim.aloud', { name: opponent }))
}
