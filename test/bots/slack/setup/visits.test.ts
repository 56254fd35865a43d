import { describe, expect, test } from 'vitest'
import { createVisitLimit } from '../../../../src/bots/slack/setup/visits.ts'

describe('a limit of two visits each and five for all', () => {
  const allowed = (addresses: readonly (string | undefined)[]) => {
    const mayVisit = createVisitLimit(() => 1_000, { each: 2, all: 5 })
    return addresses.filter((address) => mayVisit(address)).length
  }
  test.each([
    ['allows two from one address', ['a', 'a', 'a', 'a'], 2],
    ['doesn’t count refused visits', ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'], 5],
    ['allows five from many addresses', ['a', 'b', 'c', 'd', 'e', 'f'], 5],
    [
      'allows five where addresses are unknown',
      [undefined, undefined, undefined, undefined, undefined, undefined],
      5,
    ],
  ])('%s', (_, addresses, count) => {
    expect(allowed(addresses)).toBe(count)
  })

  test('allows as many again after a minute', () => {
    let nowMs = 1_000
    const mayVisit = createVisitLimit(() => nowMs, { each: 1, all: 5 })
    const seen = [mayVisit('a'), mayVisit('a')]
    nowMs += 60_000
    expect([...seen, mayVisit('a')]).toEqual([true, false, true])
  })
})
