// Moderators' acts on a person, and in a sheet on a game; each act is written to the moderation log.

import { gamePath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { ask, panel } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { post, Refusal } from '../core/http.js'
import { first, t } from '../core/i18n.js'

const DAY_MS = 86_400_000
/** Days of a mute; 0: unmute. */
const MUTES = [1, 7, 30, 0]

/**
 * Creates the acts on a person. `renamed` is called after a new name, `changed` after every other act.
 * @param {string} name
 * @param {{ changed: () => unknown, renamed: (name: string) => unknown }} after
 */
export function personActs(name, { changed, renamed }) {
  const path = `/api/moderation/people/${encodeURIComponent(name)}`
  const note = noteOf()
  const rename = el('input', {
    id: 'moderation-name',
    type: 'text',
    autocomplete: 'off',
  })
  const newName = () => rename.value.trim()
  const act = actMaker(note, changed)
  const mutes = MUTES.map((days) =>
    act(
      `mute-${days}`,
      t(days ? 'moderation.mute' : 'moderation.unmute', { count: days }),
      () =>
        post(`${path}/mute`, {
          until: days ? Date.now() + days * DAY_MS : null,
        }),
    ),
  )
  return [
    note.element,
    part('moderation.mute.title', mutes),
    part('moderation.rename.title', [
      el(
        'label',
        { class: 'field', for: 'moderation-name' },
        t('account.name'),
        rename,
      ),
      actMaker(note, () => renamed(newName()))(
        'rename',
        t('moderation.rename'),
        () => post(`${path}/rename`, { name: newName() }),
      ),
    ]),
    part('moderation.account.title', [
      act(
        'close-account',
        t('moderation.close'),
        () => post(`${path}/close`),
        t('moderation.close.sure', { name }),
      ),
      act('open-account', t('moderation.reopen'), () => post(`${path}/open`)),
    ]),
  ]
}

/**
 * @param {string} id
 * @param {() => unknown} changed called after each act
 */
export function openGame(id, changed) {
  const note = noteOf()
  const act = actMaker(note, changed)
  const path = `/api/moderation/games/${encodeURIComponent(id)}`
  return panel({
    kind: 'moderate',
    title: t('moderation.game.of', { id }),
    body: [
      el('p', {}, el('a', { href: gamePath(id) }, t('moderation.game.look'))),
      note.element,
      part('moderation.game.title', [
        act(
          'close-game',
          t('moderation.game.close'),
          () => post(`${path}/close`),
          t('moderation.game.close.sure'),
        ),
        act(
          'undo-rating',
          t('moderation.undo'),
          () => post('/api/moderation/ratings/undo', { game: id }),
          t('moderation.undo.sure'),
        ),
      ]),
    ],
  })
}

/** Creates the note about the last act. */
function noteOf() {
  const element = el('p', { class: 'detail', 'data-note': true })
  return {
    element,
    /** @param {string} text */
    show(text) {
      element.textContent = text
      say(text)
    },
  }
}

/**
 * @param {string} key
 * @param {Child} content
 */
const part = (key, content) =>
  el(
    'section',
    { class: 'act-part' },
    el('h3', {}, t(key)),
    el('div', { class: 'row' }, content),
  )

/**
 * Returns the factory of act buttons; with `question` an act asks first.
 * @param {ReturnType<typeof noteOf>} note
 * @param {() => unknown} changed
 */
function actMaker(note, changed) {
  /** @type {(act: string, label: string, does: () => Promise<unknown>, question?: string) => HTMLElement} */
  return (act, label, does, question) =>
    el(
      'button',
      {
        type: 'button',
        class: question ? 'danger' : null,
        'data-act': act,
        onclick: (event) =>
          press(event, async () => {
            if (question && !(await sure(question, label))) return
            try {
              await does()
            } catch (error) {
              if (!(error instanceof Refusal)) throw error
              return note.show(refusalText(error))
            }
            note.show(t('moderation.done', { act: label }))
            await changed()
          }),
      },
      label,
    )
}

/** @param {Refusal} refusal */
const refusalText = ({ code, detail }) =>
  first([
    `account.name.${detail.rule}`,
    `moderation.refused.${code}`,
    'lobby.failed',
  ])

/** @param {string} question @param {string} label @returns {Promise<boolean | null>} */
const sure = (question, label) =>
  ask({
    kind: 'confirm',
    title: question,
    actions: [
      { label: t('moderation.not'), value: false, act: 'cancel' },
      { label, value: true, act: 'confirm', look: 'danger' },
    ],
  })
