// What a replay goes through: a game that was played here, or one that was published elsewhere and that the server plays
// through again, line by line, without keeping it.

import { get, post, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { name, seatName, solitaire } from '../core/games.js'
import { again } from '../solitaire/deals.js'

/** A record: {heading, last, plies, hidden, frame(ply), address(ply), note(ply), more}.
 * last: the newest state; plies: after which place each of its moves stands; hidden: why only the newest can be seen, else null;
 * note(ply): a sentence about that place or '', null where nothing was noted; more: what the reader may do besides, as the table's actions. */
export async function played(id, state, rules) {
  const path = `/api/games/${encodeURIComponent(id)}`
  const hidden = veil(rules, state)
  const log = hidden ? { entries: [] } : await get(`${path}/log`)
  const ended = state.status === 'ended'
  return {
    heading: t('replay.heading', { game: name(rules) }),
    last: state,
    plies: plies(log.entries),
    hidden,
    frame: (ply) => get(`${path}/frames/${ply}`),
    address: (ply) => `/g/${id}?ply=${ply}`,
    note: null,
    more: [
      ...(ended ? onward(rules, state) : [['return', { href: `/g/${id}` }]]),
      ...(hidden
        ? []
        : [['log', { href: `${path}/log`, download: `${id}.json` }]]),
      ...(ended ? ['check'] : []),
    ],
  }
}

/** Whether a game's deal, log and earlier places are closed to the asker: a deal of today that he has not finished. */
export const concealed = (rules, { deal, start }) =>
  rules.dealt && deal === null && start === null

function veil(rules, state) {
  if (rules.hides && state.status === 'live') return t('replay.hidden')
  return concealed(rules, state) ? t('replay.hidden.today') : null
}

/** Where to go from a game that has ended. */
function onward(rules, state) {
  if (!solitaire(rules)) return [['new-game', { href: `/new/${rules.id}` }]]
  return again(rules, state) ? ['new-deal', 'same-deal'] : ['new-deal']
}

/** Game `number` (from 1) of a file of published games: [{name, moves: [told, ...], notes: {ply: sentence}}, ...].
 * Refusal 404: there is none. */
export async function published(rules, file, number) {
  const game = (await get(file))[number - 1]
  if (!game) throw new Refusal(404, 'not_found')
  const { moves, notes } = game
  const frame = (ply) =>
    post('/api/lines', { rules: rules.id, moves: moves.slice(0, ply) })
  const players = rules.seats.map((_, seat) => ({
    name: seatName(rules, seat),
  }))
  return {
    heading: game.name,
    last: { ...(await frame(moves.length)), players },
    plies: moves.map((_, index) => index + 1),
    hidden: null,
    frame,
    address: (ply) => `/help/${rules.id}?game=${number}&ply=${ply}`,
    note: (ply) => notes?.[ply] ?? '',
    more: [['return', { href: `/help/${rules.id}`, label: t('replay.rules') }]],
  }
}

/** For each move in effect at the end of a log: the number of lines after it was made. */
function plies(entries) {
  const [done, undone] = [[], []]
  for (const [ply, , act, text] of entries) {
    if (act === 'move') {
      done.push(ply + 1)
      undone.length = 0
    } else if (act === 'undo') undone.push(done.pop())
    else if (act === 'redo') done.push(undone.pop())
    else if (act === 'accept' && text.startsWith('takeback '))
      done.splice(done.length - Number(text.split(' ')[1]))
  }
  return done
}
