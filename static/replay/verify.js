// "Check this score": what the server finds when it replays the log of a game, beside what was claimed; and how to do the
// same at home, with the engine alone.

import { get } from '../core/http.js'
import { panel } from '../core/dialog.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { seatName } from '../core/games.js'
import { alert } from '../core/announcer.js'
import { concealed } from './sources.js'
import { reason, result } from '../table/texts.js'

/** Opens the dialog. `button` was pressed; `claimed`: the score that a board's line says, or null. */
export async function openCheck(game, rules, button, claimed = null) {
  if (button?.getAttribute('aria-busy') === 'true') return
  if (button) set(button, { 'aria-busy': 'true' })
  try {
    const body = await found(game, rules, claimed)
    panel({ kind: 'check', title: t('check.title'), body })
  } catch (error) {
    alert(t(error.status === 0 ? 'error.offline.text' : 'check.failed'))
  } finally {
    if (button) set(button, { 'aria-busy': null })
  }
}

async function found(game, rules, claimed) {
  const path = `/api/games/${encodeURIComponent(game)}`
  const state = await get(path)
  if (concealed(rules, state)) return t('check.hidden')
  const check = await get(`${path}/check`).catch((error) =>
    error.code === 'hidden' ? null : Promise.reject(error),
  )
  if (!check) return t('check.hidden')
  const score = check.score.join(' · ')
  const same = claimed === null || claimed.join() === check.score.join()
  const file = `${game}.json`
  return [
    verdict(check, same, claimed),
    el(
      'dl',
      { class: 'check' },
      line(
        'deal',
        check.deal === null ? t('check.deal.none') : String(check.deal),
      ),
      line('moves', t('honour.number', { number: check.moves })),
      line('score', score || t('check.score.none')),
      line('outcome', ending(rules, check.outcome, state)),
    ),
    el('p', {}, t('check.how')),
    el('p', {}, t('check.home')),
    el(
      'p',
      {},
      el(
        'a',
        { class: 'button', href: `${path}/log`, download: file },
        t('act.log'),
      ),
    ),
    el('p', {}, el('code', {}, `python -m engine replay ${file}`)),
  ]
}

function verdict({ agrees, differs_at: ply }, same, claimed) {
  const good = agrees && same
  const otherwise = () =>
    agrees
      ? t('check.claimed', { score: claimed.join(' · ') })
      : t('check.differs', { ply })
  return el(
    'p',
    { class: 'verdict', 'data-agrees': good ? 'yes' : 'no' },
    good ? t('check.agrees') : otherwise(),
  )
}

const line = (name, text) =>
  el(
    'div',
    {},
    el('dt', {}, t(`check.${name}`)),
    el('dd', { 'data-check': name }, text),
  )

function ending(rules, over, state) {
  if (over === null) return t('check.outcome.none')
  const players = rules.seats.map((_, seat) => ({
    name: seatName(rules, seat),
  }))
  const then = { ...state, seat: null, over, players }
  return `${result(rules, then)}. ${reason(rules, then, null)}`
}
