// Help on bots and searches: opponents, analysis, hints, and fair play between people.

import { puzzlesPath } from '../app/routes.js'
import { hasAbility, levelName, levelsOf, teaches } from '../core/bots.js'
import { el } from '../core/dom.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'

/** Creates the section; null: the game has neither bots nor searches. @param {Rules} rules @param {'h2' | 'h3'} heading of the section */
export function botHelp(rules, heading) {
  const levels = levelsOf(rules)
  const two = !solitaire(rules)
  const sentences = [
    levels > 0 &&
      t('help.bot.opponent', {
        count: levels,
        first: levelName(rules, 1),
        last: levelName(rules, levels),
      }),
    teaches(rules) && t('help.bot.teacher'),
    hasAbility(rules, 'evaluate') && t('help.bot.analysis'),
    two && t('help.bot.fair'),
    hasAbility(rules, 'hint') && t('help.bot.hints'),
    hasAbility(rules, 'winnable') && t('help.bot.winnable'),
  ]
  if (!sentences.some(Boolean)) return null
  return el(
    'section',
    { id: 'bots', 'aria-labelledby': 'bots-h' },
    el(heading, { id: 'bots-h' }, t(two ? 'help.bot' : 'help.bot.alone')),
    sentences.map((text) => text && el('p', {}, text)),
    hasAbility(rules, 'puzzle') &&
      el('p', {}, el('a', { href: puzzlesPath() }, t('help.bot.puzzles'))),
  )
}
