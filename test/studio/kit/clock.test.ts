import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'

let clock: Clock

beforeEach(() => {
  clock = startClock()
})

afterEach(() => clock.stop())

const hourMs = 60 * 60_000

describe('a clock', () => {
  test('keeps real time until it is moved, and keeps the distance after that', () => {
    const before = clock.now() - Date.now()
    clock.advance(hourMs)
    const after = clock.now() - Date.now()
    expect(Math.round((after - before) / 1000)).toBe(3600)
  })

  test('fires what it is moved past, in order, each at its own time', () => {
    const startMs = clock.now()
    const fired: [string, number][] = []
    const note = (name: string) => () => fired.push([name, Math.round((clock.now() - startMs) / hourMs)])
    clock.at(startMs + 3 * hourMs, note('third'))
    clock.at(startMs + hourMs, note('first'))
    clock.at(startMs + 2 * hourMs, note('second'))
    clock.at(startMs + 5 * hourMs, note('never'))
    clock.advance(4 * hourMs)
    expect(fired).toEqual([
      ['first', 1],
      ['second', 2],
      ['third', 3],
    ])
  })

  test('fires on the way what was only asked for on the way', () => {
    const startMs = clock.now()
    const fired: string[] = []
    clock.at(startMs + hourMs, () => {
      fired.push('first')
      clock.at(startMs + 2 * hourMs, () => fired.push('second'))
    })
    clock.advance(3 * hourMs)
    expect(fired).toEqual(['first', 'second'])
  })

  test('fires in real time too, and at once what is past already', async () => {
    await new Promise<void>((resolve) => clock.at(clock.now() - 1, resolve))
    await new Promise<void>((resolve) => clock.at(clock.now() + 5, resolve))
  })

  test('does not fire what was cancelled, or anything once it is stopped', () => {
    const fired: string[] = []
    const cancel = clock.at(clock.now() + hourMs, () => fired.push('cancelled'))
    cancel()
    clock.advance(2 * hourMs)
    clock.at(clock.now() + hourMs, () => fired.push('stopped'))
    clock.stop()
    clock.advance(2 * hourMs)
    expect(fired).toEqual([])
  })

  test.each([-1, Number.NaN])('cannot be moved by %s', (byMs) => {
    expect(() => clock.advance(byMs)).toThrow(RangeError)
  })
})
