// Report of a person, a game or a chat line to the moderators.

import { say } from '../core/announcer.js'
import { panel } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { complain, field, input } from '../forms/fields.js'
import { onSubmit } from '../forms/submit.js'

/** The reported person by name, game by id, or chat line by number; `quote`: that line.
 * @typedef {{ player?: string, game?: string, line?: number, quote?: string }} Subject */

/** Opens the form. @param {Subject} subject */
export function openReport({ quote, ...subject }) {
  const button = el(
    'button',
    { type: 'submit', class: 'primary', 'data-act': 'send-report' },
    t('report.send'),
  )
  const form = el(
    'form',
    { class: 'part-form', novalidate: true },
    el('p', {}, t('report.about')),
    quote === undefined ? null : el('blockquote', {}, quote),
    field(
      'report',
      t('report.text'),
      '',
      { maxlength: '1000', rows: '4' },
      'textarea',
    ),
    el('p', { class: 'error form-error', hidden: true }),
    el('p', { class: 'row' }, button),
  )
  const title = subject.player
    ? t('report.of', { name: subject.player })
    : t('report.title')
  const sheet = panel({ kind: 'report', title, body: form })
  const text = () => input(form, 'report')?.value.trim() ?? ''
  const check = () => {
    const field = input(form, 'report')
    if (field) complain(field, text() ? null : t('account.empty'), true)
    return text() !== ''
  }
  const send = async () => {
    await post('/api/reports', { ...subject, text: text() })
    sheet.close()
    say(t('report.sent'))
  }
  onSubmit(form, button, send, { check })
  return sheet
}
