// Report of a person, a game or a chat line to the moderators.

import { say } from '../core/announcer.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { html } from '../vendor/preact.js'
import { panel } from './dialog.js'
import { Field, Form, InvalidField } from './form.js'

/** The reported person by name, game by id, or chat line by number; `quote`: that line.
 * @typedef {{ player?: string, game?: string, line?: number, quote?: string }} Subject */

/** Opens the form. @param {Subject} subject */
export function openReport({ quote, ...subject }) {
  const send = async ({ report = '' }) => {
    const text = report.trim()
    if (text === '') throw new InvalidField('report', t('account.empty'))
    await post('/api/reports', { ...subject, text })
    sheet.close()
    say(t('report.sent'))
  }
  const body = html`
    <${Form} class="part-form" send=${send}>
      <p>${t('report.about')}</p>
      ${quote !== undefined && html`<blockquote>${quote}</blockquote>`}
      <${Field} tag="textarea" name="report" label=${t('report.text')} maxlength=${1000} rows="4" />
      <p class="row">
        <button type="submit" class="primary" data-act="send-report">${t('report.send')}</button>
      </p>
    <//>`
  const title = subject.player ? t('report.of', { name: subject.player }) : t('report.title')
  const sheet = panel({ kind: 'report', title, body })
  return sheet
}
