// Moderation log, newest first. Nobody can edit it.

import { gamePath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { moment } from '../core/format.js'
import { get } from '../core/http.js'
import { first, t } from '../core/i18n.js'
import { personName } from '../core/people.js'
import { pagedList } from './paged-list.js'

export const auditLog = () =>
  pagedList({
    kind: 'audit',
    read: (cursor) => get(`/api/moderation/audit${cursor}`),
    row: auditRow,
  })

/** @param {Wire.AuditEntry} entry */
export function auditRow({ n, at, moderator, act, player, game, detail }) {
  const details = Object.entries(detail).map(([key, value]) => [
    `${key}: `,
    ['until', 'at'].includes(key) && typeof value === 'number'
      ? moment(value)
      : String(value),
  ])
  return el(
    'li',
    { 'data-entry': n },
    el(
      'span',
      { class: 'what' },
      el(
        'strong',
        {},
        first([`moderation.act.${act}`, act]),
        player && `: ${personName(player)}`,
        game && [' ', el('a', { href: gamePath(game) }, game)],
      ),
      details.length
        ? el(
            'span',
            { class: 'detail' },
            details.map((one, index) => [index > 0 && ' · ', one]),
          )
        : null,
      el(
        'span',
        { class: 'detail' },
        moderator ? personName(moderator) : t('moderation.nobody'),
        ' · ',
        moment(at, Date.now() - at < 86_400_000),
      ),
    ),
  )
}
