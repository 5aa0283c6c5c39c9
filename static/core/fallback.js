// The few sentences of the error pages, for when no catalogue can be fetched: a page of bare keys helps nobody. The document
// brings them, in the reader's language.

import { add } from './i18n.js'

export const useFallback = () =>
  add(
    JSON.parse(
      document.querySelector('meta[name=texts]')?.getAttribute('content') ??
        '{}',
    ),
  )
