// Button that ends a game nobody has joined.

import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'

/** @param {{ cancel: () => unknown }} acts */
export const cancelButton = ({ cancel }) =>
  button({ act: 'abort', onpress: cancel }, t('act.abort.open'))
