// Dialogs whose body is made of components.

import * as dialogs from '../core/dialog.js'
import { el } from '../core/dom.js'
import { render } from '../vendor/preact.js'

/** Asks a modal question; resolves to the `value` of the pressed action, or null.
 * @param {Omit<DialogOptions, 'body'> & { body: Content, trigger?: Element | null }} question @returns {Promise<any>} */
export async function ask({ body, ...question }) {
  const place = el('div')
  render(body, place)
  try {
    return await dialogs.ask({ ...question, body: place })
  } finally {
    render(null, place)
  }
}

/** Opens a modal sheet for reading; its components end when it is closed.
 * @param {Omit<DialogOptions, 'body'> & { body: Content }} sheet @returns {OpenDialog} */
export function panel({ body, ...sheet }) {
  const place = el('div')
  render(body, place)
  const dialog = dialogs.panel({ ...sheet, body: place })
  dialog.element.addEventListener('close', () => render(null, place))
  return dialog
}
