// A link to a game, handed to the device's own sharing where fingers are the pointer, else to the clipboard.

import { t } from './i18n.js'

/** `words` go before the link to the clipboard, with `between` between them. Answers the sentence that says what became
 * of it. */
export async function share(path, title, words = '', between = '\n') {
  const url = new URL(path, location.href).href
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    const shared = await navigator
      .share({ title, text: words || title, url })
      .then(
        () => true,
        (error) => error.name === 'AbortError',
      )
    if (shared) return t('table.shared')
  }
  const text = words ? `${words}${between}${url}` : url
  if (await copy(text)) return t(words ? 'table.copied.result' : 'table.copied')
  return words
    ? t('table.not_copied.result', { text })
    : t('table.not_copied', { url })
}

/** Whether the clipboard took the text. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
