// Filters of a list of finished games: game, result, rated or casual, opponent.

import { name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { select } from '../../kit/choice.js'
import { html } from '../../vendor/preact.js'

/** Chosen values by kind; kinds without a value are left out. @typedef {Record<string, string>} Filter */

/** Filters with fixed values. @type {Record<string, string[]>} */
const CHOICES = {
  result: ['won', 'lost', 'drawn'],
  rated: ['true', 'false'],
}
const KINDS = ['rules', ...Object.keys(CHOICES), 'opponent']

/** Returns the filter that an address names. @param {URLSearchParams} query @returns {Filter} */
export const filterOf = (query) =>
  Object.fromEntries([...query].filter(([kind, value]) => KINDS.includes(kind) && value !== ''))

/** Shows the filters. `own`: ids of the games that come first, since the player has played them.
 * @param {{ games: Rules[], own: Set<string>, filter: Filter, onchange: (filter: Filter) => unknown }} props */
export function gameFilters({ games, own, filter, onchange }) {
  const change = (/** @type {string} */ kind, /** @type {string} */ value) => {
    if (value === (filter[kind] ?? '')) return
    const { [kind]: _, ...others } = filter
    onchange(value === '' ? others : { ...others, [kind]: value })
  }
  const menu = (
    /** @type {string} */ kind,
    /** @type {{ value: string, text: string }[]} */ options,
  ) =>
    select({
      name: kind,
      label: t(`filter.${kind}`),
      options: [{ value: '', text: t('filter.any') }, ...options],
      value: filter[kind] ?? '',
      onchoose: (value) => change(kind, value),
    })
  const [first, later] = [true, false].map((played) =>
    games.filter(({ id }) => own.has(id) === played),
  )
  return html`
    <form
      class="game-filters"
      role="search"
      aria-label=${t('filter')}
      onSubmit=${(/** @type {ElementEvent<'submit'>} */ event) => {
        event.preventDefault()
        // Enter in a field that has not changed asks again, after a failure.
        const values = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget))
        change('opponent', String(values.get('opponent')).trim())
      }}
    >
      ${menu(
        'rules',
        [...(first ?? []), ...(later ?? [])].map((rules) => ({
          value: rules.id,
          text: name(rules),
        })),
      )}
      ${Object.entries(CHOICES).map(([kind, values]) =>
        menu(
          kind,
          values.map((value) => ({ value, text: t(`filter.${kind}.${value}`) })),
        ),
      )}
      <label class="select">
        <span>${t('filter.opponent')}</span>
        <input
          type="text"
          name="opponent"
          defaultValue=${filter.opponent ?? ''}
          onChange=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
            change('opponent', event.currentTarget.value.trim())}
        />
      </label>
    </form>`
}
