// Request body for the same deal of a solitaire.

/** Returns the body of POST /api/games for the same deal; null while the deal is secret.
 * @param {Rules} rules @param {Pick<State, 'deal' | 'start'>} state
 * @returns {{ rules: string, deal: number | string } | { rules: string, position: string } | null} */
export function sameDeal(rules, { deal, start }) {
  if (deal !== null) return { rules: rules.id, deal }
  return start === null ? null : { rules: rules.id, position: start }
}
