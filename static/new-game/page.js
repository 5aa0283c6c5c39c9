// /new/{rules}, the form of a new game: opponent, side, options, deal or position. Its fields follow from the rules' data
// (number of seats, whether there is a deal); the server validates every field.

import { helpPath, newGamePath } from '../app/routes.js'
import { alert, say } from '../core/announcer.js'
import { hasAbility } from '../core/bots.js'
import { closest, el, set } from '../core/dom.js'
import {
  all,
  familyName,
  find,
  name,
  sentence,
  solitaire,
} from '../core/games.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { choice, complain, field, input } from '../forms/fields.js'
import { createGame } from '../play/play-now.js'
import { bodyOf, explain } from './body.js'
import { clockField, showClockFields } from './clock-field.js'
import { DAILY, dealField } from './deal.js'
import { optionChoices } from './options.js'
import { positionOf, readLink } from './pasted.js'
import { disableRated, ratedField } from './rated-field.js'
import {
  isBot,
  opponentChoice,
  PERSON,
  SAME_SCREEN,
  sideChoice,
} from './sides.js'
import { winnableDeal } from './winnable-deal.js'

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
    otherGames(rules, every, query.get('to')),
    solitaire(rules)
      ? null
      : [
          opponentChoice(rules, query.get('to') ?? '', query.get('who')),
          sideChoice(rules),
          clockField(rules),
          ratedField(player),
        ],
    rulesChoice(rules, variants, (chosen, changed) => {
      typed = { values: new FormData(form), focus: changed.name }
      const daily = deal === DAILY && chosen.daily
      if (deal === DAILY && !daily) typed.values.delete('deal')
      const to = query.get('to') ?? undefined
      go(newGamePath(chosen.id, daily ? DAILY : null, to), { replace: true })
    }),
    rules.dealt ? dealField(rules, player, deal) : null,
    hasAbility(rules, 'winnable') ? winnableDeal(rules, go) : null,
    positionField(rules),
    el('p', { class: 'row create-bar' }, button, help),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit(form, rules, button, go)
  })
  form.addEventListener('change', () => follow(form))
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
  follow(form)
  ready(title)
}

/** Fields that can show an error. */
const FIELDS = ['deal', 'position', 'to', 'minutes', 'increment', 'days']

/** The values of the form before other rules were chosen, and the focused group.
 * @type {{ values: FormData, focus: string } | null} */
let typed = null

/**
 * Fills in the values that also apply to the new rules, except the choice of the rules.
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
 * Creates the choice of the game for a challenge: a link for each other family for two.
 * @param {Rules} rules
 * @param {Rules[]} every
 * @param {string | null} to
 */
function otherGames(rules, every, to) {
  if (to === null) return null
  const families = Map.groupBy(every, ({ family }) => family)
  const others = [...families.values()].filter(
    ([first]) => first.family !== rules.family && !solitaire(first),
  )
  return el(
    'p',
    { class: 'row' },
    others.map(([first]) =>
      el(
        'a',
        { class: 'button', href: newGamePath(first.id, null, to) },
        t('new.other_game', { game: familyName(first) }),
      ),
    ),
  )
}

/**
 * Creates the choice among the games of a family, by options or else by name. Another game has another address: its deals
 * may differ, and it keeps today's deal if it has one.
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
 * Shows the fields that apply: playing both sides has no side, clock or rating; a game against the bot has levels
 * instead of clock and rating.
 * @param {HTMLFormElement} form
 */
function follow(form) {
  const who = input(form, 'who')?.value
  const alone = who === SAME_SCREEN
  const bot = isBot(who)
  for (const [kind, off] of /** @type {const} */ ([
    ['seat', alone],
    ['clock', alone || bot],
  ])) {
    const fields = form.querySelector(`fieldset[data-field="${kind}"]`)
    if (fields instanceof HTMLFieldSetElement) fields.disabled = off
  }
  disableRated(form, alone || bot)
  for (const [kind, shown] of /** @type {const} */ ([
    ['to', who === PERSON],
    ['level', bot],
  ])) {
    const field = form.querySelector(`[data-field="${kind}"]`)
    if (field instanceof HTMLElement) field.hidden = !shown
  }
  showClockFields(form)
}

/**
 * Follows a link pasted into a text field: goes to the game and deal that it names, or takes the position of its game as the
 * start. Other texts are left to the browser.
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
 * @param {HTMLFormElement} form
 * @param {Rules} rules
 * @param {HTMLButtonElement} button
 * @param {Go} go
 */
async function submit(form, rules, button, go) {
  if (button.getAttribute('aria-busy') === 'true') return
  for (const name of FIELDS) {
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
