// Form of a new game: opponent, side, clock, options, deal or position. Its fields follow from the rules' data (number of
// seats, whether there is a deal); the server validates every field.

import { replace } from '../../app/reading-places.js'
import { helpPath, newGamePath, positionPath } from '../../app/routes.js'
import { say } from '../../core/announcer.js'
import { chosenLevel, hasAbility, levelsOf } from '../../core/bots.js'
import { refusalText } from '../../core/busy-button.js'
import { samePage } from '../../core/dom.js'
import { familyName, name, solitaire } from '../../core/games.js'
import { Refusal } from '../../core/http.js'
import { sentence, t } from '../../core/i18n.js'
import { createGame } from '../../core/play-now.js'
import { toast } from '../../core/toast.js'
import { linkButton } from '../../kit/button.js'
import { choice } from '../../kit/choice.js'
import { Field, Form } from '../../kit/form.js'
import { html, useRef, useSignal } from '../../vendor/preact.js'
import { bodyOf, explained } from './body.js'
import { clockFields, clockIn } from './clock-field.js'
import { DAILY, DealField, difficultyChoice } from './deal.js'
import { optionChoices } from './options.js'
import { positionOf, readLink } from './pasted.js'
import { ratedChoice } from './rated-field.js'
import {
  isBot,
  levelChoice,
  opponentChoice,
  opponentIn,
  PERSON,
  SAME_SCREEN,
  sideChoice,
} from './sides.js'

/** Values that the form itself follows; it sends those of its fields. @typedef {Record<string, string>} Values */

/** Returns the value of a field, and what notes another one.
 * @typedef {(field: string) => { value: string, onchoose: (value: string) => void }} Bound */

/** `first`: the rules of the address; `query`: its parameters; `games`: all of the server.
 * @param {{ first: Rules, games: Rules[], player: Me, query: URLSearchParams, go: Go, pageAt: PageAt }} props */
export function NewGameForm({ first, games, player, query, go, pageAt }) {
  const rules = useSignal(first)
  const values = useSignal(valuesIn(query, first))
  const position = useRef(/** @type {HTMLInputElement | null} */ (null))
  const set = (/** @type {Values} */ changes) => {
    values.value = { ...values.value, ...changes }
  }
  /** @type {Bound} */
  const bound = (field) => ({
    value: values.value[field] ?? '',
    onchoose: (value) => set({ [field]: value }),
  })
  /** Chooses another game of the family, whose address replaces this one. Its deals may differ; it keeps today's deal if it
   * has one. @param {Rules} chosen */
  const choose = (chosen) => {
    const daily = query.get('deal') === DAILY
    if (daily && !chosen.daily) set({ deal: '' })
    rules.value = chosen
    replace(newGamePath(chosen.id, daily && chosen.daily ? DAILY : null, query.get('to')))
  }
  const fillPosition = (/** @type {string} */ text) => {
    set({ position: text })
    position.current?.closest('details')?.setAttribute('open', '')
    position.current?.focus()
    say(t('new.position.taken'))
  }
  /** Follows a link pasted into a text field: goes to the game and deal that it names, or takes the position of its game as
   * the start. Other texts are left to the browser. @param {ClipboardEvent} event */
  const paste = async (event) => {
    const isText = event.target instanceof Element && event.target.matches('[type=text], textarea')
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const link = isText && readLink(text, location.origin, pageAt)
    if (!link) return
    event.preventDefault()
    if ('rules' in link) return go(newGamePath(link.rules, link.deal))
    const isHere = samePage()
    const start = await positionOf(link).catch((error) => {
      if (error instanceof Refusal) return error
      throw error
    })
    if (!isHere()) return
    if (start instanceof Refusal && start.status !== 404) return toast(refusalText(start))
    if (!start || start instanceof Refusal) return toast(t('new.position.hidden'))
    const other = games.find(({ id }) => id === start.rules)
    if (other?.family !== rules.value.family)
      return go(positionPath(start.rules, start.position), { replace: true })
    if (other !== rules.value) choose(other)
    fillPosition(start.position)
  }
  const send = async (/** @type {Values} */ sent) => {
    try {
      await go(await createGame(bodyOf(sent, rules.value)))
    } catch (error) {
      throw explained(error, sent)
    }
  }
  const { value: chosen } = rules
  return html`
    <${Form} class="sheet" send=${send} onPaste=${paste}>
      ${query.get('to') !== null && otherGames(chosen, games, String(query.get('to')))}
      ${!solitaire(chosen) && fieldsForTwo(chosen, player, bound)}
      ${rulesChoice(
        chosen,
        games.filter(({ family }) => family === chosen.family),
        choose,
      )}
      ${chosen.dealt && dealFields(chosen, player, bound)}
      ${positionField(chosen, bound('position'), position, query.get('position') !== null)}
      <p class="row create-bar">
        <button type="submit" class="primary big" data-act="create">${t('new.create')}</button>
        ${linkButton({ href: helpPath(chosen.id) }, t('new.rules'))}
      </p>
    <//>`
}

/** Returns the values that an address names. @param {URLSearchParams} query @param {Rules} rules @returns {Values} */
const valuesIn = (query, rules) => {
  const deal = query.get('deal') ?? ''
  return {
    who: opponentIn(query, rules),
    to: query.get('to') ?? '',
    level: String(chosenLevel(rules)),
    seat: 'random',
    rated: 'no',
    deal: deal === DAILY ? t('new.deal.daily') : deal,
    difficulty: '',
    position: query.get('position') ?? '',
    ...clockIn(query, rules),
  }
}

/** Fields of a game for two: playing both sides has no side, clock or rating; a game against the bot has levels instead of
 * clock and rating. @param {Rules} rules @param {Me} player @param {Bound} bound */
function fieldsForTwo(rules, player, bound) {
  const { value: who } = bound('who')
  const alone = who === SAME_SCREEN
  const bot = isBot(who)
  return [
    opponentChoice(rules, bound('who')),
    bot && levelsOf(rules) > 0 && levelChoice(rules, bound('level')),
    who === PERSON && nameField(bound('to')),
    sideChoice(rules, bound('seat'), alone),
    clockFields(rules, bound, alone || bot),
    ratedChoice(player, bound('rated'), alone || bot),
  ]
}

/** The deal, and beside it how hard a new one may be: not for a deal or a position of one's own.
 * @param {Rules} rules @param {Me} player @param {Bound} bound */
const dealFields = (rules, player, bound) => html`
  <div class="deal-fields">
    <${DealField} rules=${rules} player=${player} ...${bound('deal')} />
    ${
      hasAbility(rules, 'winnable') &&
      difficultyChoice(
        bound('difficulty'),
        bound('deal').value !== '' || bound('position').value !== '',
      )
    }
  </div>`

/** @param {ReturnType<Bound>} bound */
const nameField = ({ value, onchoose }) => html`
  <${Field}
    name="to"
    label=${t('new.to')}
    about=${t('new.to.about')}
    maxlength=${40}
    value=${value}
    onInput=${typed(onchoose)}
  />`

/** `opened`: whether the part is open at first. @param {Rules} rules @param {ReturnType<Bound>} bound
 * @param {import('preact').RefObject<HTMLInputElement | null>} input @param {boolean} opened */
const positionField = (rules, { value, onchoose }, input, opened) => html`
  <details class="more" open=${opened}>
    <summary>${t('new.position.open')}</summary>
    <${Field}
      tag="textarea"
      name="position"
      label=${t('new.position')}
      about=${t('new.position.about')}
      class="text"
      rows="3"
      placeholder=${sentence(`${rules.family}.position`)}
      input=${input}
      value=${value}
      onInput=${typed(onchoose)}
    />
  </details>`

/** Returns the listener of a text field. @param {(value: string) => void} onchoose */
const typed = (onchoose) => (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
  onchoose(event.currentTarget.value)

/** Choice of the game for a challenge: a link for each other family for two.
 * @param {Rules} rules @param {Rules[]} games @param {string} to */
function otherGames(rules, games, to) {
  const families = Map.groupBy(games, ({ family }) => family)
  const others = [...families.values()].flatMap(([game]) =>
    game && game.family !== rules.family && !solitaire(game) ? [game] : [],
  )
  return html`
    <p class="row">
      ${others.map((game) =>
        linkButton(
          { href: newGamePath(game.id, null, to) },
          t('new.other_game', { game: familyName(game) }),
        ),
      )}
    </p>`
}

/** Choice among the games of a family, by options or else by name.
 * @param {Rules} rules @param {Rules[]} variants @param {(rules: Rules) => void} onchange */
function rulesChoice(rules, variants, onchange) {
  if (variants.length < 2) return null
  const about = sentence(`${rules.family}.variant.${rules.id}`)
  const groups = optionChoices(variants, rules, onchange, Boolean(about))
  if (groups.length)
    return [
      groups,
      html`
        <p class="chosen" data-rules=${rules.id}>
          <strong>${name(rules)}</strong>${about && html`<br />${about}`}
        </p>`,
    ]
  return choice({
    name: 'rules',
    legend: t('new.variant'),
    shown: true,
    'data-field': 'rules',
    options: variants.map((item) => ({
      value: item.id,
      text: name(item),
      about: sentence(`${item.family}.variant.${item.id}`) ?? undefined,
    })),
    value: rules.id,
    onchoose: (id) => {
      const chosen = variants.find((item) => item.id === id)
      if (chosen) onchange(chosen)
    },
  })
}
