// Today's deal in one line of the lobby, the featured one first, with the number of the day's deals that are done.

import { dailyPath, gamePath, puzzlesPath } from '../../app/routes.js'
import { hasAbility } from '../../core/bots.js'
import { name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { button, linkButton } from '../../kit/button.js'
import { leadingGame } from '../../table/solitaire/next-game.js'
import { playDaily } from '../../table/solitaire/play-daily.js'
import { html } from '../../vendor/preact.js'

/** @param {Wire.Daily} day @param {Map<string, Rules>} rules @param {Go} go */
export function todaysDeal(day, rules, go) {
  const game = rules.get(leadingGame(day))
  if (!game) return null
  const done = Object.values(day.mine).filter(
    ({ status, counted }) => status === 'ended' && counted,
  ).length
  const puzzles = [...rules.values()].some((item) => hasAbility(item, 'puzzle'))
  const streak = day.streak?.current ?? 0
  return html`
    <section class="daily-today" aria-labelledby="daily-today">
      <h2 id="daily-today">${t('lobby.today', { game: name(game) })}</h2>
      <p class="detail">
        <a href=${dailyPath()} data-act="daily">
          ${t('lobby.today.done', { done, all: Object.keys(day.deals).length })}
        </a>
        ${
          streak > 0 &&
          html`
            ${' · '}
            <span class="daily-streak" data-streak=${streak}>
              ${t('lobby.today.streak', { count: streak })}
            </span>`
        }
      </p>
      <p class="row">
        ${dealControl(day, game, go)}
        ${puzzles && linkButton({ act: 'puzzle', look: 'quiet', href: puzzlesPath() }, t('lobby.puzzle'))}
      </p>
    </section>`
}

/** Shows the control that plays the deal, continues it, or shows its replay.
 * @param {Wire.Daily} day @param {Rules} rules @param {Go} go */
function dealControl({ date, mine }, rules, go) {
  const attempt = mine[rules.id]
  const game = name(rules)
  if (!attempt)
    return button(
      {
        act: 'play-today',
        label: t('daily.play.of', { game }),
        onpress: () => playDaily(rules.id, date, go),
      },
      t('daily.play'),
    )
  const key = attempt.status === 'live' ? 'daily.continue' : 'daily.replay'
  return linkButton({ href: gamePath(attempt.game), label: t(`${key}.of`, { game }) }, t(key))
}
