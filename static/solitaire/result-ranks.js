// After a solitaire: where its result stands on the boards of honour. Nothing here keeps anybody waiting: what cannot be
// asked is left out.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { today } from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { apiPath, pagePath, parseQuery } from '../leaderboard/query.js'

/** Adds to `place` a sentence on the player's ranks, with the link to the board. */
export async function ranks(rules, state, place) {
  if (state.seat === null || state.start !== null) return
  const told = await words(rules, state).catch(() => null)
  if (!told || !place.isConnected) return
  const label = t(told.wish.deal === null ? 'act.board' : 'act.board.deal')
  const link = el(
    'a',
    {
      'data-act': 'board',
      class: 'button quiet',
      href: pagePath(rules, told.wish),
    },
    label,
  )
  const sentence = told.sentence && [el('span', {}, told.sentence), ' ']
  place.append(el('p', { class: 'ranks', 'data-ranks': true }, sentence, link))
  if (told.sentence) say(told.sentence)
}

/** {sentence, wish}: the ranks, and the board that they are of; null when there is nothing to say. */
async function words(rules, state) {
  const clean = !state.tally.undone && !state.tally.hints
  const wish = (names) =>
    parseQuery(
      rules,
      new URLSearchParams({ ...names, ...(clean ? { class: 'clean' } : {}) }),
    )
  const board = (names) => get(apiPath(rules, wish(names)))
  const [daily, day, all, streak] = await Promise.all([
    board({ date: today() }),
    board({ period: 'day' }),
    board({}),
    board({ kind: 'streak' }),
  ])
  const here = ({ own }) => own?.game === state.game
  const run = streak.own
    ? t('over.streak', {
        best: streak.own.score[0],
        current: streak.own.score[1],
      })
    : null
  const general = { day, all }
  if (here(daily))
    return {
      sentence: told({ daily, ...general }, here, run),
      wish: wish({ date: today() }),
    }
  if (here(day) || here(all))
    return { sentence: told(general, here, run), wish: wish({}) }
  const deal = state.deal === null ? null : String(state.deal)
  const of = deal === null ? null : await board({ deal })
  if (of && (of.items.length > 1 || !all.own))
    return { sentence: told({ deal: of }, here, null), wish: wish({ deal }) }
  return all.own ? { sentence: told(general, here, run), wish: wish({}) } : null
}

/** The places on these boards, first those of this game, then those of a better one of one's own; and the streak. */
function told(boards, here, run) {
  const places = (those) =>
    Object.entries(boards)
      .filter(([, board]) => board.own && here(board) === those)
      .map(([scope, board]) => nth(scope, board.own.rank))
      .join(', ')
  const better = places(false)
  const sentences = [
    places(true),
    better && t('over.rank.best', { ranks: better }),
    run,
  ]
  return sentences
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ')
}

function nth(scope, number) {
  const form = new Intl.PluralRules(document.documentElement.lang, {
    type: 'ordinal',
  }).select(number)
  return t(`over.rank.${scope}`, {
    rank: t(`ordinal.${form}.rank`, { number }),
  })
}
