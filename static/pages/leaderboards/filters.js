// Controls of a leaderboard: the choice of the game, filters as links, and links to the previous and next period.

import { adjacentPeriods, filterGroups, pagePath } from '../../app/leaderboard-query.js'
import { familyName, name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { Dropdown } from '../../kit/dropdown.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'

/** @typedef {import('../../app/leaderboard-query.js').LeaderboardQuery} LeaderboardQuery */
/** @typedef {import('../../app/leaderboard-query.js').FilterGroup} FilterGroup */
/** @typedef {{ family: string, variants: Rules[] }[]} Families */
/** Called with the query of a followed link. @typedef {(query: LeaderboardQuery) => unknown} Change */

/** Shows the choice of the game, grouped by family; variants that nobody has played come last. `played`: the ids of those
 * that somebody has, null while unknown.
 * @param {Families} games @param {string[] | null} played @param {Rules} current @param {(rules: Rules) => unknown} change */
export function gameSelect(games, played, current, change) {
  const all = games.flatMap(({ variants }) => variants)
  const isMain = (/** @type {Rules} */ { id }) => !played?.length || played.includes(id)
  const others = all.filter((rules) => !isMain(rules))
  const option = (/** @type {Rules} */ rules) => html`
    <option key=${rules.id} value=${rules.id} selected=${rules.id === current.id}>${name(rules)}</option>`
  const choose = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => {
    const rules = all.find(({ id }) => id === event.currentTarget.value)
    if (rules) change(rules)
  }
  return html`
    <label class="leaderboard-game">
      <span class="visually-hidden">${t('honour.game')}</span>
      <select data-input="rules" value=${current.id} onChange=${choose}>
        ${games.map(({ variants }) => {
          const main = variants.filter(isMain)
          if (variants.length === 1 || !main.length) return main.map(option)
          return html`<optgroup label=${familyName(main[0])}>${main.map(option)}</optgroup>`
        })}
        ${others.length > 0 && html`<optgroup label=${t('honour.games.more')}>${others.map(option)}</optgroup>`}
      </select>
    </label>`
}

/** Shows the groups of filter links: side by side, or each behind a button, the rare ones behind one.
 * @param {Rules} rules @param {LeaderboardQuery} query @param {Change} change */
export function filterLinks(rules, query, change) {
  const groups = filterGroups(rules, query)
  const rare = groups.filter((group) => group.rare)
  const links = (/** @type {FilterGroup} */ { name, label, options }) => html`
    <div class="filter-group" role="group" aria-label=${label} key=${name}>
      <span class="filter-label" aria-hidden="true">${label}</span>
      ${options.map(({ value, text, query: wanted, current }) => {
        const attributes = {
          key: value,
          'data-filter': name,
          'data-value': value,
          'aria-current': current ? 'true' : undefined,
        }
        return link(rules, wanted, change, attributes, text)
      })}
    </div>`
  return [
    groups
      .filter((group) => !group.rare)
      .map(
        (group) => html`
          <${Dropdown}
            key=${group.name}
            name=${group.name}
            label=${t('honour.filter', { filter: group.label, value: chosen(group) })}
            text=${[chosen(group), icon('unfold')]}
          >${links(group)}<//>`,
      ),
    rare.length > 0 &&
      html`
        <${Dropdown}
          key="more"
          name="more"
          label=${t('honour.filter', { filter: t('honour.filters.more'), value: rare.map(chosen).join(', ') })}
          text=${[icon('more'), rare.filter(isChanged).map(chosen).join(', ')]}
        >${rare.map(links)}<//>`,
  ]
}

/** @param {FilterGroup} group */
const chosen = ({ options }) => options.find(({ current }) => current)?.text ?? ''

/** Whether another option than the first is chosen. @param {FilterGroup} group */
const isChanged = ({ options }) => !options[0].current

/** Shows the links to the previous and next period.
 * @param {Rules} rules @param {LeaderboardQuery} query @param {Change} change */
export const stepLinks = (rules, query, change) =>
  Object.entries(adjacentPeriods(query)).map(([act, wanted]) => {
    if (wanted === null) return null
    const attributes = {
      key: act,
      'data-act': act,
      class: 'button icon',
      title: t(`honour.${act}`),
    }
    return link(rules, wanted, change, attributes, icon(act))
  })

/** Shows a link; a plain click changes the page, other clicks (a new tab, a file) are left to the browser.
 * @param {Rules} rules @param {LeaderboardQuery} query @param {Change} change @param {Attributes} attributes
 * @param {Content} content */
function link(rules, query, change, attributes, content) {
  const follow = (/** @type {MouseEvent} */ event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    change(query)
  }
  return html`<a href=${pagePath(rules, query)} onClick=${follow} ...${attributes}>${content}</a>`
}
