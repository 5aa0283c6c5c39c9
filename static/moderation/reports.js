// Players' reports, open ones first, with the acts on each.

import { gamePath, moderationPath } from '../app/routes.js'
import { press } from '../core/busy-button.js'
import { el, set } from '../core/dom.js'
import { ago } from '../core/format.js'
import { get, post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { personName } from '../core/people.js'
import { personLink } from '../people/person-link.js'
import { openGame } from './acts.js'
import { pagedList } from './paged-list.js'

/** @param {() => unknown} changed called after each act */
export const reportList = (changed) =>
  pagedList({
    kind: 'reports',
    read: (cursor) => get(`/api/moderation/reports${cursor}`),
    row: (/** @type {Wire.Report} */ report) => reportRow(report, changed),
  }).then(({ element }) => element)

/**
 * Creates a row. `changed` is called after each act; without it the row is on its person's page and has no link there.
 * @param {Wire.Report} report
 * @param {() => unknown} [changed]
 */
export function reportRow(report, changed) {
  const { id, at, reporter, player, game, text, closed } = report
  const row = el('li', { 'data-report': id, 'data-closed': closed !== null })
  const close = el(
    'button',
    {
      type: 'button',
      'data-act': 'close-report',
      'aria-label': t('moderation.report.close.of', { id }),
      onclick: (event) =>
        press(event, async () => {
          await post(`/api/moderation/reports/${id}/close`)
          set(row, { 'data-closed': true })
          close.replaceWith(closedMark())
          await changed?.()
        }),
    },
    t('moderation.report.close'),
  )
  row.append(
    el(
      'p',
      {},
      player ? personLink(player) : t('moderation.report.game'),
      ' · ',
      reporter
        ? [t('moderation.report.by'), ' ', personLink(reporter)]
        : t('moderation.report.by.nobody'),
      ' · ',
      ago(at),
    ),
    quoted(report),
    el('p', { class: 'report-text' }, text),
    el(
      'div',
      { class: 'row' },
      player?.name && changed
        ? el(
            'a',
            {
              class: 'button',
              'data-act': 'moderate-person',
              'aria-label': t('moderation.person.of', { name: player.name }),
              href: moderationPath(player.name),
            },
            t('moderation.person'),
          )
        : null,
      game === null
        ? null
        : [
            el(
              'button',
              {
                type: 'button',
                'data-act': 'moderate-game',
                'aria-label': t('moderation.game.of', { id: game }),
                onclick: () => openGame(game, changed ?? (() => {})),
              },
              t('moderation.game'),
            ),
            el(
              'a',
              { class: 'button', href: gamePath(game) },
              t('moderation.game.look'),
            ),
          ],
      closed === null ? close : closedMark(),
    ),
  )
  return row
}

/** Shows the reported line with the lines around it; only its text if the line is no longer stored. @param {Wire.Report} report */
function quoted({ line, lines, quote }) {
  if (quote === null) return ''
  if (lines.length === 0) return el('blockquote', {}, quote)
  return el(
    'blockquote',
    {},
    lines.map(({ id, from, text }) =>
      el(
        'p',
        { 'data-line': id, 'data-reported': id === line },
        el('b', {}, personName(from)),
        ' (',
        from.seat === null
          ? t('moderation.report.spectator')
          : t('moderation.report.seat', { seat: from.seat + 1 }),
        '): ',
        el('bdi', {}, text),
      ),
    ),
  )
}

const closedMark = () =>
  el('span', { class: 'detail' }, t('moderation.report.closed'))
