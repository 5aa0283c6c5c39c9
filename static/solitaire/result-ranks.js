// After a solitaire: where its result stands on the leaderboards. Nothing here delays the page: what cannot be loaded is
// left out.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { ordinal, today } from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { apiPath, pagePath, parseQuery } from '../leaderboard/query.js'

sheet('/static/leaderboard/leaderboard.css')

/** @typedef {ReturnType<typeof parseQuery>} Query */
/** @typedef {Record<string, Wire.Board>} Boards by scope: daily, day, all, deal */
/** `sentence` is empty where only the link is of use; query: the board that the ranks are of.
 * @typedef {{ sentence: string, query: Query }} Ranks */

/** Adds to `place` a sentence on the player's ranks, with the link to the board.
 * @param {Rules} rules @param {State} state @param {Element} place */
export async function addRanks(rules, state, place) {
  if (state.seat === null || state.start !== null) return
  const ranks = await loadRanks(rules, state).catch(() => null)
  if (!ranks || !place.isConnected) return
  const { sentence, query } = ranks
  const link = el(
    'a',
    {
      'data-act': 'board',
      class: 'button quiet',
      href: pagePath(rules, query),
    },
    t(query.deal === null ? 'act.board' : 'act.board.deal'),
  )
  const text = sentence ? [el('span', {}, sentence), ' '] : null
  place.append(el('p', { class: 'ranks', 'data-ranks': true }, text, link))
  if (sentence) say(sentence)
}

/** Null when there is nothing to say.
 * @param {Rules} rules @param {State} state @returns {Promise<Ranks | null>} */
async function loadRanks(rules, state) {
  const clean = !state.tally?.undone && !state.tally?.hints
  /** @type {Record<string, string>} */
  const of = clean ? { class: 'clean' } : {}
  const query = (/** @type {Record<string, string>} */ names) =>
    parseQuery(rules, new URLSearchParams({ ...names, ...of }))
  /** @type {(names: Record<string, string>) => Promise<Wire.Board>} */
  const board = (names) => get(apiPath(rules, query(names)))
  const [daily, day, all, streak] = await Promise.all([
    board({ date: today() }),
    board({ period: 'day' }),
    board({}),
    board({ kind: 'streak' }),
  ])
  const isHere = (/** @type {Wire.Board} */ { own }) => own?.game === state.game
  const sentence = (
    /** @type {Boards} */ boards,
    /** @type {string | null} */ streakSentence,
  ) => rankSentences(boards, isHere, streakSentence)
  const run = streakText(streak)
  if (isHere(daily))
    return {
      sentence: sentence({ daily, day, all }, run),
      query: query({ date: today() }),
    }
  const general = { sentence: sentence({ day, all }, run), query: query({}) }
  if (isHere(day) || isHere(all)) return general
  if (state.deal !== null) {
    const names = { deal: String(state.deal) }
    const deal = await board(names)
    if (deal.items.length > 1 || !all.own)
      return { sentence: sentence({ deal }, null), query: query(names) }
  }
  return all.own ? general : null
}

/** @param {Wire.Board} streak */
function streakText({ own }) {
  if (!own) return null
  const [best, current] = own.score
  return t('over.streak', { best, current })
}

/** The ranks on these boards, first those of this game, then those of the player's better ones; and the streak.
 * @param {Boards} boards @param {(board: Wire.Board) => boolean} isHere whether the player's entry is this game
 * @param {string | null} streak */
function rankSentences(boards, isHere, streak) {
  const ranks = (/** @type {boolean} */ here) =>
    Object.entries(boards)
      .flatMap(([scope, board]) =>
        board.own && isHere(board) === here
          ? [rankText(scope, board.own.rank)]
          : [],
      )
      .join(', ')
  const better = ranks(false)
  const sentences = [
    ranks(true),
    better && t('over.rank.best', { ranks: better }),
    streak,
  ]
  return sentences
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ')
}

/** @param {string} scope @param {number} number */
function rankText(scope, number) {
  const rank = t(`ordinal.${ordinal(number)}.rank`, { number })
  return t(`over.rank.${scope}`, { rank })
}
