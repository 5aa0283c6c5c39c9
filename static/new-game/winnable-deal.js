// A deal that is proved to be winnable before it is dealt.

import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { createGame } from '../lobby/play-now.js'

/** @param {Rules} rules @param {Go} go */
export const winnableDeal = ({ id }, go) =>
  el(
    'div',
    { class: 'field', 'data-field': 'winnable' },
    el(
      'button',
      {
        type: 'button',
        class: 'with-icon',
        'data-act': 'winnable-deal',
        onclick: (event) =>
          press(event, async () =>
            go(await createGame({ rules: id, deal: 'winnable' })),
          ),
      },
      icon('check'),
      el('span', {}, t('new.winnable')),
    ),
    el('small', {}, t('new.winnable.about')),
  )
