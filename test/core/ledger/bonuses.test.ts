import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Microcredits, microcredits } from '../../../src/core/credits.ts'
import { unusedOf } from '../../../src/core/ledger/bonuses.ts'

interface Bonus {
  credits: Microcredits
  used: number
}

/** The same in plain words: each credit is used of the bonus that expires first, of those given before. */
const byTheCredit = (bonuses: readonly Bonus[], usedByNow: number): readonly number[] => {
  const covered = new Set<number>()
  return bonuses.map(({ credits, used }) => {
    let unused: number = credits
    for (let at = used; at < usedByNow && unused > 0; at += 1) {
      if (covered.has(at)) continue
      covered.add(at)
      unused -= 1
    }
    return unused
  })
}

const anyBonus = fc.record({ credits: fc.integer({ min: 1, max: 12 }).map(microcredits), used: fc.nat(40) })

describe('what is unused of a bonus', () => {
  test('is what was not used after it was given, nor of one that expires before', () => {
    fc.assert(
      fc.property(fc.array(anyBonus, { maxLength: 12 }), fc.nat(40), (bonuses, usedByNow) => {
        expect(unusedOf(bonuses, usedByNow)).toEqual(byTheCredit(bonuses, usedByNow))
      }),
    )
  })

  test.each<[string, (at: number) => number]>([
    ['one after the other', (at) => at],
    ['in the opposite order', (at) => 49_999 - at],
    ['at once', () => 0],
  ])('is found in one go, however many were given %s', (_, usedAt) => {
    const many = Array.from({ length: 50_000 }, (_each, at) => ({
      credits: microcredits(1),
      used: usedAt(at),
    }))
    expect(unusedOf(many, 25_000).filter((unused) => unused === 0)).toHaveLength(25_000)
  })
})
