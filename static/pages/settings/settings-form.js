// Settings of this device, on /settings and behind "More" of a table. Each takes effect at once and follows changes made
// elsewhere.

import { percent } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { available } from '../../core/language.js'
import { settings } from '../../core/settings.js'
import { vibrates } from '../../core/sound.js'
import { checkbox, choice, select } from '../../kit/choice.js'
import { html } from '../../vendor/preact.js'
import { NotifyField } from './notify-field.js'

const YEAR_SECONDS = 31_536_000

/** Settings by group, each with its values. @type {Record<'look' | 'play', Record<string, string[]>>} */
const CHOICES = {
  look: {
    theme: ['auto', 'light', 'dark'],
    suits: ['four', 'two'],
    faces: ['theme', 'light'],
    coordinates: ['on', 'off'],
    notation: ['figurines', 'letters'],
  },
  play: {
    confirm: ['auto', 'always', 'never'],
    premove: ['on', 'off'],
    animation: ['normal', 'fast', 'slow', 'off'],
  },
}
/** @type {Cue[]} */
const CUES = ['start', 'move', 'take', 'turn', 'wrong', 'low', 'end']
const MIN_SIZE = 60 // percent

export const SettingsForm = () => html`
  <div class="settings" data-settings>
    ${group('look', [...choices(CHOICES.look), html`<${SizeField} />`, html`<${LanguageField} />`])}
    ${group('play', choices(CHOICES.play))}
    ${group('sound', html`<${SoundFields} />`)}
    ${group('notify', html`<${NotifyField} />`)}
    <p class="detail">${t('settings.about')}</p>
  </div>`

/** @param {string} name @param {Content} fields */
const group = (name, fields) => html`
  <section class="settings-group">
    <h3>${t(`settings.${name}.title`)}</h3>
    ${fields}
  </section>`

/** @param {Record<string, string[]>} fields */
const choices = (fields) =>
  Object.entries(fields).map(
    ([name, values]) => html`<${ChoiceField} key=${name} name=${name} values=${values} />`,
  )

/** Choice of a setting's value; `otherwise`: the value while none is chosen, without it the setting's default.
 * @param {{ name: string, values: string[], otherwise?: string }} props */
function ChoiceField({ name, values, otherwise }) {
  return choice({
    name,
    legend: t(`settings.${name}`),
    shown: true,
    class: 'setting',
    options: values.map((one) => ({ value: one, text: t(`settings.${name}.${one}`) })),
    value: settings.get(name, otherwise) ?? '',
    onchoose: (chosen) => settings.set(name, chosen),
  })
}

/** The sound, its cues, and on touch screens that can vibrate the vibration. */
function SoundFields() {
  const canVibrate = 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches
  return html`
    <${ChoiceField} name="sound" values=${['on', 'off']} />
    <fieldset class="setting cues" disabled=${settings.get('sound') !== 'on'}>
      <legend>${t('settings.cues')}</legend>
      ${CUES.map((cue) => html`<${CueField} key=${cue} cue=${cue} />`)}
    </fieldset>
    ${
      canVibrate &&
      html`
        <${ChoiceField}
          name="vibration"
          values=${['on', 'off']}
          otherwise=${vibrates() ? 'on' : 'off'}
        />`
    }`
}

/** Switch of a cue. @param {{ cue: Cue }} props */
function CueField({ cue }) {
  const name = `sound.${cue}`
  const onchoose = (/** @type {boolean} */ on) => settings.set(name, on ? 'on' : 'off')
  return checkbox(
    { name, checked: settings.get(name, 'on') === 'on', onchoose },
    t(`settings.cue.${cue}`),
  )
}

/** Size of the board; on a phone a board always has the whole width. */
function SizeField() {
  const size = settings.get('size')
  return html`
    <div class="setting size">
      <label for="setting-size">${t('settings.size')}</label>
      <input
        id="setting-size"
        type="range"
        name="size"
        min=${MIN_SIZE}
        max="100"
        step="5"
        value=${size}
        onInput=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
          settings.set('size', event.currentTarget.value)}
      />
      <output for="setting-size">${percent(Number(size) / 100)}</output>
    </div>`
}

/** Choice of the language, if there are several; a choice reloads the page. */
function LanguageField() {
  const codes = available()
  if (codes.length < 2) return null
  return select({
    name: 'language',
    label: t('settings.language'),
    class: 'setting',
    options: [
      { value: 'auto', text: t('settings.language.auto') },
      ...codes.map((code) => ({ value: code, text: nameOf(code), lang: code })),
    ],
    value: settings.get('language', 'auto'),
    onchoose: (code) => {
      chooseLanguage(code)
      location.reload()
    },
  })
}

/** Stores the chosen language and tells it to the server, which serves the document in it. @param {string} code */
function chooseLanguage(code) {
  settings.set('language', code)
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the CookieStore
  document.cookie = `language=${code}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** Returns a language's own name. @param {string} code */
const nameOf = (code) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
