// Commitment to the deals of a day: the SHA-256 of the day's secret is public from the day before, the secret once the day is
// over. For a past day this browser verifies the hash, and that the deals follow from the secret.

import { newGamePath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { day as dayText, plus } from '../core/format.js'
import { name } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { passedCandidates, verify } from './verify.js'

/** @typedef {import('./verify.js').Passed} Passed */

/**
 * Creates the section on the commitments of the day and the next one; for a past day with secret, deals and the result of
 * the verification.
 * @param {Wire.Daily} day
 * @param {Rules[]} rules of the games with a daily deal
 */
export async function commitment(day, rules) {
  const past = day.date < day.today
  const [next, result, passed] = await Promise.all([
    day.date === day.today ? readDay(plus(day.date, 1)) : null,
    past ? verify(day) : null,
    past ? passedOver(day, rules) : null,
  ])
  return el(
    'section',
    { class: 'commitment', 'aria-labelledby': 'promise' },
    el('h2', { id: 'promise' }, t('daily.promise')),
    past && verdict(result),
    el(
      'details',
      {},
      el('summary', {}, t('daily.promise.open')),
      el('p', {}, t(past ? 'daily.promise.past' : 'daily.promise.about')),
      el(
        'dl',
        {},
        commitTerm(day),
        next && commitTerm(next),
        past && revealed(day, rules),
        sealTerm(day),
      ),
      passed,
      past &&
        el(
          'p',
          { class: 'detail' },
          t('daily.verify.how', { id: rules[0].id, date: day.date }),
        ),
    ),
  )
}

/**
 * @param {string} date
 * @returns {Promise<Wire.Daily>}
 */
const readDay = (date) => get(`/api/daily?date=${date}`)

/** @param {Wire.Daily} day */
const commitTerm = ({ date, commit }) =>
  term(t('daily.commit.of', { day: dayText(date) }), commit, {
    'data-commit': date,
  })

/**
 * Lists the secret and the deals of a past day.
 * @param {Wire.Daily} day
 * @param {Rules[]} rules
 */
const revealed = (day, rules) => [
  term(t('daily.secret'), day.secret, { 'data-secret': day.date }),
  rules.map((item) =>
    term(name(item), String(day.deals[item.id]), { 'data-deal': item.id }),
  ),
]

/** @param {Wire.Daily} day */
const sealTerm = ({ date, seal }) =>
  seal && term(t('daily.seal'), seal, { 'data-seal': date })

/**
 * Lists the passed-over candidates of a past day as links to their deals, with the reason; null: there are none.
 * @param {Wire.Daily} day
 * @param {Rules[]} rules
 */
async function passedOver(day, rules) {
  const passed = await passedCandidates(day)
  const games = rules.filter(({ id }) => passed[id]?.length)
  if (!games.length) return null
  const candidate = (/** @type {string} */ id, /** @type {Passed} */ one) =>
    el(
      'li',
      { 'data-verdict': one.verdict },
      el('a', { href: newGamePath(id, one.deal) }, String(one.deal)),
      ` ${t(one.verdict === 'lost' ? 'daily.passed.lost' : 'daily.passed.unknown')}`,
    )
  return [
    el('p', {}, t('daily.passed')),
    games.map((item) => [
      el('p', { class: 'passed-over' }, name(item)),
      el(
        'ul',
        { 'data-passed': item.id },
        passed[item.id].map((one) => candidate(item.id, one)),
      ),
    ]),
  ]
}

/**
 * @param {string} title
 * @param {string | null} text
 * @param {Attributes} attributes
 */
const term = (title, text, attributes) =>
  el('div', {}, el('dt', {}, title), el('dd', {}, el('code', attributes, text)))

/** @param {boolean | null} result of `verify` */
function verdict(result) {
  if (result === null)
    return el('p', { 'data-verified': 'unknown' }, t('daily.verify.not_here'))
  const answer = result ? 'yes' : 'no'
  const attributes = {
    class: 'verdict',
    'data-verified': answer,
    'data-agrees': answer,
  }
  return el('p', attributes, t(result ? 'daily.verify.yes' : 'daily.verify.no'))
}
