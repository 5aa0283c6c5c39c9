// Controls of a leaderboard: the choice of the game, filter links, and links to the previous and next period.

import {
  adjacentPeriods,
  filterGroups,
  pagePath,
} from '../app/leaderboard-query.js'
import { el } from '../core/dom.js'
import { familyName, name } from '../core/games.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'

/** @typedef {import('../app/leaderboard-query.js').LeaderboardQuery} LeaderboardQuery */
/** @typedef {{ family: string, variants: Rules[] }[]} Families */
/** Called with the query of a followed link. @typedef {(query: LeaderboardQuery) => void} Change */

/**
 * Creates the choice of the game, grouped by family.
 * @param {Families} games
 * @param {Rules} current
 * @param {(rules: Rules) => void} change
 */
export function gameSelect(games, current, change) {
  const option = (/** @type {Rules} */ rules) =>
    el(
      'option',
      { value: rules.id, selected: rules.id === current.id },
      name(rules),
    )
  const select = el(
    'select',
    { id: 'honour-game', 'data-input': 'rules' },
    games.map(({ variants }) =>
      variants.length > 1
        ? el(
            'optgroup',
            { label: familyName(variants[0]) },
            variants.map(option),
          )
        : option(variants[0]),
    ),
  )
  select.addEventListener('change', () => {
    const rules = games
      .flatMap(({ variants }) => variants)
      .find(({ id }) => id === select.value)
    if (rules) change(rules)
  })
  return el(
    'p',
    { class: 'leaderboard-game' },
    el('label', { for: 'honour-game' }, t('honour.game')),
    select,
  )
}

/**
 * Creates the groups of filter links.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @param {Change} change
 */
export const filterLinks = (rules, query, change) =>
  filterGroups(rules, query).map(({ name: filter, label, options }) =>
    el(
      'div',
      { class: 'segments', role: 'group', 'aria-label': label },
      options.map((option) =>
        link(
          rules,
          option.query,
          change,
          {
            'data-filter': filter,
            'data-value': option.value,
            'aria-current': option.current ? 'true' : null,
          },
          option.text,
        ),
      ),
    ),
  )

/**
 * Creates the links to the previous and next period.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @param {Change} change
 */
export const stepLinks = (rules, query, change) =>
  Object.entries(adjacentPeriods(query)).flatMap(([act, wanted]) => {
    if (wanted === null) return []
    const label = t(`honour.${act}`)
    const attributes = {
      'data-act': act,
      class: 'button icon',
      title: label,
    }
    return link(rules, wanted, change, attributes, icon(act))
  })

/**
 * Creates a link; a plain click changes the page, other clicks (a new tab, a file) are left to the browser.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @param {Change} change
 * @param {Attributes} attributes
 * @param {Child} content
 */
function link(rules, query, change, attributes, content) {
  const follow = (/** @type {MouseEvent} */ event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    change(query)
  }
  const href = pagePath(rules, query)
  return el('a', { href, ...attributes, onclick: follow }, content)
}
