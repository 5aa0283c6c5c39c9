// Help on the computer: opponents, analysis, hints, and fair play between people.

import { puzzlesPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { hasAbility, levelName, levelsOf, teaches } from '../core/machines.js'

/** Creates the section; null: the game has no computer. @param {Rules} rules @param {'h2' | 'h3'} heading of the section */
export function machineHelp(rules, heading) {
  const levels = levelsOf(rules)
  const two = !solitaire(rules)
  const sentences = [
    levels > 0 &&
      t('help.machine.opponent', {
        count: levels,
        first: levelName(rules, 1),
        last: levelName(rules, levels),
      }),
    teaches(rules) && t('help.machine.teacher'),
    hasAbility(rules, 'evaluate') && t('help.machine.analysis'),
    two && t('help.machine.fair'),
    hasAbility(rules, 'hint') && t('help.machine.hints'),
    hasAbility(rules, 'winnable') && t('help.machine.winnable'),
  ]
  if (!sentences.some(Boolean)) return null
  return el(
    'section',
    { id: 'machines', 'aria-labelledby': 'machines-h' },
    el(
      heading,
      { id: 'machines-h' },
      t(two ? 'help.machine' : 'help.machine.alone'),
    ),
    sentences.map((text) => text && el('p', {}, text)),
    hasAbility(rules, 'puzzle') &&
      el('p', {}, el('a', { href: puzzlesPath() }, t('help.machine.puzzles'))),
  )
}
