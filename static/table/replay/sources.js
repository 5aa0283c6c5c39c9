// Sources of a replay: a game played here, or a published one, which the server replays entry by entry without storing it.

import { gamePath, helpPath, newGamePath } from '../../app/routes.js'
import { botOf } from '../../core/bots.js'
import { fileUrl } from '../../core/files.js'
import { name, solitaire } from '../../core/games.js'
import { get, post, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { movePlies } from '../log.js'
import { gamePositions, Positions, seatPlayers } from '../positions.js'
import { sameDeal } from '../solitaire/same-deal.js'
import { isConcealed } from '../texts.js'
import { valueText } from '../values.js'

/** @import { Valued } from './mistakes.js' */

/** @param {string} id @param {State} state the newest one @param {Rules} rules @returns {Promise<ReplaySource>} */
export async function playedGame(id, state, rules) {
  const path = `/api/games/${encodeURIComponent(id)}`
  const hidden = whyOnlyNewest(rules, state)
  /** @type {Pick<Wire.Log, 'entries'>} */
  const log = hidden ? { entries: [] } : await get(`${path}/log`)
  const positions = gamePositions(id)
  positions.add(state)
  return {
    game: id,
    heading: t('replay.heading', { game: name(rules) }),
    last: state,
    plies: movePlies(log.entries),
    hidden,
    positions,
    forced: null,
    moments: [],
    address: (ply, chain) => gamePath(id, ply, chain),
    note: null,
    values: null,
    text: hidden ? null : `${path}/text`,
    more: playedActions(id, state, rules, hidden ? null : `${path}/log`),
  }
}

/** Returns the further acts of a game played here. log: address of its log; null: it is hidden.
 * @param {string} id @param {State} state @param {Rules} rules @param {string | null} log
 * @returns {ToolbarAction[]} */
function playedActions(id, state, rules, log) {
  const ended = state.status === 'ended'
  /** @type {ToolbarAction[]} */
  const list = ended ? endedActions(id, rules, state) : [['return', { href: gamePath(id) }]]
  if (log) list.push('copy-game', ['log', { href: log, download: `${id}.json` }])
  if (ended) list.push('check')
  return list
}

/** Returns why only the newest position is shown; null: all are.
 * @param {Rules} rules @param {State} state */
function whyOnlyNewest(rules, state) {
  if (rules.hides && state.status === 'live') return t('replay.hidden')
  return isConcealed(rules, state) ? t('replay.hidden.today') : null
}

/** Returns the acts that lead on from an ended game: for its players first the result, which says what comes next.
 * @param {string} id @param {Rules} rules @param {State} state @returns {ToolbarAction[]} */
function endedActions(id, rules, state) {
  if (!solitaire(rules)) {
    const href = newGamePath(rules.id, null, null, botOf(state))
    /** @type {ToolbarAction[]} */
    const result = [['return', { href: `${gamePath(id)}?result`, label: t('act.result') }]]
    return [...(state.seat === null ? [] : result), ['new-game', { href }]]
  }
  return sameDeal(rules, state) ? ['new-deal', 'same-deal'] : ['new-deal']
}

/** A published game. moves: in notation; notes: by ply; forced: the plies after compulsory moves; moments: highlights, as
 * keys of the catalogue by ply; values: evaluation of the position after each ply, from 0 on.
 * @typedef {{ name: string, moves: string[], notes?: Record<string, string>, forced?: number[],
 *   moments?: Record<string, string>, values?: Valued[] }} PublishedGame */

/** Loads game `number` (from 1) of a file of published games. Refusal 404: there is none.
 * @param {Rules} rules @param {string} file its address @param {number} number @returns {Promise<ReplaySource>} */
export async function publishedGame(rules, file, number) {
  /** @type {PublishedGame | undefined} */
  const game = (await get(fileUrl(file)))[number - 1]
  if (!game) throw new Refusal(404, 'not_found')
  const { moves, notes, forced = [], moments, values = null } = game
  const load = async (/** @type {number} */ ply) => [
    await post('/api/lines', { rules: rules.id, moves: moves.slice(0, ply) }),
  ]
  const positions = new Positions(load, 1)
  const end = await positions.at(moves.length, moves.length)
  return {
    game: null,
    heading: game.name,
    last: { ...end, players: seatPlayers(rules) },
    plies: moves.map((_, index) => index + 1),
    hidden: null,
    positions,
    forced: moves.map((_, index) => forced.includes(index + 1)),
    moments: moves.map((_, index) => {
      const key = moments?.[index + 1]
      return key ? t(key) : null
    }),
    address: (ply) => helpPath(rules.id, number, ply),
    note: (ply) => [notes?.[ply] ?? '', viewOf(rules, values?.[ply])].filter(Boolean).join(' '),
    values,
    text: null,
    more: [['return', { href: helpPath(rules.id), label: t('replay.rules') }]],
  }
}

/** Returns the evaluation of a position and the engine's move; '' without one.
 * @param {Rules} rules @param {Valued | undefined} found */
function viewOf(rules, found) {
  if (!found?.best.length) return ''
  const [[, move]] = found.best
  return t('replay.engine', { value: valueText(rules, found.value), move })
}
