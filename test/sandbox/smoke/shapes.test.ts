import { describe, expect, test } from 'vitest'
import { compareShapes } from '../../../sandbox/smoke/shapes.ts'

const differing: readonly [what: string, real: unknown, standIn: unknown, differences: readonly string[]][] =
  [
    ['a field that the stand-in invented', { a: 1 }, { a: 1, b: 2 }, ['invented b']],
    ['a field that the stand-in lacks', { a: 1, b: 2 }, { a: 1 }, ['absent b']],
    ['another kind of value', { a: { b: '1' } }, { a: { b: 1 } }, ['type a.b']],
    ['a list in place of an object', { a: {} }, { a: [] }, ['type a']],
    ['a field of the elements of a list', [{ a: 1 }], [{ a: 1 }, { b: 2 }], ['invented 0.b']],
    ['a field below an id', { U0123456789: { a: 1 } }, { U9876543210: { a: '1' } }, ['type *.a']],
  ]

const agreeing: readonly [what: string, real: unknown, standIn: unknown][] = [
  ['other values', { a: 'x', b: [1] }, { a: 'y', b: [2, 3] }],
  ['null beside anything', { a: null }, { a: { b: 1 } }],
  ['an empty list beside a full one', { a: [] }, { a: [{ b: 1 }] }],
  ['other ids as keys', { '123456789': { a: 1 } }, { '987654321': { a: 2 } }],
]

describe('two answers', () => {
  test.each(differing)('differ by %s', (_what, real, standIn, differences) => {
    expect(compareShapes(real, standIn).map(({ kind, at }) => `${kind} ${at}`)).toEqual(differences)
  })

  test.each(agreeing)('agree with %s', (_what, real, standIn) => {
    expect(compareShapes(real, standIn)).toEqual([])
  })
})
