// Limit of a text field in characters as the server counts them, in code points; `maxlength` counts an emoji as two or more.

/** @param {string} text */
export const lengthOf = (text) => [...text].length

/** Cuts what is typed or pasted beyond `most` characters; a word that is being composed is cut when it is done.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {number} most */
export function limitText(field, most) {
  const cut = () => {
    if (lengthOf(field.value) <= most) return
    const caret = field.selectionStart
    field.value = [...field.value].slice(0, most).join('')
    field.setSelectionRange(caret, caret)
  }
  field.addEventListener('input', (event) => {
    if (!(/** @type {InputEvent} */ (event).isComposing)) cut()
  })
  field.addEventListener('compositionend', cut)
}
