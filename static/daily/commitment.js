// How the deals of the day are kept honest: the sum of the coming day's secret is public before it, the secret after it.
// What a past day promised is worked out again here, by this browser, from what was published.

import { get } from '../core/http.js'
import { day as written, plus } from '../core/format.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { name } from '../core/games.js'

/** The section on a day: what is promised of it and, when it is over, whether that was kept. */
export async function promise(day, rules) {
  const past = day.date < day.today
  const [tomorrow, kept] = await Promise.all([
    day.date === day.today ? get(`/api/daily?date=${plus(day.date, 1)}`) : null,
    past ? verified(day) : null,
  ])
  const sum = ({ date, commit }) =>
    term(t('daily.commit.of', { day: written(date) }), commit, {
      'data-commit': date,
    })
  return el(
    'section',
    { class: 'promise', 'aria-labelledby': 'promise' },
    el('h2', { id: 'promise' }, t('daily.promise')),
    el('p', {}, t(past ? 'daily.promise.past' : 'daily.promise.about')),
    past ? verdict(kept) : null,
    el(
      'dl',
      {},
      sum(day),
      tomorrow && sum(tomorrow),
      past
        ? term(t('daily.secret'), day.secret, { 'data-secret': day.date })
        : null,
      past
        ? rules.map((item) =>
            term(name(item), String(day.deals[item.id]), {
              'data-deal': item.id,
            }),
          )
        : null,
    ),
    past
      ? el(
          'p',
          { class: 'detail' },
          t('daily.verify.how', { id: rules[0].id, date: day.date }),
        )
      : null,
  )
}

const term = (title, text, attributes) =>
  el('div', {}, el('dt', {}, title), el('dd', {}, el('code', attributes, text)))

function verdict(kept) {
  if (kept === null)
    return el('p', { 'data-verified': 'unknown' }, t('daily.verify.not_here'))
  const look = {
    class: 'verdict',
    'data-verified': kept ? 'yes' : 'no',
    'data-agrees': kept ? 'yes' : 'no',
  }
  return el('p', look, t(kept ? 'daily.verify.yes' : 'daily.verify.no'))
}

/** Whether the secret of a past day is the promised one and its deals follow from it; null: this browser cannot say, as
 * it computes sums for https and for this machine only. */
export async function verified({ date, commit, secret, deals }) {
  if (!globalThis.crypto?.subtle) return null
  const key = bytes(secret)
  if (hex(await crypto.subtle.digest('SHA-256', key)) !== commit) return false
  const signing = await crypto.subtle.importKey(
    'raw',
    key,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const drawn = async ([id, deal]) => {
    const all = await crypto.subtle.sign(
      'HMAC',
      signing,
      new TextEncoder().encode(`${id} ${date}`),
    )
    return (
      deal ===
      (typeof deal === 'string'
        ? hex(all).slice(0, 32)
        : new DataView(all).getUint32(0))
    )
  }
  return (await Promise.all(Object.entries(deals).map(drawn))).every(Boolean)
}

const bytes = (text) =>
  Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16))
const hex = (buffer) =>
  Array.from(new Uint8Array(buffer), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
