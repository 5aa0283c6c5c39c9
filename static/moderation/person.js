// Moderators' page of a player: state, acts, reports, early ends, browsers, former names and earlier acts. The server records
// who has looked.

import { gamePath, moderationPath, personPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { ago, dayAndTime, localDay } from '../core/format.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { browserName } from '../people/browser-name.js'
import { personActs } from './acts.js'
import { auditRow } from './audit.js'
import { reportRow } from './reports.js'

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {Pick<Visit, 'go' | 'ready' | 'signal'>} visit
 */
export async function showPerson(root, name, { go, ready, signal }) {
  const title = t('moderation.person.of', { name })
  /** @returns {Promise<Wire.PersonFile>} */
  const read = () =>
    get(`/api/moderation/people/${encodeURIComponent(name)}`, { signal })
  const head = [
    el('h1', {}, title),
    el(
      'p',
      { class: 'row' },
      el('a', { href: moderationPath() }, t('moderation.title')),
      el('a', { href: personPath(name) }, t('moderation.profile')),
    ),
  ]
  const facts = el('dl', { class: 'person-facts' })
  const lists = el('div', { class: 'lists' })
  const fill = (/** @type {Wire.PersonFile} */ file) => {
    facts.replaceChildren(...factsOf(file))
    lists.replaceChildren(...listsOf(file))
  }
  try {
    fill(await read())
  } catch (error) {
    const text = error instanceof Refusal && refusalText(error)
    if (!text) throw error
    root.replaceChildren(...head, el('p', { class: 'notice' }, text))
    return ready(title)
  }
  const acts = personActs(name, {
    changed: async () => fill(await read()),
    renamed: (now) => go(moderationPath(now), { replace: true }),
  })
  root.replaceChildren(
    ...head,
    el('p', { class: 'lead' }, t('moderation.look')),
    facts,
    el('div', { class: 'lists' }, section('acts', acts), lists),
  )
  ready(title)
}

/** Returns why there is no file to show; null: the router says it. @param {Refusal} refusal */
function refusalText({ code, detail }) {
  if (code === 'moderator') return t('moderation.refused.moderator')
  const unknown = code === 'not_found' && detail.name !== undefined
  return unknown ? t('moderation.refused.not_found') : null
}

/** Lists what is known and set; unusual facts are emphasised. @param {Wire.PersonFile} file */
function factsOf(file) {
  const { account, closed, hidden, muted_until, pairing_paused_until } = file
  const muted = muted_until !== null && muted_until > Date.now()
  return [
    fact('created', [localDay(file.created), ' · ', ago(file.created)]),
    fact(
      'account',
      account === null
        ? t('moderation.fact.guest')
        : [localDay(account), ' · ', ago(account)],
    ),
    fact('id', el('code', {}, file.id)),
    closed === null ? null : fact('closed', flag(dayAndTime(closed))),
    fact(
      'leaderboards',
      hidden === null
        ? t(`moderation.fact.${file.listed ? 'listed' : 'unlisted'}`)
        : flag(t('moderation.fact.hidden', { time: dayAndTime(hidden) })),
    ),
    fact(
      'chat',
      muted
        ? flag(t('moderation.fact.muted', { time: dayAndTime(muted_until) }))
        : t('moderation.fact.writes'),
    ),
    fact(
      'pairing',
      pairing_paused_until === null
        ? t('moderation.fact.paired')
        : flag(
            t('moderation.fact.paused', {
              time: dayAndTime(pairing_paused_until),
            }),
          ),
    ),
  ].filter((one) => one !== null)
}

/** @param {string} kind @param {Child} value */
const fact = (kind, value) =>
  el(
    'div',
    { 'data-fact': kind },
    el('dt', {}, t(`moderation.fact.${kind}`)),
    el('dd', {}, value),
  )

/** @param {string} text */
const flag = (text) => el('strong', {}, text)

/** @param {Wire.PersonFile} file */
const listsOf = ({ reports, early_ends, sessions, former_names, acts }) => [
  list(
    'reports',
    reports.map((report) => reportRow(report)),
  ),
  list('early', early_ends.map(earlyRow)),
  list('sessions', sessions.map(sessionRow)),
  list('names', former_names.map(nameRow)),
  list('audit', acts.map(auditRow)),
]

/** @param {string} kind @param {HTMLElement[]} rows */
const list = (kind, rows) =>
  section(
    kind,
    rows.length
      ? el('ul', { class: 'entries' }, rows)
      : el('p', { class: 'empty' }, t(`moderation.${kind}.empty`)),
  )

/** @param {string} kind @param {Child} content */
const section = (kind, content) =>
  el(
    'section',
    { class: 'list', 'data-list': kind, 'aria-labelledby': `mod-${kind}` },
    el('h2', { id: `mod-${kind}` }, t(`moderation.${kind}`)),
    content,
  )

/** @param {Child} what @param {Child} detail */
const row = (what, detail) =>
  el(
    'li',
    {},
    el(
      'span',
      { class: 'what' },
      el('span', {}, what),
      el('span', { class: 'detail' }, detail),
    ),
  )

/** @param {Wire.EarlyEnd} end */
const earlyRow = ({ game, at, kind }) =>
  row(t(`moderation.early.${kind}`), [
    el('a', { href: gamePath(game) }, game),
    ' · ',
    ago(at),
  ])

/** @param {Wire.SeenSession} session */
const sessionRow = ({ agent, created, seen }) =>
  row(
    [
      el('strong', {}, browserName(agent)),
      ' · ',
      t('moderation.sessions.created', { date: localDay(created) }),
      ' · ',
      t('me.session.seen'),
      ' ',
      ago(seen),
    ],
    el('bdi', {}, agent),
  )

/** @param {Wire.FormerName} former */
const nameRow = ({ name, until, withdrawn }) =>
  row(el('strong', {}, el('bdi', {}, name)), [
    t('moderation.names.until', { time: dayAndTime(until) }),
    withdrawn && [' · ', t('moderation.names.withdrawn')],
  ])
