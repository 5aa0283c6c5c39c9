// Sentences of the error pages for when no catalogue can be fetched. The document contains them in the reader's language.

import { add } from './i18n.js'

export const useFallback = () =>
  add(JSON.parse(document.querySelector('meta[name=texts]')?.getAttribute('content') ?? '{}'))
