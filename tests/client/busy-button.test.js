import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once, press, refusalText } from '../../static/core/busy-button.js'
import { Refusal } from '../../static/core/http.js'
import { addTexts } from './texts.js'

addTexts()

/** What the page shows at the foot of the window. @type {{ textContent: string }[]} */
const toasts = []
/** Elements of the page by id. */
const elements = {
  screen: { isConnected: true, append: (/** @type {any} */ node) => toasts.push(node) },
  alert: { textContent: '' },
}
Object.assign(globalThis, {
  addEventListener: () => {},
  Node: class {},
  document: {
    getElementById: (/** @type {keyof typeof elements} */ id) => elements[id],
    querySelector: () => null,
    createElement: () => ({
      textContent: '',
      getAttribute() {},
      setAttribute() {},
      append(/** @type {string} */ text) {
        this.textContent = text
      },
      remove() {},
    }),
  },
})

/** A button with attributes alone. */
function buttonOf() {
  /** @type {Map<string, string>} */
  const attributes = new Map()
  const button = {
    getAttribute: (/** @type {string} */ name) => attributes.get(name) ?? null,
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) =>
      attributes.set(name, value),
    removeAttribute: (/** @type {string} */ name) => attributes.delete(name),
  }
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (button))
}

test('a second press does nothing until the first one is done, also after an error', async () => {
  const button = buttonOf()
  let sent = 0
  let refuse = (/** @type {Error} */ _) => {}
  const act = () => {
    sent += 1
    return new Promise((_, reject) => {
      refuse = reject
    })
  }
  const pressed = once(button, act)
  await once(button, act)
  assert.equal(sent, 1)
  refuse(new Error('refused'))
  await assert.rejects(pressed)
  await once(button, () => {
    sent += 1
  })
  assert.equal(sent, 2)
})

test('a refusal is announced and shown, but not on another page than that of the press', async () => {
  const event = /** @type {ElementEvent<'click'>} */ ({ currentTarget: buttonOf() })
  const refuse = async () => {
    throw new Refusal(503, 'try_again')
  }
  await press(event, refuse)
  const { textContent: said } = elements.alert
  assert.notEqual(said, '')
  assert.deepEqual(
    toasts.map(({ textContent }) => textContent),
    [said],
  )
  elements.alert.textContent = ''
  await press(event, () => {
    elements.screen.isConnected = false // the page is left
    return refuse()
  })
  assert.equal(elements.alert.textContent, '')
  assert.equal(toasts.length, 1)
})

test('who left games early reads when pairing opens again and what is open', () => {
  const rows = /** @type {const} */ ([
    [1, 'one minute'],
    [61, '2 minutes'],
    [300, '5 minutes'],
  ])
  for (const [seconds, wait] of rows)
    assert.equal(
      refusalText(new Refusal(429, 'paused_pairing', { seconds, count: 3 })),
      `You left 3 games early. You can be paired again in ${wait}. Games by link, against the computer and solitaires are open.`,
    )
})

test('another refusal has its own sentence, or asks to try again', () => {
  const many = new Refusal(409, 'too_many_games', { limit: 20 })
  assert.match(refusalText(many), /^You already have 20 games/)
  assert.match(refusalText(new Refusal(403, 'closed')), /try again/)
})
