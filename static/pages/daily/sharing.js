// Button that shares a result, and what was shared.

import { say } from '../../core/announcer.js'
import { share } from '../../core/share.js'
import { button } from '../../kit/button.js'
import { html, useSignal } from '../../vendor/preact.js'

/** `path`: the page of the site that the text is shared with; `write` returns the text. Text and address are also shown
 * below the button: without a clipboard, the reader can select and copy them there.
 * @param {{ path: string, title: string, write: () => string | Promise<string>, children?: Content }
 *   & import('../../kit/button.js').ButtonLook} props */
export function Sharing({ path, title, write, children, ...look }) {
  const line = useSignal('')
  const onpress = async () => {
    const text = await write()
    const sentence = await share(path, title, text)
    line.value = `${text}\n${new URL(path, location.href).href}`
    say(sentence)
  }
  return html`
    ${button({ ...look, onpress }, children)}
    <p class="daily-line" hidden=${!line.value}>${line.value}</p>`
}
