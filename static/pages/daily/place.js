// Rank of an attempt at a daily deal, in words.

import { percent } from '../../core/format.js'
import { t } from '../../core/i18n.js'

const MIN_COMPARED = 10 // ranked players from which on the share of worse results is shown

/**
 * Returns the rank of an attempt among the results of its class and, among many, the share of worse ones, rounded down.
 * @param {Wire.Place | null} place null: it is not ranked
 */
export function placeText(place) {
  if (!place) return t('daily.rank.none')
  const { rank, worse, of } = place
  const text = t(`daily.rank.${place.class}`, { rank, of })
  const others = of - 1
  if (of < MIN_COMPARED || !worse || worse === others) return text
  const share = percent(Math.floor((100 * worse) / others) / 100)
  return `${text} ${t('daily.better', { percent: share, others })}`
}
