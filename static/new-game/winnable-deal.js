// Winnable deal: proved to be winnable before it is dealt, at the difficulty that the player chooses.

import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { createGame } from '../play/play-now.js'

/** @type {(Wire.NewGame['difficulty'])[]} */
const DIFFICULTIES = [null, 'easy', 'medium', 'hard', 'fiendish'] // null: any

/** @param {Rules} rules @param {Go} go */
export function winnableDeal({ id }, go) {
  const difficulty = el(
    'select',
    { name: 'difficulty' },
    DIFFICULTIES.map((value) =>
      el(
        'option',
        { value: value ?? '' },
        t(`new.difficulty.${value ?? 'any'}`),
      ),
    ),
  )
  const deal = () => {
    const wanted = DIFFICULTIES.find((value) => value === difficulty.value)
    return createGame({
      rules: id,
      deal: 'winnable',
      ...(wanted && { difficulty: wanted }),
    })
  }
  return el(
    'div',
    { class: 'field', 'data-field': 'winnable' },
    el(
      'div',
      { class: 'row' },
      el(
        'button',
        {
          type: 'button',
          class: 'with-icon',
          'data-act': 'winnable-deal',
          onclick: (event) => press(event, async () => go(await deal())),
        },
        icon('check'),
        el('span', {}, t('new.winnable')),
      ),
      el('label', { class: 'row' }, t('new.difficulty'), difficulty),
    ),
    el('small', {}, t('new.winnable.about')),
  )
}
