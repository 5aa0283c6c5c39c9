// /moderation, for moderators only; the server answers 404 to everybody else. Search for people and games, reports, and the
// moderation log. `?person=`: the page of one person; `?game=`: with the sheet of a game.

import { t } from '../../core/i18n.js'
import { mount } from '../../kit/page.js'
import { PagedList, readPages } from '../../kit/paged-list.js'
import { html, useEffect, useSignal } from '../../vendor/preact.js'
import { auditRow, readAudit } from './audit.js'
import { Finder } from './finder.js'
import { openGame } from './game.js'
import { entries, section } from './lists.js'
import { PeopleSearch } from './people-search.js'
import { showPerson } from './person.js'
import { ReportRow, readReports } from './reports.js'

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { query, go, ready, signal }) {
  root.dataset.screen = 'moderation'
  const person = query.get('person')
  if (person) return showPerson(root, person, { go, ready, signal })
  const [audit, reports] = await Promise.all([
    readPages('audit', readAudit),
    readPages('reports', readReports),
  ])
  const page = mount(
    root,
    html`
      <h1>${t('moderation.title')}</h1>
      <p class="lead">${t('moderation.about')}</p>
      <${Lists} audit=${audit} reports=${reports} game=${query.get('game')} signal=${signal} />`,
  )
  ready(t('moderation.title'))
  return page
}

/** @typedef {import('../../kit/paged-list.js').Read<Wire.AuditEntry>} Entries */
/** @typedef {import('../../kit/paged-list.js').Read<Wire.Report>} Reports */

/** `game`: whose sheet a link has asked for.
 * @param {{ audit: Entries, reports: Reports, game: string | null, signal: AbortSignal }} props */
function Lists({ audit: first, reports, game, signal }) {
  const audit = useSignal(first)
  const changed = async () => {
    audit.value = await readPages('audit', readAudit)
  }
  useEffect(() => {
    if (game) openGame(game, changed)
  }, [])
  const open = reports.items.filter(({ closed }) => closed === null).length
  return html`
    <div class="lists">
      <section class="list" aria-labelledby="moderation-find">
        <h2 id="moderation-find">${t('moderation.find')}</h2>
        <div class="finders">
          <${PeopleSearch} signal=${signal} />
          <${Finder}
            kind="game"
            label=${t('moderation.open')}
            find=${(/** @type {string} */ text) => void openGame(gameIn(text), changed)}
          />
        </div>
      </section>
      ${section(
        'reports',
        html`
          <${PagedList}
            name="reports"
            first=${reports}
            read=${readReports}
            show=${(/** @type {Wire.Report[]} */ items) =>
              entries(
                'reports',
                items.map(
                  (report) =>
                    html`<${ReportRow} key=${report.id} report=${report} changed=${changed} />`,
                ),
              )}
          />`,
        open ? t('moderation.reports.open', { count: open }) : t('moderation.reports'),
      )}
      ${section(
        'audit',
        html`
          <${PagedList}
            name="audit"
            first=${audit.value}
            read=${readAudit}
            show=${(/** @type {Wire.AuditEntry[]} */ items) => entries('audit', items.map(auditRow))}
          />`,
      )}
    </div>`
}

/** Returns the id of a game in what was typed: the id itself, or a link to the game. @param {string} text */
const gameIn = (text) => text.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
