import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressChart, ratingChart } from '../../static/kit/charts/line-chart.js'
import { elements } from './shown.js'
import { addTexts } from './texts.js'

Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
addTexts()

const AT = Date.UTC(2020, 4, 17, 12)

test('the table of a chart says when each game was', () => {
  for (const chart of [
    progressChart({ progress: [[AT, 7]] }),
    ratingChart([[AT, 1520]], 'Ratings'),
  ]) {
    const times = elements(chart).filter(({ type }) => type === 'time')
    assert.equal(times.length, 1)
    assert.match(times[0].text, /2020/)
  }
})
