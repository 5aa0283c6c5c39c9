// Choices: one of a few in a line, one of many as a menu, yes or no.

import { html } from '../vendor/preact.js'

/** `words`: the accessible name, where the text is short for it; `about`: an explanation, shown while it is chosen;
 * `picture`: a decoration before the text.
 * @typedef {{ value: string, text: Content, words?: string | undefined, about?: string | undefined,
 *   picture?: Content }} Option */

/** Shows radio buttons in one line. `legend` is hidden from sight unless `shown`; `explained`: the page itself explains what
 * is chosen, so that the explanations are only read aloud.
 * @param {{ name: string, legend: string, shown?: boolean, explained?: boolean, options: readonly Option[],
 *   value: string, onchoose: (value: string) => unknown, disabled?: boolean } & Hooks} choice */
export function choice({
  name,
  legend,
  shown = false,
  explained = false,
  options,
  value,
  onchoose,
  ...attributes
}) {
  const about = !explained && options.find((option) => option.value === value)?.about
  return html`
    <fieldset ...${attributes}>
      <legend class=${shown ? undefined : 'visually-hidden'}>${legend}</legend>
      <div class="segmented">
        ${options.map((option) => choiceOption(option, name, option.value === value, onchoose))}
      </div>
      ${about && html`<small class="about" aria-hidden="true">${about}</small>`}
    </fieldset>`
}

/** @param {Option} option @param {string} name @param {boolean} checked @param {(value: string) => unknown} onchoose */
const choiceOption = ({ value, text, words, about, picture }, name, checked, onchoose) => html`
  <label key=${value}>
    <input
      type="radio"
      name=${name}
      value=${value}
      checked=${checked}
      aria-label=${words}
      onChange=${() => onchoose(value)}
    />
    ${picture}
    <span aria-hidden=${words ? 'true' : undefined}>${text}</span>
    ${about && html`<span class="visually-hidden">${about}</span>`}
  </label>`

/** Shows a menu of the browser with its label; `lang`: the language of an option's text.
 * @param {{ name: string, label: string, options: readonly { value: string, text: string, lang?: string }[],
 *   value: string, onchoose: (value: string) => unknown } & Hooks} select */
export const select = ({ name, label, options, value, onchoose, ...attributes }) => html`
  <label class="select" ...${attributes}>
    <span>${label}</span>
    <select
      name=${name}
      value=${value}
      onChange=${(/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
        onchoose(event.currentTarget.value)}
    >
      ${options.map(
        (option) => html`
          <option
            key=${option.value}
            value=${option.value}
            selected=${option.value === value}
            lang=${option.lang}
          >${option.text}</option>`,
      )}
    </select>
  </label>`

/** Shows a box to tick, followed by its label. Inside a form a box without `checked` keeps its own state, which begins as
 * `initial`. `act`: hook `data-act`.
 * @param {{ name: string, checked?: boolean, initial?: boolean, disabled?: boolean, act?: string,
 *   onchoose?: (checked: boolean) => unknown } & Hooks} box @param {...Content} label */
export const checkbox = (
  { name, checked, initial, disabled, act, onchoose, ...attributes },
  ...label
) => html`
  <label class="checkbox" ...${attributes}>
    <input
      type="checkbox"
      name=${name}
      checked=${checked}
      defaultChecked=${initial}
      disabled=${disabled}
      data-act=${act}
      onChange=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
        onchoose?.(event.currentTarget.checked)}
    />
    <span>${label}</span>
  </label>`
