// /new/{rules}: the form of a new game: its options, side, who may join, deal or position. Its fields follow from what the
// rules say of themselves (how many seats, whether something is dealt); the server validates every field.

import { helpPath, newGamePath } from '../app/routes.js'
import { alert } from '../core/announcer.js'
import { closest, el, set } from '../core/dom.js'
import {
  all,
  familyName,
  find,
  name,
  seatName,
  sentence,
  solitaire,
} from '../core/games.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { createGame } from '../lobby/play-now.js'
import { choice, complain, field, input } from './fields.js'
import { optionChoices } from './options.js'

const NUMBER = /^\d{1,10}$/
const SECRET = /^[0-9a-f]{32}$/i
const BIGGEST = 2 ** 32 - 1
const DAILY = 'daily' // the server's word for the deal of today

/**
 * @param {HTMLElement} root
 * @param {Visit<'rules'>} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { rules: id, query, go, ready }) {
  root.dataset.screen = 'new'
  const rules = await find(id)
  const [, every] = await Promise.all([me(), all()])
  const variants = every.filter((item) => item.family === rules.family)
  const title = t('new.title', { game: familyName(rules) })
  const deal = query.get('deal') ?? ''
  const button = el(
    'button',
    { type: 'submit', class: 'primary big', 'data-act': 'create' },
    t('new.create'),
  )
  const help = el(
    'a',
    { class: 'button', href: helpPath(rules.id) },
    t('new.rules'),
  )
  const form = el(
    'form',
    { class: 'sheet', novalidate: true },
    rulesChoice(rules, variants, (chosen, changed) => {
      typed = { values: new FormData(form), focus: changed.name }
      const daily = deal === DAILY && chosen.daily
      if (deal === DAILY && !daily) typed.values.delete('deal')
      go(newGamePath(chosen.id, daily ? DAILY : null), { replace: true })
    }),
    solitaire(rules) ? null : [sideChoice(rules), joinChoice()],
    rules.dealt ? dealField(rules, deal) : null,
    positionField(rules),
    el('p', { class: 'row' }, button, help),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit(form, rules, button, go)
  })
  form.addEventListener('change', () => disableJoinChoice(form))
  form.addEventListener('input', (event) => {
    const changed = closest(event, 'input, textarea')
    if (changed) complain(changed, null)
  })
  root.replaceChildren(
    el('h1', {}, title),
    el('p', { class: 'lead' }, sentence(`${rules.family}.about`) ?? ''),
    form,
  )
  if (typed) restore(form, typed)
  typed = null
  disableJoinChoice(form)
  ready(title)
}

/** What was chosen and typed in the form before other rules were chosen, and the group that has the focus.
 * @type {{ values: FormData, focus: string } | null} */
let typed = null

/**
 * Fills in what belongs to the new rules too; the choice of the rules itself is theirs.
 * @param {HTMLFormElement} form
 * @param {{ values: FormData, focus: string }} before
 */
function restore(form, { values, focus }) {
  for (const [name, value] of values) {
    const field = input(form, name)
    if (field && name !== 'rules' && !name.startsWith('option-'))
      field.value = String(value)
  }
  const group = form.querySelector(`[name="${focus}"]:checked`)
  if (group instanceof HTMLInputElement) group.focus()
}

/**
 * The choice among the games of a family, by their options, or where they have none by their names. Another game is
 * another address: its deals may differ, and it keeps the deal of today if it has one.
 * @param {Rules} rules
 * @param {Rules[]} variants
 * @param {(rules: Rules, input: HTMLInputElement) => void} onchange
 */
function rulesChoice(rules, variants, onchange) {
  if (variants.length < 2) return null
  const groups = optionChoices(variants, rules, onchange)
  if (!groups.length) return variantChoice(rules, variants, onchange)
  const about = sentence(`${rules.family}.variant.${rules.id}`)
  return [
    groups,
    el(
      'p',
      { class: 'chosen', 'data-rules': rules.id },
      el('strong', {}, name(rules)),
      about && [el('br'), about],
    ),
  ]
}

/**
 * @param {Rules} rules
 * @param {Rules[]} variants
 * @param {(rules: Rules, input: HTMLInputElement) => void} onchange
 */
function variantChoice(rules, variants, onchange) {
  const options = variants.map((item) => ({
    value: item.id,
    text: name(item),
    about: sentence(`${item.family}.variant.${item.id}`),
    checked: item.id === rules.id,
  }))
  const fields = choice('new.variant', 'rules', options)
  fields.addEventListener('change', ({ target }) => {
    const chosen =
      target instanceof HTMLInputElement &&
      variants.find(({ id }) => id === target.value)
    if (chosen) onchange(chosen, target)
  })
  return fields
}

/** @param {Rules} rules */
function sideChoice(rules) {
  const seats = rules.seats.map((word, seat) => ({
    value: String(seat),
    text: seatName(rules, seat),
    about: sentence(`${rules.family}.seat.${word}.about`),
  }))
  return choice('new.side', 'seat', [
    {
      value: 'random',
      text: t('new.side.random'),
      about: t('new.side.random.about'),
      checked: true,
    },
    ...seats,
    {
      value: 'both',
      text: t('new.side.both'),
      about: t('new.side.both.about'),
    },
  ])
}

const joinChoice = () =>
  choice('new.who', 'who', [
    {
      value: 'public',
      text: t('new.who.public'),
      about: t('new.who.public.about'),
      checked: true,
    },
    { value: 'link', text: t('new.who.link'), about: t('new.who.link.about') },
  ])

/**
 * @param {Rules} rules
 * @param {string} deal
 */
function dealField(rules, deal) {
  const daily = t('new.deal.daily')
  const about = rules.daily
    ? `${t('new.deal.about')} ${t('new.deal.about.daily', { daily })}`
    : t('new.deal.about')
  return field('deal', t('new.deal'), about, {
    value: deal === DAILY ? daily : deal,
    maxlength: '32',
    placeholder: t('new.deal.random'),
  })
}

/** @param {Rules} rules */
const positionField = (rules) =>
  el(
    'details',
    { class: 'more' },
    el('summary', {}, t('new.position.open')),
    field(
      'position',
      t('new.position'),
      t('new.position.about'),
      {
        placeholder: sentence(`${rules.family}.position`),
        class: 'text',
        rows: '3',
      },
      'textarea',
    ),
  )

/**
 * A game with both sides at one screen has no free seat: who may join is not asked.
 * @param {HTMLFormElement} form
 */
function disableJoinChoice(form) {
  const choice = form.querySelector('[data-field=who]')
  if (choice instanceof HTMLFieldSetElement)
    choice.disabled = input(form, 'seat')?.value === 'both'
}

/** A field that cannot be sent as it is; `message` is the sentence that stands at it. */
class InvalidField extends Error {
  /**
   * @param {string} field
   * @param {string} sentence
   */
  constructor(field, sentence) {
    super(sentence)
    this.field = field
  }
}

/**
 * The body of POST /api/games that the form stands for; empty fields are left out. InvalidField: the deal cannot be one,
 * or there is a position too.
 * @param {HTMLFormElement} form
 * @param {Rules} rules
 */
function bodyOf(form, rules) {
  /** @type {Wire.NewGame} */
  const body = { rules: rules.id }
  const seat = input(form, 'seat')?.value
  if (seat !== undefined) body.seat = seatOf(seat)
  const who = input(form, 'who')?.value
  if (who !== undefined && seat !== 'both') body.public = who === 'public'
  const position = input(form, 'position')?.value.trim()
  if (position) body.position = position
  const deal = dealOf(input(form, 'deal')?.value.trim() ?? '', rules)
  if (deal === null) return body
  if (position) throw new InvalidField('position', t('new.position.deal'))
  return { ...body, deal }
}

/** @param {string} value */
function seatOf(value) {
  if (value === '0') return 0
  if (value === '1') return 1
  return value === 'both' ? 'both' : 'random'
}

/**
 * The deal as the server takes it; null: a new one.
 * @param {string} text
 * @param {Rules} rules
 */
function dealOf(text, rules) {
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

/**
 * @param {HTMLFormElement} form
 * @param {Rules} rules
 * @param {HTMLButtonElement} button
 * @param {Go} go
 */
async function submit(form, rules, button, go) {
  if (button.getAttribute('aria-busy') === 'true') return
  for (const name of ['deal', 'position']) {
    const field = input(form, name)
    if (field) complain(field, null)
  }
  set(button, { 'aria-busy': 'true' })
  try {
    await go(await createGame(bodyOf(form, rules)))
  } catch (error) {
    explain(form, error)
  } finally {
    set(button, { 'aria-busy': null })
  }
}

/** Sentences by the refusal's code. @type {Record<string, string>} */
const TEXTS = {
  offline: 'error.offline.text',
  too_many_games: 'lobby.too_many_games',
}

/**
 * The sentence stands at the field that is at fault; of a position the server says what is wrong and where.
 * @param {HTMLFormElement} form
 * @param {unknown} error
 */
function explain(form, error) {
  if (error instanceof InvalidField) {
    const field = input(form, error.field)
    if (field) complain(field, error.message, true)
    return
  }
  if (!(error instanceof Refusal)) throw error
  const { field: name, message } = error.detail
  const field = typeof name === 'string' ? input(form, name) : null
  if (field && name === 'position')
    complain(field, t('new.position.wrong', { why: message }), true)
  else if (field && name === 'deal')
    complain(field, t('new.deal.refused'), true)
  else alert(t(TEXTS[error.code] ?? 'new.failed', error.detail))
}
