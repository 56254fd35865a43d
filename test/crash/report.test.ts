import { expect, test } from 'vitest'
import type { Played } from './play.ts'
import { faultsOf, reportOf } from './report.ts'
import type { Takeover } from './standby.ts'

const played = (nth: number, differs: Partial<Played> = {}): Played => ({
  case: {
    platform: 'slack',
    way: 'polling',
    scenario: 'song',
    point: { effect: 'queue.wake', nth, when: 'after' },
  },
  violations: [],
  isReached: true,
  recoveryMs: 400,
  states: ['posted'],
  effects: [],
  ...differs,
})

const takeover = (recoveryMs: number | undefined): Takeover => ({
  platform: 'discord',
  point: { effect: 'store.take', nth: 0, when: 'after' },
  recoveryMs,
  violations: [],
})

const many = (count: number, differs: Partial<Played> = {}): readonly Played[] =>
  Array.from({ length: count }, (_, nth) => played(nth, differs))

const slow = 'slack, polling, song, after queue.wake 100'

test('a run in which all holds has no fault, and names the slowest cases', () => {
  const results = { played: [...many(99), played(100, { recoveryMs: 14_990 })], takeovers: [takeover(9_000)] }
  const report = reportOf(results)
  expect(report).toMatchObject({
    cases: 101,
    recoverySeconds: { p50: 0.4, max: 14.99, slowest: slow },
    takeoverSeconds: { p50: 9, max: 9, slowest: 'discord, two workers, after store.take 0' },
    states: { posted: 100 },
  })
  expect(faultsOf(report)).toEqual([])
})

test('a case in which nothing was due counts for no duration', () => {
  const { recoverySeconds } = reportOf({ played: many(3, { recoveryMs: undefined }) })
  expect(recoverySeconds).toEqual({ p50: 0, max: 0 })
})

test.each([
  ['after a restart', { played: [...many(60), played(100, { recoveryMs: 15_010 })] }, slow],
  ['by another worker', { played: many(60), takeovers: [takeover(15_640)] }, 'discord, two workers'],
])('nobody who goes on %s may take over 15 seconds', (_, results, name) => {
  const faults = faultsOf(reportOf(results))
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(name)
  expect(faults[0]).toContain('more than 15 s')
})

test('one case in fifty may be missed, and no more', () => {
  const report = (missed: number) =>
    reportOf({ played: [...many(100 - missed), ...many(missed, { isReached: false })] })
  expect(report(2)).toMatchObject({ cases: 98, missed: [expect.any(String), expect.any(String)] })
  expect(faultsOf(report(2))).toEqual([])
  expect(faultsOf(report(3))).toEqual([expect.stringContaining('3 cases were not met')])
})

test('what breaks an invariant is a fault, also where the point was never met', () => {
  const violations = [{ invariant: 'I2', what: '2 messages bring the audio' }] as const
  const report = reportOf({ played: [...many(5), played(100, { violations, isReached: false })] })
  expect(report).toMatchObject({ cases: 6, violations: { I1: 0, I2: 1 }, failing: [slow], missed: [] })
  expect(faultsOf(report)).toEqual([`I2 ${slow}: 2 messages bring the audio`])
})

test('an effect that no scenario has and nothing excuses is a fault', () => {
  const report = reportOf({ played: many(5), unexplained: ['store.recover'] })
  expect(faultsOf(report)).toEqual([expect.stringContaining('store.recover')])
})
