// Sharing from a button of the daily page, with what was shared shown beside the button.

import { say } from '../core/announcer.js'
import { share } from '../core/share.js'

/**
 * Shares a text with a page of the site, shows both in `line`, and says the outcome. Without a clipboard, the reader can
 * select and copy them there.
 * @param {HTMLElement} line
 * @param {string} path
 * @param {string} title
 * @param {string} text
 */
export async function shareBeside(line, path, title, text) {
  const sentence = await share(path, title, text)
  line.textContent = `${text}\n${new URL(path, location.href).href}`
  line.hidden = false
  say(sentence)
}
