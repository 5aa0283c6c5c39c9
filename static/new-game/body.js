// Request of the form of a new game, and the display of the server's refusal.

import { alert } from '../core/announcer.js'
import { chosenLevel, rememberLevel } from '../core/bots.js'
import { Refusal } from '../core/http.js'
import { first, t } from '../core/i18n.js'
import { complain, InvalidField, input } from '../forms/fields.js'
import { clockOf } from './clock-field.js'
import { dealOf } from './deal.js'
import { isRated } from './rated-field.js'
import { isBot, PERSON, SAME_SCREEN, TEACHER } from './sides.js'

/**
 * Returns the body of POST /api/games without empty fields. InvalidField: a field is invalid, or there is both a deal and a
 * position.
 * @param {HTMLFormElement} form
 * @param {Rules} rules
 */
export function bodyOf(form, rules) {
  /** @type {Wire.NewGame} */
  const body = { rules: rules.id }
  const who = input(form, 'who')?.value
  if (who === SAME_SCREEN) body.seat = 'both'
  else if (isBot(who)) againstBot(body, form, rules, who === TEACHER)
  else if (who !== undefined) againstSomebody(body, form, who)
  const position = input(form, 'position')?.value.trim()
  if (position) {
    if (body.rated) throw new InvalidField('position', t('new.rated.position'))
    body.position = position
  }
  const deal = dealOf(input(form, 'deal')?.value.trim() ?? '', rules)
  if (deal === null) return body
  if (position) throw new InvalidField('position', t('new.position.deal'))
  return { ...body, deal }
}

/**
 * Adds the bot; its level becomes that of the next game, also of one by a single click.
 * @param {Wire.NewGame} body
 * @param {HTMLFormElement} form
 * @param {Rules} rules
 * @param {boolean} teach
 */
function againstBot(body, form, rules, teach) {
  const level = Number(input(form, 'level')?.value ?? chosenLevel(rules))
  rememberLevel(rules, level)
  body.seat = seatOf(input(form, 'seat')?.value)
  body.bot = { level, ...(teach && { teach }) }
}

/**
 * @param {Wire.NewGame} body
 * @param {HTMLFormElement} form
 * @param {string} who
 */
function againstSomebody(body, form, who) {
  body.seat = seatOf(input(form, 'seat')?.value)
  body.public = who === 'public'
  const clock = clockOf(form)
  if (clock) body.clock = clock
  if (isRated(form)) body.rated = true
  if (who !== PERSON) return
  const to = input(form, 'to')?.value.trim()
  if (!to) throw new InvalidField('to', t('account.empty'))
  body.to = to
}

/** @param {string | undefined} value */
function seatOf(value) {
  if (value === '0') return 0
  return value === '1' ? 1 : 'random'
}

/** Sentences by the refusal's code. @type {Record<string, string>} */
const TEXTS = {
  offline: 'error.offline.text',
  too_many_games: 'lobby.too_many_games',
  no_account: 'lobby.rated.guest',
  in_play: 'new.in_play',
  maintenance: 'error.maintenance',
}

/** Sentences about the challenged person, by the refusal's rule or code. @type {Record<string, string>} */
const OF_PERSON = {
  not_found: 'new.to.unknown',
  blocked: 'new.to.blocked',
  no_account: 'new.to.guest',
  challenges: 'new.to.challenges',
  declined: 'new.to.declined',
}

/**
 * Shows the sentence of a refusal at its field; for a position the server says what is wrong and where.
 * @param {HTMLFormElement} form
 * @param {unknown} error
 */
export function explain(form, error) {
  if (error instanceof InvalidField) {
    const field = input(form, error.field)
    if (field) complain(field, error.message, true)
    return
  }
  if (!(error instanceof Refusal)) throw error
  const { field: name, message, rule } = error.detail
  const field = typeof name === 'string' ? input(form, name) : null
  const to = input(form, 'to')
  const ofPerson = OF_PERSON[String(rule)] ?? OF_PERSON[error.code]
  if (field && name === 'position')
    complain(field, t('new.position.wrong', { why: message }), true)
  else if (field && name === 'deal')
    complain(field, t('new.deal.refused'), true)
  else if (to?.value && input(form, 'who')?.value === PERSON && ofPerson)
    complain(to, t(ofPerson, { name: to.value }), true)
  else alert(first([TEXTS[error.code] ?? '', 'new.failed'], error.detail))
}
