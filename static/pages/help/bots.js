// Help on bots and searches: opponents, analysis, hints, and fair play between people.

import { puzzlesPath } from '../../app/routes.js'
import { hasAbility, levelName, levelsOf, teaches } from '../../core/bots.js'
import { solitaire } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'

/** Returns the section; null: the game has neither bots nor searches.
 * @param {Rules} rules @returns {import('./text.js').Section | null} */
export function botHelp(rules) {
  const count = levelsOf(rules)
  const [first, last] = [levelName(rules, 1), levelName(rules, count)]
  const two = !solitaire(rules)
  const sentences = [
    count > 0 && t('help.bot.opponent', { count, first, last }),
    teaches(rules) && t('help.bot.teacher'),
    hasAbility(rules, 'evaluate') && t('help.bot.analysis'),
    two && t('help.bot.fair'),
    hasAbility(rules, 'hint') && t('help.bot.hints'),
    hasAbility(rules, 'winnable') && t('help.bot.winnable'),
  ].filter(Boolean)
  if (!sentences.length) return null
  const puzzles = html`<p><a href=${puzzlesPath()}>${t('help.bot.puzzles')}</a></p>`
  return {
    id: 'bots',
    title: t(two ? 'help.bot' : 'help.bot.alone'),
    content: [
      sentences.map((text) => html`<p>${text}</p>`),
      hasAbility(rules, 'puzzle') && puzzles,
    ],
  }
}
