// Counts of a solitaire in one strip: moves made, undone and in effect, hints, score, the playing time, which runs on from the
// server's value, and the deal.

import { say } from '../../core/announcer.js'
import { loadPart } from '../../core/files.js'
import { formatDuration, number, score as scoreText } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'
import { panel } from '../../kit/dialog.js'
import { html, useEffect, useSignal } from '../../vendor/preact.js'
import { receivedAt } from '../texts.js'
import { isWarned } from './warned-games.js'

const MAX_PAUSE_MS = 600_000 // after which a pause is not counted as playing time
const MAX_DIGITS = 8 // shown of a deal of hidden cards
const TICK_MS = 1000

/** The counts. `words`: the score in the board's words. @param {{ state: State, words: string | undefined }} props */
export function Tally({ state, words }) {
  const now = useSignal(performance.now())
  const runs = timeRuns(state)
  useEffect(() => {
    if (!runs) return undefined
    const timer = setInterval(() => {
      now.value = performance.now()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [runs])
  if (!state.tally) return html`<dl class="tally" hidden></dl>`
  const isLive = state.status === 'live' && state.seat !== null
  const counts = countsOf(state, {
    words,
    warned: isLive && isWarned(state.game),
    now: Math.max(now.value, performance.now()),
  })
  const deal = dealContent(state)
  return html`
    <dl class="tally">
      ${counts.map(([name, text]) => count(name, text))}
      ${deal !== null && count('deal', deal)}
    </dl>`
}

/** @param {string} name @param {Content} content */
const count = (name, content) => html`
  <div key=${name} data-of=${name}>
    <dt>${t(`table.tally.${name}`)}</dt>
    <dd data-tally=${name}>${content}</dd>
  </div>`

/** Returns the number or digits of the deal, or while it is secret the button that shows its commitment; null: there is none.
 * @param {State} state @returns {Content} */
function dealContent({ deal, commit, certified, difficulty }) {
  if (typeof deal === 'string') return longDeal(deal)
  if (deal === null) return commit === null ? null : secretDeal(commit)
  return certified ? certifiedDeal(deal, difficulty) : String(deal)
}

/** Returns the first of a deal's 32 digits, and the button that copies all. @param {string} deal */
function longDeal(deal) {
  const onpress = async () => {
    const { copy } = await loadPart(() => import('../../core/share.js'))
    say(t((await copy(deal)) ? 'table.deal.copied' : 'table.deal.not_copied'))
  }
  return html`
    <span title=${deal}>
      ${`${deal.slice(0, MAX_DIGITS)}… `}
      ${button({ act: 'copy-deal', look: 'quiet', onpress }, t('table.deal.copy'))}
    </span>`
}

/** Returns a deal that was proved winnable before it was dealt; its number is cut off on a phone.
 * @param {number} deal @param {State['difficulty']} difficulty */
const certifiedDeal = (deal, difficulty) => html`
  <span>
    <span data-certified=${difficulty ?? 'true'}>
      ${t(difficulty ? `deal.winnable.${difficulty}` : 'deal.winnable')}
    </span>
    ${` · ${deal}`}
  </span>`

/** Returns the button of a secret deal, which shows the commitment by which the deal can be checked at the end.
 * @param {string} commit */
function secretDeal(commit) {
  const onpress = () => {
    panel({
      kind: 'deal',
      title: t('table.deal.title'),
      body: html`<p>${t('table.deal.commit')}</p><code class="commit">${commit}</code>`,
    })
  }
  return button({ act: 'deal', look: 'quiet', onpress }, t('table.deal.secret'))
}

/** Whether the time runs: in the player's own game from its first move on. @param {State} state */
const timeRuns = ({ status, seat, tally }) =>
  status === 'live' && seat !== null && Boolean(tally?.made)

/** Returns the playing time in ms. @param {State} state @param {number} now as of `performance.now()` */
export function playedMs(state, now) {
  const { ms = 0 } = state.tally ?? {}
  const added = timeRuns(state) ? now - receivedAt(state) : 0
  return added < MAX_PAUSE_MS ? ms + added : ms
}

/** Returns the counts by name in their order, without the deal. `words`: the score in the board's words; `warned`: the player
 * is told when the game is lost.
 * @param {State} state @param {{ words: string | undefined, warned: boolean, now: number }} how
 * @returns {[name: string, text: string][]} */
export function countsOf(state, { words, warned, now }) {
  const { tally, score, told } = state
  if (!tally) return []
  const scored = words ?? (score.length ? scoreText(score) : '')
  /** @type {[string, string | false | 0][]} */
  const rows = [
    ['made', number(tally.made)],
    ['undone', tally.undone > 0 && number(tally.undone)],
    ['length', tally.undone > 0 && number(told.length)],
    ['hints', tally.hints && number(tally.hints)],
    ['warned', warned && t('table.tally.yes')],
    ['score', scored],
    ['time', formatDuration(playedMs(state, now))],
  ]
  return rows.flatMap(([name, text]) => (text ? [[name, text]] : []))
}
