import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWire, type Wire } from '../../sandbox/wire.ts'
import { type Clock, startClock } from '../../studio/kit/clock.ts'

let clock: Clock
let wire: Wire

beforeEach(() => {
  clock = startClock()
  wire = createWire(clock)
})

afterEach(() => clock.stop())

const note = (summary: string, kind: 'event' | 'refusal' = 'event') =>
  wire.record({ platform: 'discord', kind, summary, detail: {} })

describe('the wire', () => {
  test('numbers what happened and says when', () => {
    const earlier = note('one')
    clock.advance(60_000)
    const later = note('two')
    expect([earlier.id, later.id]).toEqual([1, 2])
    expect(later.atMs - earlier.atMs).toBeGreaterThanOrEqual(60_000)
    expect(wire.since(0).map(({ summary }) => summary)).toEqual(['one', 'two'])
    expect(wire.since(1).map(({ id }) => id)).toEqual([2])
    expect(wire.since(2)).toEqual([])
  })

  test('lists what was refused', () => {
    note('one')
    note('no', 'refusal')
    expect(wire.refusals().map(({ summary }) => summary)).toEqual(['no'])
  })

  test('keeps a detail as it was, whatever its sender does to it later', () => {
    const detail = { text: 'before' }
    wire.record({ platform: 'discord', kind: 'event', summary: 'one', detail })
    detail.text = 'after'
    expect(wire.since(0)).toMatchObject([{ detail: { text: 'before' } }])
  })

  test('wakes who waits for more, once there is more', async () => {
    note('one')
    await wire.changed(0)
    const woken: string[] = []
    const waiting = wire.changed(2).then(() => woken.push('woken'))
    note('two')
    await Promise.resolve()
    expect(woken).toEqual([])
    note('three')
    await waiting
    expect(woken).toEqual(['woken'])
  })

  test('lets who waits go when they give up', async () => {
    const giveUp = new AbortController()
    const waiting = wire.changed(0, giveUp.signal)
    giveUp.abort()
    await waiting
    await wire.changed(0, giveUp.signal)
    expect(wire.since(0)).toEqual([])
  })
})
