// A solitaire's counts in one strip: moves made, taken back, in the solution, hints, score, time, and the deal. The
// time runs on from the server's value, from the first move, and not through a pause that the server leaves out.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { span } from '../table/texts.js'

const SITTING = 600000 // ms; a longer pause is not counted as time played

/** {element, show(state), leave()} */
export function tally() {
  const element = el('dl', { class: 'tally', hidden: true })
  const parts = new Map() // name -> the <dd>
  let [ms, since, timer, secret] = [0, 0, null, null]
  const part = (name, value) => {
    if (!parts.has(name)) {
      parts.set(name, el('dd', { 'data-tally': name }))
      element.append(
        el('div', {}, el('dt', {}, t(`table.tally.${name}`)), parts.get(name)),
      )
    }
    const node = parts.get(name)
    set(node.parentElement, { hidden: value === null })
    if (value?.nodeType) node.replaceChildren(value)
    else node.textContent = value ?? ''
  }
  const time = () => {
    const gone = performance.now() - since
    part('time', span(ms + (since && gone < SITTING ? gone : 0)))
  }
  return {
    element,
    show(state) {
      clearInterval(timer)
      const { tally: counts, score } = state
      element.hidden = !counts
      if (!counts) return
      part('made', String(counts.made))
      part('undone', String(counts.undone))
      part('length', String(state.told.length))
      part('hints', counts.hints ? String(counts.hints) : null)
      part('score', score.length ? score.join(' · ') : null)
      ms = counts.ms
      since =
        state.status === 'live' && state.seat !== null && counts.made
          ? performance.now()
          : 0
      time()
      if (since) timer = setInterval(time, 1000)
      if (state.deal !== null) part('deal', String(state.deal))
      else if (secret !== state.commit || !secret)
        part('deal', sealed(state.commit))
      secret = state.deal === null ? state.commit : null
    },
    leave: () => clearInterval(timer),
  }
}

/** While a deal is secret: the sum by which it can be checked at the end. */
function sealed(commit) {
  if (commit === null) return null
  return el(
    'details',
    {},
    el('summary', {}, t('table.deal.secret')),
    el('p', {}, t('table.deal.commit')),
    el('code', {}, commit),
  )
}
