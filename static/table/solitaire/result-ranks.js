// Ranks of a solitaire's result on the leaderboards, or why it has none. They do not delay the page; what cannot be loaded
// is left out.

import { apiPath, pagePath, parseQuery } from '../../app/leaderboard-query.js'
import { score as scoreText } from '../../core/format.js'
import { get } from '../../core/http.js'
import { knows, list, t } from '../../core/i18n.js'
import { hasGivenUp } from '../texts.js'
import { dealOfDay, dealOfToday, isRehearsal } from './daily-deal.js'

/** @typedef {ReturnType<typeof parseQuery>} Query */
/** @typedef {'clean' | 'unaided' | 'open'} Class */
/** @typedef {Record<string, Wire.Board>} Boards by scope: daily, day, all, deal */
/** query: the leaderboard of the ranks; `sentences`: empty if only the link is of use; `rank`: of this game on the narrowest
 * board, '' without one; `isBest`: it is the player's best result; `streak`: wins in a row.
 * @typedef {{ sentences: string[], query: Query, rank: string, isBest: boolean, streak: number }} Ranks */

const MIN_MOVES = 10 // below which a game that was given up without a point has no rank

/** Loads the player's ranks, and why the result is on no leaderboard; what cannot be loaded is left out.
 * @param {Rules} rules @param {State} state @returns {Promise<{ why: string, ranks: Ranks | null }>} */
export async function readRanks(rules, state) {
  if (state.seat === null || state.start !== null) return { why: '', ranks: null }
  const played = wasPlayed(state)
  const [why, ranks] = await Promise.all([
    whyUnranked(rules, state, played).catch(() => ''),
    loadRanks(rules, state, played).catch(() => null),
  ])
  return { why, ranks }
}

/** The page of a leaderboard, and the words of the link to it. @param {Rules} rules @param {Query} query */
export const boardLink = (rules, query) => ({
  href: pagePath(rules, query),
  text: t(query.deal === null ? 'act.board' : 'act.board.deal'),
})

/** Returns why a result is on no leaderboard; '': it is on one, or the reason is unknown.
 * @param {Rules} rules @param {State} state @param {Promise<boolean>} played */
export async function whyUnranked(rules, state, played) {
  const own = `${rules.family}.uncounted.${state.over?.reason}`
  if (knows(own)) return t(own)
  if (!state.public) return t('over.unranked.private')
  const day = rules.daily ? await dealOfDay(rules, state) : null
  if (day && isRehearsal(day, state.seat)) return t('over.unranked.rehearsal')
  return (await played) ? '' : t('over.unranked.short', { count: MIN_MOVES })
}

/** Returns the narrowest class of leaderboards that a result belongs to: its ranks are only those of that class.
 * @param {Pick<State, 'tally'>} state @returns {Class} */
export function classOf({ tally }) {
  if (tally?.hints) return 'open'
  return tally?.undone ? 'unaided' : 'clean'
}

/** Loads the ranks; null: there are none.
 * @param {Rules} rules @param {State} state @param {Promise<boolean>} played @returns {Promise<Ranks | null>} */
async function loadRanks(rules, state, played) {
  const results = classOf(state)
  const query = (/** @type {Record<string, string>} */ names) =>
    parseQuery(rules, new URLSearchParams({ ...names, class: results }))
  /** @type {(names: Record<string, string>) => Promise<Wire.Board>} */
  const board = (names) => get(apiPath(rules, query(names)))
  if (!(await played)) {
    const own = await board({ kind: 'streak' })
    const run = streakText(own)
    if (!run) return null
    const [streak, none] = [currentStreak(own), { rank: '', isBest: false }]
    return { sentences: [run], query: query({ kind: 'streak' }), streak, ...none }
  }
  const today = await dealOfToday(rules, state)
  const date = today ? { date: today.date } : null
  const number = state.deal === null ? null : { deal: String(state.deal) }
  const [daily, day, all, streak, deal] = await Promise.all([
    date && board(date),
    board({ period: 'day' }),
    board({}),
    board({ kind: 'streak' }),
    number && board(number),
  ])
  const isHere = (/** @type {Wire.Board | null} */ found) => found?.own?.game === state.game
  const run = streakText(streak)
  const gaveUp = hasGivenUp(rules, state)
  /** @param {Boards} boards @param {Query} of @param {string | null} [own] */
  const answer = (boards, of, own = null) => {
    const ranks = rankSentences(boards, state, gaveUp)
    const best = bestText(deal ?? daily, state)
    return {
      sentences: [ranks.length || best ? scopeText(results) : null, ...ranks, best, own].filter(
        (sentence) => sentence !== null,
      ),
      query: of,
      rank: firstRank(boards, state, gaveUp),
      isBest: !gaveUp && isHere(boards.all ?? null),
      streak: currentStreak(streak),
    }
  }
  if (daily && date && isHere(daily)) return answer({ daily, day, all }, query(date), run)
  if (isHere(day) || isHere(all)) return answer({ day, all }, query({}), run)
  if (deal && number && (deal.items.length > 1 || !all.own)) return answer({ deal }, query(number))
  return all.own ? answer({ day, all }, query({}), run) : null
}

/** Returns the text about the class of the ranks; null: results without help, which pages show first.
 * @param {Class} results */
const scopeText = (results) => (results === 'unaided' ? null : t(`over.among.${results}`))

/** Whether the game was played seriously, so that it may have a rank: it was won, has MIN_MOVES moves, or gained a point.
 * @param {State} state */
async function wasPlayed({ game, tally, over, score }) {
  if (over?.winner === 0 || (tally?.made ?? 0) >= MIN_MOVES) return true
  if (!tally?.made || !game) return false
  /** @type {{ items: State[] }} */
  const { items } = await get(`/api/games/${encodeURIComponent(game)}/frames?from=0&to=0`)
  const start = items[0].score
  const differs = score.findIndex((points, index) => points !== start[index])
  return differs >= 0 && score[differs] > start[differs]
}

/** Names the best result of another player at this deal, if it is better than this one.
 * @param {Wire.Board | null} board @param {Pick<State, 'tally' | 'score' | 'players'>} state */
export function bestText(board, { tally, score, players }) {
  const best = board?.items.find(({ player }) => player.id !== players[0]?.id)
  if (!best || !tally || !isBetter(best, { score, moves: tally.made })) return null
  return t('over.best_of_deal', {
    moves: tally.made,
    score: scoreText(best.score),
    best: best.moves,
    name: best.player.name,
  })
}

/** Whether a result is better than another: by score, then by fewer moves.
 * @param {Pick<Wire.LeaderboardEntry, 'score' | 'moves'>} result @param {{ score: number[], moves: number }} other */
function isBetter({ score, moves }, other) {
  const differs = score.findIndex((points, index) => points !== other.score[index])
  if (differs >= 0) return Number(score[differs]) > (other.score[differs] ?? 0)
  return moves !== null && moves < other.moves
}

/** @param {Wire.Board} streak */
function streakText({ own }) {
  if (!own) return null
  const [best, current] = own.score
  return t('over.streak', { best, current })
}

/** @param {Wire.Board} streak */
const currentStreak = ({ own }) => own?.score[1] ?? 0

/** Whether the rank of the player says something: a first place, which is none of a game that was given up (`gaveUp`), only
 * where somebody else stands on the leaderboard.
 * @param {Wire.Board} board @param {boolean} gaveUp */
function isTold({ own, items, next }, gaveUp) {
  if (!own || own.rank > 1) return own !== null
  return !gaveUp && (next !== null || items.some(({ player }) => player.id !== own.player.id))
}

/** Returns the rank of this game on the first of these boards where it is told, "3rd today"; '': on none.
 * @param {Boards} boards @param {Pick<State, 'game'>} state @param {boolean} gaveUp it is never first */
export function firstRank(boards, { game }, gaveUp) {
  for (const [scope, board] of Object.entries(boards))
    if (board.own?.game === game && isTold(board, gaveUp)) return rankText(scope, board.own.rank)
  return ''
}

/** Returns the ranks on these leaderboards of the result's class: of this game and whether it is the player's best, then of
 * the player's better games. A game that was given up (`gaveUp`) is never first, and no personal best. To be first alone is no
 * rank.
 * @param {Boards} boards @param {Pick<State, 'game' | 'tally'>} state @param {boolean} gaveUp
 * @returns {string[]} */
export function rankSentences(boards, state, gaveUp) {
  const isHere = (/** @type {Wire.Board | undefined} */ board) => board?.own?.game === state.game
  const ranks = (/** @type {boolean} */ here) =>
    list(
      Object.entries(boards).flatMap(([scope, board]) =>
        board.own && isHere(board) === here && isTold(board, here && gaveUp)
          ? [rankText(scope, board.own.rank)]
          : [],
      ),
    )
  const [mine, better] = [ranks(true), ranks(false)]
  return [
    mine ? t('over.ranks', { ranks: mine }) : null,
    isHere(boards.all) && !gaveUp ? t(`over.record.${classOf(state)}`) : null,
    better ? t('over.rank.best', { ranks: better }) : null,
  ].filter((sentence) => sentence !== null)
}

/** @param {string} scope @param {number} number */
function rankText(scope, number) {
  const rank = t('ordinal.rank', { number })
  return t(`over.rank.${scope}`, { rank })
}
