// Commitment to the deals of a day: the SHA-256 of the day's secret is public from the day before, the secret once the day is
// over. For a past day this browser verifies the hash, and that the deals follow from the secret.

import { newGamePath } from '../../app/routes.js'
import { day as dayText, plus } from '../../core/format.js'
import { name } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'
import { passedCandidates, verify } from './verify.js'

/** @typedef {import('./verify.js').Passed} Passed */
/** What a day proves. `next`: the day after today; `verified`: null where this browser cannot tell; `passed`: candidates
 * that were passed over, by game.
 * @typedef {{ next: Wire.Daily | null, verified: boolean | null, passed: Record<string, Passed[]> }} Proof */

/** Reads and verifies what a day proves. @param {Wire.Daily} day @param {AbortSignal} signal @returns {Promise<Proof>} */
export async function readProof(day, signal) {
  const isPast = day.date < day.today
  const [next, verified, passed] = await Promise.all([
    day.date === day.today ? get(`/api/daily?date=${plus(day.date, 1)}`, { signal }) : null,
    isPast ? verify(day) : null,
    isPast ? passedCandidates(day) : {},
  ])
  return { next, verified, passed }
}

/** Shows the commitments of the day and the next one; for a past day also secret, deals and the result of the verification.
 * @param {Wire.Daily} day @param {Proof} proof @param {Rules[]} rules of the games with a daily deal */
export function commitment(day, { next, verified, passed }, rules) {
  const isPast = day.date < day.today
  return html`
    <section class="commitment" aria-labelledby="promise">
      <h2 id="promise">${t('daily.promise')}</h2>
      ${isPast && verdict(verified)}
      <details>
        <summary>${t('daily.promise.open')}</summary>
        <p>${t(isPast ? 'daily.promise.past' : 'daily.promise.about')}</p>
        <dl>
          ${commitTerm(day)} ${next && commitTerm(next)} ${isPast && revealed(day, rules)}
        </dl>
        ${passedOver(passed, rules)}
        ${
          isPast &&
          html`
            <p class="detail">
              ${t('daily.verify.how', { id: rules[0].id, date: day.date })}
            </p>`
        }
      </details>
    </section>`
}

/** @param {Wire.Daily} day */
const commitTerm = ({ date, commit }) =>
  term(t('daily.commit.of', { day: dayText(date) }), commit, { 'data-commit': date })

/** Shows the secret and the deals of a past day. @param {Wire.Daily} day @param {Rules[]} rules */
const revealed = (day, rules) => [
  term(t('daily.secret'), day.secret, { 'data-secret': day.date }),
  rules.map((item) => term(name(item), String(day.deals[item.id]), { 'data-deal': item.id })),
]

/** @param {string} title @param {string | null} text @param {Attributes} attributes */
const term = (title, text, attributes) => html`
  <div>
    <dt>${title}</dt>
    <dd><code ...${attributes}>${text}</code></dd>
  </div>`

/** Shows the candidates that were passed over as links to their deals, with the reason.
 * @param {Record<string, Passed[]>} passed @param {Rules[]} rules */
function passedOver(passed, rules) {
  const games = rules.filter(({ id }) => passed[id]?.length)
  if (!games.length) return null
  return html`
    <p>${t('daily.passed')}</p>
    ${games.map(
      (item) => html`
        <p class="passed-over">${name(item)}</p>
        <ul data-passed=${item.id}>${passed[item.id].map((one) => candidate(item.id, one))}</ul>`,
    )}`
}

/** @param {string} id @param {Passed} one */
const candidate = (id, { deal, verdict }) => html`
  <li data-verdict=${verdict}>
    <a href=${newGamePath(id, deal)}>${deal}</a>
    ${` ${t(verdict === 'lost' ? 'daily.passed.lost' : 'daily.passed.unknown')}`}
  </li>`

/** @param {boolean | null} result of `verify` */
function verdict(result) {
  if (result === null) return html`<p data-verified="unknown">${t('daily.verify.not_here')}</p>`
  const answer = result ? 'yes' : 'no'
  return html`
    <p class="verdict" data-verified=${answer} data-agrees=${answer}>${t(`daily.verify.${answer}`)}</p>`
}
