// Line on a game's tile with the waiting opponent and Join, since the lists are below the fold.

import { press } from '../core/busy-button.js'
import { el, set } from '../core/dom.js'
import { name } from '../core/games.js'
import { t } from '../core/i18n.js'
import { hasSeat, join } from '../play/play-now.js'
import { facts, hostOf, nameAndRating } from './facts.js'

/**
 * @param {{ rules: Map<string, Rules>, player: Me, go: Go }} context
 */
export function tilesWaiting({ rules: known, player, go }) {
  /** @type {Map<string, HTMLElement>} */
  const lines = new Map()
  /** @type {Item[]} */
  let listed = []
  /** @param {string} family @param {HTMLElement} line */
  const showLine = (family, line) => {
    const game = listed.find(
      (one) =>
        known.get(one.rules)?.family === family &&
        !hasSeat(one, player) &&
        (player.account || !one.rated),
    )
    if (line.dataset.waits === (game?.id ?? '')) return
    set(line, { hidden: !game, 'data-waits': game?.id ?? '' })
    line.replaceChildren(...(game ? parts(game) : []))
  }
  return {
    /** Creates the place of a family's line. @param {string} family */
    line(family) {
      const line = el('p', { class: 'tile-waiting', hidden: true })
      lines.set(family, line)
      showLine(family, line)
      return line
    },
    /** Shows the first open game of each family that the player can join. @param {Item[]} open */
    show(open) {
      listed = open
      for (const [family, line] of lines) showLine(family, line)
    },
  }

  /** @param {Item} game */
  function parts(game) {
    const host = hostOf(game)
    const rules = /** @type {Rules} */ (known.get(game.rules))
    const params = { game: name(rules), name: host ? nameAndRating(host) : '' }
    return [
      el(
        'span',
        {},
        t('lobby.tile.waiting', params),
        ' ',
        el('span', { class: 'detail' }, facts(game)),
      ),
      el(
        'button',
        {
          type: 'button',
          'data-act': 'join',
          'aria-label': t('lobby.join.of', params),
          onclick: (/** @type {ElementEvent<'click'>} */ event) =>
            press(event, () => join(game, go)),
        },
        t('lobby.join'),
      ),
    ]
  }
}
