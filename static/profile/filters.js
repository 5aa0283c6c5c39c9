// Filters of a list of finished games: game, result, rated or casual, opponent. The chosen values are in the address of the
// page.

import { el } from '../core/dom.js'
import { name } from '../core/games.js'
import { t } from '../core/i18n.js'

/** Filters with fixed values. @type {Record<string, string[]>} */
const CHOICES = {
  result: ['won', 'lost', 'drawn'],
  rated: ['true', 'false'],
}
const FILTERS = ['rules', ...Object.keys(CHOICES), 'opponent']

/**
 * @param {Rules[]} games to choose from
 * @param {URLSearchParams} query of the address: the initial values
 */
export function gameFilters(games, query) {
  const rules = select(
    'rules',
    games.map((item) => [item.id, name(item)]),
    query,
  )
  const opponent = el('input', {
    type: 'text',
    id: 'filter-opponent',
    name: 'opponent',
    value: query.get('opponent') ?? '',
  })
  const form = el(
    'form',
    { class: 'game-filters', role: 'search', 'aria-label': t('filter') },
    rules,
    Object.entries(CHOICES).map(([kind, values]) =>
      select(
        kind,
        values.map((value) => [value, t(`filter.${kind}.${value}`)]),
        query,
      ),
    ),
    el(
      'label',
      { for: 'filter-opponent' },
      el('span', {}, t('filter.opponent')),
      opponent,
    ),
  )
  form.addEventListener('submit', (event) => event.preventDefault())
  const values = () => valuesOf(form)
  return {
    element: form,
    values,
    /** Puts the games of a list before the others, which the player may never have played. @param {Iterable<string>} ids */
    lead(ids) {
      const list = rules.querySelector('select')
      const any = list?.firstElementChild
      const own = new Set(ids)
      const first = [...(list?.options ?? [])].filter((one) =>
        own.has(one.value),
      )
      any?.after(...first)
    },
    /** Calls `change` after a choice, when the address has it. @param {() => void} change */
    on(change) {
      form.addEventListener('change', () => {
        const search = new URLSearchParams(values())
        const path = location.pathname + (search.size ? `?${search}` : '')
        history.replaceState(history.state, '', path)
        change()
      })
    },
  }
}

/**
 * @param {string} kind
 * @param {[value: string, text: string][]} options
 * @param {URLSearchParams} query
 */
const select = (kind, options, query) =>
  el(
    'label',
    { for: `filter-${kind}` },
    el('span', {}, t(`filter.${kind}`)),
    el(
      'select',
      { id: `filter-${kind}`, name: kind },
      el('option', { value: '' }, t('filter.any')),
      options.map(([value, text]) =>
        el(
          'option',
          { value, selected: query.get(kind) === value ? true : null },
          text,
        ),
      ),
    ),
  )

/** Returns the chosen values. @param {HTMLFormElement} form @returns {Record<string, string>} */
function valuesOf(form) {
  const all = [...new FormData(form)].map(([kind, value]) => [
    kind,
    String(value).trim(),
  ])
  return Object.fromEntries(
    all.filter(([kind, value]) => FILTERS.includes(kind) && value !== ''),
  )
}
