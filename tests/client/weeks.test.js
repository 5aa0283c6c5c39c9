import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjacentMonths, firstWeekday, weeksOf } from '../../static/kit/weeks.js'
import fc from './properties.js'

test('a week begins on Monday and has null for days of other months', () => {
  assert.deepEqual(weeksOf('2026-02')[0], [...Array(6).fill(null), '2026-02-01'])
  assert.deepEqual(weeksOf('2021-02')[0][0], '2021-02-01')
  assert.equal(weeksOf('2021-02').length, 4)
  assert.equal(weeksOf('2026-11').length, 6)
})

test('a week begins where the reader lives as it does there', () => {
  assert.deepEqual(weeksOf('2026-02', 7)[0][0], '2026-02-01')
  assert.deepEqual(weeksOf('2026-08', 6)[0][0], '2026-08-01')
  assert.equal(firstWeekday('en-GB'), 1)
  assert.equal(firstWeekday('en-US'), 7)
  assert.equal(firstWeekday('ar-EG'), 6)
})

test('where the browser knows nothing of weeks they begin on Monday', (context) => {
  context.mock.method(Intl, 'Locale', function Locale() {
    return {}
  })
  assert.equal(firstWeekday('en-US'), 1)
})

test('every day of a month is there once, in order, on its weekday', () => {
  const year = fc.integer({ min: 1970, max: 2200 })
  const number = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(year, number, (year, number) => {
      const month = `${year}-${String(number).padStart(2, '0')}`
      const weeks = weeksOf(month)
      for (const week of weeks) {
        assert.equal(week.length, 7)
        for (const [index, date] of week.entries())
          if (date !== null) assert.equal((new Date(date).getUTCDay() + 6) % 7, index)
      }
      const days = weeks.flat().filter((date) => date !== null)
      const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
      assert.deepEqual(
        days,
        Array.from(
          { length: last },
          (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
        ),
      )
    }),
  )
})

test('the months with deals go from the first day to today, over the ends of years', () => {
  const long = { first: '2000-01-01', today: '2030-01-01' }
  const short = { first: '2026-09-30', today: '2026-11-21' }
  for (const [days, month, earlier, later] of /** @type {const} */ ([
    [short, '2026-10', '2026-09', '2026-11'],
    [short, '2026-09', null, '2026-10'],
    [short, '2026-11', '2026-10', null],
    [long, '2026-01', '2025-12', '2026-02'],
  ]))
    assert.deepEqual(adjacentMonths({ ...days, month }), { earlier, later })
})
