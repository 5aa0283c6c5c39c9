// Decision whether pages follow the player's own games: for accounts, which can be challenged by name, and on devices whose
// player has met people at a table. Other visitors open no socket.

import { loadPart, prepare } from '../../core/files.js'
import { Refusal } from '../../core/http.js'
import { onPlayerChange } from '../../core/player.js'
import { settings } from '../../core/settings.js'
import { hasMetPeople } from '../../live/own-games.js'

const OWN_SETTINGS = ['running', 'read'] // which the news write themselves

/** @type {Promise<() => void> | null} the function that ends it */
let following = null

/** Follows the player's games now, or as soon as there is a reason. */
export function followNews() {
  const begin = () => {
    if (settings.get('account') !== 'yes' && !hasMetPeople()) return
    following ??= Promise.all([
      loadPart(() => import('./watch.js'), { quiet: true }),
      prepare('app/news/watch'),
    ])
      .then(([{ watchNews }]) => watchNews())
      .catch((error) => {
        if (!(error instanceof Refusal)) throw error
        following = null // the next reason tries again
        return () => {}
      })
  }
  onPlayerChange(async () => {
    const end = await following
    following = null
    end?.()
    begin()
  })
  settings.on((name) => !OWN_SETTINGS.includes(name) && begin())
  begin()
}
