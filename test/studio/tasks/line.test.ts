import { describe, expect, test } from 'vitest'
import { createLine } from '../../../studio/tasks/line.ts'

describe('a line', () => {
  test('does one piece of work after another, also after one that fails', async () => {
    const line = createLine(1, () => 0)
    const steps: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      steps.push(`${name} ends`)
    }
    const failing = line.join(() => Promise.reject(new Error('broken string')))
    const all = [line.join(work('first')), line.join(work('second'))]
    await expect(failing).rejects.toThrow('broken string')
    await Promise.all(all)
    expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  })

  test('promises what the work before takes and the own', async () => {
    const line = createLine(5, () => 0)
    expect(line.secondsUntilDone()).toBe(5)
    const work = Promise.withResolvers<void>()
    const done = [line.join(() => work.promise), line.join(() => Promise.resolve())]
    expect(line.secondsUntilDone()).toBe(15)
    work.resolve()
    await Promise.all(done)
  })

  test('learns how long work takes', async () => {
    let nowMs = 0
    const line = createLine(100, () => nowMs)
    for (let count = 0; count < 20; count += 1) {
      await line.join(async () => {
        nowMs += 2000
      })
    }
    expect(line.secondsUntilDone()).toBeCloseTo(2, 1)
  })
})
