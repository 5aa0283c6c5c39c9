// Request of the form of a new game, and the sentences of the server's refusals.

import { chosenLevel, hasAbility, rememberLevel } from '../../core/bots.js'
import { Refusal } from '../../core/http.js'
import { first, t } from '../../core/i18n.js'
import { InvalidField } from '../../kit/form.js'
import { clockOf } from './clock-field.js'
import { dealOf } from './deal.js'
import { isBot, PERSON, SAME_SCREEN, TEACHER } from './sides.js'

/** Values of the form by the names of its fields; those that do not apply are missing. @typedef {Record<string, string>} Values */

/** Returns the body of POST /api/games without empty fields. InvalidField: a field is invalid, or there is both a deal and a
 * position. The level of a bot becomes that of the next game, also of one by a single click.
 * @param {Values} values @param {Rules} rules @returns {Wire.NewGame} */
export function bodyOf(values, rules) {
  /** @type {Wire.NewGame} */
  const body = { rules: rules.id, ...opponentOf(values, rules) }
  const position = values.position?.trim()
  const deal = dealOf(values.deal?.trim() ?? '', rules)
  if (position && body.rated) throw new InvalidField('position', t('new.rated.position'))
  if (position && deal !== null) throw new InvalidField('position', t('new.position.deal'))
  if (position) return { ...body, position }
  if (deal !== null) return { ...body, deal }
  if (!hasAbility(rules, 'winnable')) return body
  const difficulty = /** @type {Wire.NewGame['difficulty']} */ (values.difficulty || null)
  return { ...body, deal: 'winnable', ...(difficulty && { difficulty }) }
}

/** @param {Values} values @param {Rules} rules @returns {Partial<Wire.NewGame>} */
function opponentOf(values, rules) {
  const { who } = values
  if (who === undefined) return {}
  if (who === SAME_SCREEN) return { seat: 'both' }
  const seat = seatOf(values.seat)
  if (!isBot(who)) return { seat, ...personOf(values) }
  const level = Number(values.level ?? chosenLevel(rules))
  rememberLevel(rules, level)
  return { seat, bot: { level, ...(who === TEACHER && { teach: true }) } }
}

/** @param {Values} values @returns {Partial<Wire.NewGame>} */
function personOf(values) {
  const clock = clockOf(values)
  const to = values.to?.trim()
  if (values.who === PERSON && !to) throw new InvalidField('to', t('account.empty'))
  return {
    public: values.who === 'public',
    ...(clock && { clock }),
    ...(values.rated === 'yes' && { rated: true }),
    ...(values.who === PERSON && { to }),
  }
}

/** @param {string | undefined} value */
function seatOf(value) {
  if (value === '0') return 0
  return value === '1' ? 1 : 'random'
}

/** Sentences by the refusal's code. @type {Record<string, string>} */
const TEXTS = {
  offline: 'error.offline.text',
  timeout: 'error.offline.text',
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

/** Returns a refusal with its sentence and the field that it concerns; for a position the server says what is wrong and
 * where. Other errors are returned unchanged. @param {unknown} error @param {Values} values */
export function explained(error, { who, to }) {
  if (!(error instanceof Refusal)) return error
  const { field, message, rule } = error.detail
  if (field === 'position')
    return new InvalidField(field, t('new.position.wrong', { why: message }))
  if (field === 'deal') return new InvalidField(field, t('new.deal.refused'))
  const ofPerson = OF_PERSON[String(rule)] ?? OF_PERSON[error.code]
  if (who === PERSON && to && ofPerson) return new InvalidField('to', t(ofPerson, { name: to }))
  return new InvalidField('', first([TEXTS[error.code] ?? '', 'new.failed'], error.detail))
}
