// Forms: text fields with the sentence of a refusal at each, sent once at a time.

import { alert } from '../core/announcer.js'
import { once } from '../core/busy-button.js'
import { samePage } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { limitText } from '../core/text-limit.js'
import {
  createContext,
  html,
  signal,
  useContext,
  useEffect,
  useRef,
  useSignal,
} from '../vendor/preact.js'
import { refusalAt } from './refusals.js'

/** An invalid field; the message is the sentence shown at it. */
export class InvalidField extends Error {
  /** @param {string} field @param {string} sentence */
  constructor(field, sentence) {
    super(sentence)
    this.field = field
  }
}

/** Sentences of the form around, by the field's name; that of `foot` stands at its end. */
const Errors = createContext(signal(/** @type {Record<string, string>} */ ({})))
const FOOT = 'foot'

/** Gets the values by the fields' names, and the form, for its `reset()`. It may throw an `InvalidField`, whose sentence is
 * shown at the end of the form if there is no such field.
 * @typedef {(values: Record<string, string>, form: HTMLFormElement) => unknown} Send */

/** A form. `names`: the fields that a refusal may concern. `children`: fields, and the button that submits it, which is busy
 * meanwhile.
 * @param {{ send: Send, names?: import('./refusals.js').FieldNames, children?: Content } & Attributes} props */
export function Form({ send, names = {}, children, ...attributes }) {
  const errors = useSignal(/** @type {Record<string, string>} */ ({}))
  const submit = (/** @type {ElementEvent<'submit'>} */ event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.currentTarget)
    const isHere = samePage()
    return once(event.submitter ?? form, async () => {
      try {
        await send(valuesOf(form), form)
      } catch (error) {
        const refusal = refused(error, names, form)
        if (isHere()) tell(form, refusal)
      }
    })
  }
  /** Shows a sentence at its field, or at the foot of the form, and announces it.
   * @param {HTMLFormElement} form @param {{ field: string | undefined, sentence: string }} refusal */
  const tell = (form, { field, sentence }) => {
    const input = field === undefined ? null : form.elements.namedItem(field)
    const at = input instanceof HTMLElement ? input : null
    errors.value = { [at ? String(field) : FOOT]: sentence }
    at?.closest('details')?.setAttribute('open', '')
    at?.focus()
    alert(sentence)
    if (!at)
      requestAnimationFrame(() => form.lastElementChild?.scrollIntoView({ block: 'nearest' }))
  }
  return html`
    <${Errors.Provider} value=${errors}>
      <form novalidate onSubmit=${submit} onInput=${() => (errors.value = {})} ...${attributes}>
        ${children}
        <p class="error form-error" hidden=${!errors.value[FOOT]}>${errors.value[FOOT]}</p>
      </form>
    <//>`
}

/** @param {unknown} error @param {import('./refusals.js').FieldNames} names @param {HTMLFormElement} form */
const refused = (error, names, form) =>
  error instanceof InvalidField
    ? { field: error.field, sentence: error.message }
    : refusalAt(error, names, form.elements.namedItem('code') !== null)

/** A text field with label, explanation and a place for a sentence; `maxlength` counts characters as the server does;
 * `beside` is shown at its end. `defaultValue` is the first text; `value` is that of a signal, with `onInput`: the next
 * drawing would undo what was typed.
 * @param {{ name: string, label: Content, about?: Content, tag?: 'input' | 'textarea', beside?: Content,
 *   maxlength?: number, id?: string, input?: import('preact').RefObject<HTMLInputElement> } & Attributes} props */
export function Field({
  name,
  label,
  about,
  tag = 'input',
  beside,
  maxlength,
  id = `field-${name}`,
  input,
  ...attributes
}) {
  const own = useRef(/** @type {HTMLInputElement | null} */ (null))
  const place = input ?? own
  useEffect(() => {
    if (maxlength && place.current) limitText(place.current, maxlength)
  }, [])
  const error = useContext(Errors).value[name]
  return html`
    <div class="field" data-field=${name}>
      <label for=${id}>${label}</label>
      <div class="field-line">
        <${tag}
          ref=${place}
          id=${id}
          name=${name}
          type=${tag === 'input' ? 'text' : undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-describedby=${`${id}-about ${id}-error`}
          aria-invalid=${error ? 'true' : undefined}
          ...${attributes}
        />
        ${beside}
      </div>
      <small id=${`${id}-about`}>${about}</small>
      <p id=${`${id}-error`} class="error" hidden=${!error}>${error}</p>
    </div>`
}

/** A password field with a button that shows what is typed. `autocomplete`: what password managers fill in.
 * @param {{ name: string, label: string, about?: Content, autocomplete: 'current-password' | 'new-password' }} props */
export function PasswordField({ name, label, about, autocomplete }) {
  const shown = useSignal(false)
  const input = useRef(/** @type {HTMLInputElement | null} */ (null))
  const toggle = () => {
    shown.value = !shown.value
    input.current?.focus()
  }
  const beside = html`
    <button
      type="button"
      data-act="show-password"
      aria-pressed=${String(shown.value)}
      aria-label=${t('account.show.of', { what: label })}
      onClick=${toggle}
    >${t('account.show')}</button>`
  return html`
    <${Field}
      name=${name}
      label=${label}
      about=${about}
      type=${shown.value ? 'text' : 'password'}
      autocomplete=${autocomplete}
      required
      input=${input}
      beside=${beside}
    />`
}

/** The values of a form's fields; of boxes only those that are ticked. @param {HTMLFormElement} form */
const valuesOf = (form) =>
  /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)))
