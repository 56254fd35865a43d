import { expect, test } from 'vitest'
import type { EffectName } from '../../src/core/effect.ts'
import { inAll, isAbout, nameOf, type PlacedCase, pointsOf, spread } from './matrix.ts'

const dry: PlacedCase = { platform: 'slack', way: 'polling', scenario: 'form', point: undefined }
const none: ReadonlySet<EffectName> = new Set()

const named = (effects: readonly EffectName[], plain = none): readonly string[] =>
  pointsOf(effects, plain).map((point) => nameOf({ ...dry, point }).replace('slack, polling, form, ', ''))

test('a process dies before and after each effect, and each time that it comes', () => {
  expect(named(['store.take', 'queue.wake', 'store.take'])).toEqual([
    ...['before store.take 0', 'after store.take 0', 'before queue.wake 0', 'after queue.wake 0'],
    ...['before store.take 1', 'after store.take 1'],
  ])
})

test('what a plainer scenario has is not tried again', () => {
  expect(named(['store.take', 'store.void'], new Set(['store.take'] as const))).toEqual([
    ...['before store.void 0', 'after store.void 0'],
  ])
})

test('what the sweeper does now and again is tried once, in the plainest', () => {
  expect(named(['places.tend', 'places.tend'])).toEqual(['before places.tend 0', 'after places.tend 0'])
  expect(named(['places.tend'], new Set(['store.take'] as const))).toEqual([])
})

test('what not all runs have came of chance', () => {
  const runs: readonly (readonly EffectName[])[] = [
    ['service.lookUp', 'store.wakeAt', 'service.lookUp', 'store.ready'],
    ['service.lookUp', 'store.ready'],
    ['places.release', 'service.lookUp', 'service.lookUp', 'store.ready'],
  ]
  expect(inAll(runs)).toEqual(['service.lookUp', 'store.ready'])
  expect(inAll(runs.slice(0, 1))).toEqual(runs[0])
  expect(inAll([])).toEqual([])
})

test.each([
  ['slack, polling, form', true],
  ['slack, polling, form, after drafts.keep 0', true],
  ['form', true],
  ['slack, polling, former', false],
  ['slack, polling, song, after drafts.keep 0', false],
])('%j means the scenario: %j', (only, expected) => expect(isAbout(dry, only)).toBe(expected))

test('some of many are spread evenly', () => {
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([0, 3, 6])
  expect(spread([0, 1], 3)).toEqual([0, 1])
})
