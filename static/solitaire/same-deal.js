// The deal of a solitaire as the body of a request.

/** What makes the same deal again, as the body of POST /api/games; null while it is secret.
 * @param {Rules} rules @param {Pick<State, 'deal' | 'start'>} state
 * @returns {{ rules: string, deal: number | string } | { rules: string, position: string } | null} */
export function sameDeal(rules, { deal, start }) {
  if (deal !== null) return { rules: rules.id, deal }
  return start === null ? null : { rules: rules.id, position: start }
}
