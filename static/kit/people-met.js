// People whom the player has played with lately, each with a challenge to the game that they played last.

import { newGamePath } from '../app/routes.js'
import { t } from '../core/i18n.js'
import { html } from '../vendor/preact.js'
import { linkButton } from './button.js'
import { personLink } from './person.js'
import { Ago } from './time.js'

/** Shows the section; nothing if there is nobody. `games`: finished ones, the newest first; `most`: people at most; `online`:
 * those who are here and may be seen.
 * @param {{ games: Wire.Listed[], player: Person, most: number, online?: Person[] }} what */
export function peopleMet({ games, player, most, online = [] }) {
  const met = opponentsIn(games, player).slice(0, most)
  if (!met.length) return null
  return html`
    <section class="list" data-list="people" aria-labelledby="people">
      <h2 id="people">${t('people.met')}</h2>
      <ul class="entries">
        ${met.map(({ person, last }) => {
          const challenge = {
            act: 'challenge',
            label: t('people.challenge.of', { name: person.name }),
            href: newGamePath(last.rules, null, person.name, null, last.control),
          }
          return html`
            <li key=${person.id}>
              <span class="what">
                ${personLink(person)}
                <span class="detail">
                  ${
                    online.some(({ id }) => id === person.id)
                      ? html`<span class="here"></span> ${t('people.here')}`
                      : html`<${Ago} at=${last.moved ?? last.created} />`
                  }
                </span>
              </span>
              ${linkButton(challenge, t('people.challenge'))}
            </li>`
        })}
      </ul>
    </section>`
}

/** Returns the people in these games, each with the last one.
 * @param {Wire.Listed[]} games @param {Person} player @returns {{ person: Person, last: Wire.Listed }[]} */
function opponentsIn(games, player) {
  const met = new Map()
  for (const last of games)
    for (const person of last.players)
      if (person?.name && person.bot === undefined && person.id !== player.id)
        if (!met.has(person.id)) met.set(person.id, { person, last })
  return [...met.values()]
}
