// Table of a leaderboard, in the server's order until a column heading sorts the loaded entries. The player's own entry is
// pinned at the top while it is on no loaded page.

import { gamePath, personPath } from '../../app/routes.js'
import { t } from '../../core/i18n.js'
import { button, linkButton } from '../../kit/button.js'
import { icon } from '../../kit/icon.js'
import { reportButton } from '../../kit/report-button.js'
import { html, useSignal } from '../../vendor/preact.js'
import { CELLS, COLUMNS, SORT_KEYS } from './columns.js'

/** @typedef {import('./columns.js').Kind} Kind */
/** @typedef {import('./columns.js').Entry} Entry */

/** `named`, `described`: ids of the elements that name and describe the table; `oneDay`: all entries are of one day, so hours
 * are shown instead of dates; `check` is called for a press on an entry's Check, null: the games are secret.
 * @typedef {{ kind: Kind, named: string, described: string, oneDay: boolean,
 *   check: ((entry: Wire.LeaderboardEntry) => unknown) | null }} Board */

const byName = new Intl.Collator(document.documentElement.lang, {
  numeric: true,
})

/** `own`: the player's own entry, or null.
 * @param {{ entries: Entry[], own: Entry | null, board: Board }} props */
export function EntryTable({ entries, own, board }) {
  const sorting = useSignal({ column: 'rank', descending: false })
  const { column, descending } = sorting.value
  const isOwn = (/** @type {Entry} */ { player }) => player.id === own?.player.id
  const sort = (/** @type {string} */ name) => {
    sorting.value = { column: name, descending: name === column && !descending }
  }
  const order = (/** @type {string} */ name) => {
    if (name !== column) return 'none'
    return descending ? 'descending' : 'ascending'
  }
  return html`
    <table
      role="table"
      class="leaderboard"
      data-kind=${board.kind}
      aria-labelledby=${board.named}
      aria-describedby=${board.described}
    >
      <thead role="rowgroup">
        <tr role="row">
          ${COLUMNS[board.kind].map((name) => columnHead(name, order(name), () => sort(name)))}
          ${board.check && actionsHead()}
        </tr>
      </thead>
      ${
        own &&
        !entries.some(isOwn) &&
        html`<tbody role="rowgroup" data-own="">${entryRow(own, true, board)}</tbody>`
      }
      <tbody role="rowgroup">
        ${sorted(entries, column, descending).map((entry) => entryRow(entry, isOwn(entry), board))}
      </tbody>
    </table>`
}

/** Sorts entries; equal ones stay in the server's order, in either direction.
 * @param {Entry[]} entries @param {string} column @param {boolean} descending */
function sorted(entries, column, descending) {
  const key = SORT_KEYS[column]
  const direction = descending ? -1 : 1
  return entries.toSorted((one, other) => direction * compare(key(one), key(other)))
}

/** Compares sort keys: names by the language, lists of numbers item by item.
 * @param {string | number[]} one @param {string | number[]} other */
function compare(one, other) {
  if (typeof one === 'string' || typeof other === 'string')
    return byName.compare(String(one), String(other))
  const index = one.findIndex((number, place) => number !== other[place])
  return index < 0 ? 0 : one[index] - other[index]
}

/** @param {string} name @param {string} order @param {() => void} sort */
const columnHead = (name, order, sort) => html`
  <th key=${name} scope="col" role="columnheader" data-col=${name} aria-sort=${order}>
    <button type="button" data-sort=${name} onClick=${sort}>${t(`honour.col.${name}`)}</button>
  </th>`

const actionsHead = () => html`
  <th scope="col" role="columnheader">
    <span class="visually-hidden">${t('honour.col.look')}</span>
  </th>`

/** @param {Entry} entry @param {boolean} own @param {Board} board */
function entryRow(entry, own, { kind, oneDay, check }) {
  const { rank, player } = entry
  const result = 'game' in entry ? entry : null // a rating has no single game
  const provisional = 'provisional' in entry && entry.provisional
  return html`
    <tr
      key=${player.id}
      role="row"
      data-rank=${rank}
      data-player=${player.id}
      data-game=${result?.game}
      data-provisional=${provisional ? '' : undefined}
      data-own=${own ? '' : undefined}
    >
      ${COLUMNS[kind].map((name) =>
        name === 'player'
          ? playerCell(player, own)
          : html`<td key=${name} role="cell" data-col=${name}>${CELLS[name](entry, oneDay)}</td>`,
      )}
      ${result && check && actionsCell(result, own, check)}
    </tr>`
}

/** @param {Wire.LeaderboardEntry} entry @param {boolean} own @param {(entry: Wire.LeaderboardEntry) => unknown} check */
const actionsCell = (entry, own, check) => html`
  <td role="cell" data-col="look">
    ${linkButton(
      {
        href: gamePath(entry.game),
        label: t('honour.replay.of', { name: entry.player.name }),
      },
      icon('review'),
      html`<span>${t('honour.replay')}</span>`,
    )}
    ${button(
      {
        act: 'check',
        label: t('honour.check.of', { name: entry.player.name }),
        onpress: () => check(entry),
      },
      icon('check'),
      html`<span>${t('honour.check')}</span>`,
    )}
    ${
      !own &&
      reportButton(
        { player: entry.player.name, game: entry.game },
        { title: t('report.of', { name: entry.player.name }) },
        [icon('report'), html`<span class="named">${t('report.do')}</span>`],
      )
    }
  </td>`

/** @param {Person} player @param {boolean} own */
const playerCell = (player, own) => html`
  <th key="player" scope="row" role="rowheader" data-col="player">
    <a href=${personPath(player.name)}>${player.name}</a>
    ${own && html` <span class="mine">${t('honour.mine')}</span>`}
  </th>`
