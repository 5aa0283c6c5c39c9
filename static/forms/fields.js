// Form fields: radio buttons, text fields, and errors at fields.

import { alert } from '../core/announcer.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'

/** @typedef {{ value: string, text: string, about: string | null, picture?: Child, checked?: boolean }} Option */

/**
 * Creates a choice in one line; the chosen option is explained under it.
 * @param {string} key of the legend
 * @param {string} kind the name of the radio buttons
 * @param {Option[]} options
 */
export function choice(key, kind, options) {
  const about = el('small', { class: 'about', 'aria-hidden': 'true' })
  const explain = (/** @type {string} */ value) => {
    const chosen = options.find((option) => option.value === value)
    about.textContent = chosen?.about ?? ''
  }
  explain(options.find(({ checked }) => checked)?.value ?? '')
  return el(
    'fieldset',
    {
      'data-field': kind,
      onchange: ({ target }) =>
        target instanceof HTMLInputElement && explain(target.value),
    },
    el('legend', {}, t(key)),
    el(
      'div',
      { class: 'segmented' },
      options.map((option) =>
        el(
          'label',
          {},
          el('input', {
            type: 'radio',
            name: kind,
            value: option.value,
            checked: option.checked,
          }),
          option.picture,
          el('span', {}, option.text),
          option.about &&
            el('span', { class: 'visually-hidden' }, option.about),
        ),
      ),
    ),
    about,
  )
}

/**
 * Creates a text field with label, explanation and a place for an error; `beside` is shown at its end.
 * @param {string} kind
 * @param {string} label
 * @param {string} about
 * @param {Attributes} attributes
 * @param {'input' | 'textarea'} [tag] textarea for texts of several lines
 * @param {Child} [beside]
 */
export function field(
  kind,
  label,
  about,
  attributes,
  tag = 'input',
  beside = null,
) {
  const id = `new-${kind}`
  return el(
    'div',
    { class: 'field', 'data-field': kind },
    el('label', { for: id }, label),
    el(
      'div',
      { class: 'field-line' },
      el(tag, {
        id,
        name: kind,
        type: tag === 'input' ? 'text' : undefined,
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        'aria-describedby': `${id}-about ${id}-error`,
        ...attributes,
      }),
      beside,
    ),
    el('small', { id: `${id}-about` }, about),
    el('p', { id: `${id}-error`, class: 'error', hidden: true }),
  )
}

/**
 * Returns the text field of this name, or the radio buttons as a group with a `value`; null: the form has none.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function input(form, name) {
  const element = form.elements.namedItem(name)
  return isTextField(element) || element instanceof RadioNodeList
    ? element
    : null
}

/** @param {HTMLFormElement} form @param {string} name */
export function isChecked(form, name) {
  const box = form.elements.namedItem(name)
  return box instanceof HTMLInputElement && box.checked
}

/** An invalid field; the message is the sentence shown at it. */
export class InvalidField extends Error {
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
 * @param {unknown} field
 * @returns {field is HTMLInputElement | HTMLTextAreaElement}
 */
const isTextField = (field) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement

/**
 * Shows a sentence at a text field, or removes it (null). `focus`: focus the field and announce the sentence.
 * @param {HTMLElement | RadioNodeList} field
 * @param {string | null} sentence
 */
export function complain(field, sentence, focus = false) {
  if (!isTextField(field)) return
  const error = document.getElementById(`${field.id}-error`)
  if (!error) return
  set(field, { 'aria-invalid': sentence === null ? null : 'true' })
  error.textContent = sentence ?? ''
  error.hidden = sentence === null
  if (!focus || sentence === null) return
  field.closest('details')?.setAttribute('open', '')
  field.focus()
  alert(sentence)
}
