// Commands of a replay: its buttons and their effects.

import { hasAbility } from '../../core/bots.js'
import { once, refusalText } from '../../core/busy-button.js'
import { loadPart } from '../../core/files.js'
import { name, solitaire } from '../../core/games.js'
import { getText, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { copy, share } from '../../core/share.js'
import { showPosition } from '../board-host.js'
import { startDeal } from '../solitaire/deals.js'

/** @import { Replay } from './replay.js' */

/** @param {Replay} replay @returns {ToolbarAction[]} */
export function replayActions(replay) {
  const { rules, source } = replay
  const [next, ...others] = source.more
  /** @type {ToolbarAction[]} */
  const list = canPlayOn(replay) ? ['play-on', next] : [next]
  list.push('share')
  if (!solitaire(rules)) list.push(['flip', { pressed: replay.flipped.value }])
  list.push('help', ['copy', { menu: true }], ['describe', { menu: true }])
  return [...list, ...others]
}

/** Whether the values of the positions can be requested: never while the game runs.
 * @param {Replay} replay */
export const canAnalyse = ({ rules, source, last }) =>
  hasAbility(rules, 'evaluate') &&
  !source.hidden &&
  (source.game === null || last.status === 'ended') &&
  last.told.length > 0

/** Whether a new game can begin at the shown position: it is known, and the game is not over by the rules there.
 * @param {Replay} replay */
function canPlayOn({ rules, source, last, at, frame }) {
  if (rules.hides || source.hidden || frame.view?.position.includes('?')) return false
  const endedByMove = last.over !== null && source.plies.at(-1) === last.ply
  return frame !== at || at.ply !== last.ply
    ? frame.legal.length > 0
    : last.over !== null && !endedByMove
}

/** @param {Replay} replay @param {string} act @param {HTMLElement} button */
export async function pressReplay(replay, act, button) {
  const { rules, services, board } = replay
  replay.autoplay.stop()
  if (act === 'flip') replay.flipped.value = !replay.flipped.value
  else if (act === 'help')
    await once(button, () => replay.openHelp(rules, services, { go: replay.go }))
  else if (act === 'describe') showPosition(board, replay.frame)
  else if (act === 'new-deal' || act === 'same-deal')
    await once(button, () =>
      tellRefusal(services.say, () => startDeal(act, rules, replay.last, replay.go)),
    )
  else if (act === 'play-on') await playOnFrom(replay, replay.frame.view.position, button)
  else if (act === 'check') await openCheck(replay, button)
  else if (act === 'share')
    services.say(await share(replay.source.address(replay.at.ply), name(rules)))
  else if (act === 'copy') await copyPosition(replay)
  else if (act === 'copy-game') await once(button, () => copyGame(replay))
}

/** Starts a new game from a position. @param {Replay} replay @param {string} position @param {HTMLElement} button */
export async function playOnFrom({ rules, services, go }, position, button) {
  const { playOn } = await loadPart(() => import('./play-on.js'))
  await once(button, () =>
    tellRefusal(
      services.say,
      () => playOn(rules, position, go, button),
      (error) => (error.code === 'in_play' ? t('replay.play_on.in_play') : refusalText(error)),
    ),
  )
}

/** Tells the reader what the server refuses; why: returns the words.
 * @param {Say} say @param {() => Promise<unknown>} act @param {(error: Refusal) => string} [why] */
async function tellRefusal(say, act, why = () => t('refused.failed')) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(why(error))
  }
}

/** @param {Replay} replay @param {HTMLElement} button */
async function openCheck({ last, rules }, button) {
  const check = await loadPart(() => import('../check-score.js'))
  if (last.game) await check.openCheck(last.game, rules, button)
}

/** @param {Replay} replay */
async function copyGame({ source: { text }, services }) {
  if (!text) return
  const copied = await getText(text).then(copy, () => false)
  const url = new URL(text, location.href).href
  services.say(copied ? t('replay.copied.game') : t('replay.not_copied.game', { url }))
}

/** @param {Replay} replay */
async function copyPosition({ frame, services }) {
  const { position } = frame.view
  const copied = await copy(position)
  services.say(copied ? t('replay.copied', { position }) : position)
}
