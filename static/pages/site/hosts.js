// Hosts' information on every page: a dismissible notice under the header, an issued recovery code, imprint and contact in
// the footer, and the mark of a demonstration. Requested after the first page is shown and then every five minutes.

import { byId } from '../../core/dom.js'
import { loadPart, prepare } from '../../core/files.js'
import { dayAndTime } from '../../core/format.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { me, onPlayerChange } from '../../core/player.js'
import { serverNow } from '../../core/server-time.js'
import { settings } from '../../core/settings.js'
import { button } from '../../kit/button.js'
import { icon } from '../../kit/icon.js'
import { html, render, signal, useEffect, useSignal } from '../../vendor/preact.js'
import { ResetNotice } from './reset-notice.js'
import { Strip } from './strip.js'

const DISMISSED = 'notice' // setting: the text of the dismissed notice
const REFRESH_MS = 300_000 // between requests
const MAX_TIMER_MS = 2 ** 31 - 1 // of the browser's timers

/** Shows notices, imprint and contact, and keeps them up to date. */
export async function showHosts() {
  const site = signal(/** @type {Wire.Site | null} */ (null))
  const reset = signal(/** @type {Wire.Reset | null} */ (null))
  const notices = document.createElement('div')
  notices.id = 'notices'
  byId('header').after(notices)
  render(html`<${HostNotice} site=${site} /><${ResetNotice} reset=${reset} />`, notices)
  const links = document.createElement('span')
  document.querySelector('#footer > nav')?.append(links)
  render(html`<${HostLinks} site=${site} />`, links)
  const readSite = async () => {
    site.value = await get('/api/site', { shared: true })
    if (site.value?.demonstration) await markDemonstration()
  }
  const readReset = async (/** @type {() => Promise<{ reset?: Wire.Reset }>} */ read) => {
    reset.value = (await read()).reset ?? null
  }
  onPlayerChange(() => readReset(me).catch(() => {}))
  setInterval(() => {
    if (document.hidden) return
    readSite().catch(() => {})
    readReset(() => get('/api/me', { shared: true })).catch(() => {})
  }, REFRESH_MS)
  await Promise.all([readSite(), readReset(me)])
}

/** Marks a demonstration; its text is in a catalogue that other sites never load. */
async function markDemonstration() {
  const [{ markPages }] = await Promise.all([
    loadPart(() => import('./demonstration.js'), { quiet: true }),
    prepare('pages/site/demonstration'),
  ])
  markPages()
}

/** @typedef {{ site: import('@preact/signals').Signal<Wire.Site | null> }} Props */

/** Notice of the hosts, or of a maintenance, until it is dismissed or over. @param {Props} props */
function HostNotice({ site }) {
  const hidden = useSignal(settings.get(DISMISSED))
  const { text, until = null } = noticeOf(site.value)
  useEffect(() => {
    const left = until === null ? Number.POSITIVE_INFINITY : Math.max(0, until - serverNow())
    if (left > MAX_TIMER_MS) return
    const timer = setTimeout(() => {
      hidden.value = text
    }, left)
    return () => clearTimeout(timer)
  }, [text, until])
  if (!text || hidden.value === text) return null
  const dismiss = () => {
    settings.set(DISMISSED, text)
    hidden.value = text
  }
  const look = { act: 'dismiss-notice', look: 'icon', label: t('shell.notice.dismiss') }
  return html`
    <${Strip} text=${text} aria-label=${t('shell.notice')}>
      ${button({ ...look, onpress: dismiss }, icon('close'))}
    <//>`
}

/** @param {Wire.Site | null} site @returns {{ text: string, until?: number | null }} */
function noticeOf(site) {
  if (site?.maintenance === undefined) return site?.notice ?? { text: '' }
  return { text: t('shell.maintenance', { time: dayAndTime(site.maintenance) }) }
}

/** Imprint and contact. @param {Props} props */
function HostLinks({ site }) {
  const { imprint, contact } = site.value ?? {}
  return html`
    ${imprint && html`<a href=${imprint} data-host="imprint">${t('shell.imprint')}</a>`}
    ${contact && contactOf(contact)}`
}

/** Shows an e-mail or web address as a link, other words as text. @param {string} contact */
function contactOf(contact) {
  const mail = /^[^\s@/]+@[^\s@/]+$/.test(contact)
  const page = /^https?:\/\/\S+$/.test(contact)
  const text = t('shell.contact', { contact })
  if (!mail && !page) return html`<span data-host="contact">${text}</span>`
  return html`<a href=${mail ? `mailto:${contact}` : contact} data-host="contact">${text}</a>`
}
