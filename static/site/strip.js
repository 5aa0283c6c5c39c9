// Hosts' information on every page: a dismissible notice under the header, an issued recovery code, imprint and contact in
// the footer, and the mark of a demonstration. Requested after the first page is shown and then every five minutes.

import { say } from '../core/announcer.js'
import { byId, el } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { dayAndTime } from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { settings } from '../core/settings.js'
import { refreshReset, watchReset } from './reset-notice.js'

const DISMISSED = 'notice' // setting: the text of the dismissed notice
const REFRESH_MS = 300_000 // between requests

/** Shows notice, imprint and contact, and keeps them up to date. */
export async function showSite() {
  await Promise.all([refresh(), watchReset()])
  setInterval(() => {
    if (!document.hidden)
      Promise.all([refresh(), refreshReset()]).catch(() => {})
  }, REFRESH_MS)
}

async function refresh() {
  /** @type {Wire.Site} */
  const site = await get('/api/site')
  showNotice(maintenanceNotice(site) ?? site.notice)
  showHosts(site)
  if (!site.demonstration) return
  const [{ markDemonstration }] = await Promise.all([
    loadPart(() => import('./demonstration.js'), { quiet: true }),
    prepare('site/demonstration'),
  ])
  await markDemonstration()
}

/** @param {Wire.Site} site @returns {Wire.Site['notice']} */
function maintenanceNotice({ maintenance }) {
  if (maintenance === undefined) return null
  const time = dayAndTime(maintenance)
  return { text: t('shell.maintenance', { time }), until: null }
}

/** @param {Wire.Site['notice']} notice */
function showNotice(notice) {
  const old = document.querySelector('.site-notice:not([data-reset])')
  const text = notice?.text ?? ''
  if (old?.querySelector('p')?.textContent === text) return
  old?.remove()
  if (!notice || settings.get(DISMISSED) === text) return
  const strip = el(
    'section',
    { class: 'site-notice', 'aria-label': t('shell.notice') },
    el('p', {}, text),
    el(
      'button',
      {
        type: 'button',
        class: 'icon',
        'data-act': 'dismiss-notice',
        'aria-label': t('shell.notice.dismiss'),
        onclick: () => {
          settings.set(DISMISSED, text)
          strip.remove()
          byId('screen').focus({ preventScroll: true })
        },
      },
      icon('close'),
    ),
  )
  byId('header').after(strip)
  say(text)
  if (notice.until === null) return
  const left = notice.until - Date.now()
  if (left < 2 ** 31) setTimeout(() => strip.remove(), Math.max(0, left))
}

/** @param {Wire.Site} site */
function showHosts({ imprint, contact }) {
  const place = document.querySelector('#footer > nav')
  if (!place || place.querySelector('[data-host]')) return
  if (imprint)
    place.append(
      el('a', { href: imprint, 'data-host': 'imprint' }, t('shell.imprint')),
    )
  if (contact) place.append(contactOf(contact))
}

/** Shows an e-mail or web address as a link, other words as text. @param {string} contact */
function contactOf(contact) {
  const mail = /^[^\s@/]+@[^\s@/]+$/.test(contact)
  const page = /^https?:\/\/\S+$/.test(contact)
  const text = t('shell.contact', { contact })
  if (!mail && !page) return el('span', { 'data-host': 'contact' }, text)
  const href = mail ? `mailto:${contact}` : contact
  return el('a', { href, 'data-host': 'contact' }, text)
}
