// A person's ratings by game and, where its sides are unequal, by side; each opens to its curve.

import { number } from '../../core/format.js'
import { name, seatName } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { ratingText } from '../../core/people.js'
import { ratingChart } from '../../kit/charts/line-chart.js'
import { Fold } from '../../kit/fold.js'
import { html } from '../../vendor/preact.js'

/** Shows the section of a person's ratings; without any it says so.
 * @param {Wire.PlayerRating[]} ratings @param {Person} player @param {Rules[]} known */
export function ratingList(ratings, player, known) {
  const rows = ratings.flatMap((rating) => {
    const rules = known.find(({ id }) => id === rating.rules)
    return rules ? [ratingRow(rating, rules, player)] : []
  })
  return html`
    <section class="list ratings" data-list="ratings" aria-labelledby="ratings">
      <h2 id="ratings">${t('ratings')}</h2>
      ${
        rows.length
          ? [rows, html`<p><small>${t('ratings.about')}</small></p>`]
          : html`<p class="empty">${t('ratings.empty')}</p>`
      }
    </section>`
}

/** @param {Wire.PlayerRating} rating @param {Rules} rules @param {Person} player */
function ratingRow(rating, rules, player) {
  const { seat, games, deviation } = rating
  const title = rules.uneven
    ? t('ratings.of', { game: name(rules), seat: seatName(rules, seat) })
    : name(rules)
  const about = [
    t('ratings.games', { count: games }),
    t('ratings.deviation', { deviation: number(Math.round(deviation)) }),
  ]
  const summary = html`
    <h3>${title}</h3>
    <strong class="rating">${ratingText(rating)}</strong>
    <span class="detail">${about.join(' · ')}</span>`
  const load = async () => {
    const points = await readCurve(rules, seat, player)
    return points.length
      ? ratingChart(points, title)
      : html`<p class="empty">${t('ratings.none')}</p>`
  }
  return html`
    <${Fold}
      key=${`${rules.id} ${seat}`}
      title=${summary}
      load=${load}
      data-rating=${rules.id}
      data-seat=${seat}
    />`
}

/** @param {Rules} rules @param {number} seat @param {Person} player
 * @returns {Promise<[at: number, rating: number][]>} */
async function readCurve({ id }, seat, player) {
  const query = new URLSearchParams({ rules: id, seat: String(seat) })
  const who = encodeURIComponent(player.name)
  return (await get(`/api/people/${who}/ratings?${query}`)).items
}
