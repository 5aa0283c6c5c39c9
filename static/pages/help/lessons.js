// Lessons of a help text: positions in which the reader moves and gets an answer, and their progress, which this device
// remembers.

import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { button } from '../../kit/button.js'
import { html, useEffect, useRef, useSignal } from '../../vendor/preact.js'
import { LateBoard, stateOf } from './boards.js'

/** A position to move in. `answers`: sentences by move or opening (`beat h1 ...`); `otherwise`: the sentence for every other
 * move.
 * @typedef {import('./boards.js').Position & { answers: Record<string, string>, otherwise?: string }} Exercise */

/** `id`: a short name of its position, for the setting; `task`: a sentence.
 * @typedef {{ number: number, id: string, task: string, exercise: Exercise }} Lesson */

/** Lessons of a family, the ids of those that were solved on this device, and the number of the one solved last since the
 * help was opened. `onward`: the button for what comes after the last lesson.
 * @typedef {{ family: string, lessons: Lesson[], solved: import('@preact/signals').Signal<string[]>,
 *   latest: import('@preact/signals').Signal<number | null>, onward: Content }} Course */

const settingOf = (/** @type {string} */ family) => `lessons.${family}`

/** @param {string} family @returns {string[]} */
export const solvedLessons = (family) =>
  settings.get(settingOf(family), '').split(' ').filter(Boolean)

/** Shows how many lessons are solved, with a link to each.
 * @param {{ course: Course }} props */
export function Progress({ course: { lessons, solved } }) {
  const done = lessons.filter(({ id }) => solved.value.includes(id)).length
  return html`
    <div class="lesson-progress">
      <progress aria-label=${t('help.lessons')} max=${lessons.length} value=${done}></progress>
      <span>${t('help.lessons.solved', { solved: done, count: lessons.length })}</span>
      <ol class="lesson-entries">
        ${lessons.map(({ number, id }) => {
          const isSolved = solved.value.includes(id)
          return html`
            <li>
              <a
                href=${`#lesson-${number}`}
                data-solved=${isSolved ? '' : undefined}
                aria-label=${t(isSolved ? 'help.lesson.solved' : 'help.lesson', { number })}
              >${number}</a>
            </li>`
        })}
      </ol>
    </div>`
}

/** A lesson: the position stays whatever the reader moves, and a sentence judges each move. The answer stands beside the
 * board, or is scrolled into view below it.
 * @param {{ rules: Rules, course: Course, lesson: Lesson, make: import('./boards.js').MakeBoard,
 *   heights: import('./boards.js').Heights }} props */
export function LessonFigure({ rules, course, lesson, make, heights }) {
  const { number, id, task, exercise } = lesson
  const { family, solved } = course
  const answer = useSignal(/** @type {{ right: boolean, text: string } | null} */ (null))
  const reply = useRef(/** @type {HTMLElement | null} */ (null))
  const judge = (/** @type {string} */ move) => {
    const right = answerTo(exercise.answers, move)
    answer.value = {
      right: right !== null,
      text: right ?? exercise.otherwise ?? t('help.otherwise'),
    }
    if (right === null) return
    course.latest.value = number
    if (solved.value.includes(id)) return
    solved.value = [...solved.value, id]
    settings.set(settingOf(family), solved.value.join(' '))
  }
  useEffect(() => {
    if (answer.value) reply.current?.scrollIntoView({ block: 'nearest' })
  }, [answer.value])
  const draw = (/** @type {import('./boards.js').Drawing} */ { picks, board }) => {
    const state = stateOf(rules, exercise)
    picks.set(state.legal)
    picks.onmove = (move) => {
      judge(move)
      picks.set(state.legal)
      picks.clear()
    }
    board.show(state, { seat: state.seat, flipped: false, interactive: true, animate: false })
    return [board.draw?.below, board.draw?.side]
  }
  const isSolved = solved.value.includes(id)
  const step = nextStep(lesson, course)
  return html`
    <figure
      id=${`lesson-${number}`}
      class="lesson"
      tabindex="-1"
      data-solved=${isSolved ? '' : undefined}
    >
      <figcaption>
        <span class="lesson-number">${t('help.lesson', { number })}</span>
        <p>${task}</p>
      </figcaption>
      <${LateBoard} kind="lesson" make=${make} draw=${draw} heights=${heights} />
      <div class="lesson-reply" ref=${reply}>
        <p class="answer" role="status" data-right=${answer.value && (answer.value.right ? 'yes' : 'no')}>
          ${answer.value?.text}
        </p>
        ${
          step &&
          (step.number === null
            ? course.onward
            : button(
                {
                  act: 'next-lesson',
                  look: step.leads ? 'primary' : undefined,
                  onpress: () => goTo(step.number),
                },
                t('help.lesson.next'),
              ))
        }
      </div>
    </figure>`
}

/** Returns what follows a lesson: nothing (null) until it is solved, then the number of the next unsolved lesson, and once
 * all are solved what comes after them (null as the number). Only one lesson of a help leads on: the one solved last.
 * @param {Lesson} lesson
 * @param {{ lessons: Lesson[], solved: { value: string[] }, latest: { value: number | null } }} course
 * @returns {{ number: number | null, leads: boolean } | null} */
export function nextStep({ number, id }, { lessons, solved, latest }) {
  if (!solved.value.includes(id)) return null
  const leads = number === (latest.value ?? lessons.at(-1)?.number)
  const next = lessons.find((one) => !solved.value.includes(one.id))
  return next || leads ? { number: next?.number ?? null, leads } : null
}

/** Moves the focus to a lesson. @param {number | null} number */
function goTo(number) {
  const figure = document.getElementById(`lesson-${number}`)
  figure?.focus({ preventScroll: true })
  figure?.scrollIntoView({ block: 'start' })
}

/** Returns the sentence about a move; null: it is none of the expected ones.
 * @param {Record<string, string>} answers @param {string} move */
function answerTo(answers, move) {
  if (Object.hasOwn(answers, move)) return answers[move]
  const opening = Object.keys(answers).find(
    (text) => text.endsWith(' ...') && move.startsWith(text.slice(0, -3)),
  )
  return opening === undefined ? null : answers[opening]
}

/** Returns a short hash of a text. @param {string} text */
export function shortName(text) {
  let sum = 5381
  for (const letter of text) sum = (sum * 33 + (letter.codePointAt(0) ?? 0)) % 2 ** 32
  return sum.toString(36)
}
