// The few sentences of the error pages, for when no catalogue can be fetched: a page of bare keys helps nobody. A test
// compares them with the catalogue.

import { add } from './i18n.js'

export const SENTENCES = {
  'shell.title': '{page} · Richelieu',
  'shell.lobby': 'Lobby',
  'shell.daily': 'Daily',
  'shell.leaderboards': 'Leaderboards',
  'shell.me': 'You',
  'error.offline.title': 'The server does not answer',
  'error.offline.text':
    'The server does not answer. Your games are saved there. Please try again in a moment.',
  'error.broken.title': 'Something went wrong',
  'error.broken.text': 'The fault is ours, not yours. Your games are saved.',
  'error.busy.title': 'Too many requests',
  'error.busy.text':
    'Too many requests came at once. Please try again in a few seconds.',
  'error.again': 'Try again',
  'error.lobby': 'To the lobby',
}

export const useFallback = () => add(SENTENCES)
