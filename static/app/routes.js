// Addresses of the pages: the module of each path, and the path of each page.

/** @type {[pattern: RegExp, page: string][]} */
const ROUTES = [
  [/^\/$/, 'lobby/page'],
  [/^\/(?<list>new|help)$/, 'site/games'],
  [/^\/new\/(?<rules>[^/]+)$/, 'new-game/page'],
  [/^\/g\/(?<id>[^/]+)$/, 'table/page'],
  [/^\/me$/, 'profile/me'],
  [/^\/people\/(?<name>[^/]+)$/, 'profile/person'],
  [/^\/leaderboards(?:\/(?<rules>[^/]+))?$/, 'leaderboard/page'],
  [/^\/help\/(?<rules>[^/]+)$/, 'help/page'],
  [/^\/daily$/, 'daily/page'],
  [/^\/puzzles$/, 'puzzles/page'],
  [/^\/account$/, 'account/page'],
  [/^\/moderation$/, 'moderation/page'],
  [/^\/privacy$/, 'site/privacy'],
  [/^\/credits$/, 'site/credits'],
  [/^\/docs$/, 'site/docs'],
]

/** Returns the page of a path, `<folder>/page`, and the named parts of the path, still encoded; null: there is none.
 * @param {string} path @returns {{page: string, parts: Record<string, string>} | null} */
export function match(path) {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path)
    if (found) return { page, parts: { ...found.groups } }
  }
  return null
}

/** A game's page; `ply`: its replay at this ply; `chain`: the replay plays the chain of that many moves from there.
 * @param {string | null} id @param {number} [ply] @param {number} [chain] */
export const gamePath = (id, ply, chain) => `/g/${id}${query({ ply, chain })}`

/** An ended game's page with its analysis. @param {string | null} id @param {number} ply */
export const analysisPath = (id, ply) => `/g/${id}${query({ ply, analyse: 1 })}`

/** The puzzle of today or of a date; `grade`: puzzles of that grade; `rules`: of this game.
 * @param {string | null} [date] @param {number} [grade] @param {string | null} [rules] */
export const puzzlesPath = (date, grade, rules) =>
  `/puzzles${query({ rules, date, grade })}`

/** The puzzle of the forced win that a player missed in an ended game. @param {string} game */
export const missedPath = (game) => `/puzzles${query({ game })}`

/** The form of a new game of these rules, with a deal or `daily`; `to`: the name of the person to challenge; `who`: the
 * preselected bot.
 * @param {string} rules @param {string | number | null} [deal] @param {string | null} [to] @param {string | null} [who] */
export const newGamePath = (rules, deal, to, who) =>
  `/new/${rules}${query({ deal, to, who })}`

/** The help of these rules; `game`: the number of a published game, from 1, at a ply.
 * @param {string} rules @param {number} [game] @param {number} [ply] */
export const helpPath = (rules, game, ply) =>
  `/help/${rules}${query({ game, ply })}`

/** @param {string} name */
export const personPath = (name) => `/people/${encodeURIComponent(name)}`

/** The moderators' page, or their page of a person. @param {string} [person] */
export const moderationPath = (person) => `/moderation${query({ person })}`

/** The daily deals of today or of a date; `game`: shown first. @param {string} [date] @param {string} [game] */
export const dailyPath = (date, game) => `/daily${query({ date, game })}`

/** The leaderboards of these rules; with a date that of the day's deal; `results`: a class other than the default.
 * @param {string} rules @param {string} [date] @param {string | null} [results] */
export const leaderboardPath = (rules, date, results) =>
  `/leaderboards/${rules}${query({ class: results, date })}`

/** The page to sign up, sign in, or recover an account; `next`: the path to go on to.
 * @param {'sign-up' | 'sign-in' | 'recover'} [tab] @param {string | null} [next] */
export const accountPath = (tab, next) => `/account${query({ tab, next })}`

/** Returns the query of an address without the empty parameters.
 * @param {Record<string, string | number | null | undefined>} parameters */
export function query(parameters) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size ? `?${search}` : ''
}
