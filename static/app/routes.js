// Addresses of the pages.

/** Returns the path and query of an address if it is that of a page of this site, else null.
 * @param {string | null} path @param {string} origin of this site @param {PageAt} pageAt */
export function ownPath(path, origin, pageAt) {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return null
  const url = new URL(path, origin)
  const ours = url.origin === origin && pageAt(url.pathname)
  return ours ? url.pathname + url.search : null
}

/** Returns the decoded fragment of an address; a malformed one stays as it is. @param {string} hash '' or '#...' */
export function fragment(hash) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** A game's page; `ply`: its replay at this ply; `chain`: the replay plays the chain of that many moves from there.
 * @param {string | null} id @param {number} [ply] @param {number} [chain] */
export const gamePath = (id, ply, chain) => `/g/${id}${query({ ply, chain })}`

/** An ended game's page with its analysis. @param {string | null} id @param {number} ply */
export const analysisPath = (id, ply) => `/g/${id}${query({ ply, analyse: 1 })}`

/** The puzzle of today or of a date; `grade`: puzzles of that grade; `rules`: of this game.
 * @param {string | null} [date] @param {number} [grade] @param {string | null} [rules] */
export const puzzlesPath = (date, grade, rules) => `/puzzles${query({ rules, date, grade })}`

/** The puzzle of the forced win that a player missed in an ended game. @param {string} game */
export const missedPath = (game) => `/puzzles${query({ game })}`

/** The form of a new game of these rules, with a deal or `daily`; `to`: the name of the person to challenge; `who`: the
 * preselected bot; `control`: the preselected clock.
 * @param {string} rules @param {string | number | null} [deal] @param {string | null} [to] @param {string | null} [who]
 * @param {TimeControl | null} [control] */
export const newGamePath = (rules, deal, to, who, control) =>
  `/new/${rules}${query({ deal, to, who, ...clockQuery(control) })}`

/** The form of a new game of these rules from a position. @param {string} rules @param {string} position */
export const positionPath = (rules, position) => `/new/${rules}${query({ position })}`

/** @param {TimeControl | null | undefined} control */
function clockQuery(control) {
  if (!control) return {}
  const { base = 0, increment = 0, days } = control
  return days ? { days } : { clock: `${base}+${increment}` }
}

/** The help of these rules; `game`: the number of a published game, from 1, at a ply.
 * @param {string} rules @param {number} [game] @param {number} [ply] */
export const helpPath = (rules, game, ply) => `/help/${rules}${query({ game, ply })}`

/** @param {string} name */
export const personPath = (name) => `/people/${encodeURIComponent(name)}`

/** The moderators' page, their page of a person, or their sheet of a game. @param {string} [person] @param {string} [game] */
export const moderationPath = (person, game) => `/moderation${query({ person, game })}`

/** The daily deals of today or of a date; `game`: shown first; `from`: a game whose result is shared.
 * @param {string} [date] @param {string} [game] @param {string | null} [from] */
export const dailyPath = (date, game, from) => `/daily${query({ date, game, from })}`

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
