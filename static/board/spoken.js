// Moves in words for screen readers, which say "black spade suit" or nothing for a sign. The screen keeps the signs:
// "Q♠e9", "J♠:g5", "5♦ onto 6♣", "c3–d3".

import { t } from '../core/i18n.js'

const SUITS = '♣♦♥♠'
const CARD = /(10|[1-9AJQK])([♣♦♥♠])\uFE0E?(:?)([a-j]\d)?/g
const STEP = /([a-j]\d)–([a-j]\d)/g

/** Returns "queen of spades to e9" for "Q♠e9". @param {string} text */
export const spoken = (text) =>
  text
    .replace(CARD, (_, rank, sign, colon, to) => {
      const card = t('card', {
        rank: Number(rank) ? rank : t(`card.rank.${rank}`),
        suit: t(`card.suit.${'CDHS'[SUITS.indexOf(sign)]}`),
      })
      if (!to) return card + colon
      return t(colon ? 'spoken.takes' : 'spoken.goes', { card, to })
    })
    .replace(STEP, (_, card, to) => t('spoken.goes', { card, to }))
