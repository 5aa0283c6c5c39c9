// What the hosts of the site say on every page: a notice under the header, which a reader can dismiss, a recovery code that
// they have issued for the reader's account, in the footer who they are, and that the site is a demonstration. Asked for after the first page is shown, and again every five minutes.

import { say } from '../core/announcer.js'
import { byId, el } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { dayAndTime } from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { settings } from '../core/settings.js'
import { refreshReset, watchReset } from './reset-notice.js'

const DISMISSED = 'notice' // the setting: the text of the notice that the reader has dismissed
const FRESH = 300_000 // ms until the notice is asked for again

/** Shows notice, imprint and contact, now and as long as the document is there. */
export async function showSite() {
  await Promise.all([refresh(), watchReset()])
  setInterval(() => {
    if (!document.hidden)
      Promise.all([refresh(), refreshReset()]).catch(() => {})
  }, FRESH)
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

/** An address for e-mail or a page is a link, other words are text. @param {string} contact */
function contactOf(contact) {
  const mail = /^[^\s@/]+@[^\s@/]+$/.test(contact)
  const page = /^https?:\/\/\S+$/.test(contact)
  const text = t('shell.contact', { contact })
  if (!mail && !page) return el('span', { 'data-host': 'contact' }, text)
  const href = mail ? `mailto:${contact}` : contact
  return el('a', { href, 'data-host': 'contact' }, text)
}
