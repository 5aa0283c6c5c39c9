// What a player has done: games, and statistics with the charts. The player's own page and the public one show it alike.

import { html } from '../../vendor/preact.js'
import { filterOf } from './filters.js'
import { FinishedGames, gameList, readGames } from './game-list.js'
import { readStatistics, statistics } from './statistics.js'

/** @typedef {import('./game-list.js').Read} Read */
/** @typedef {{ figures: import('./statistics.js').OfGame[], live: Read, ended: Read }} PlayerRecord */

/** `query`: of the page's address, with the filters of the finished games.
 * @param {Person} player @param {Rules[]} rules @param {URLSearchParams} query @returns {Promise<PlayerRecord>} */
export async function readRecord(player, rules, query) {
  const [figures, live, ended] = await Promise.all([
    readStatistics(rules, player),
    readGames({ status: 'live', player }),
    readGames({ status: 'ended', player, filter: filterOf(query) }),
  ])
  return { figures, live, ended }
}

/** `watch`: key of the link to a running game; `lead`: whether the first of them is the page's primary action; `waiting`: list
 * under the running games; `empty`: the sentence for no finished games; `beside`: lists at the side; `subject`: whose
 * statistics these are, by default the reader's.
 * @param {{ player: Person, rules: Rules[], query: URLSearchParams, record: PlayerRecord, watch: string, lead?: boolean,
 *   waiting?: Content, empty: string, beside: Content, subject?: string | undefined }} props */
export const recordOf = ({ player, rules, query, record, watch, lead = false, ...page }) => html`
  <div class="profile">
    <div>
      ${gameList({ player, rules, status: 'live', first: record.live, act: watch, lead })}
      ${page.waiting}
      <${FinishedGames}
        player=${player}
        rules=${rules}
        status="ended"
        first=${record.ended}
        act="me.replay"
        query=${query}
        empty=${page.empty}
      />
    </div>
    <div class="lists">${page.beside}</div>
    ${statistics(record.figures, page.subject)}
  </div>`
