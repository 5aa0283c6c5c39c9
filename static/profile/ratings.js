// A person's ratings by game and, where its sides are unequal, by side; each opens to its curve.

import { ratingChart } from '../charts/line-chart.js'
import { el } from '../core/dom.js'
import { number } from '../core/format.js'
import { all, find, name, seatName } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { ratingText } from '../core/people.js'

/**
 * Creates the section of a person's ratings; without any it says so.
 * @param {Wire.PlayerRating[]} ratings
 * @param {Person} player
 */
export async function ratingList(ratings, player) {
  const known = await Promise.all((await all()).map(({ id }) => find(id)))
  const rows = ratings.flatMap((rating) => {
    const rules = known.find(({ id }) => id === rating.rules)
    return rules ? [ratingRow(rating, rules, player)] : []
  })
  return el(
    'section',
    {
      class: 'list ratings',
      'data-list': 'ratings',
      'aria-labelledby': 'ratings',
    },
    el('h2', { id: 'ratings' }, t('ratings')),
    rows.length ? rows : el('p', { class: 'empty' }, t('ratings.empty')),
    rows.length ? el('p', {}, el('small', {}, t('ratings.about'))) : null,
  )
}

/**
 * @param {Wire.PlayerRating} rating
 * @param {Rules} rules
 * @param {Person} player
 */
function ratingRow(rating, rules, player) {
  const { seat, games, deviation } = rating
  const title = rules.uneven
    ? t('ratings.of', { game: name(rules), seat: seatName(rules, seat) })
    : name(rules)
  const place = el('div', {})
  const details = el(
    'details',
    { 'data-rating': rules.id, 'data-seat': seat },
    el(
      'summary',
      {},
      el('h3', {}, title),
      el('strong', { class: 'rating' }, ratingText(rating)),
      el(
        'span',
        { class: 'detail' },
        t('ratings.games', { count: games }),
        ' · ',
        t('ratings.deviation', { deviation: number(Math.round(deviation)) }),
      ),
    ),
    place,
  )
  details.addEventListener('toggle', async () => {
    if (!details.open || place.firstChild) return
    const points = await readCurve(rules, seat, player).catch(() => null)
    place.replaceChildren(
      points?.length
        ? ratingChart(points, title)
        : el(
            'p',
            { class: 'empty' },
            t(points ? 'ratings.none' : 'lobby.failed'),
          ),
    )
  })
  return details
}

/**
 * @param {Rules} rules
 * @param {number} seat
 * @param {Person} player
 * @returns {Promise<[at: number, rating: number][]>}
 */
async function readCurve({ id }, seat, player) {
  const query = new URLSearchParams({ rules: id, seat: String(seat) })
  const who = encodeURIComponent(player.name)
  return (await get(`/api/people/${who}/ratings?${query}`)).items
}
