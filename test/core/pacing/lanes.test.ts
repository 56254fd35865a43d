import { expect, test } from 'vitest'
import { createLanes, type Rate } from '../../../src/core/pacing/lanes.ts'

const minuteMs = 60_000
const nobodyAhead = { waiting: new Map<string, number>(), heedsPromises: true }
const rateOf = (channel: number): Rate => ({ lane: `channel ${channel}`, burst: 5, perMinute: 5 })

test('calls that took no turn are made up for by one burst of others at most', () => {
  let nowMs = 0
  const lanes = createLanes(() => nowMs)
  const rates = [rateOf(1)]
  for (let call = 0; call < 1_000; call += 1) lanes.take(rates)
  expect(lanes.roomInMs(rates, nobodyAhead)).toBe(6 * (minuteMs / 5))
  nowMs = 6 * (minuteMs / 5)
  expect(lanes.roomInMs(rates, nobodyAhead)).toBe(0)
})

test('lanes are forgotten once they are as good as unused, and not before', () => {
  let nowMs = 0
  const kept = new Map()
  const lanes = createLanes(() => nowMs, kept)
  const closed = [rateOf(-1)]
  lanes.closeFor(closed, 100 * minuteMs)
  const promised = [rateOf(-2)]
  const takeAll = () => {
    for (let call = 0; call < 5; call += 1) lanes.take(promised)
  }
  takeAll()
  for (let call = 0; call < 200; call += 1) lanes.promise(promised, nobodyAhead)
  for (let channel = 0; channel < 100_000; channel += 1) {
    nowMs += 1_000
    if (nowMs > 30 * minuteMs && nowMs <= 30 * minuteMs + 1_000) {
      expect(lanes.roomInMs(closed, nobodyAhead)).toBe(70 * minuteMs - 1_000)
      takeAll()
      expect(lanes.roomInMs(promised, nobodyAhead)).toBeGreaterThan(minuteMs)
    }
    lanes.take([rateOf(channel)])
  }
  expect(kept.size).toBeLessThan(2_000)
})
