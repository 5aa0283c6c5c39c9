// The line that tells others of a result at a deal of the day. It gives nothing of the deal away: neither its number nor
// a game that could be looked through, only the page where everybody finds it.

import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { name } from '../core/games.js'
import { share } from '../core/share.js'
import { formatDuration } from '../table/texts.js'

/** The page of a day. */
export const page = (date) => `/daily?date=${date}`

/** What was taken back and which hints were given, in words. */
export function aids({ undone, hints }) {
  const back = undone
    ? t('daily.undone', { count: undone })
    : t('daily.undone.none')
  return hints ? `${back}, ${t('daily.hints', { count: hints })}` : back
}

/** The line of an ended game, without the link. `counted`: it was the attempt that counts. */
export function line(date, rules, { score, tally }, counted = true) {
  const moves = t('daily.moves', { count: tally.made })
  const words = {
    date,
    game: name(rules),
    score: score.join('/'),
    moves,
    time: formatDuration(tally.ms),
    aids: aids(tally),
  }
  return t(counted ? 'daily.line' : 'daily.line.rehearsed', words)
}

/** Shares the line with the page of its day. Answers the sentence that says what became of it. */
export const shareLine = (date, rules, state, counted = true) =>
  share(page(date), name(rules), line(date, rules, state, counted), ' · ')

const asked = new Map() // game and status -> what is known of its deal

/** Of a game at a deal of today {date, counted}; null: its deal is no secret to anybody. Asked once: some browsers take
 * nothing into the clipboard when the press was long ago. */
export function dealOfToday(rules, state) {
  const key = `${state.game} ${state.status}`
  if (!asked.has(key))
    asked.set(
      key,
      ask(rules, state).catch(
        (error) => (asked.delete(key), Promise.reject(error)),
      ),
    )
  return asked.get(key)
}

async function ask(rules, { game, deal }) {
  const day = await get('/api/daily')
  const mine = day.mine[rules.id]
  const same = deal !== null && deal === day.deals[rules.id]
  return mine?.game === game || same
    ? { date: day.date, counted: mine?.game === game && mine.counted }
    : null
}
