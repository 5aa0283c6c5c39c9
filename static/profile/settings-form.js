// Settings of this device, on /me and behind "More" of a table. Each takes effect at once and follows changes made
// elsewhere, as by the header's switches or in another tab.

import { all, el } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { percent } from '../core/format.js'
import { t } from '../core/i18n.js'
import { available } from '../core/language.js'
import { settings } from '../core/settings.js'
import { vibrates } from '../core/sound.js'
import { notifyField } from './notify-field.js'

const YEAR_SECONDS = 31_536_000 // seconds

/** Settings by group, each with its values. @type {[group: string, choices: Record<string, string[]>][]} */
const GROUPS = [
  [
    'look',
    {
      theme: ['auto', 'light', 'dark'],
      suits: ['four', 'two'],
      faces: ['theme', 'light'],
      coordinates: ['on', 'off'],
      notation: ['figurines', 'letters'],
    },
  ],
  [
    'play',
    {
      confirm: ['auto', 'always', 'never'],
      premove: ['on', 'off'],
      animation: ['normal', 'fast', 'slow', 'off'],
    },
  ],
  ['sound', { sound: ['on', 'off'] }],
]
/** @type {Cue[]} */
const CUES = ['start', 'move', 'take', 'turn', 'wrong', 'low', 'end']
const MIN_SIZE = 60 // percent

/** @returns {HTMLElement} */
export function settingsForm() {
  sheet('/static/profile/settings.css')
  const cues = cueChoice()
  const form = el(
    'div',
    { class: 'settings', 'data-settings': true },
    GROUPS.map(([group, choices]) =>
      el(
        'section',
        { class: 'settings-group' },
        el('h3', {}, t(`settings.${group}.title`)),
        Object.entries(choices).map(([name, values]) => choice(name, values)),
        group === 'look' ? [sizeField(), languageField()] : null,
        group === 'sound' ? [cues, vibrationField()] : null,
      ),
    ),
    el(
      'section',
      { class: 'settings-group' },
      el('h3', {}, t('settings.notify.title')),
      notifyField(),
    ),
    el('p', { class: 'detail' }, t('settings.about')),
  )
  show(form)
  const unsubscribe = settings.on(() => {
    if (form.isConnected) show(form)
    else unsubscribe()
  })
  return form
}

/** Creates the choice of the language, if there are several; a choice reloads the page. */
function languageField() {
  const codes = available()
  if (codes.length < 2) return null
  const chosen = settings.get('language', 'auto')
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    el('option', { value, selected: value === chosen, lang: value }, text)
  return el(
    'label',
    { class: 'setting' },
    t('settings.language'),
    el(
      'select',
      {
        name: 'language',
        onchange: ({ currentTarget: select }) => {
          if (!(select instanceof HTMLSelectElement)) return
          choose(select.value)
          location.reload()
        },
      },
      option('auto', t('settings.language.auto')),
      codes.map((code) => option(code, nameOf(code))),
    ),
  )
}

/** Stores the chosen language and tells it to the server, which serves the document in it. @param {string} code */
function choose(code) {
  settings.set('language', code)
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the CookieStore
  document.cookie = `language=${code}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** Returns a language's own name. @param {string} code */
const nameOf = (code) =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code

/** Creates the choice of a setting's value. @param {string} name @param {string[]} values */
const choice = (name, values) =>
  el(
    'fieldset',
    { class: 'setting' },
    el('legend', {}, t(`settings.${name}`)),
    el(
      'div',
      { class: 'segmented' },
      values.map((value) =>
        el(
          'label',
          {},
          el('input', {
            type: 'radio',
            name,
            value,
            onchange: () => settings.set(name, value),
          }),
          el('span', {}, t(`settings.${name}.${value}`)),
        ),
      ),
    ),
  )

/** Creates the switches of the cues. */
const cueChoice = () =>
  el(
    'fieldset',
    { class: 'setting cues' },
    el('legend', {}, t('settings.cues')),
    CUES.map((name) =>
      el(
        'label',
        {},
        el('input', {
          type: 'checkbox',
          name: `sound.${name}`,
          onchange: ({ currentTarget }) =>
            settings.set(
              `sound.${name}`,
              currentTarget instanceof HTMLInputElement && currentTarget.checked
                ? 'on'
                : 'off',
            ),
        }),
        el('span', {}, t(`settings.cue.${name}`)),
      ),
    ),
  )

/** Creates the setting of vibration, on touch screens that can vibrate. */
const vibrationField = () =>
  'vibrate' in navigator && matchMedia('(pointer: coarse)').matches
    ? choice('vibration', ['on', 'off'])
    : null

/** Creates the setting of the board's size; on a phone a board always has the whole width. */
function sizeField() {
  /** @type {HTMLInputElement} */
  const range = el('input', {
    id: 'setting-size',
    type: 'range',
    name: 'size',
    min: String(MIN_SIZE),
    max: '100',
    step: '5',
    oninput: () => settings.set('size', range.value),
  })
  return el(
    'div',
    { class: 'setting size' },
    el('label', { for: 'setting-size' }, t('settings.size')),
    range,
    el('output', { for: 'setting-size' }),
  )
}

/** Shows the current values. @param {HTMLElement} form */
function show(form) {
  for (const input of all(form, 'input')) {
    if (!(input instanceof HTMLInputElement)) continue
    const { type, name } = input
    if (!name) continue
    const value = settings.get(name, type === 'checkbox' ? 'on' : undefined)
    if (name === 'vibration')
      input.checked = (input.value === 'on') === vibrates()
    else if (type === 'radio') input.checked = input.value === value
    else if (type === 'checkbox') input.checked = value === 'on'
    else input.value = value ?? ''
  }
  const [output] = all(form, 'output')
  if (output) output.textContent = percent(Number(settings.get('size')) / 100)
  const [cues] = all(form, '.cues')
  if (cues instanceof HTMLFieldSetElement)
    cues.disabled = settings.get('sound') !== 'on'
}
