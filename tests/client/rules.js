// Rules of made-up games, as the server lists them.

/** A game for two without anything special, but for these changes.
 * @param {string} id @param {Partial<Rules>} [changes] @returns {Rules} */
export const rulesOf = (id, changes) => ({
  ...{ id, family: id, title: id, version: 1, seats: ['first', 'second'], options: {} },
  ...{ dealt: false, hides: false, uneven: false, draws: false, daily: false },
  ...{ presets: [], machine: null },
  ...changes,
})
