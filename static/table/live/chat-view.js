// View of a chat: one line with the field until somebody writes or the reader comes to it; then the lines above it. Lines
// are inert text.

import { personPath } from '../../app/routes.js'
import { present } from '../../board/places.js'
import { hour } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { personName } from '../../core/people.js'
import { settings } from '../../core/settings.js'
import { lengthOf, limitText } from '../../core/text-limit.js'
import { button } from '../../kit/button.js'
import { icon } from '../../kit/icon.js'
import { reportButton } from '../../kit/report-button.js'
import { html, useLayoutEffect, useRef, useSignal } from '../../vendor/preact.js'

/** @typedef {import('./chat.js').Chat} Chat */

const MAX_LINE_CHARACTERS = 140
const NEAR_END_PX = 40 // of the list, within which it follows new lines
const PHRASES = ['luck', 'game', 'thanks', 'moment']

/** @param {{ chat: Chat }} props */
export function ChatView({ chat }) {
  const lines = chat.lines.value
  const hidden = chat.hidden.value
  const isAloud = useSignal(settings.get('chat.aloud') === 'on')
  const empty = emptyText(hidden, lines.length, chat.seat)
  const newest = lines.at(-1)
  const setAloud = (/** @type {boolean} */ wanted) => {
    settings.set('chat.aloud', wanted ? 'on' : 'off')
    isAloud.value = wanted
  }
  return html`
    <section
      ref=${chat.place}
      class="chat"
      data-chat
      aria-label=${t('chat.title')}
      ...${present({
        'data-folded': chat.folded.value,
        'data-hidden': hidden,
        'data-quiet': !lines.length && !hidden,
      })}
    >
      <div class="chat-head">
        <h2>${t('chat.title')}</h2>
        <bdi class="chat-newest">
          ${newest && !hidden && `${personName(newest.from)}: ${newest.text}`}
        </bdi>
        <label class="chat-aloud">
          <input
            type="checkbox"
            name="chat.aloud"
            checked=${isAloud.value}
            onChange=${(/** @type {ElementEvent<'change'>} */ { currentTarget }) =>
              setAloud(/** @type {HTMLInputElement} */ (currentTarget).checked)}
          />
          ${t('chat.aloud')}
        </label>
        ${
          chat.seat !== null &&
          button(
            { act: 'hide-chat', look: 'quiet', onpress: () => chat.hide(!hidden) },
            t(hidden ? 'act.show-chat' : 'act.hide-chat'),
          )
        }
        ${button(
          { act: 'unfold-chat', look: 'quiet', onpress: () => chat.open() },
          t('act.unfold-chat'),
        )}
      </div>
      <p class="chat-empty">${empty}</p>
      <${Lines} chat=${chat} live=${isAloud.value ? 'polite' : 'off'} />
      <${Writing} chat=${chat} placeholder=${empty || t('chat.write')} />
      <p class="wrong" role="alert">${chat.problem.value}</p>
    </section>`
}

/** The lines; the list follows new ones while its end is in view. @param {{ chat: Chat, live: string }} props */
function Lines({ chat, live }) {
  const lines = chat.lines.value
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {}
  const follows = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
  useLayoutEffect(() => {
    if (list.current && follows) list.current.scrollTop = list.current.scrollHeight
  }, [lines])
  return html`
    <ol
      ref=${list}
      class="chat-lines"
      role="log"
      aria-live=${live}
      aria-label=${t('chat.lines')}
      tabindex="0"
      hidden=${chat.hidden.value || lines.length === 0}
    >${lines.map((line) => html`<${Line} key=${line.id} chat=${chat} line=${line} />`)}</ol>`
}

/** @param {{ chat: Chat, line: ChatLine }} props */
function Line({ chat, line }) {
  const { id, from, text, at } = line
  const isOwn = from.seat !== null && from.seat === chat.seat
  return html`
    <li data-line=${id} ...${present({ 'data-own': isOwn })}>
      <span class="chat-said">
        ${
          from.name
            ? html`<a href=${personPath(from.name)} target="_blank">${from.name}</a>`
            : html`<b>${personName(from)}</b>`
        }${' '}
        <bdi class="chat-words">${text}</bdi>
      </span>
      <time datetime=${new Date(at).toISOString()} class="chat-at">${hour(at)}</time>
      ${
        !isOwn &&
        reportButton(
          { game: chat.game.id, line: id, quote: text },
          {
            look: 'quiet icon',
            label: t('chat.report', { name: personName(from) }),
            title: t('act.report'),
          },
          icon('report', 'act-sign'),
        )
      }
    </li>`
}

/** The field, and phrases that one press sends. @param {{ chat: Chat, placeholder: string }} props */
function Writing({ chat, placeholder }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null))
  useLayoutEffect(() => {
    const input = /** @type {HTMLInputElement} */ (field.current)
    const keep = () => {
      chat.draft.value = input.value
    }
    limitText(input, MAX_LINE_CHARACTERS) // before it is kept
    for (const type of ['input', 'compositionend']) input.addEventListener(type, keep)
  }, [])
  const length = lengthOf(chat.draft.value)
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    chat.send(chat.draft.value)
  }
  return html`
    <form class="chat-form" novalidate hidden=${chat.hidden.value} onSubmit=${submit}>
      <input
        ref=${field}
        type="text"
        class="chat-text"
        data-input="chat"
        autocomplete="off"
        enterkeyhint="send"
        aria-label=${t('chat.write')}
        aria-describedby="chat-count"
        placeholder=${placeholder}
        value=${chat.draft.value}
      />
      <span
        class="chat-count"
        id="chat-count"
        aria-label=${t('chat.count', { count: MAX_LINE_CHARACTERS - length })}
      >${`${length}/${MAX_LINE_CHARACTERS}`}</span>
      <button type="submit" class="icon" data-act="send" title=${t('act.send')}>
        ${icon('send', 'act-sign')}
      </button>
      <div class="chat-phrases" role="group" aria-label=${t('chat.phrases')}>
        ${PHRASES.map((name) => {
          const phrase = t(`chat.phrase.${name}`)
          return button({ 'data-phrase': name, onpress: () => chat.send(phrase) }, phrase)
        })}
      </div>
    </form>`
}

/** @param {boolean} hidden @param {number} count @param {number | null} seat */
function emptyText(hidden, count, seat) {
  if (hidden) return t('chat.is_hidden')
  if (count) return ''
  return t(seat === null ? 'chat.none.watchers' : 'chat.none.players')
}
