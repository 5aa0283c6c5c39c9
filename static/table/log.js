// Log of a game, as the server gives it.

/** Returns, for each move in effect at the end of a log, the number of entries after it was made.
 * @param {Wire.Log['entries']} entries */
export function movePlies(entries) {
  /** @type {number[]} */
  const made = []
  /** @type {number[]} */
  const undone = []
  for (const [ply, , act, text] of entries) {
    if (act === 'move') {
      made.push(ply + 1)
      undone.length = 0
    } else if (act === 'undo') undone.push(made.pop() ?? 0)
    else if (act === 'redo') made.push(undone.pop() ?? 0)
    else if (act === 'accept' && text.startsWith('takeback '))
      made.splice(made.length - Number(text.split(' ')[1]))
  }
  return made
}
