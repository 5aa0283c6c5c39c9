// A new game: variant, side, who may join, deal or position. The forms follow from what the rules say of
// themselves (how many seats, whether something is dealt); the server has the last word on every field.

import { post } from '../core/http.js'
import { me } from '../core/player.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import {
  all,
  familyName,
  find,
  name,
  seatName,
  sentence,
  solitaire,
} from '../core/games.js'
import { alert } from '../core/announcer.js'

const NUMBER = /^\d{1,10}$/
const SECRET = /^[0-9a-f]{32}$/i
const BIGGEST = 2 ** 32 - 1
const DAILY = 'daily' // the server's word for the deal of today

export async function show(root, { rules: id, query, go, ready }) {
  root.dataset.screen = 'new'
  const rules = await find(id)
  const [, every] = await Promise.all([me(), all()])
  const variants = every.filter((item) => item.family === rules.family)
  const title = t('new.title', { game: familyName(rules) })
  const parts = [
    variants.length > 1
      ? variantChoice(rules, variants, query.get('deal') === DAILY, go)
      : null,
    solitaire(rules) ? null : [sideChoice(rules), publicChoice()],
    rules.dealt ? dealField(rules, query.get('deal') ?? '') : null,
    positionField(rules),
  ]
  const button = el(
    'button',
    { type: 'submit', class: 'primary big', 'data-act': 'create' },
    t('new.create'),
  )
  const help = el(
    'a',
    { class: 'button', href: `/help/${rules.id}` },
    t('new.rules'),
  )
  const form = el(
    'form',
    { class: 'sheet', novalidate: true },
    parts,
    el('p', { class: 'row' }, button, help),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    create(form, rules, button, go)
  })
  form.addEventListener('change', () => follow(form))
  form.addEventListener('input', ({ target }) => complain(target, null))
  follow(form)
  root.replaceChildren(
    el('h1', {}, title),
    el('p', { class: 'lead' }, sentence(`${rules.family}.about`) ?? ''),
    form,
  )
  ready(title)
}

function choice(key, kind, options) {
  const option = ({ value, text, about, checked }) =>
    el(
      'label',
      { class: 'option' },
      el('input', { type: 'radio', name: kind, value, checked }),
      el(
        'span',
        {},
        el('strong', {}, text),
        about ? el('small', {}, about) : null,
      ),
    )
  return el(
    'fieldset',
    { 'data-field': kind },
    el('legend', {}, t(key)),
    el('div', { class: 'options' }, options.map(option)),
  )
}

// Another variant is another address: its deal and seats may differ, but each has a deal of today.
function variantChoice(rules, variants, daily, go) {
  const option = (item) => ({
    value: item.id,
    text: name(item),
    about: sentence(`${item.family}.variant.${item.id}`),
    checked: item.id === rules.id,
  })
  const fields = choice('new.variant', 'rules', variants.map(option))
  fields.addEventListener('change', ({ target }) =>
    go(`/new/${target.value}${daily ? `?deal=${DAILY}` : ''}`, {
      replace: true,
    }),
  )
  return fields
}

function sideChoice(rules) {
  const seat = (word, value) => ({
    value: String(value),
    text: seatName(rules, value),
    about: sentence(`${rules.family}.seat.${word}.about`),
  })
  return choice('new.side', 'seat', [
    {
      value: 'random',
      text: t('new.side.random'),
      about: t('new.side.random.about'),
      checked: true,
    },
    ...rules.seats.map(seat),
    {
      value: 'both',
      text: t('new.side.both'),
      about: t('new.side.both.about'),
    },
  ])
}

const publicChoice = () =>
  choice('new.who', 'who', [
    {
      value: 'public',
      text: t('new.who.public'),
      about: t('new.who.public.about'),
      checked: true,
    },
    { value: 'link', text: t('new.who.link'), about: t('new.who.link.about') },
  ])

function field(kind, label, about, attributes) {
  const id = `new-${kind}`
  return el(
    'div',
    { class: 'field', 'data-field': kind },
    el('label', { for: id }, label),
    el('input', {
      id,
      name: kind,
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-describedby': `${id}-about ${id}-error`,
      ...attributes,
    }),
    el('small', { id: `${id}-about` }, about),
    el('p', { id: `${id}-error`, class: 'error', hidden: true }),
  )
}

function dealField(rules, deal) {
  const about = [
    t('new.deal.about'),
    solitaire(rules)
      ? t('new.deal.about.daily', { daily: t('new.deal.daily') })
      : null,
  ]
  return field('deal', t('new.deal'), about.filter(Boolean).join(' '), {
    value: deal === DAILY ? t('new.deal.daily') : deal,
    maxlength: '32',
    placeholder: t('new.deal.random'),
  })
}

function positionField(rules) {
  const example = sentence(`${rules.family}.position`)
  const about = t('new.position.about')
  return el(
    'details',
    { class: 'more' },
    el('summary', {}, t('new.position.open')),
    field('position', t('new.position'), about, {
      placeholder: example,
      class: 'text',
    }),
  )
}

// With both sides at one screen nobody has to be let in.
function follow(form) {
  const who = form.querySelector('[data-field=who]')
  if (who) who.disabled = form.elements.seat.value === 'both'
}

/** The body of POST /api/games that the form stands for; what was left empty is left out. Throws the name of
 * the field and a sentence when the deal cannot be one. */
function body(form, rules) {
  const { seat, who, deal, position } = form.elements
  const asked = { rules: rules.id }
  if (seat)
    asked.seat = /^\d$/.test(seat.value) ? Number(seat.value) : seat.value
  if (who && seat.value !== 'both') asked.public = who.value === 'public'
  if (position.value.trim()) asked.position = position.value.trim()
  const written = deal?.value.trim()
  const dealt = written?.toLowerCase() === t('new.deal.random') ? '' : written
  if (
    solitaire(rules) &&
    [DAILY, t('new.deal.daily')].includes(dealt?.toLowerCase())
  )
    asked.deal = DAILY
  else if (dealt && SECRET.test(dealt)) asked.deal = dealt.toLowerCase()
  else if (dealt && NUMBER.test(dealt) && Number(dealt) <= BIGGEST)
    asked.deal = Number(dealt)
  else if (dealt)
    throw new Wrong('deal', t('new.deal.wrong', { biggest: String(BIGGEST) }))
  if ('deal' in asked && asked.position)
    throw new Wrong('position', t('new.position.deal'))
  return asked
}

class Wrong extends Error {
  constructor(field, sentence) {
    super(sentence)
    this.field = field
  }
}

async function create(form, rules, button, go) {
  if (button.getAttribute('aria-busy') === 'true') return
  for (const input of form.querySelectorAll('.field input'))
    complain(input, null)
  set(button, { 'aria-busy': 'true' })
  try {
    await go((await post('/api/games', body(form, rules))).url)
  } catch (error) {
    refused(form, error)
  } finally {
    set(button, { 'aria-busy': null })
  }
}

const TEXTS = {
  offline: 'error.offline.text',
  too_many_games: 'lobby.too_many_games',
} // by the refusal's code

// The sentence stands at the field that is at fault; of a position the server names the place.
function refused(form, error) {
  const { position, deal } = form.elements
  const { field, message } = error.detail ?? {}
  if (error instanceof Wrong)
    complain(form.elements[error.field], error.message, true)
  else if (field === 'position')
    complain(position, t('new.position.wrong', { why: message }), true)
  else if (field === 'deal' && deal) complain(deal, t('new.deal.refused'), true)
  else if (error.status !== undefined)
    alert(t(TEXTS[error.code] ?? 'new.failed', error.detail))
  else throw error
}

function complain(input, sentence, focus = false) {
  const error = input.id && document.getElementById(`${input.id}-error`)
  if (!error) return
  set(input, { 'aria-invalid': sentence ? 'true' : null })
  error.textContent = sentence ?? ''
  error.hidden = !sentence
  if (!focus) return
  input.closest('details')?.setAttribute('open', '')
  input.focus()
  alert(sentence)
}
