// A person's badges, each with the game that won it, and on the player's own page those still to win.

import { gamePath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { localDay } from '../core/format.js'
import { all, find } from '../core/games.js'
import { t } from '../core/i18n.js'
import { badgeIds, badgeTexts } from '../people/badge-texts.js'

/**
 * Creates the section of badges; null: there are none and `goals` are not shown.
 * @param {Wire.BadgeJson[]} won
 * @param {boolean} goals whether badges still to win are shown too
 */
export async function badgeList(won, goals) {
  if (!won.length && !goals) return null
  const rules = await Promise.all((await all()).map(({ id }) => find(id)))
  const families = [...new Set(rules.map(({ family }) => family))]
  const left = badgeIds(families).filter(
    (id) => !won.some((badge) => badge.id === id),
  )
  return el(
    'section',
    {
      class: 'list',
      'data-list': 'badges',
      'aria-labelledby': 'badges',
    },
    el('h2', { id: 'badges' }, t('badges')),
    won.length
      ? el(
          'ul',
          { class: 'badges' },
          won.map((badge) => badgeItem(badge.id, rules, badge)),
        )
      : el('p', { class: 'empty' }, t('badges.empty')),
    goals && left.length
      ? el(
          'details',
          { class: 'badge-goals' },
          el('summary', {}, t('badges.goals')),
          el(
            'ul',
            { class: 'badges' },
            left.map((id) => badgeItem(id, rules, null)),
          ),
          el('p', {}, el('small', {}, t('badges.note'))),
        )
      : null,
  )
}

/**
 * @param {string} id
 * @param {Rules[]} rules
 * @param {Wire.BadgeJson | null} won null: it is a goal
 */
function badgeItem(id, rules, won) {
  const texts = badgeTexts(id, rules)
  if (!texts) return null
  const day = won && localDay(won.at)
  return el(
    'li',
    { 'data-badge': id, 'data-won': won !== null },
    el('span', { class: 'badge-sign', 'aria-hidden': 'true' }, won ? '★' : '☆'),
    el(
      'span',
      { class: 'what' },
      el('strong', {}, texts.name),
      el('span', { class: 'detail' }, texts.about),
      won &&
        el(
          'a',
          {
            class: 'detail',
            href: gamePath(won.game),
            'aria-label': t('badges.won.of', { badge: texts.name, day }),
          },
          t('badges.won', { day }),
        ),
    ),
  )
}
