// /moderation, for moderators only; the server answers 404 to everybody else. Search for people and games, reports, and the
// moderation log; with `?person=` the page of one person.

import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { input } from '../forms/fields.js'
import { openGame } from './acts.js'
import { auditLog } from './audit.js'
import { peopleSearch } from './people-search.js'
import { showPerson } from './person.js'
import { reportList } from './reports.js'

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { query, go, ready, signal }) {
  root.dataset.screen = 'moderation'
  const person = query.get('person')
  if (person) return showPerson(root, person, { go, ready, signal })
  const audit = await auditLog()
  const reports = await reportList(audit.refresh)
  root.replaceChildren(
    el('h1', {}, t('moderation.title')),
    el('p', { class: 'lead' }, t('moderation.about')),
    el(
      'div',
      { class: 'lists' },
      finder(audit.refresh, signal),
      reports,
      audit.element,
    ),
  )
  ready(t('moderation.title'))
}

/**
 * Creates the search for people by the beginning of a name and for a game by its id or link.
 * @param {() => unknown} changed
 * @param {AbortSignal} signal
 */
function finder(changed, signal) {
  const people = peopleSearch(signal)
  return el(
    'section',
    { class: 'list', 'aria-labelledby': 'moderation-find' },
    el('h2', { id: 'moderation-find' }, t('moderation.find')),
    el(
      'div',
      { class: 'finders' },
      el('div', {}, find('person', people.search), people.element),
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
      'aria-label': t(`moderation.find.${kind}`),
      novalidate: true,
    },
    el('label', { for: id }, t(`moderation.find.${kind}`)),
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
        t(kind === 'person' ? 'moderation.search' : 'moderation.open'),
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
