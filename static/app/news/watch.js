// News of the player's own games on every page: banner, title, announcements, and the results of games that ended meanwhile.

import { alert, say } from '../../core/announcer.js'
import { sheet } from '../../core/files.js'
import { find, name } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { personName } from '../../core/people.js'
import { me } from '../../core/player.js'
import { serverNow } from '../../core/server-time.js'
import { settings } from '../../core/settings.js'
import { cue } from '../../core/sound.js'
import { follow } from '../../kit/follow.js'
import { followOwnGames, lists } from '../../live/lobby.js'
import { News, wanted } from '../../live/news.js'
import { notify, takeOffer } from '../../live/notify.js'
import { keepRunning, runningGames, takeEnded } from '../../live/own-games.js'
import { signal } from '../../vendor/preact.js'
import { setNews } from '../header.js'
import { onPage } from '../router.js'
import { gamePath } from '../routes.js'
import { showBanner } from './banner.js'
import { endSentence } from './texts.js'

/** @typedef {import('../../live/news.js').Event} Event */
/** @typedef {import('../../live/news.js').Line} Line */

const READ = 'read' // setting: `key key`, what the player has read of what came since they left
const GAME_PATH = /^\/g\/([^/]+)$/

/** The offer of notifications, after all other lines. @type {Line} */
const NOTIFY_LINE = { id: 'notify', kind: 'notify', opponent: null }

/** Watches the player's games; returns the function that ends it. */
export async function watchNews() {
  const [player] = await Promise.all([me(), sheet('/static/app/news/news.css')])
  const read = settings.get(READ)
  const news = new News(
    player.id,
    runningGames(serverNow()),
    read === null ? null : read.split(' ').filter(Boolean),
  )
  const left = new AbortController()
  const lines = signal(/** @type {Line[]} */ ([]))
  const dismiss = (/** @type {Line} */ line) => {
    if (line === NOTIFY_LINE) offers = false
    news.dismiss(line.id)
    draw()
  }
  const endBanner = showBanner(lines, { player, dismiss })
  const draw = () => {
    if (left.signal.aborted) return
    const place = placeOf()
    const shown = news.lines(place)
    lines.value = [...shown, ...offer(place)]
    keepRead()
    const what = wanted(shown, place)
    setNews(what ? t(`news.title.${what}`) : '')
  }
  let offers = false // notifications
  const offer = (/** @type {import('../../live/news.js').Place} */ { table, game }) => {
    if (!table && game === null) offers ||= takeOffer()
    return offers && !table ? [NOTIFY_LINE] : []
  }
  const keepRead = () => {
    const keys = news.since.read?.join(' ')
    if (keys !== undefined && keys !== settings.get(READ)) settings.set(READ, keys)
  }
  const unfollow = followOwnGames()
  /** Tells the result of a game that is no longer listed, once, in the first visible tab.
   * @param {string} game */
  const tellEnd = async (game) => {
    if (placeOf().game === game) return takeEnded(game)
    /** @type {State | null} */
    const state = await get(`/api/games/${game}`, {
      signal: left.signal,
      shared: true,
    }).catch(() => null)
    if (left.signal.aborted || state?.status !== 'ended') return
    await whenSeen(left.signal)
    if (left.signal.aborted || !takeEnded(game)) return
    news.end({ ...state, game })
    say(endSentence(state))
    draw()
  }
  // Only the lists are followed, not the settings that are read and written here: another tab writes them too.
  follow(
    left.signal,
    () => lists.value,
    (frame) => {
      if (!frame) return
      const { events, gone } = news.frame(frame, !document.hidden)
      keepRunning([...news.running], serverNow())
      draw()
      for (const event of events) announce(event)
      for (const game of gone) tellEnd(game)
    },
  )
  const endPages = onPage(draw)
  addEventListener('pagehide', () => keepRunning([...news.running], serverNow()), {
    signal: left.signal,
  })
  draw()
  return () => {
    left.abort()
    endPages()
    unfollow()
    endBanner()
    setNews('')
  }
}

/** @returns {import('../../live/news.js').Place} */
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
  if (line.claim && line.claim > serverNow()) say(t('news.claim.aloud', { name: opponent }))
}
