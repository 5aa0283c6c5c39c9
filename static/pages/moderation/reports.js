// Players' reports, open ones first, with the acts on each.

import { gamePath, moderationPath } from '../../app/routes.js'
import { get, post } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { personName } from '../../core/people.js'
import { button, linkButton } from '../../kit/button.js'
import { personLink } from '../../kit/person.js'
import { Ago } from '../../kit/time.js'
import { html, useSignal } from '../../vendor/preact.js'
import { actButton } from './acts.js'
import { openGame } from './game.js'
import { pageOf } from './lists.js'

/** Reads a page of the reports. @param {string | null} cursor @returns {Promise<Wire.Reports>} */
export const readReports = (cursor) => get(pageOf('reports', cursor))

/** A report. `changed` is called after each act; `alone`: the row is on its person's page and has no link there.
 * @param {{ report: Wire.Report, changed: () => unknown, alone?: boolean }} props */
export function ReportRow({ report, changed, alone = false }) {
  const { id, at, reporter, player, game, text } = report
  const closed = useSignal(report.closed !== null)
  /** @type {import('./acts.js').Act} */
  const settle = {
    act: 'close-report',
    label: t('moderation.report.close'),
    name: t('moderation.report.close.of', { id }),
    send: ({ reason }) => post(`/api/moderation/reports/${id}/close`, { reason }),
  }
  const settled = () => {
    closed.value = true
    return changed()
  }
  return html`
    <li data-report=${id} data-closed=${closed.value ? '' : undefined}>
      <p>
        ${player ? personLink(player) : t('moderation.report.game')}
        ${' · '}
        ${
          reporter
            ? html`${t('moderation.report.by')} ${personLink(reporter)}`
            : t('moderation.report.by.nobody')
        }
        ${' · '}<${Ago} at=${at} />
      </p>
      ${quoted(report)}
      <p class="report-text">${text}</p>
      <div class="row">
        ${player?.name && !alone && personButton(player.name)}
        ${game !== null && gameButtons(game, changed)}
        ${
          closed.value
            ? html`<span class="detail">${t('moderation.report.closed')}</span>`
            : actButton(settle, settled)
        }
      </div>
    </li>`
}

/** @param {string} name */
const personButton = (name) =>
  linkButton(
    {
      act: 'moderate-person',
      label: t('moderation.person.open', { name }),
      href: moderationPath(name),
    },
    t('moderation.person'),
  )

/** @param {string} id @param {() => unknown} changed */
const gameButtons = (id, changed) => [
  button(
    {
      act: 'moderate-game',
      label: t('moderation.game.open', { id }),
      onpress: () => void openGame(id, changed),
    },
    t('moderation.game'),
  ),
  linkButton({ href: gamePath(id) }, t('moderation.game.look')),
]

/** Shows the reported line with the lines around it; only its text if the line is no longer stored. @param {Wire.Report} report */
function quoted({ line, lines, quote }) {
  if (quote === null) return null
  if (lines.length === 0) return html`<blockquote>${quote}</blockquote>`
  return html`
    <blockquote>
      ${lines.map(
        ({ id, from, text }) => html`
          <p key=${id} data-line=${id} data-reported=${id === line ? '' : undefined}>
            <b>${personName(from)}</b> (${place(from.seat)}): <bdi>${text}</bdi>
          </p>`,
      )}
    </blockquote>`
}

/** @param {number | null} seat */
const place = (seat) =>
  seat === null ? t('moderation.report.spectator') : t('moderation.report.seat', { seat: seat + 1 })
