// /daily: the deals of a day, the same for all players. During the day nothing on this page reveals a deal; afterwards anybody
// can verify here that the deals were fixed before the day began.

import { dailyPath, puzzlesPath } from '../../app/routes.js'
import { hasAbility } from '../../core/bots.js'
import { day as dayText } from '../../core/format.js'
import { families, solitaire } from '../../core/games.js'
import { get } from '../../core/http.js'
import { load, t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { mount } from '../../kit/page.js'
import { monthOf } from '../../kit/weeks.js'
import { countdown } from '../../table/solitaire/countdown.js'
import { takeStale } from '../../table/solitaire/play-daily.js'
import { html, useLayoutEffect, useSignal } from '../../vendor/preact.js'
import { dailyCalendar, readMonth } from './calendar.js'
import { commitment, readProof } from './commitment.js'
import { readDeals } from './deals.js'
import { overview } from './overview.js'
import { sharedResult } from './shared.js'
import { dailyTiles } from './tiles.js'

/** @typedef {'past' | 'today' | 'coming'} When */

/** `?date=`: the day, by default today; `?game=`: the deal that is scrolled to; `?from=`: a game whose result was shared.
 * @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { query, go, ready, signal }) {
  root.dataset.screen = 'daily'
  const [day, games] = await Promise.all([
    readDay(query.get('date'), signal),
    dealtFamilies(),
    me(),
  ])
  const all = games.flatMap(({ variants }) => variants)
  const rules = all.filter(({ id }) => id in day.deals)
  const when = whenIs(day)
  const [first] = [day.date, day.today].sort()
  const [deals, month, proof, shared] = await Promise.all([
    when === 'coming' ? null : readDeals(day, rules, signal),
    readMonth(monthOf(first), signal),
    readProof(day, signal),
    sharedResult(query.get('from'), rules, signal),
  ])
  const isLate = takeStale()
  const title = t(`daily.title.${when}`, { day: dayText(day.date) })
  const wanted = query.get('game')
  const page = mount(
    root,
    html`
      <h1>${title}</h1>
      ${isLate && html`<p data-stale>${t('daily.stale')}</p>`}
      <div class="lead">
        <p>${t(`daily.about.${when}`, { day: dayText(day.date) })}</p>
        <p class="daily-now">
          ${when === 'today' && [streak('streak', day.streak), freezes(day), longerPlayed(day)]}
          ${
            when === 'past'
              ? todayLink(day)
              : html`<${NextDeals} day=${day} turnOver=${() => go(dailyPath())} signal=${signal} />`
          }
          ${when !== 'coming' && all.some((item) => hasAbility(item, 'puzzle')) && puzzleLink(day)}
        </p>
      </div>
      ${shared && html`<p class="daily-shared" data-shared>${shared}</p>`}
      ${deals && overview(day, deals)}
      <div class="daily">
        ${deals && dailyTiles(deals, wanted, go)}
        <div class="daily-side">
          ${dailyCalendar(day, month, signal)} ${commitment(day, proof, rules)}
        </div>
      </div>`,
  )
  ready(title)
  if (wanted) root.querySelector('[data-wanted]')?.scrollIntoView({ block: 'nearest' })
  return page
}

/** Returns the families after loading the texts of the solitaires, which the results need. */
async function dealtFamilies() {
  const games = await families()
  const alone = games.filter(({ variants }) => variants.some(solitaire))
  await load(...alone.map(({ family }) => `games/${family}`))
  return games
}

/** @param {string | null} date null: today @param {AbortSignal} signal @returns {Promise<Wire.Daily>} */
const readDay = (date, signal) =>
  get(date === null ? '/api/daily' : `/api/daily?date=${encodeURIComponent(date)}`, { signal })

/** @param {Wire.Daily} day @returns {When} */
function whenIs({ date, today }) {
  if (date === today) return 'today'
  return date < today ? 'past' : 'coming'
}

/** Shows the days in a row with a deal solved (`streak`) or played. @param {'streak' | 'played'} what
 * @param {Wire.StreakJson | null} run */
function streak(what, run) {
  if (!run?.current) return null
  const { current, best } = run
  const key = current === best ? 'daily.streak' : 'daily.streak.best'
  return html`
    <span class="daily-streak" ...${{ [`data-${what}`]: current }}>
      ${t(key, { what, count: current, best })}
    </span>`
}

/** Says whether a day of this month may be missed, while there are days in a row to lose. @param {Wire.Daily} day */
const freezes = ({ streak: solved, freezes: count }) =>
  solved?.current ? html`<span data-freezes=${count}>${t('daily.freezes', { count })}</span>` : null

/** Shows the days in a row with a deal played, if there are more than with a deal solved. @param {Wire.Daily} day */
const longerPlayed = ({ streak: solved, played }) =>
  played && played.current > (solved?.current ?? 0) && streak('played', played)

/** @param {Wire.Daily} day */
const puzzleLink = ({ date, today }) => html`
  <a href=${puzzlesPath(date === today ? null : date)} data-act="puzzle">${t('daily.puzzle')}</a>`

/** @param {Wire.Daily} day */
const todayLink = (day) => html`
  <a href=${dailyPath()} data-act="today">${t('daily.today', { day: dayText(day.today) })}</a>`

/** Countdown to the next deals, in the reader's time zone. At its end it becomes a link, and the page of today turns over
 * once the server agrees, since its time is estimated.
 * @param {{ day: Wire.Daily, turnOver: () => unknown, signal: AbortSignal }} props */
function NextDeals({ day, turnOver, signal }) {
  const next = useSignal(
    /** @type {import('../../table/solitaire/countdown.js').Next | null} */ (null),
  )
  useLayoutEffect(
    () =>
      countdown(day, (moment) => {
        next.value = moment
        if (moment.over) turnOnceOver().catch(() => {}) // the link is there
      }),
    [],
  )
  const turnOnceOver = async () => {
    const { today } = await readDay(null, signal)
    if (!signal.aborted && today > day.today) turnOver()
  }
  if (!next.value) return html`<span data-next></span>`
  const { at, hour, wait, over } = next.value
  const datetime = new Date(at).toISOString()
  const text = wait === null ? t('daily.next', { hour }) : t('daily.next.in', { hour, wait })
  return html`
    <span data-next>
      ${
        over
          ? html`<a href=${dailyPath(datetime.slice(0, 10))}>${t('daily.next.here')}</a>`
          : html`<time datetime=${datetime}>${text}</time>`
      }
    </span>`
}
