import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Callers,
  createShare,
  joinEveryMs,
  joinedForMs,
  type Share,
} from '../../../src/core/pacing/share.ts'

let nowMs: number
let joins: number[]
let closed: number[]
let callers: Callers | 'away'
let share: Share

beforeEach(() => {
  nowMs = 0
  joins = []
  closed = []
  callers = { count: 1, closedForMs: 0 }
  share = createShare({
    async join(closedForMs) {
      joins.push(closedForMs)
      if (callers === 'away') throw new Error('Redis is away')
      return callers
    },
    now: () => nowMs,
    onClosed: (spanMs) => closed.push(spanMs),
  })
})

const callAfter = async (spanMs: number) => {
  nowMs += spanMs
  await share.heard()
  return share.among()
}
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

describe('a process that calls', () => {
  test('says so once a second, however often it calls, and never while it does not', async () => {
    for (let call = 0; call < 50; call += 1) await callAfter(100)
    expect(joins).toHaveLength(5)
    nowMs += 60 * 60_000
    expect(joins).toHaveLength(5)
  })

  test('has all of the limit at once where no other calls', async () => {
    expect(await callAfter(0)).toBe(1)
  })

  test('divides it with the others once they have had time to hear of it', async () => {
    callers = { count: 3, closedForMs: 0 }
    expect(await callAfter(0)).toBeUndefined()
    expect(await callAfter(joinEveryMs - 1)).toBeUndefined()
    expect(await callAfter(1)).toBe(3)
  })

  test('hears of one that joins a second later at most, and keeps its share', async () => {
    await callAfter(0)
    callers = { count: 2, closedForMs: 0 }
    await callAfter(joinEveryMs)
    await settle()
    expect(share.among()).toBe(2)
  })

  test('that made none for a while has to be heard of again', async () => {
    await callAfter(0)
    callers = { count: 2, closedForMs: 0 }
    expect(await callAfter(joinedForMs)).toBeUndefined()
  })
})

describe('while Redis is away', () => {
  test('nobody knows how many call, and each call goes on', async () => {
    callers = 'away'
    expect(await callAfter(0)).toBeUndefined()
    expect(await callAfter(joinEveryMs)).toBeUndefined()
  })

  test('what was heard holds for some seconds', async () => {
    await callAfter(0)
    callers = 'away'
    expect(await callAfter(joinedForMs - 1)).toBe(1)
    expect(await callAfter(1)).toBeUndefined()
  })
})

describe('a platform that wants no calls', () => {
  test('is told of to the others at once', async () => {
    await callAfter(0)
    share.closeFor(1_500)
    expect(joins).toEqual([0, 1_500])
  })

  test('is heard of by each with its next word', async () => {
    await callAfter(0)
    callers = { count: 2, closedForMs: 900 }
    await callAfter(joinEveryMs)
    await settle()
    expect(closed).toEqual([900])
  })
})
