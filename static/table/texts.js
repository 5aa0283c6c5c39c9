// Sentences about a state: players of the seats, whose turn it is, result and reason.

import { hasBot, isTaught } from '../core/bots.js'
import { name, seatName, solitaire } from '../core/games.js'
import { first, knows, t } from '../core/i18n.js'
import { personName } from '../core/people.js'

/** Whether one player holds both seats.
 * @param {Pick<State, 'players'>} state */
export const playsBothSides = ({ players }) =>
  players.length === 2 && players[0] !== null && players[0]?.id === players[1]?.id

/** Whether two people play or played this game: no bot, and not both seats at one screen.
 * @param {Pick<State, 'players'>} state */
export const isBetweenPeople = (state) =>
  state.players.length === 2 && !playsBothSides(state) && !hasBot(state)

/** Whether the viewer has played somebody whom the lobby found. @param {State} state */
export const isBetweenStrangers = (state) =>
  state.seat !== null && state.public && !state.to && isBetweenPeople(state)

/** Returns the seat at the bottom of the board: the viewer's; seat 0 for spectators and if one player holds both seats.
 * @param {State} state */
export const bottomSeat = (state) => (playsBothSides(state) ? 0 : (state.seat ?? 0))

/** Whether the viewer is to move.
 * @param {State} state */
export const isYourTurn = (state) =>
  state.status === 'live' && state.seat !== null && state.turn === state.seat

/** Returns the name of a seat's player, or that the seat is free; a deleted account has no name.
 * @param {Pick<State, 'players' | 'warning'>} state @param {number} seat */
export function playerName(state, seat) {
  const player = state.players[seat]
  if (!player) return t('table.free')
  if (player.bot !== undefined && isTaught(state)) return t('table.teacher', { level: player.bot })
  return personName(player)
}

/** Whether the opponent asks for a rematch.
 * @param {State} state */
export const isRematchWanted = ({ offers, seat, next }) =>
  seat !== null &&
  next === null &&
  offers.some((offer) => offer.what === 'rematch' && offer.seat !== seat)

/** Returns whose turn it is, or the result after the end. In a game for one player the turn is omitted.
 * @param {Rules} rules @param {State} state */
export function turnText(rules, state) {
  if (state.status === 'open') return t('table.turn.open')
  if (state.status === 'ended') return resultText(rules, state)
  if (state.view.stuck) return t('table.turn.stuck')
  const yours = isYourTurn(state)
  if (solitaire(rules)) return yours ? '' : t('table.turn.watching')
  if (state.warning) return t('table.turn.warned')
  if (!yours && state.players[state.turn ?? 0]?.bot !== undefined) return t('table.turn.thinking')
  const seat = seatName(rules, state.turn ?? 0)
  if (!yours && state.seat !== null && !playsBothSides(state))
    return t('table.turn.opponent', {
      name: playerName(state, 1 - state.seat),
    })
  if (playsBothSides(state) && state.seat !== null) return t('table.turn.both', { seat })
  return t(yours ? 'table.turn.yours' : 'table.turn.theirs', { seat })
}

/** Returns the winner in a few words, from the viewer's side; empty while the game runs.
 * @param {Rules} rules @param {State} state */
export function resultText(rules, state) {
  if (!state.over) return ''
  const { winner, reason } = state.over
  if (reason === 'aborted') return t('over.aborted.short')
  if (solitaire(rules)) return soloResultText(rules, state)
  if (winner === null) return t('over.draw')
  if (state.seat !== null && !playsBothSides(state))
    return t(winner === state.seat ? 'over.won' : 'over.lost')
  return t('over.side', { seat: seatName(rules, winner) })
}

/** Returns how a solitaire ended: solved, or the goal reached if the family has `<family>.over.reached` ("50 of 56").
 * @param {Rules} rules @param {State} state */
function soloResultText({ family }, { over, score }) {
  if (over?.winner !== null) return t('over.solved')
  return first([`${family}.over.reached`, 'over.unsolved'], {
    count: score[0] ?? 0,
  })
}

/** Whether the player of a solitaire stops with points where they like. @param {Pick<Rules, 'family'>} rules */
export const mayFinish = ({ family }) => knows(`${family}.finish`)

/** Returns the words of the button that ends a solitaire and of its question: "Give up", or "Finish" with its points once
 * there are some in a family that has `<family>.finish`.
 * @param {Rules} rules @param {Pick<State, 'score'>} state */
export function giveUpWords({ family }, { score }) {
  const count = score[0] ?? 0
  const finish = `${family}.finish`
  const key = count > 0 && mayFinish({ family }) ? finish : 'act.give-up'
  return {
    finishes: key === finish,
    label: t(key, { count }),
    title: t(`${key}.sure`, { count }),
    about: t(`${key}.about`, { count }),
  }
}

/** Whether a solitaire was given up: not finished with its points.
 * @param {Rules} rules @param {Pick<State, 'over' | 'score'>} state */
export const hasGivenUp = (rules, state) =>
  state.over?.reason === 'resigned' && !giveUpWords(rules, state).finishes

/** Returns why the game ended, as a sentence of the board, the family, or all games; empty while it runs.
 * @param {Rules} rules @param {State} state @param {Board | null} board */
export function reasonText(rules, state, board) {
  if (!state.over) return ''
  const own = board?.words.over?.(state)
  if (own) return own
  const { winner, reason } = state.over
  if (state.declined && state.to) return declinedText(state.to, state.declined)
  if (reason === 'aborted' && state.told.length > 1) return t('over.closed')
  const { seat } = state
  if (reason === 'aborted') return abortText(state)
  const single = solitaire(rules)
  const params =
    winner === null || single
      ? { name: playerName(state, 0) }
      : {
          winner: seatName(rules, winner),
          loser: seatName(rules, 1 - winner),
          name: playerName(state, winner),
        }
  const keys = [`${rules.family}.over.${reason}.${winner}`, `${rules.family}.over.${reason}`]
  // "You" is the player; spectators read the name.
  if (single && seat === null) keys.unshift(`over.watched.${reason}`)
  if (!single && winner !== null && seat !== null && !playsBothSides(state)) {
    const whose = winner === seat ? 'name' : 'own'
    params.name = playerName(state, 1 - winner)
    keys.push(`over.${whose}.${reason}`)
  }
  if (single) keys.push(`over.alone.${reason}`)
  else if (winner === null) keys.push(`over.drawn.${reason}`)
  return first([...keys, `over.${reason}`, 'over.other'], params)
}

/** Returns the player who aborted the game or made no first move, if a player did, and what follows for the viewer.
 * @param {State} state */
function abortText(state) {
  const { aborted_by: by, seat, players } = state
  if (by === undefined || playsBothSides(state)) return t('over.aborted')
  const key = state.missed_first_move ? 'over.unmoved' : 'over.aborted'
  if (by !== seat) return t(`${key}.name`, { name: playerName(state, by) })
  const paired = isBetweenStrangers(state) && players.every((player) => player !== null)
  return first(paired ? [`${key}.own.paired`, `${key}.own`] : [`${key}.own`])
}

/** Whether the game ended without counting for anything. @param {Pick<State, 'over'>} state */
export const isAborted = ({ over }) => over?.reason === 'aborted'

/** Returns how the game ended, as a sentence: winner and reason.
 * @param {Rules} rules @param {State} state @param {Board | null} board */
export const endText = (rules, state, board) =>
  t('over.whole', {
    result: resultText(rules, state),
    reason: reasonText(rules, state, board),
  })

/** Returns the result of a game for two as text, with the board's picture: "Cardmate: Forehand won in 59 moves".
 * @param {Rules} rules @param {State} state @param {Pick<Board, 'words'>} board */
export function resultToShare(rules, state, board) {
  const result = resultText(rules, { ...state, seat: null })
  const text = t('table.result.two', {
    game: name(rules),
    result,
    count: state.told.length,
  })
  const picture = state.told.length && board.words.shareText?.(state)
  return picture ? `${text}\n${picture}` : text
}

/** @param {Person} person @param {string} word one of the reasons to decline a challenge */
const declinedText = (person, word) =>
  t('challenge.declined', {
    name: personName(person),
    word: t(`challenge.word.${word}`),
  })

/** Whether a game's deal, log and earlier positions are hidden from the viewer: a deal of today that the viewer has not
 * finished.
 * @param {Rules} rules @param {Pick<State, 'deal' | 'start'>} state */
export const isConcealed = (rules, { deal, start }) =>
  rules.dealt && deal === null && start === null

/** Returns why the earlier positions of a table are hidden from the viewer; empty: they are not.
 * @param {Rules} rules @param {State} state */
export function hiddenText(rules, state) {
  if (rules.hides && state.status === 'live') return t('look_back.hidden')
  const closed = isConcealed(rules, state) && state.seat === null
  return closed ? t('replay.hidden.today') : ''
}

/** Returns the sentence about the older rules version of a game; empty: its rules are current.
 * @param {Rules} rules @param {Pick<State, 'version'>} state */
export const versionText = (rules, { version }) =>
  version < rules.version ? t('table.version', { version }) : ''

/** Returns the coach's sentence before the own move `step`, from 0 on; null: there is none.
 * @param {Rules} rules @param {State} state @param {number} seat @param {number} step @param {Board} [board] */
export function coachText(rules, state, seat, step, board) {
  const own = board?.words.coach?.(state, seat, step)
  if (own !== undefined) return own
  const side = `${rules.family}.coach.${seat}`
  const keys = step ? [`${side}.${step + 1}`] : [side, `${rules.family}.coach`]
  const key = keys.find(knows)
  return key ? t(key) : null
}

/** Returns the seat of the first move, if seats alternate; null: unknown, for example after the end.
 * @param {Pick<State, 'turn' | 'told' | 'players'>} state */
export const firstSeat = ({ turn, told, players }) =>
  turn === null ? null : (turn + told.length) % players.length

/** Returns a move's notation as readable text.
 * @param {Pick<Board, 'words'>} board @param {string} told */
export const readableText = (board, told) =>
  board.words.readable ? textOf(board.words.readable(told)) : told

/** Returns the text of content that has no components. It is not drawn for that: a drawing inside another one would end the
 * other's list of the signals that it reads. @param {any} content @returns {string} */
function textOf(content) {
  if (Array.isArray(content)) return content.map(textOf).join('')
  if (['string', 'number'].includes(typeof content)) return String(content)
  return content ? textOf(content.props?.children) : ''
}

const MAX_HEADING_LETTERS = 20 // in one line of a phone, beside the status

/** Returns the hook of a table's heading that may take two lines. @param {string} text */
export const longHeading = (text) => (text.length > MAX_HEADING_LETTERS ? '' : undefined)

/** Returns when a state was received, as `performance.now()`; now for one that did not come from a server.
 * @param {State} state */
export const receivedAt = (state) => state.received ?? performance.now()

/** Returns a move's notation as a player may type it. @param {Board} board @param {string} told */
export const exampleText = (board, told) => board.words.example?.(told) ?? told
