// Submission of a form: once at a time, with refusals shown at their fields.

import { closest, set } from '../core/dom.js'
import { complain } from './fields.js'
import { showError, showRefusal } from './refusals.js'

/**
 * @param {HTMLFormElement} form with `.form-error` for sentences about no single field
 * @param {HTMLButtonElement} button
 * @param {() => Promise<unknown>} send
 * @param {{ check?: () => boolean, names?: Parameters<typeof showRefusal>[2] }} [options] check: whether it may be sent;
 *   it says what is missing; names: the fields that a refusal may concern
 */
export function onSubmit(form, button, send, { check, names } = {}) {
  form.addEventListener('input', (event) => {
    const changed = closest(event, 'input')
    if (changed) complain(changed, null)
    showError(form, '')
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.getAttribute('aria-busy') === 'true') return
    if (check && !check()) return
    set(button, { 'aria-busy': 'true' })
    try {
      await send()
    } catch (error) {
      showRefusal(form, error, names)
    } finally {
      set(button, { 'aria-busy': null })
    }
  })
}
