// The card of a table that waits for an opponent: the link to it, and both sides at one screen.

import { gamePath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

/** @param {string} id @param {{ share(): void, playBothSides(): void }} on */
export function inviteCard(id, on) {
  const link = el('input', {
    class: 'link',
    readonly: true,
    value: new URL(gamePath(id), location.href).href,
    'aria-label': t('table.link'),
  })
  link.addEventListener('focus', () => link.select())
  const copy = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      'data-act': 'share',
      onclick: on.share,
    },
    commandIcon('copy'),
    t('act.copy_link'),
  )
  const bothSides = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'both',
      onclick: on.playBothSides,
    },
    t('act.both'),
  )
  return el(
    'section',
    {
      class: 'card waiting',
      'data-waiting': true,
      'aria-label': t('table.waiting'),
    },
    el('h2', {}, t('table.waiting')),
    el('p', {}, t('table.waiting.about')),
    el('div', { class: 'waiting-link' }, link, copy),
    bothSides,
  )
}
