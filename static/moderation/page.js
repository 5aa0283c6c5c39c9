// /moderation: for moderators only; to everybody else the server says that there is nothing here. Reports, what can be done
// about people and games, and the log of what was done.

import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { input } from '../new-game/fields.js'
import { openGame, openPerson } from './acts.js'
import { auditLog } from './audit.js'
import { reportList } from './reports.js'

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { ready }) {
  root.dataset.screen = 'moderation'
  const audit = await auditLog()
  const reports = await reportList(audit.refresh)
  root.replaceChildren(
    el('h1', {}, t('moderation.title')),
    el('p', { class: 'lead' }, t('moderation.about')),
    el(
      'div',
      { class: 'lists' },
      finder(audit.refresh),
      reports,
      audit.element,
    ),
  )
  ready(t('moderation.title'))
}

/** Finds a person by name, or a game by its id or a link to it. @param {() => unknown} changed */
function finder(changed) {
  return el(
    'section',
    { class: 'list', 'aria-labelledby': 'moderation-find' },
    el('h2', { id: 'moderation-find' }, t('moderation.find')),
    el(
      'div',
      { class: 'finders' },
      find('person', (text) => openPerson(text, changed)),
      find('game', (text) =>
        openGame(text.split(/[?#]/)[0].split('/').at(-1) ?? '', changed),
      ),
    ),
  )
}

/**
 * @param {'person' | 'game'} kind
 * @param {(text: string) => unknown} open
 */
function find(kind, open) {
  const id = `find-${kind}`
  const form = el(
    'form',
    {
      class: 'field',
      role: 'search',
      'aria-label': t(`moderation.${kind}`),
      novalidate: true,
    },
    el('label', { for: id }, t(`moderation.${kind}`)),
    el(
      'div',
      { class: 'field-line' },
      el('input', {
        id,
        name: id,
        type: 'text',
        maxlength: '200',
        autocomplete: 'off',
      }),
      el(
        'button',
        { type: 'submit', 'data-act': `find-${kind}` },
        t('moderation.open'),
      ),
    ),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = input(form, id)?.value.trim()
    if (text) open(text)
  })
  return form
}
