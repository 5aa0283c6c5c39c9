// Deal of a new game: a number, today's deal, one of the player's last deals, or a random one.

import { el } from '../core/dom.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { field, InvalidField } from '../forms/fields.js'

const DEAL_NUMBER = /^\d{1,10}$/
const DEAL_DIGITS = /^[0-9a-f]{32}$/i
const MAX_NUMBER = 2 ** 32 - 1
export const DAILY = 'daily' // the server's word for today's deal
const MAX_LAST_DEALS = 4 // offered again

/**
 * Creates the field, with a die for a random number and the player's last deals.
 * @param {Rules} rules
 * @param {Person} player
 * @param {string} deal
 */
export function dealField(rules, player, deal) {
  const daily = t('new.deal.daily')
  const about = rules.daily
    ? `${t('new.deal.about')} ${t('new.deal.about.daily', { daily })}`
    : t('new.deal.about')
  const attributes = {
    value: deal === DAILY ? daily : deal,
    maxlength: '100',
    placeholder: t('new.deal.random'),
  }
  const label = t('new.deal.dice')
  const dice = el(
    'button',
    {
      type: 'button',
      class: 'icon',
      'data-act': 'dice',
      title: label,
      onclick: () => fill(String(Math.floor(Math.random() * (MAX_NUMBER + 1)))),
    },
    icon('dice'),
  )
  const element = field(
    'deal',
    t('new.deal'),
    about,
    attributes,
    'input',
    rules.hides ? null : dice,
  )
  const fill = (/** @type {string} */ text) => {
    const input = element.querySelector('input')
    if (!input) return
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  offerLast(element, rules, player, fill)
  return element
}

/**
 * Adds the deals of the player's last games when they are known.
 * @param {Element} place
 * @param {Rules} rules
 * @param {Person} player
 * @param {(deal: string) => void} fill
 */
async function offerLast(place, rules, player, fill) {
  const query = new URLSearchParams({
    status: 'ended',
    rules: rules.id,
    player: player.id,
  })
  /** @type {Wire.Games | null} */
  const games = await get(`/api/games?${query}`).catch(() => null)
  const deals = games?.items.flatMap(({ deal }) => deal ?? []) ?? []
  const last = [...new Set(deals)].slice(0, MAX_LAST_DEALS).map(String)
  if (!last.length) return
  place.append(
    el(
      'p',
      { class: 'row last-deals' },
      el('span', { class: 'detail' }, t('new.deal.last')),
      last.map((deal) =>
        el(
          'button',
          { type: 'button', 'data-deal': deal, onclick: () => fill(deal) },
          deal,
        ),
      ),
    ),
  )
}

/**
 * Returns the deal for the server; null: a new one. InvalidField: it is no deal.
 * @param {string} text
 * @param {Rules} rules
 */
export function dealOf(text, rules) {
  const word = text.toLowerCase()
  if (text === '' || word === t('new.deal.random')) return null
  if (rules.daily && [DAILY, t('new.deal.daily')].includes(word)) return DAILY
  if (DEAL_DIGITS.test(text)) return word
  if (DEAL_NUMBER.test(text) && Number(text) <= MAX_NUMBER) return Number(text)
  throw new InvalidField(
    'deal',
    t('new.deal.wrong', { biggest: String(MAX_NUMBER) }),
  )
}
