// Overview of a day: a square for each deal, a line that shares all of them, and the number of deals left.

import { dailyPath } from '../../app/routes.js'
import { name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'
import { dayToShare, isEnded, squareOf } from './deals.js'
import { Sharing } from './sharing.js'

/** @typedef {import('./deals.js').Deal} Deal */
/** @typedef {import('./deals.js').Square} Square */

/** Shows the squares of a day that has begun; nothing if the day is over and nothing was played.
 * @param {Wire.Daily} day @param {Deal[]} deals */
export function overview(day, deals) {
  const squares = deals.map(squareOf)
  const isToday = day.date === day.today
  const hasEnded = squares.some(isEnded)
  if (!isToday && !hasEnded) return null
  const look = squares.every(isEnded) && isToday ? 'primary' : undefined
  return html`
    <section class="daily-day" aria-label=${t('daily.day')}>
      <ol class="daily-squares">
        ${deals.map(({ rules }, index) => squareItem(rules, squares[index]))}
      </ol>
      ${isToday && html`<p class="daily-left" data-left>${leftText(squares)}</p>`}
      ${
        hasEnded &&
        html`
          <${Sharing}
            act="share-day"
            look=${look}
            path=${dailyPath(day.date)}
            title=${t('daily.day')}
            write=${() => dayToShare(day.date, deals)}
          >${t('daily.share.day')}<//>`
      }
    </section>`
}

/** @param {Rules} rules @param {Square} square */
function squareItem(rules, square) {
  const text = t('daily.square', { game: name(rules), state: t(`daily.square.${square}`) })
  return html`
    <li>
      <a
        class="daily-square"
        href=${`#daily-${rules.id}`}
        data-square=${square}
        aria-label=${text}
        title=${text}
      ></a>
    </li>`
}

/** Returns how many of today's deals are left. @param {Square[]} squares */
function leftText(squares) {
  const count = (/** @type {Square} */ wanted) =>
    squares.filter((square) => square === wanted).length
  const [open, live] = [count('open'), count('live')]
  const texts = [
    ...(open ? [t('daily.left', { count: open })] : []),
    ...(live ? [t('daily.tile.live', { count: live })] : []),
  ]
  return texts.length ? texts.join(' · ') : t('daily.left.none')
}
