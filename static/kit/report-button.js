// Button that opens the report of a person or a game; the form is loaded when it is pressed.

import { loadPart, prepare } from '../core/files.js'
import { t } from '../core/i18n.js'
import { button } from './button.js'

/** Shows the button. `content`: what it says.
 * @param {import('./report.js').Subject} subject @param {import('./button.js').ButtonLook} [look]
 * @param {Content} [content] */
export function reportButton(subject, look = {}, content = t('report.do')) {
  const open = async () => {
    const [{ openReport }] = await Promise.all([
      loadPart(() => import('./report.js')),
      prepare('kit/report'),
    ])
    openReport(subject)
  }
  const { player, game } = subject
  const about = player ?? game ?? ''
  return button(
    { act: 'report', label: t('report.of', { name: about }), onpress: open, ...look },
    content,
  )
}
