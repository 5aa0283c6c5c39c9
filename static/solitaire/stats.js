// Counts of a solitaire in one strip: moves made, undone and in effect, hints, score, time, and the deal. The time runs on
// from the server's value, from the first move, and not through a pause that the server does not count.

import { say } from '../core/announcer.js'
import { panel } from '../core/dialog.js'
import { el, set } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { formatDuration, number, score as scoreText } from '../core/format.js'
import { t } from '../core/i18n.js'
import { receivedAt } from '../play/texts.js'
import { markDaily } from './daily-mark.js'

const MAX_DIGITS = 8 // shown of a deal of hidden cards
const MAX_PAUSE_MS = 600000 // after which a pause is not counted as playing time

export function solitaireStats() {
  const element = el('dl', { class: 'tally', hidden: true })
  /** @type {Map<string, HTMLElement>} by name, the <dd> */
  const parts = new Map()
  let ms = 0 // value of the server
  let since = 0 // performance.now() of that value while the time runs; 0: it does not run
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  /** @type {string | null} the commitment of the shown secret deal */
  let secret = null
  const part = (
    /** @type {string} */ name,
    /** @type {Node | string | null} */ value,
    shown = value !== null,
  ) => {
    let node = parts.get(name)
    if (!node) {
      node = el('dd', { 'data-tally': name })
      parts.set(name, node)
      const term = el('dt', {}, t(`table.tally.${name}`))
      element.append(el('div', { 'data-of': name }, term, node))
    }
    if (node.parentElement) set(node.parentElement, { hidden: !shown })
    node.replaceChildren(value ?? '')
  }
  const showTime = () => {
    const running = performance.now() - since
    const added = since && running < MAX_PAUSE_MS ? running : 0
    part('time', formatDuration(ms + added))
  }
  const showDeal = (/** @type {State} */ state) => {
    const { deal, commit, certified } = state
    if (typeof deal === 'string') part('deal', longDeal(deal))
    else if (deal !== null)
      part('deal', certified ? certifiedDeal(deal, state) : String(deal))
    else if (secret !== commit || !secret) part('deal', secretDeal(commit))
    secret = deal === null ? commit : null
  }
  return {
    element,
    /** Draws the counts. words: the score in the board's words.
     * @param {State} state @param {string} [words] */
    show(state, words) {
      clearInterval(timer)
      const { tally, score, status, seat } = state
      element.hidden = !tally
      if (!tally) return
      part('made', number(tally.made))
      part('undone', number(tally.undone), tally.undone > 0)
      part('length', number(state.told.length), tally.undone > 0)
      part('hints', tally.hints ? number(tally.hints) : null)
      part('score', words ?? (score.length ? scoreText(score) : null))
      ms = tally.ms
      const runs = status === 'live' && seat !== null && tally.made
      since = runs ? receivedAt(state) : 0
      showTime()
      if (since) timer = setInterval(showTime, 1000)
      showDeal(state)
    },
    markDaily,
    leave: () => clearInterval(timer),
  }
}

/** Returns the first of a deal's 32 digits, and the button that copies all. @param {string} deal */
function longDeal(deal) {
  const onclick = async () => {
    const { copy } = await loadPart(() => import('../core/share.js'))
    say(t((await copy(deal)) ? 'table.deal.copied' : 'table.deal.not_copied'))
  }
  return el(
    'span',
    { title: deal },
    `${deal.slice(0, MAX_DIGITS)}… `,
    el(
      'button',
      { type: 'button', class: 'quiet', 'data-act': 'copy-deal', onclick },
      t('table.deal.copy'),
    ),
  )
}

/** @param {number | string} deal proved to be winnable before it was dealt @param {State} state */
const certifiedDeal = (deal, { difficulty }) =>
  el(
    'span',
    {},
    el(
      'span',
      { 'data-certified': difficulty ?? true },
      t(difficulty ? `deal.winnable.${difficulty}` : 'deal.winnable'),
    ),
    ` · ${deal}`, // cut off on a phone
  )

/** Returns the button of a secret deal, which shows the commitment by which the deal can be checked at the end.
 * @param {string | null} commit */
function secretDeal(commit) {
  if (commit === null) return null
  const onclick = () =>
    panel({
      kind: 'deal',
      title: t('table.deal.title'),
      body: [
        el('p', {}, t('table.deal.commit')),
        el('code', { class: 'commit' }, commit),
      ],
    })
  return el(
    'button',
    { type: 'button', class: 'quiet', 'data-act': 'deal', onclick },
    t('table.deal.secret'),
  )
}
