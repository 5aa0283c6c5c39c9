// The deal of a solitaire: playing it again, a new one, and the link to it.

import { dailyPath, gamePath, newGamePath } from '../app/routes.js'
import { ask } from '../core/dialog.js'
import { loadPart, prepare } from '../core/files.js'
import { formatDuration, score as scoreText } from '../core/format.js'
import { name } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { share } from '../core/share.js'
import { resultText } from '../play/texts.js'
import { certifiedText } from './certified.js'
import { hasTurning } from './has-turning.js'
import { sameDeal } from './same-deal.js'
import { assistsText, dealOfToday, shareLine } from './share-line.js'

/** Deals the same again or anew, and goes there. A deal of today stays one of today: asked for by its number, it would
 * be shown to all spectators.
 * @param {'new-deal' | 'same-deal'} act @param {Rules} rules @param {State} state @param {Go} go */
export async function startDeal(act, rules, state, go) {
  const again = act === 'same-deal'
  const day = again ? await dealOfToday(rules, state) : null
  const same = day ? { rules: rules.id, deal: 'daily' } : sameDeal(rules, state)
  const body = again && same ? same : { rules: rules.id }
  const { url } = await post('/api/games', body)
  return go(url)
}

/** Shares a link by which others get the same deal; where it is secret, the game's own; of a deal of today its day's
 * page, so that the link does not reveal it. After the end the result goes with it. Returns the sentence about the
 * outcome.
 * @param {Rules} rules @param {State} state @param {Board} board */
export async function shareDeal(rules, state, board) {
  const ended = state.status === 'ended'
  const day = await dealOfToday(rules, state).catch(() => undefined)
  if (day === undefined) return share(gamePath(state.game), name(rules)) // its deal may be a secret
  if (day)
    return ended
      ? shareLine(
          day.date,
          rules,
          state,
          day.counted,
          board,
          await turningOf(rules, state),
        )
      : share(dailyPath(day.date, rules.id), name(rules))
  const path =
    state.deal === null
      ? gamePath(state.game)
      : newGamePath(rules.id, state.deal)
  if (!ended) return share(path, name(rules))
  const picture = board.shareText?.(state)
  const text = resultSentence(rules, state, board)
  const turning = await turningOf(rules, state)
  const lines = [text, picture, turning].filter(Boolean)
  return share(path, name(rules), lines.join('\n'))
}

/** What is shared of where a game was lost; '' as long as it is not known. The result has loaded the part before.
 * @param {Rules} rules @param {State} state */
async function turningOf(rules, state) {
  if (!hasTurning(rules, state)) return ''
  const [turning] = await Promise.all([
    loadPart(() => import('./turning.js'), { quiet: true }),
    prepare('solitaire/turning'),
  ])
  return turning.sharedTurningOf(state.game)
}

/** The result at a deal with a number, as it is shared, with what was taken back and what helped.
 * @param {Rules} rules @param {State} state @param {Pick<Board, 'score'>} board */
export const resultSentence = (rules, state, board) =>
  t('table.result', {
    game: name(rules),
    result: resultText(rules, state),
    score: board.score?.(state) ?? scoreText(state.score),
    moves: t('table.result.moves', { count: state.tally?.made }),
    time: formatDuration(state.tally?.ms ?? 0),
    aids: assistsText(state.tally, certifiedText(state)),
  })

/** Asks before a running game is left.
 * @param {string} act @param {HTMLElement} trigger */
export const isSure = (act, trigger) =>
  ask({
    kind: 'confirm',
    title: t(`act.${act}.sure`),
    body: t(`act.${act}.about`),
    trigger,
    actions: [
      { label: t('act.keep_playing'), value: null, act: 'cancel' },
      { label: t(`act.${act}`), value: 'yes', act: 'confirm', look: 'primary' },
    ],
  })
