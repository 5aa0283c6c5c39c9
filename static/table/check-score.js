// "Check this score", a dialog: the server's replay of a game's log beside the score on the leaderboard, and instructions
// for the same check at home with the engine alone.

import { once, refusalText } from '../core/busy-button.js'
import { samePage } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { score as scoreText } from '../core/format.js'
import { solitaire } from '../core/games.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { toast } from '../core/toast.js'
import { panel } from '../kit/dialog.js'
import { html } from '../vendor/preact.js'
import { seatPlayers } from './positions.js'
import { endText, isConcealed } from './texts.js'

sheet('/static/table/check-score.css')

/** Opens the dialog.
 * @param {string} game @param {Rules} rules
 * @param {HTMLElement | null} button the pressed button, busy until the dialog opens
 * @param {number[] | null} [claimed] the score of a leaderboard's entry */
export async function openCheck(game, rules, button, claimed = null) {
  const open = async () => {
    const isHere = samePage()
    try {
      const body = await loadReport(game, rules, claimed)
      if (isHere()) panel({ kind: 'check', title: t('check.title'), body })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (isHere()) toast(refusalText(error))
    }
  }
  await (button ? once(button, open) : open())
}

/** Returns the body of the dialog.
 * @param {string} game @param {Rules} rules @param {number[] | null} claimed @returns {Promise<Content>} */
async function loadReport(game, rules, claimed) {
  const path = `/api/games/${encodeURIComponent(game)}`
  /** @type {State} */
  const state = await get(path)
  if (isConcealed(rules, state)) return t('check.hidden')
  const check = await loadCheck(path)
  if (!check) return t('check.hidden')
  const deal = check.deal === null ? t('check.deal.none') : String(check.deal)
  const score = scoreText(check.score) || t('check.score.none')
  const file = `${game}.json`
  return html`
    ${verdict(check, claimed)}
    <dl class="check">
      ${row('deal', deal)} ${row('moves', t('honour.number', { number: check.moves }))}
      ${row('score', score)} ${row('outcome', outcomeText(rules, check.outcome, state))}
    </dl>
    <p>${t('check.how')}</p>
    <p>${t('check.home')}</p>
    <p><a class="button" href=${`${path}/log`} download=${file}>${t('act.log')}</a></p>
    <p><code>${`python -m engine replay ${file}`}</code></p>`
}

/** Loads the check; null: the log is closed to the viewer.
 * @param {string} path @returns {Promise<Wire.Check | null>} */
async function loadCheck(path) {
  try {
    return await get(`${path}/check`)
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === 'hidden') return null
    throw error
  }
}

/** @param {Wire.Check} check @param {number[] | null} claimed */
function verdict({ agrees, differs_at: ply, score }, claimed) {
  const wrong = claimed !== null && claimed.join() !== score.join()
  let text = t('check.agrees')
  if (wrong) text = t('check.claimed', { score: scoreText(claimed) })
  if (!agrees) text = t('check.differs', { ply })
  const good = agrees && !wrong
  return html`<p class="check-verdict" data-agrees=${good ? 'yes' : 'no'}>${text}</p>`
}

/** @param {string} name @param {string} text */
const row = (name, text) => html`
  <div><dt>${t(`check.${name}`)}</dt><dd data-check=${name}>${text}</dd></div>`

/** @param {Rules} rules @param {Wire.Over | null} over @param {State} state */
function outcomeText(rules, over, state) {
  if (over === null) return t('check.outcome.none')
  const ended = solitaire(rules)
    ? { ...state, over }
    : { ...state, seat: null, over, players: seatPlayers(rules) }
  return endText(rules, ended, null)
}
