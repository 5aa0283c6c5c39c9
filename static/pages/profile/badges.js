// A person's badges, each with the game that won it, and on the player's own page those still to win.

import { gamePath } from '../../app/routes.js'
import { badgeIds, badgeTexts } from '../../core/badges.js'
import { localDay } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'

/** Shows the section of badges; nothing if there are none and `goals`, badges still to win, are not shown.
 * @param {Wire.BadgeJson[]} won @param {Rules[]} rules @param {boolean} goals */
export function badgeList(won, rules, goals) {
  if (!won.length && !goals) return null
  const families = [...new Set(rules.map(({ family }) => family))]
  const left = badgeIds(families).filter((id) => !won.some((badge) => badge.id === id))
  return html`
    <section class="list" data-list="badges" aria-labelledby="badges">
      <h2 id="badges">${t('badges')}</h2>
      ${
        won.length
          ? html`<ul class="badges">${won.map((badge) => badgeItem(badge.id, rules, badge))}</ul>`
          : html`<p class="empty">${t('badges.empty')}</p>`
      }
      ${
        goals &&
        left.length > 0 &&
        html`
          <details class="badge-goals">
            <summary>${t('badges.goals')}</summary>
            <ul class="badges">${left.map((id) => badgeItem(id, rules, null))}</ul>
            <p><small>${t('badges.note')}</small></p>
          </details>`
      }
    </section>`
}

/** @param {string} id @param {Rules[]} rules @param {Wire.BadgeJson | null} won null: it is a goal */
function badgeItem(id, rules, won) {
  const texts = badgeTexts(id, rules)
  if (!texts) return null
  return html`
    <li key=${id} data-badge=${id} data-won=${won ? '' : undefined}>
      <span class="badge-sign" aria-hidden="true">${won ? '★' : '☆'}</span>
      <span class="what">
        <strong>${texts.name}</strong>
        <span class="detail">${texts.about}</span>
        ${won && wonOn(won, texts.name)}
      </span>
    </li>`
}

/** @param {Wire.BadgeJson} badge @param {string} name */
function wonOn({ at, game }, name) {
  const day = localDay(at)
  return html`
    <a
      class="detail"
      href=${gamePath(game)}
      aria-label=${t('badges.won.of', { badge: name, day })}
    >${t('badges.won', { day })}</a>`
}
