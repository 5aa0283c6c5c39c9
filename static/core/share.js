// A link to a game, handed to the device's own sharing where fingers are the pointer, else to the clipboard.

import { t } from './i18n.js'

/** `text` goes before the link to the clipboard, with `between` between them. Returns the sentence about the
 * outcome.
 * @param {string} path @param {string} title @param {string} [text] @param {string} [between] */
export async function share(path, title, text = '', between = '\n') {
  const url = new URL(path, location.href).href
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    const shared = await navigator
      .share({ title, text: text || title, url })
      .then(
        () => true,
        (error) => error.name === 'AbortError',
      )
    if (shared) return t('table.shared')
  }
  const whole = text ? `${text}${between}${url}` : url
  if (await copy(whole)) return t(text ? 'table.copied.result' : 'table.copied')
  return text
    ? t('table.not_copied.result', { text: whole })
    : t('table.not_copied', { url })
}

/** Whether the clipboard took the text. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
