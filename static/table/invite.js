// The card of a table that waits for a second player: the link, and both sides at one screen.

import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

/** on = {share(), both()} */
export function waiting(id, on) {
  const url = new URL(`/g/${id}`, location.href).href
  const link = el('input', {
    class: 'link',
    readonly: true,
    value: url,
    'aria-label': t('table.link'),
  })
  link.addEventListener('focus', () => link.select())
  return el(
    'section',
    {
      class: 'card waiting',
      'data-waiting': true,
      'aria-label': t('table.waiting'),
    },
    el('h2', {}, t('table.waiting')),
    el('p', {}, t('table.waiting.about')),
    el(
      'div',
      { class: 'waiting-link' },
      link,
      el(
        'button',
        {
          type: 'button',
          class: 'primary',
          'data-act': 'share',
          onclick: on.share,
        },
        commandIcon('copy'),
        t('act.copy_link'),
      ),
    ),
    el(
      'button',
      { type: 'button', class: 'quiet', 'data-act': 'both', onclick: on.both },
      t('act.both'),
    ),
  )
}
