// The deal of a new game: a number, the deal of today, one of those that the player has played last, or a random one.

import { el } from '../core/dom.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { field, InvalidField } from './fields.js'

const NUMBER = /^\d{1,10}$/
const SECRET = /^[0-9a-f]{32}$/i
const BIGGEST = 2 ** 32 - 1
export const DAILY = 'daily' // the server's word for the deal of today
const LAST = 4 // deals that are offered again

/**
 * The field, with a die for a random number and the player's last deals.
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
      onclick: () => fill(String(Math.floor(Math.random() * (BIGGEST + 1)))),
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
 * Adds the deals of the player's last games, when they are known.
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
  const last = [...new Set(deals)].slice(0, LAST).map(String)
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
 * The deal as the server takes it; null: a new one. InvalidField: it cannot be one.
 * @param {string} text
 * @param {Rules} rules
 */
export function dealOf(text, rules) {
  const word = text.toLowerCase()
  if (text === '' || word === t('new.deal.random')) return null
  if (rules.daily && [DAILY, t('new.deal.daily')].includes(word)) return DAILY
  if (SECRET.test(text)) return word
  if (NUMBER.test(text) && Number(text) <= BIGGEST) return Number(text)
  throw new InvalidField(
    'deal',
    t('new.deal.wrong', { biggest: String(BIGGEST) }),
  )
}
