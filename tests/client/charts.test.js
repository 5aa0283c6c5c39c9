import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bins, gamesIn, holds } from '../../static/kit/charts/bins.js'
import { histogram } from '../../static/kit/charts/histogram.js'
import { progressChart, ratingChart } from '../../static/kit/charts/line-chart.js'
import fc from './properties.js'
import { elements } from './shown.js'
import { addTexts } from './texts.js'

addTexts()

/** @param {[number, number][]} pairs */
const ranges = (...pairs) => pairs.map(([from, to]) => ({ from, to }))

test('few numbers of points have a bin each, many share bins that begin at round numbers', () => {
  assert.deepEqual(bins(7, 7), ranges([7, 7]))
  assert.deepEqual(bins(-1, 1), ranges([-1, -1], [0, 0], [1, 1]))
  assert.equal(bins(0, 11).length, 12)
  const ends = [bins(0, 12)[0], bins(3, 52)[0], bins(3, 52).at(-1), bins(-3, 9)[0]]
  assert.deepEqual(ends, ranges([0, 1], [0, 4], [50, 52], [-4, -3]))
})

const points = fc.integer({ min: -1000000, max: 1000000 })

test('there are at most 12 bins, adjacent, and they hold the lowest and highest points', () => {
  fc.assert(
    fc.property(points, points, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const all = bins(low, high)
      assert.ok(all.length >= 1 && all.length <= 12)
      assert.ok(holds(all[0], low) && all[all.length - 1].to === high)
      for (const [index, bin] of all.entries()) {
        assert.ok(bin.from <= bin.to)
        if (index) assert.equal(bin.from, all[index - 1].to + 1)
      }
    }),
  )
})

test('every game is counted in one bin', () => {
  const pair = fc.tuple(points, fc.integer({ min: 1, max: 1000 }))
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
      const values = pairs.map(([value]) => value)
      const all = bins(Math.min(...values), Math.max(...values))
      const counted = all.reduce((sum, bin) => sum + gamesIn(pairs, bin), 0)
      assert.equal(counted, gamesIn(pairs))
    }),
  )
})

test('own points are marked by a pointer whose text stays inside, in the summary and in the table', () => {
  const spread = Array.from({ length: 53 }, (_, one) => /** @type {[number, number]} */ ([one, 2]))
  for (const [own, side, marked] of /** @type {const} */ ([
    [0, 'start', '0 to 4 (yours)'],
    [26, 'middle', '25 to 29 (yours)'],
    [52, 'end', '50 to 52 (yours)'],
  ])) {
    const all = elements(histogram({ spread }, { own }))
    const pointer = all.find(({ props }) => props.class === 'label own')
    assert.deepEqual([pointer?.text, pointer?.props['text-anchor']], [`You: ${own}`, side])
    assert.match(
      all.find(({ type }) => type === 'svg')?.props['aria-label'],
      RegExp(`Yours: ${own}\\.$`),
    )
    const rows = all.filter(({ type, text }) => type === 'th' && text.includes('yours'))
    assert.deepEqual(
      rows.map(({ text }) => text),
      [marked],
    )
  }
})

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
