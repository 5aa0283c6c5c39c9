// Request body for the same deal of a solitaire.

/** Returns the body of POST /api/games for the same deal, of a past day too; null while the deal is secret.
 * @param {Rules} rules @param {Pick<State, 'deal' | 'start' | 'daily'>} state
 * @returns {{ rules: string, deal: number | string, date?: string } | { rules: string, position: string } | null} */
export function sameDeal(rules, { deal, start, daily }) {
  if (deal !== null) return { rules: rules.id, deal, ...(daily && { date: daily }) }
  return start === null ? null : { rules: rules.id, position: start }
}
