import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, isDate, monday, month, plus, shortDay, weekday } from '../../static/core/format.js'
import fc from './properties.js'

Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

test('days are added and taken away over ends of months and leap days', () => {
  assert.equal(plus('2026-11-30', 1), '2026-12-01')
  assert.equal(plus('2028-03-01', -1), '2028-02-29')
  fc.assert(
    fc.property(date, fc.integer({ min: -800, max: 800 }), (from, days) => {
      assert.equal(plus(plus(from, days), -days), from)
    }),
  )
})

test('the Monday of a week is a Monday, at most six days before', () => {
  fc.assert(
    fc.property(date, (any) => {
      const first = monday(any)
      assert.equal(new Date(first).getUTCDay(), 1)
      assert.ok(first <= any && any <= plus(first, 6))
    }),
  )
})

test('only days of the calendar are dates', () => {
  fc.assert(fc.property(date, (any) => assert.ok(isDate(any))))
  for (const text of ['2026-02-30', '2026-2-3', 'today', '', '2026-13-01', null])
    assert.equal(isDate(text), false, `${text}`)
})

test('days are written in UTC wherever the reader is', () => {
  assert.equal(day('2026-11-21'), 'November 21, 2026')
  assert.equal(shortDay('2026-11-21'), 'Nov 21')
  assert.equal(month('2026-11-01'), 'November 2026')
  assert.equal(weekday(Date.parse('2026-11-21')), 'Saturday')
})
