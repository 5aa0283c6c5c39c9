// Sharing of a link: by the device's share sheet on touch screens, else by the clipboard.

import { t } from './i18n.js'

/** Shares a page with `text` before its link and `between` between them. Returns the sentence about the outcome.
 * @param {string} path @param {string} title @param {string} [text] @param {string} [between] */
export async function share(path, title, text = '', between = '\n') {
  const url = new URL(path, location.href).href
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    const shared = await navigator.share({ title, text: text || title, url }).then(
      () => true,
      (error) => error.name === 'AbortError',
    )
    if (shared) return t('table.shared')
  }
  const whole = text ? `${text}${between}${url}` : url
  if (await copy(whole)) return t(text ? 'table.copied.result' : 'table.copied')
  return text ? t('table.not_copied.result', { text: whole }) : t('table.not_copied', { url })
}

/** Copies a text; false: the clipboard refused it. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
