// Toast: a sentence at the foot of the window, for what has no place of its own on the page. It belongs to the page, or to
// the modal dialog over it, and goes with it.

import { alert } from './announcer.js'
import { byId } from './dom.js'

const MIN_MS = 6000 // that a sentence is shown
const READING_MS_PER_LETTER = 70

/** @type {HTMLElement | null} */
let shown = null

/** Announces a sentence and shows it as long as it takes to read it. @param {string} text */
export function toast(text) {
  alert(text)
  shown?.remove()
  const node = document.createElement('p')
  node.className = 'toast'
  node.setAttribute('aria-hidden', 'true')
  node.textContent = text
  shown = node
  const place = document.querySelector(':modal') ?? byId('screen') // a modal dialog covers all else
  place.append(node)
  setTimeout(() => node.remove(), Math.max(MIN_MS, text.length * READING_MS_PER_LETTER))
}
