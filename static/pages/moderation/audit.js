// Moderation log, newest first. Nobody can edit it.

import { gamePath } from '../../app/routes.js'
import { momentText } from '../../core/format.js'
import { get } from '../../core/http.js'
import { sentence, t } from '../../core/i18n.js'
import { personName } from '../../core/people.js'
import { serverNow } from '../../core/server-time.js'
import { html } from '../../vendor/preact.js'
import { pageOf } from './lists.js'

const DAY_MS = 86_400_000

/** Reads a page of the log. @param {string | null} cursor @returns {Promise<Wire.Audit>} */
export const readAudit = (cursor) => get(pageOf('audit', cursor))

/** @param {Wire.AuditEntry} entry */
export function auditRow({ n, at, moderator, act, player, game, detail }) {
  const { reason, ...others } = detail
  const details = Object.entries(others).map(([key, value]) =>
    ['until', 'at'].includes(key) && typeof value === 'number'
      ? `${key}: ${momentText(value)}`
      : `${key}: ${value}`,
  )
  const who = moderator ? personName(moderator) : t('moderation.nobody')
  return html`
    <li key=${n} data-entry=${n}>
      <span class="what">
        <strong>
          ${sentence(`moderation.act.${act}`) ?? act}${player && `: ${personName(player)}`}
          ${game && html` <a href=${gamePath(game)}>${game}</a>`}
        </strong>
        ${reason && html`<span data-reason><bdi>${reason}</bdi></span>`}
        ${details.length > 0 && html`<span class="detail">${details.join(' · ')}</span>`}
        <span class="detail">${who} · ${momentText(at, serverNow() - at < DAY_MS)}</span>
      </span>
    </li>`
}
