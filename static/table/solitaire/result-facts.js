// Facts of a solitaire's result that load after its end: the day's deal, ranks, par, turning point and badges. Each is a
// signal; what cannot be loaded stays empty.

import { say } from '../../core/announcer.js'
import { loadPart, prepare } from '../../core/files.js'
import { t } from '../../core/i18n.js'
import { signal } from '../../vendor/preact.js'
import { resultText } from '../texts.js'
import { loadWonBadges } from '../won-badges.js'
import { loadDaily } from './daily-mark.js'
import { hasTurning } from './has-turning.js'

/** @typedef {import('./daily-deal.js').DailyDeal} DailyDeal */
/** The ranks with the link to their leaderboard. @typedef {import('./result-ranks.js').Ranks & { href: string, text: string }} LinkedRanks */

export class ResultFacts {
  day = signal(/** @type {DailyDeal | null} */ (null))
  ranks = signal(/** @type {LinkedRanks | null} */ (null))
  unranked = signal('') // why the result is on no leaderboard
  par = signal('')
  turning = signal(/** @type {Content} */ (null))
  badges = signal(/** @type {string[]} */ ([]))

  /** @param {Rules} rules @param {State} state @param {Board} board @param {AbortSignal} left */
  constructor(rules, state, board, left) {
    this.rules = rules
    this.state = state
    this.board = board
    this.left = left
  }

  /** Loads all facts side by side. A failure of one is reported, and leaves the others alone. */
  load() {
    for (const part of [
      this.#loadDay(),
      this.#loadRanks(),
      this.#loadPar(),
      this.#loadTurning(),
      this.#loadBadges(),
    ])
      part.catch((error) => {
        if (!this.left.aborted) reportError(error)
      })
  }

  async #loadDay() {
    const { rules, state } = this
    if (!rules.daily || state.start !== null) return
    const { dealOfDay } = await loadDaily()
    const day = await dealOfDay(rules, state).catch(() => null)
    if (!day || this.left.aborted) return
    this.day.value = day
    if (day.over) return
    const { factsToShare } = await loadPart(() => import('./share-line.js'), { quiet: true })
    await factsToShare(day.date, rules, state) // "Share" needs them when it is pressed
  }

  async #loadRanks() {
    const { rules, state } = this
    const [{ boardLink, readRanks }] = await Promise.all([
      loadPart(() => import('./result-ranks.js')),
      prepare('table/solitaire/result-ranks'),
    ])
    const { why, ranks } = await readRanks(rules, state)
    if (this.left.aborted) return
    this.unranked.value = why
    if (ranks) this.ranks.value = { ...ranks, ...boardLink(rules, ranks.query) }
    this.#say([why, ...(ranks?.sentences ?? [])])
  }

  async #loadPar() {
    const { rules, state } = this
    if (!rules.machine?.par) return
    const { loadPar } = await loadPart(() => import('./par.js'))
    const par = await loadPar(rules, state)
    if (!par || this.left.aborted) return
    this.par.value = parText(par, rules, state)
    this.#say([this.par.value])
  }

  async #loadTurning() {
    const { rules, state, board, left } = this
    if (!hasTurning(rules, state)) return
    const { readTurning, turningLine, turningText } = await loadPart(() => import('./turning.js'))
    const turning = await readTurning(state, left)
    if (!turning || left.aborted) return
    this.turning.value = turningLine(turning, state, board)
    this.#say([turningText(turning, board, state)])
  }

  async #loadBadges() {
    const won = await loadWonBadges(this.rules, this.state, this.left)
    if (won) this.badges.value = won.names
  }

  /** @param {string[]} sentences */
  #say(sentences) {
    const news = sentences.filter(Boolean).join(' ')
    if (news) say(news)
  }
}

/** Returns the short facts that stand beside the number: the streak and after a win the freeze, a personal best, the badges;
 * the rank is a link.
 * @param {LinkedRanks | null} ranks @param {Pick<DailyDeal, 'days' | 'freezes' | 'over'> | null} day
 * @param {string[]} badges @param {boolean} won */
export function chipTexts(ranks, day, badges, won) {
  const texts = []
  if (day && !day.over && day.days > 0) {
    texts.push(t('result.days', { count: day.days }))
    if (won && day.freezes > 0) texts.push(t('result.freeze', { count: day.freezes }))
  } else if (ranks && ranks.streak > 1) texts.push(t('result.streak', { count: ranks.streak }))
  if (ranks?.isBest) texts.push(t('result.best'))
  return [...texts, ...badges]
}

/** Returns the scores as results: "3 of 4 horsemen". @param {Wire.Par} par @param {Rules} rules @param {State} state */
export function parText({ par, best }, rules, state) {
  const over = { winner: null, reason: 'resigned' }
  const told = (/** @type {number[]} */ score) => resultText(rules, { ...state, score, over })
  return [par && t('deal.par', { score: told(par) }), best && t('deal.best', { score: told(best) })]
    .filter((sentence) => sentence)
    .join(' ')
}
