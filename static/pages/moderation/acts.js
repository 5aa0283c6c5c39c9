// Acts of moderators. Each asks for its reason, which the moderation log keeps.

import { say } from '../../core/announcer.js'
import { restoreFocus } from '../../core/dom.js'
import { Refusal } from '../../core/http.js'
import { first, t } from '../../core/i18n.js'
import { toast } from '../../core/toast.js'
import { button } from '../../kit/button.js'
import { panel } from '../../kit/dialog.js'
import { Field, Form, InvalidField } from '../../kit/form.js'
import { html } from '../../vendor/preact.js'

/** An act: hook, label, accessible name of its button if the label says too little, the question about it if it is costly,
 * further fields beside `reason`, and its request, which gets the values of all fields.
 * @typedef {{ act: string, label: string, name?: string, question?: string, fields?: Content,
 *   send: (values: Record<string, string>) => Promise<unknown> }} Act */

/** Asks for the reason of an act and carries it out; resolves to the values, or null if it was not done.
 * @param {Act} act @returns {Promise<Record<string, string> | null>} */
export const carryOut = ({ label, question, send, fields }) =>
  new Promise((resolve) => {
    /** @type {Record<string, string> | null} */
    let done = null
    const submit = async (/** @type {Record<string, string>} */ typed) => {
      const values = filledIn(typed)
      await send(values).catch((error) => {
        throw error instanceof Refusal ? explained(error) : error
      })
      done = values
      sheet.close()
    }
    const body = html`
      <${Form} class="part-form" send=${submit}>
        ${fields}
        <${Field}
          tag="textarea"
          name="reason"
          label=${t('moderation.reason')}
          about=${t('moderation.reason.about')}
          maxlength=${500}
          rows="2"
          autofocus
        />
        <p class="row">
          <button type="submit" class=${question ? 'danger' : 'primary'} data-act="confirm">${label}</button>
          ${button({ act: 'cancel', onpress: () => sheet.close() }, t('moderation.not'))}
        </p>
      <//>`
    const sheet = panel({ kind: 'confirm', title: question ?? label, body })
    sheet.element.addEventListener('close', () => resolve(done))
  })

/** Returns the trimmed values. Throws an InvalidField for the first empty one. @param {Record<string, string>} typed */
function filledIn(typed) {
  const values = Object.entries(typed).map(([name, value]) => {
    const text = value.trim()
    if (text === '') throw new InvalidField(name, t('account.empty'))
    return [name, text]
  })
  return Object.fromEntries(values)
}

/** Returns the sentence of a refusal, at the field of a new name if it is about that. @param {Refusal} refusal */
const explained = ({ code, detail }) =>
  new InvalidField(
    code.includes('name') ? 'name' : '',
    first([`account.name.${detail.rule}`, `moderation.refused.${code}`, 'lobby.failed']),
  )

/** Shows the button of an act; `done` is called with its values. @param {Act} act
 * @param {(values: Record<string, string>) => unknown} done */
export function actButton(act, done) {
  const press = async (/** @type {ElementEvent<'click'>} */ { currentTarget }) => {
    const near = currentTarget.closest('li')?.querySelector('a') ?? null
    const values = await carryOut(act)
    if (!values) return
    await afterwards(act, () => done(values))
    requestAnimationFrame(() => restoreFocus(near)) // the button may be gone
  }
  const look = act.question ? 'danger' : ''
  return button({ act: act.act, look, label: act.name, onpress: press }, act.label)
}

/** Shows what an act has changed; if that cannot be read, the act itself is done all the same.
 * @param {Act} act @param {() => unknown} read */
async function afterwards({ label }, read) {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'left') toast(t('moderation.done.unread', { act: label }))
  }
}

/** Announces an act that is done; returns the sentence. @param {Act} act */
export function tellDone({ label }) {
  const text = t('moderation.done', { act: label })
  say(text)
  return text
}
