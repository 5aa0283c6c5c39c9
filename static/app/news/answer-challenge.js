// Answers to a challenge: join the game, or decline with a reason.

import { say } from '../../core/announcer.js'
import { post } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { becomesCasual } from '../../core/play-now.js'
import { ask } from '../../kit/dialog.js'
import { gamePath } from '../routes.js'

/** Reasons to decline a challenge. */
const WORDS = ['later', 'clock', 'rated', 'no']

/**
 * Joins the game and goes there; if it would be casual, its page says so first.
 * @param {Item} game
 * @param {Go} go
 */
export async function acceptChallenge(game, go) {
  if (!(await becomesCasual(game))) await post(`/api/games/${game.id}/join`)
  await go(gamePath(game.id))
}

/**
 * Asks for the reason and declines.
 * @param {string} id
 * @returns {Promise<boolean>} false: the challenge stays
 */
export async function declineChallenge(id) {
  const word = await ask({
    kind: 'decline',
    title: t('challenge.decline.title'),
    body: t('challenge.decline.about'),
    actions: WORDS.map((word) => ({
      label: t(`challenge.word.${word}`),
      value: word,
      act: `decline-${word}`,
    })),
  })
  if (!word) return false
  await post(`/api/games/${encodeURIComponent(id)}/decline`, { word })
  say(t('challenge.declined.done'))
  return true
}
