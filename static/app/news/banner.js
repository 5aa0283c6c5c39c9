// Banner in the header of every page: a line with a link for each thing that waits for the player elsewhere. A line keeps its
// elements while it says the same, so that no press and no focus is lost while a clock runs.

import { byId } from '../../core/dom.js'
import { formatDuration, secondsText } from '../../core/format.js'
import { find, name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { controlText, personName } from '../../core/people.js'
import { button, linkButton } from '../../kit/button.js'
import { elementOf } from '../../kit/element.js'
import { icon } from '../../kit/icon.js'
import { useServerTime } from '../../kit/time.js'
import { switchNotifications } from '../../live/notify.js'
import { html, render, useEffect, useLayoutEffect, useSignal } from '../../vendor/preact.js'
import { go } from '../router.js'
import { gamePath } from '../routes.js'
import { acceptChallenge, declineChallenge } from './answer-challenge.js'
import { endSentence } from './texts.js'

/** @typedef {import('../../live/news.js').Line} Line */
/** @typedef {{ player: Person, dismiss: (line: Line) => void }} Context */

const TICK_MS = 200
const LOW_TIME_MS = 20_000 // below it a clock is low
const MAX_LINES = 3
const MAX_WAITING = 4 // named in one line

/** Shows the banner while there are lines; returns the function that ends it.
 * @param {import('../../vendor/preact.js').Signal<Line[]>} lines @param {Context} context */
export function showBanner(lines, context) {
  const place = elementOf(html`<section class="news" aria-label=${t('news.label')}></section>`)
  render(html`<${Banner} lines=${lines} place=${place} context=${context} />`, place)
  return () => {
    render(null, place)
    place.remove()
  }
}

/** @param {{ lines: import('../../vendor/preact.js').Signal<Line[]>, place: HTMLElement, context: Context }} props */
function Banner({ lines, place, context }) {
  const shown = lines.value.slice(0, MAX_LINES)
  const held = place.contains(document.activeElement)
  useLayoutEffect(() => {
    if (held && !place.contains(document.activeElement)) focusNear(place)
    if (!shown.length) place.remove()
    else if (!place.isConnected) document.getElementById('tools')?.before(place)
  })
  return shown.map(
    (line) => html`<${NewsLine} key=${meaning(line)} line=${line} context=${context} />`,
  )
}

/** @param {HTMLElement} place */
function focusNear(place) {
  const near = place.querySelector('a, button') ?? byId('screen')
  if (near instanceof HTMLElement) near.focus({ preventScroll: true })
}

/** Returns what a line says without its times. @param {Line} line */
const meaning = ({ id, kind, yours, runs, claim, waiting = [] }) =>
  [id, kind, yours, runs, claim !== null, ...waiting.map(({ key }) => key)].join(' ')

/** @param {{ line: Line, context: Context }} props */
function NewsLine({ line, context: { player, dismiss } }) {
  const { kind, game } = line
  const params = { name: line.opponent ? personName(line.opponent) : '', player: player.name }
  return html`
    <p class="news-line" data-news=${kind} data-game=${game}>
      <span class="news-text">
        ${
          line.waiting
            ? sinceText(line.waiting)
            : html`<${kind === 'clock' ? ClockText : Sentence} line=${line} params=${params} />`
        }
      </span>
      <span class="news-acts">${actions(line, dismiss)}</span>
    </p>`
}

/** @param {{ line: Line, params: { name: string, player: string } }} props */
function ClockText({ line: { left = 0, at = 0, runs, yours, claim }, params }) {
  const now = useServerTime(TICK_MS)
  const ms = Math.max(0, left - (runs ? Math.max(0, now - at) : 0))
  const wait = (claim ?? 0) - now
  const whose = yours ? 'own' : 'theirs'
  return html`
    ${t(`news.clock.${runs ? '' : 'begun.'}${whose}`, params)}${' '}
    <span
      role="timer"
      class="news-clock"
      data-time=${whose}
      data-low=${ms < LOW_TIME_MS ? '' : undefined}
      aria-label=${t('news.clock.label')}
    >${secondsText(ms)}</span>
    ${
      claim &&
      html`
        ${' '}
        <span role="timer" class="news-claim">
          ${t(wait > 0 ? 'news.claim' : 'news.claim.now', { ...params, time: formatDuration(wait) })}
        </span>`
    }`
}

/** Shows "Since you left: Athos moved; Milady wants a rematch.", each a link to the game.
 * @param {import('../../live/since.js').Waiting[]} waiting */
const sinceText = (waiting) => html`
  ${t('news.since')}${' '}
  ${waiting.slice(0, MAX_WAITING).map(({ key, what, game, opponent }, place) => [
    place > 0 && '; ',
    html`<a key=${key} href=${gamePath(game)}>${t(`news.since.${what}`, {
      name: opponent ? personName(opponent) : '',
    })}</a>`,
  ])}
  ${
    waiting.length > MAX_WAITING &&
    `; ${t('news.since.more', { count: waiting.length - MAX_WAITING })}`
  }.`

/** Names the game as soon as its texts are loaded. @param {{ line: Line, params: { name: string } }} props */
function Sentence({ line: { kind, rules, item, state }, params }) {
  const game = useSignal('')
  useEffect(() => {
    if (rules === undefined) return
    find(rules).then(
      (found) => {
        game.value = name(found)
      },
      () => {},
    )
  }, [rules])
  if (kind === 'ended' && state) return endSentence(state)
  if (kind === 'notify') return t('news.notify')
  if (kind === 'begun') return t('news.begun', params)
  const text = game.value
    ? t(`news.${kind}.game`, { ...params, game: game.value })
    : t(`news.${kind}`, params)
  const terms = [item?.control && controlText(item.control), item?.rated && t('control.rated')]
  return [text, ...terms.filter(Boolean)].join(' · ')
}

/** @param {Line} line @param {(line: Line) => void} dismiss */
function actions(line, dismiss) {
  const { kind, game, item } = line
  if (kind === 'challenge' && item && game)
    return [
      button(
        { act: 'accept', look: 'primary', onpress: () => acceptChallenge(item, go) },
        t('challenge.accept'),
      ),
      button({ act: 'decline', onpress: () => declineChallenge(game) }, t('challenge.decline')),
    ]
  if (kind === 'notify') {
    const accept = async () => {
      await switchNotifications(true)
      dismiss(line)
    }
    return [
      button({ act: 'notify-accept', onpress: accept }, t('news.notify.accept')),
      button({ act: 'notify-decline', onpress: () => dismiss(line) }, t('news.notify.decline')),
    ]
  }
  const ended = kind === 'ended'
  return [
    game !== undefined &&
      linkButton(
        { act: ended ? 'replay' : 'back-to-game', href: gamePath(game) },
        t(ended ? 'news.replay' : 'news.back'),
      ),
    kind !== 'clock' &&
      button(
        {
          act: 'dismiss-news',
          look: 'icon',
          title: t('news.dismiss'),
          onpress: () => dismiss(line),
        },
        icon('close'),
      ),
  ]
}
