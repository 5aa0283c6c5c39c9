// Deal of a new game: a number, today's deal, one of the player's last deals, or a random one; and its difficulty.

import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'
import { select } from '../../kit/choice.js'
import { Field, InvalidField } from '../../kit/form.js'
import { icon } from '../../kit/icon.js'
import { html, useEffect, useSignal } from '../../vendor/preact.js'

const DEAL_NUMBER = /^\d{1,10}$/
const DEAL_DIGITS = /^[0-9a-f]{32}$/i
const MAX_NUMBER = 2 ** 32 - 1
export const DAILY = 'daily' // the server's word for today's deal
const MAX_LAST_DEALS = 4 // offered again
const DIFFICULTIES = ['easy', 'medium', 'hard', 'fiendish']

/** The field, with a die for a random number and the player's last deals.
 * @param {{ rules: Rules, player: Person, value: string, onchoose: (deal: string) => void }} props */
export function DealField({ rules, player, value, onchoose }) {
  const about = rules.daily
    ? `${t('new.deal.about')} ${t('new.deal.about.daily', { daily: t('new.deal.daily') })}`
    : t('new.deal.about')
  const roll = () => onchoose(String(Math.floor(Math.random() * (MAX_NUMBER + 1))))
  const dice = button(
    { act: 'dice', look: 'icon', title: t('new.deal.dice'), onpress: roll },
    icon('dice'),
  )
  return html`
    <div>
      <${Field}
        name="deal"
        label=${t('new.deal')}
        about=${about}
        maxlength=${100}
        placeholder=${t('new.deal.random')}
        beside=${!rules.hides && dice}
        value=${value}
        onInput=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
          onchoose(event.currentTarget.value)}
      />
      <${LastDeals} key=${rules.id} rules=${rules} player=${player} onchoose=${onchoose} />
    </div>`
}

/** Deals of the player's last games, when they are known.
 * @param {{ rules: Rules, player: Person, onchoose: (deal: string) => void }} props */
function LastDeals({ rules, player, onchoose }) {
  const deals = useSignal(/** @type {string[]} */ ([]))
  useEffect(() => {
    const left = new AbortController()
    const query = new URLSearchParams({ status: 'ended', rules: rules.id, player: player.id })
    get(`/api/games?${query}`, { signal: left.signal }).then(
      (/** @type {Wire.Games} */ { items }) => {
        const last = new Set(items.flatMap(({ deal }) => deal ?? []))
        deals.value = [...last].slice(0, MAX_LAST_DEALS).map(String)
      },
      () => {}, // they are a convenience only
    )
    return () => left.abort()
  }, [])
  if (!deals.value.length) return null
  return html`
    <p class="row last-deals">
      <span class="detail">${t('new.deal.last')}</span>
      ${deals.value.map((deal) =>
        button({ 'data-deal': deal, onpress: () => onchoose(deal) }, deal),
      )}
    </p>`
}

/** Choice of the difficulty of a deal, which is proved winnable; not for a deal or a position of one's own.
 * @param {ReturnType<import('./form.js').Bound>} bound @param {boolean} disabled */
export const difficultyChoice = (bound, disabled) => html`
  <fieldset data-field="difficulty" disabled=${disabled}>
    ${select({
      name: 'difficulty',
      label: t('new.difficulty'),
      options: [
        { value: '', text: t('new.difficulty.any') },
        ...DIFFICULTIES.map((value) => ({ value, text: t(`new.difficulty.${value}`) })),
      ],
      ...bound,
    })}
    <small>${t('new.difficulty.about')}</small>
  </fieldset>`

/** Returns the deal for the server; null: a new one. InvalidField: it is no deal.
 * @param {string} text @param {Rules} rules */
export function dealOf(text, rules) {
  const word = text.toLowerCase()
  if (text === '' || word === t('new.deal.random')) return null
  if (rules.daily && [DAILY, t('new.deal.daily')].includes(word)) return DAILY
  if (DEAL_DIGITS.test(text)) return word
  if (DEAL_NUMBER.test(text) && Number(text) <= MAX_NUMBER) return Number(text)
  throw new InvalidField('deal', t('new.deal.wrong', { biggest: String(MAX_NUMBER) }))
}
