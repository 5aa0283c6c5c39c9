// Lessons of a help text: progress, which this device remembers, and the way to the next lesson.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'

/** `figure`: null until it is drawn.
 * @typedef {{ id: string, entry: HTMLElement, figure: HTMLElement | null }} Lesson */

/** Tracks the lessons of a family that were solved on this device. */
export class Progress {
  /** @type {Lesson[]} */
  #lessons = []
  /** @type {Set<string>} */
  #solved
  #bar = el('progress', { 'aria-label': t('help.lessons') })
  #count = el('span', {})
  #entries = el('ol', { class: 'lesson-entries' })
  element = el(
    'div',
    { class: 'lesson-progress' },
    this.#bar,
    this.#count,
    this.#entries,
  )

  /** @param {string} family */
  constructor(family) {
    this.setting = `lessons.${family}`
    this.#solved = new Set(settings.get(this.setting, '').split(' '))
  }

  /** Adds a lesson; call its `place(figure)` when it is drawn and `solve()` when it is solved.
   * @param {string} position identifies the lesson */
  add(position) {
    const number = this.#lessons.length + 1
    const id = shortName(position)
    const entry = el('a', { href: `#lesson-${number}` }, String(number))
    /** @type {Lesson} */
    const lesson = { id, entry, figure: null }
    const next = this.#nextButton()
    this.#entries.append(el('li', {}, entry))
    this.#lessons.push(lesson)
    return {
      place: (/** @type {HTMLElement} */ figure) => {
        lesson.figure = figure
        figure.id = `lesson-${number}`
        figure.tabIndex = -1
        figure.prepend(
          el('p', { class: 'lesson-number' }, t('help.lesson', { number })),
        )
        figure.append(next)
        this.#show()
      },
      solve: () => {
        this.#solved.add(id)
        settings.set(this.setting, [...this.#solved].join(' ').trim())
        this.#show()
        set(next, { hidden: !this.#left() })
      },
    }
  }

  #nextButton() {
    return el(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-act': 'next-lesson',
        hidden: true,
        onclick: () => {
          const { figure } = this.#left() ?? {}
          figure?.focus({ preventScroll: true })
          figure?.scrollIntoView({ block: 'start' })
        },
      },
      t('help.lesson.next'),
    )
  }

  /** Returns the first unsolved lesson. */
  #left() {
    return this.#lessons.find(({ id }) => !this.#solved.has(id))
  }

  #show() {
    const count = this.#lessons.length
    const solved = this.#lessons.filter(({ id }) => this.#solved.has(id)).length
    set(this.#bar, { max: count, value: solved })
    this.#count.textContent = t('help.lessons.solved', { solved, count })
    this.#lessons.forEach(({ figure, entry, id }, index) => {
      const done = this.#solved.has(id)
      if (figure) set(figure, { 'data-solved': done })
      set(entry, {
        'data-solved': done,
        'aria-label': t(done ? 'help.lesson.solved' : 'help.lesson', {
          number: index + 1,
        }),
      })
    })
  }
}

/** Returns a short hash of a text. @param {string} text */
function shortName(text) {
  let sum = 5381
  for (const letter of text)
    sum = (sum * 33 + (letter.codePointAt(0) ?? 0)) % 2 ** 32
  return sum.toString(36)
}
