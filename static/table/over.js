// The end of a game, beside the board: who won and why, and where to go from here.

import { dock } from '../dialog.js'
import { t } from '../lang.js'
import { result, reason } from './words.js'

/** Docks the dialog in `place`. {element, close()} */
export function over(rules, state, board, place, onshare) {
  const body = [reason(rules, state, board)]
  if (state.score.length) body.push(t('over.score', { score: state.score.join(' · ') }))
  return dock({
    kind: 'over',
    title: result(rules, state),
    body: body.join(' '),
    place,
    actions: [
      { label: t('act.review'), act: 'review', href: `/g/${state.game}?ply=${state.ply}`, look: 'primary' },
      { label: t('act.new-game'), act: 'new-game', href: `/new/${rules.id}` },
      { label: t('act.share'), act: 'share', press: () => (onshare(), false) },
    ],
  })
}
