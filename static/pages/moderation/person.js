// Moderators' page of a player: state, acts, reports, early ends, browsers, former names and earlier acts. The server records
// who has looked.

import { gamePath, moderationPath, personPath } from '../../app/routes.js'
import { browserName } from '../../core/browser-name.js'
import { dayAndTime, localDay } from '../../core/format.js'
import { get, post, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { serverNow } from '../../core/server-time.js'
import { Field } from '../../kit/form.js'
import { mount } from '../../kit/page.js'
import { Ago } from '../../kit/time.js'
import { html, useSignal } from '../../vendor/preact.js'
import { actButton, tellDone } from './acts.js'
import { auditRow } from './audit.js'
import { entries, section } from './lists.js'
import { ReportRow } from './reports.js'

const DAY_MS = 86_400_000
const MUTES = [1, 7, 30] // days

/** @typedef {import('./acts.js').Act} Act */

/** @param {HTMLElement} root @param {string} name @param {Pick<Visit, 'go' | 'ready' | 'signal'>} visit */
export async function showPerson(root, name, { go, ready, signal }) {
  const title = t('moderation.person.of', { name })
  /** @type {Wire.PersonFile | string} */
  const file = await readFile(name, signal).catch((error) => {
    const text = error instanceof Refusal && refusalText(error)
    if (!text) throw error
    return text
  })
  const page = mount(
    root,
    html`
      <h1>${title}</h1>
      <p class="row">
        <a href=${moderationPath()}>${t('moderation.title')}</a>
        <a href=${personPath(name)}>${t('moderation.profile')}</a>
      </p>
      ${
        typeof file === 'string'
          ? html`<p class="notice">${file}</p>`
          : html`<${PersonFile} name=${name} first=${file} go=${go} signal=${signal} />`
      }`,
  )
  ready(title)
  return page
}

/** @param {string} name @param {AbortSignal} signal @returns {Promise<Wire.PersonFile>} */
const readFile = (name, signal) =>
  get(`/api/moderation/people/${encodeURIComponent(name)}`, { signal })

/** Returns why there is no file to show; null: the router says it. @param {Refusal} refusal */
function refusalText({ code, detail }) {
  if (code === 'moderator') return t('moderation.refused.moderator')
  const unknown = code === 'not_found' && detail.name !== undefined
  return unknown ? t('moderation.refused.not_found') : null
}

/** @param {{ name: string, first: Wire.PersonFile, go: Go, signal: AbortSignal }} props */
function PersonFile({ name, first, go, signal }) {
  const file = useSignal(first)
  const note = useSignal('')
  const refresh = async () => {
    file.value = await readFile(name, signal)
  }
  /** @param {Act} act @param {Record<string, string>} values */
  const done = (act, { name: renamed }) => {
    note.value = tellDone(act)
    return renamed ? go(moderationPath(renamed), { replace: true }) : refresh()
  }
  const { reports, early_ends, sessions, former_names, acts } = file.value
  return html`
    <p class="lead">${t('moderation.look')}</p>
    <dl class="person-facts">${factsOf(file.value)}</dl>
    <div class="lists">
      ${section(
        'acts',
        html`
          <p class="detail" data-note>${note.value}</p>
          <div class="act-parts">
            ${Object.entries(actsOn(name, file.value)).map(
              ([kind, those]) => html`
                <section key=${kind}>
                  <h3>${t(`moderation.${kind}.title`)}</h3>
                  <div class="row">
                    ${those.map((act) => actButton(act, (values) => done(act, values)))}
                  </div>
                </section>`,
            )}
          </div>`,
      )}
      ${section(
        'reports',
        entries(
          'reports',
          reports.map(
            (report) =>
              html`<${ReportRow} key=${report.id} report=${report} changed=${refresh} alone />`,
          ),
        ),
      )}
      ${section('early', entries('early', early_ends.map(earlyRow)))}
      ${section('sessions', entries('sessions', sessions.map(sessionRow)))}
      ${section('names', entries('names', former_names.map(nameRow)))}
      ${section('audit', entries('audit', acts.map(auditRow)))}
    </div>`
}

/** Returns the acts that the state of the person allows, by kind.
 * @param {string} name @param {Wire.PersonFile} file @returns {Record<string, Act[]>} */
function actsOn(name, { hidden, closed, muted_until }) {
  const path = `/api/moderation/people/${encodeURIComponent(name)}`
  const until = (/** @type {number} */ days) => serverNow() + days * DAY_MS
  const mutes = MUTES.map((days) => ({
    act: `mute-${days}`,
    label: t('moderation.mute', { count: days }),
    send: (/** @type {Record<string, string>} */ { reason }) =>
      post(`${path}/mute`, { until: until(days), reason }),
  }))
  /** @type {Act} */
  const unmute = {
    act: 'mute-0',
    label: t('moderation.unmute'),
    send: ({ reason }) => post(`${path}/mute`, { until: null, reason }),
  }
  const muted = muted_until !== null && muted_until > serverNow()
  return {
    boards: [
      hidden === null
        ? {
            act: 'hide-person',
            label: t('moderation.hide'),
            question: t('moderation.hide.sure', { name }),
            send: ({ reason }) => post(`${path}/hide`, { reason }),
          }
        : {
            act: 'show-person',
            label: t('moderation.show'),
            send: ({ reason }) => post(`${path}/show`, { reason }),
          },
    ],
    mute: muted ? [...mutes, unmute] : mutes,
    rename: [
      {
        act: 'rename',
        label: t('moderation.rename'),
        send: ({ name: renamed, reason }) => post(`${path}/rename`, { name: renamed, reason }),
        fields: html`<${Field} name="name" label=${t('account.name')} maxlength=${40} autofocus />`,
      },
    ],
    account: [
      closed === null
        ? {
            act: 'close-account',
            label: t('moderation.close'),
            question: t('moderation.close.sure', { name }),
            send: ({ reason }) => post(`${path}/close`, { reason }),
          }
        : {
            act: 'open-account',
            label: t('moderation.reopen'),
            send: ({ reason }) => post(`${path}/open`, { reason }),
          },
    ],
  }
}

/** Lists what is known and set; unusual facts are emphasised. @param {Wire.PersonFile} file */
function factsOf(file) {
  const { account, closed, hidden, muted_until, pairing_paused_until: paused } = file
  const muted = muted_until !== null && muted_until > serverNow()
  return [
    fact('created', since(file.created)),
    fact('account', account === null ? t('moderation.fact.guest') : since(account)),
    fact('id', html`<code>${file.id}</code>`),
    closed !== null && fact('closed', flag(dayAndTime(closed))),
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
      paused === null
        ? t('moderation.fact.paired')
        : flag(t('moderation.fact.paused', { time: dayAndTime(paused) })),
    ),
  ]
}

/** @param {string} kind @param {Content} value */
const fact = (kind, value) => html`
  <div key=${kind} data-fact=${kind}>
    <dt>${t(`moderation.fact.${kind}`)}</dt>
    <dd>${value}</dd>
  </div>`

/** @param {number} at */
const since = (at) => html`${localDay(at)} · <${Ago} at=${at} />`

/** @param {string} text */
const flag = (text) => html`<strong>${text}</strong>`

/** @param {Content} what @param {Content} detail */
const row = (what, detail) => html`
  <li><span class="what"><span>${what}</span><span class="detail">${detail}</span></span></li>`

/** @param {Wire.EarlyEnd} end */
const earlyRow = ({ game, at, kind }) =>
  row(
    t(`moderation.early.${kind}`),
    html`<a href=${gamePath(game)}>${game}</a> · <${Ago} at=${at} />`,
  )

/** @param {Wire.SeenSession} session */
const sessionRow = ({ agent, created, seen }) =>
  row(
    html`
      <strong>${browserName(agent)}</strong>
      ${` · ${t('moderation.sessions.created', { date: localDay(created) })} · `}
      ${t('me.session.seen')} <${Ago} at=${seen} />`,
    html`<bdi>${agent}</bdi>`,
  )

/** @param {Wire.FormerName} former */
const nameRow = ({ name, until, withdrawn }) =>
  row(
    html`<strong><bdi>${name}</bdi></strong>`,
    [
      t('moderation.names.until', { time: dayAndTime(until) }),
      withdrawn && t('moderation.names.withdrawn'),
    ]
      .filter((part) => part)
      .join(' · '),
  )
