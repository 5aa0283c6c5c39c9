// /new/{rules}: the form of a new game: its opponent, side, options, deal or position. Its fields follow from what the
// rules say of themselves (how many seats, whether something is dealt); the server validates every field.

import { helpPath, newGamePath } from '../app/routes.js'
import { alert, say } from '../core/announcer.js'
import { closest, el, set } from '../core/dom.js'
import {
  all,
  familyName,
  find,
  name,
  sentence,
  solitaire,
} from '../core/games.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { createGame } from '../lobby/play-now.js'
import { DAILY, dealField, dealOf } from './deal.js'
import { choice, complain, field, InvalidField, input } from './fields.js'
import { optionChoices } from './options.js'
import { positionOf, readLink } from './pasted.js'
import { opponentChoice, SAME_SCREEN, sideChoice } from './sides.js'

/**
 * @param {HTMLElement} root
 * @param {Visit<'rules'>} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { rules: id, query, go, ready }) {
  root.dataset.screen = 'new'
  const rules = await find(id)
  const [player, every] = await Promise.all([me(), all()])
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
    solitaire(rules) ? null : [opponentChoice(), sideChoice(rules)],
    rulesChoice(rules, variants, (chosen, changed) => {
      typed = { values: new FormData(form), focus: changed.name }
      const daily = deal === DAILY && chosen.daily
      if (deal === DAILY && !daily) typed.values.delete('deal')
      go(newGamePath(chosen.id, daily ? DAILY : null), { replace: true })
    }),
    rules.dealt ? dealField(rules, player, deal) : null,
    positionField(rules),
    el('p', { class: 'row create-bar' }, button, help),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit(form, rules, button, go)
  })
  form.addEventListener('change', () => disableSide(form))
  form.addEventListener('input', (event) => {
    const changed = closest(event, 'input, textarea')
    if (changed) complain(changed, null)
  })
  form.addEventListener('paste', (event) => paste(event, form, rules, go))
  root.replaceChildren(
    el('h1', {}, title),
    el('p', { class: 'lead' }, sentence(`${rules.family}.about`) ?? ''),
    form,
  )
  if (typed) restore(form, typed)
  typed = null
  disableSide(form)
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
  if (values.get('position')) fillPosition(form, String(values.get('position')))
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
 * Who plays both sides does not choose one.
 * @param {HTMLFormElement} form
 */
function disableSide(form) {
  const choice = form.querySelector('[data-field=seat]')
  if (choice instanceof HTMLFieldSetElement)
    choice.disabled = input(form, 'who')?.value === SAME_SCREEN
}

/**
 * A link that is pasted into a text field is followed: to the game and deal that it names, or its game's position becomes
 * the start. Other texts are left to the browser.
 * @param {ClipboardEvent} event
 * @param {HTMLFormElement} form
 * @param {Rules} rules
 * @param {Go} go
 */
async function paste(event, form, rules, go) {
  const field = closest(event, 'input[type=text], textarea')
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const link = field && readLink(text, location.origin)
  if (!link) return
  event.preventDefault()
  if ('rules' in link) return go(newGamePath(link.rules, link.deal))
  const start = await positionOf(link).catch(() => null)
  const target = input(form, 'position')
  if (!start || !target) return alert(t('new.position.hidden'))
  if (start.rules === rules.id) {
    fillPosition(form, start.position)
    return say(t('new.position.taken'))
  }
  typed = { values: new FormData(form), focus: '' }
  typed.values.set('position', start.position)
  await go(newGamePath(start.rules), { replace: true })
}

/**
 * @param {HTMLFormElement} form
 * @param {string} position
 */
function fillPosition(form, position) {
  const field = input(form, 'position')
  if (!(field instanceof HTMLTextAreaElement)) return
  field.value = position
  field.closest('details')?.setAttribute('open', '')
  complain(field, null)
  field.focus()
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
  const who = input(form, 'who')?.value
  if (who === SAME_SCREEN) body.seat = 'both'
  else if (who !== undefined) {
    body.seat = seatOf(input(form, 'seat')?.value)
    body.public = who === 'public'
  }
  const position = input(form, 'position')?.value.trim()
  if (position) body.position = position
  const deal = dealOf(input(form, 'deal')?.value.trim() ?? '', rules)
  if (deal === null) return body
  if (position) throw new InvalidField('position', t('new.position.deal'))
  return { ...body, deal }
}

/** @param {string | undefined} value */
function seatOf(value) {
  if (value === '0') return 0
  return value === '1' ? 1 : 'random'
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
