// Deals of a solitaire: the same again, a new one, and the link to a deal.

import { dailyPath, gamePath, newGamePath } from '../../app/routes.js'
import { freshDeal } from '../../core/bots.js'
import { samePage } from '../../core/dom.js'
import { loadPart } from '../../core/files.js'
import { formatDuration, score as scoreText } from '../../core/format.js'
import { name } from '../../core/games.js'
import { get, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { createGame } from '../../core/play-now.js'
import { share } from '../../core/share.js'
import { ask } from '../../kit/dialog.js'
import { hasGivenUp, resultText } from '../texts.js'
import { dealOfToday } from './daily-deal.js'
import { hasTurning } from './has-turning.js'
import { assistsText } from './result-text.js'
import { sameDeal } from './same-deal.js'
import { shareLine } from './share-line.js'

/** Starts the same deal or a new one, and goes there. A deal of today is requested as a daily one: requested by its number,
 * it would be shown to all spectators.
 * @param {'new-deal' | 'same-deal'} act @param {Rules} rules @param {State} state @param {Go} go */
export async function startDeal(act, rules, state, go) {
  const again = act === 'same-deal'
  const day = again ? await dealOfToday(rules, state) : null
  const same = day ? { rules: rules.id, deal: 'daily' } : sameDeal(rules, state)
  const body = again && same ? same : freshDeal(rules)
  return go(await createGame(body))
}

/** Shares a link to the same deal; for a secret deal to the game itself; for a deal of today to the page of its day, so that
 * the link does not reveal it. After the end the result is shared too. Returns the sentence about the outcome.
 * @param {Rules} rules @param {State} state @param {Board} board */
export async function shareDeal(rules, state, board) {
  const ended = state.status === 'ended'
  const day = await dealOfToday(rules, state).catch(() => undefined)
  if (day === undefined) return share(gamePath(state.game), name(rules)) // the deal may be a secret
  if (day)
    return ended
      ? shareLine(day, rules, state, board)
      : share(dailyPath(day.date, rules.id), name(rules))
  const path = state.deal === null ? gamePath(state.game) : newGamePath(rules.id, state.deal)
  if (!ended) return share(path, name(rules))
  const picture = board.words.shareText?.(state)
  const text = resultSentence(rules, state, board)
  const turning = await turningOf(rules, state)
  const lines = [text, picture, turning].filter(Boolean)
  return share(path, name(rules), lines.join('\n'))
}

/** Returns the shared text of the turning point; '' while it is unknown. The result has loaded its module before.
 * @param {Rules} rules @param {State} state */
async function turningOf(rules, state) {
  if (!hasTurning(rules, state)) return ''
  const turning = await loadPart(() => import('./turning.js'), { quiet: true })
  return turning.sharedTurningOf(state.game)
}

/** Returns the shared result of a numbered deal, with undo and help, or that it was given up.
 * @param {Rules} rules @param {State} state @param {Pick<Board, 'words'>} board */
export const resultSentence = (rules, state, board) =>
  t('table.result', {
    game: name(rules),
    result: resultText(rules, state),
    score: board.words.score?.(state) ?? scoreText(state.score),
    moves: t('table.result.moves', { count: state.tally?.made }),
    time: formatDuration(state.tally?.ms ?? 0),
    aids: assistsText(state.tally, hasGivenUp(rules, state)),
  })

/** Asks before the player leaves a running game, and says what ends: before the first move nothing does, and nothing is
 * asked. The same deal again is a rehearsal and ends no streak.
 * @param {'new-deal' | 'same-deal'} act @param {Rules} rules @param {State} state @param {HTMLElement} trigger */
export async function confirmLeaving(act, rules, state, trigger) {
  if (state.status !== 'live' || !state.tally?.made) return true
  const isHere = samePage()
  const count = act === 'new-deal' ? await streakAtStake(rules, state) : 0
  if (!isHere()) return false
  const kept = t(`act.${act}.about`)
  const answer = await ask({
    kind: 'confirm',
    title: t(`act.${act}.sure`),
    body: count ? `${t('act.new-deal.streak', { count })} ${kept}` : kept,
    trigger,
    actions: [
      { label: t('act.keep_playing'), value: null, act: 'cancel' },
      { label: t(`act.${act}`), value: 'yes', act: 'confirm', look: 'primary' },
    ],
  })
  return answer === 'yes'
}

/** Returns the wins in a row that end when the player leaves this game; 0: none do, or it is not known.
 * @param {Rules} rules @param {State} state */
export async function streakAtStake(rules, { streak, status }) {
  if (!streak || status !== 'live') return 0
  try {
    /** @type {Wire.Board} */
    const { own } = await get(`/api/leaderboards/${rules.id}?kind=streak&class=open`)
    return own?.score[1] ?? 0
  } catch (error) {
    if (error instanceof Refusal) return 0
    throw error
  }
}
