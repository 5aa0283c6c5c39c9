// The deals of a day as tiles: to play, to go on with, or done, with one's result, its place on the day's board, and how
// everybody's points are spread.

import { get, post } from '../core/http.js'
import { me } from '../core/player.js'
import { el } from '../core/dom.js'
import { knows, t } from '../core/i18n.js'
import { press } from '../core/busy-button.js'
import { name } from '../core/games.js'
import { say } from '../core/announcer.js'
import { aids, line, page, shareLine } from './share-line.js'
import { formatDuration, resultText } from '../table/texts.js'
import { spread } from '../charts/histogram.js'

/** The tiles of a day that has begun, once all that they tell is known. */
export async function deals(day, rules, go) {
  const tiles = await Promise.all(rules.map((item) => tile(day, item, go)))
  return el(
    'section',
    { class: 'daily-tiles', 'aria-label': t('daily.deals') },
    tiles,
  )
}

async function tile(day, rules, go) {
  const attempt = day.mine[rules.id] ?? null
  const over = day.date < day.today
  const status =
    attempt?.status === 'ended'
      ? 'done'
      : attempt
        ? 'live'
        : over
          ? 'missed'
          : 'new'
  const known = over || status === 'done'
  const query = `date=${day.date}`
  const [state, board, statistics] = await Promise.all([
    status === 'done'
      ? get(`/api/games/${encodeURIComponent(attempt.game)}`)
      : null,
    known ? get(`/api/leaderboards/${rules.id}?${query}`) : null,
    known ? get(`/api/statistics/${rules.id}?${query}`) : null,
  ])
  const own = board?.own?.game === attempt?.game ? (board?.own ?? null) : null
  return el(
    'article',
    {
      class: 'daily-tile',
      'data-rules': rules.id,
      'data-state': status,
      'aria-labelledby': `daily-${rules.id}`,
    },
    art(rules),
    el('h2', { id: `daily-${rules.id}` }, name(rules)),
    el('p', { class: 'daily-state' }, ...said(status, rules, state, own)),
    el(
      'div',
      { class: 'row' },
      ...ways({ day, rules, attempt, status, state, go }),
    ),
    statistics?.spread.length
      ? spread(statistics, { own: own ? own.score[0] : null })
      : null,
    over && !statistics.spread.length
      ? el('p', { class: 'empty' }, t('daily.nobody'))
      : null,
  )
}

// The family's own picture, else its initial.
function art(rules) {
  if (knows(`${rules.family}.art`))
    return el('img', {
      src: `/static/games/${rules.family}/${t(`${rules.family}.art`)}`,
      alt: '',
    })
  return el('span', { class: 'initial', 'aria-hidden': 'true' }, name(rules)[0])
}

/** How it stands with this deal. */
function said(status, rules, state, own) {
  const words = [el('strong', {}, t(`daily.state.${status}`))]
  if (!state) return words
  const { score, tally } = state
  const facts = {
    score: score.join(' · '),
    moves: t('daily.moves', { count: tally.made }),
    time: formatDuration(tally.ms),
  }
  const told = `${resultText(rules, state)}. ${t('daily.result', { ...facts, aids: aids(tally) })}`
  const rank = own ? t('daily.rank', { rank: own.rank }) : t('daily.rank.none')
  return [
    ...words,
    el('span', { 'data-result': true }, told),
    el('span', { 'data-rank': own?.rank ?? 'none' }, rank),
  ]
}

/** What can be done with it; each control says by itself which game it is of. */
function ways({ day, rules, attempt, status, state, go }) {
  const game = name(rules)
  const of = (key) => ({ 'aria-label': t(`daily.${key}.of`, { game }) })
  const link = (key, href, look = '') =>
    el(
      'a',
      { class: `button ${look}`.trim(), href, 'data-act': key, ...of(key) },
      t(`daily.${key}`),
    )
  const button = (key, attributes, onclick) =>
    el(
      'button',
      { type: 'button', ...attributes, ...of(key), onclick },
      t(`daily.${key}`),
    )
  const board = link('board', `/leaderboards/${rules.id}?date=${day.date}`)
  const deal = day.date === day.today ? 'daily' : day.deals[rules.id]
  const again = link(
    'rehearse',
    `/new/${rules.id}?deal=${deal}`,
    status === 'done' ? 'quiet' : '',
  )
  if (status === 'live')
    return [link('continue', `/g/${attempt.game}`, 'primary'), board]
  if (status === 'done') {
    const told = el('p', { class: 'daily-line', hidden: true })
    const share = button(
      'share',
      { class: 'primary', 'data-act': 'share' },
      (event) =>
        press(event, () =>
          tell(
            { date: day.date, rules, state, counted: attempt.counted },
            told,
          ),
        ),
    )
    return [
      share,
      board,
      link('replay', `/g/${attempt.game}`, 'quiet'),
      again,
      told,
    ]
  }
  if (status === 'missed') return [again, board]
  const play = {
    class: 'primary',
    'data-act': 'play-now',
    'data-rules': rules.id,
  }
  return [button('play', play, start(rules, go)), board]
}

const start = (rules, go) => (event) =>
  press(event, async () => {
    await me()
    await go((await post('/api/games', { rules: rules.id, deal: 'daily' })).url)
  })

// What was shared is shown too: where there is no clipboard, it can be marked and copied by hand.
async function tell({ date, rules, state, counted }, place) {
  const sentence = await shareLine(date, rules, state, counted)
  place.textContent = `${line(date, rules, state, counted)} · ${new URL(page(date), location.href).href}`
  place.hidden = false
  say(sentence)
}
