// Banner in the header of every page: a line with a link for each thing that waits for the player elsewhere. A line keeps its
// elements while it says the same, so that no press and no focus is lost while a clock runs.

import { go } from '../app/router.js'
import { gamePath } from '../app/routes.js'
import { press } from '../core/busy-button.js'
import { byId, children, el, focused, set } from '../core/dom.js'
import { formatDuration, secondsText } from '../core/format.js'
import { find, name } from '../core/games.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { controlText, personName } from '../core/people.js'
import { serverNow } from '../core/server-time.js'
import { acceptChallenge, declineChallenge } from './answer-challenge.js'
import { endSentence } from './texts.js'

/** @typedef {import('./model.js').Line} Line */
/** @typedef {{ element: HTMLElement, says: string, tick: (line: Line) => void }} Row */

const TICK_MS = 200
const LOW_TIME_MS = 20_000 // below it a clock is low
const MAX_LINES = 3

/** @param {Person} player @param {(line: Line) => void} dismiss */
export function banner(player, dismiss) {
  const element = el('section', {
    class: 'news',
    'aria-label': t('news.label'),
  })
  /** @type {Map<string, Row>} */
  let rows = new Map()
  /** @type {Line[]} */
  let shown = []
  const tick = () => {
    for (const line of shown) rows.get(line.id)?.tick(line)
  }
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  return {
    /** @param {Line[]} lines */
    show(lines) {
      shown = lines.slice(0, MAX_LINES)
      const focus = focused()
      const held = focus !== null && element.contains(focus)
      rows = new Map(
        shown.map((line) => {
          const known = rows.get(line.id)
          const kept = known?.says === meaning(line)
          return [line.id, kept ? known : row(line, player, dismiss)]
        }),
      )
      children(
        element,
        [...rows.values()].map((one) => one.element),
      )
      tick()
      if (held && !focus.isConnected) focusNear(element)
      const tools = document.getElementById('tools')
      if (!shown.length) element.remove()
      else if (!element.isConnected) tools?.before(element)
      clearInterval(timer)
      if (shown.some(({ kind }) => kind === 'clock'))
        timer = setInterval(tick, TICK_MS)
    },
    leave() {
      clearInterval(timer)
      element.remove()
    },
  }
}

/** @param {HTMLElement} element */
function focusNear(element) {
  const near = element.querySelector('a, button') ?? byId('screen')
  if (near instanceof HTMLElement) near.focus({ preventScroll: true })
}

/** Returns the key of a line without its times; while it is the same, the elements stay. @param {Line} line */
const meaning = ({ kind, yours, left, claim }) =>
  [kind, yours, left === null, claim !== null].join(' ')

/** @param {Line} line @param {Person} player @param {(line: Line) => void} dismiss @returns {Row} */
function row(line, player, dismiss) {
  const { kind, game } = line
  const opponent = line.opponent ? personName(line.opponent) : ''
  const params = { name: opponent, player: player.name }
  const parts =
    kind === 'clock'
      ? clockParts(line, params)
      : { content: [sentence(line, params)], tick: () => {} }
  const element = el(
    'p',
    { class: 'news-line', 'data-news': kind, 'data-game': game },
    el('span', { class: 'news-text' }, parts.content),
    el('span', { class: 'news-acts' }, actions(line, dismiss)),
  )
  return { element, says: meaning(line), tick: parts.tick }
}

/** @param {Line} line @param {{ name: string, player: string }} params */
function clockParts(line, params) {
  const whose = line.yours ? 'own' : 'theirs'
  const begun = line.left === null ? 'begun.' : ''
  const time = el('span', {
    role: 'timer',
    class: 'news-clock',
    'data-time': whose,
    'aria-label': t('news.clock.label'),
  })
  const claim = el('span', { role: 'timer', class: 'news-claim' })
  /** @param {Line} now */
  const tick = ({ left, at, claim: due }) => {
    const passed = Math.max(0, serverNow() - (at ?? 0))
    const ms = Math.max(0, (left ?? 0) - passed)
    set(time, { 'data-low': ms < LOW_TIME_MS })
    write(time, secondsText(ms))
    const wait = (due ?? 0) - serverNow()
    const clock = formatDuration(wait)
    const key = wait > 0 ? 'news.claim' : 'news.claim.now'
    write(claim, t(key, { ...params, time: clock }))
  }
  return {
    content: [
      t(`news.clock.${begun}${whose}`, params),
      line.left === null ? null : [' ', time],
      line.claim ? [' ', claim] : null,
    ],
    tick,
  }
}

/** @param {HTMLElement} node @param {string} text */
const write = (node, text) => {
  if (node.textContent !== text) node.textContent = text
}

/** @param {Line} line @param {{ name: string }} params @returns {Child} */
function sentence({ kind, rules, item, state }, params) {
  if (kind === 'ended' && state) return endSentence(state)
  if (kind === 'begun') return t('news.begun', params)
  const text = el('span', {}, t(`news.${kind}`, params))
  find(rules).then(
    (found) => {
      const game = name(found)
      text.textContent = t(`news.${kind}.game`, { ...params, game })
    },
    () => {},
  )
  const terms = [
    item?.control && controlText(item.control),
    item?.rated && t('control.rated'),
  ]
  return [text, ...terms.filter(Boolean).map((term) => ` · ${term}`)]
}

/** @param {Line} line @param {(line: Line) => void} dismiss @returns {Child[]} */
function actions(line, dismiss) {
  const { kind, game, item } = line
  if (kind === 'challenge' && item)
    return [
      button('accept', t('challenge.accept'), () => acceptChallenge(item, go)),
      button('decline', t('challenge.decline'), () => declineChallenge(game)),
    ]
  const close = t('news.dismiss')
  return [
    el(
      'a',
      {
        class: 'button',
        'data-act': kind === 'ended' ? 'replay' : 'back-to-game',
        href: gamePath(game),
      },
      t(`news.${kind === 'ended' ? 'replay' : 'back'}`),
    ),
    kind === 'clock'
      ? null
      : el(
          'button',
          {
            type: 'button',
            class: 'icon',
            'data-act': 'dismiss-news',
            'aria-label': close,
            title: close,
            onclick: () => dismiss(line),
          },
          icon('close'),
        ),
  ]
}

/** @param {string} act @param {string} label @param {() => unknown} answer */
const button = (act, label, answer) =>
  el(
    'button',
    {
      type: 'button',
      class: act === 'accept' ? 'primary' : null,
      'data-act': act,
      onclick: (event) => press(event, answer),
    },
    label,
  )
