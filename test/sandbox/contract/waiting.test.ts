import { describe, expect, test } from 'vitest'
import type { Callbacks } from '../../../sandbox/contract/callbacks.ts'
import { createGate, createMemory, createPace } from '../../../sandbox/contract/waiting.ts'
import { watchTask } from '../../../sandbox/contract/watching.ts'
import { createWire } from '../../../sandbox/contract/wire.ts'

/** A clock that moves by what is slept. */
const startTime = () => {
  let nowMs = 0
  const slept: number[] = []
  return {
    slept,
    now: () => nowMs,
    sleep: async (milliseconds: number): Promise<void> => {
      slept.push(Math.round(milliseconds))
      nowMs += milliseconds
    },
  }
}

describe('a gate', () => {
  test('lets the next in line enter when somebody leaves', async () => {
    const gate = createGate(1)
    const entered: string[] = []
    const leave = await gate.enter()
    const second = gate.enter().then((out) => {
      entered.push('second')
      return out
    })
    const third = gate.enter().then(() => entered.push('third'))
    expect(entered).toEqual([])
    leave()
    leave()
    const out = await second
    expect(entered).toEqual(['second'])
    out()
    await third
    expect(entered).toEqual(['second', 'third'])
  })
})

describe('a memory', () => {
  test('makes each thing once, also what fails', async () => {
    const remember = createMemory()
    const made: string[] = []
    const make = (key: string) => () => {
      made.push(key)
      return key === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve(key)
    }
    expect(await Promise.all([remember('a', make('a')), remember('a', make('a'))])).toEqual(['a', 'a'])
    await expect(remember('bad', make('bad'))).rejects.toThrow('bad')
    await expect(remember('bad', make('bad'))).rejects.toThrow('bad')
    expect(made).toEqual(['a', 'bad'])
  })
})

describe('a pace', () => {
  test('lets twenty a minute pass, three seconds apart', async () => {
    const time = startTime()
    const turn = createPace(20, time)
    for (let turns = 0; turns < 4; turns += 1) await turn()
    expect(time.slept).toEqual([0, 3000, 3000, 3000])
  })

  test('holds nobody back unless told to', async () => {
    const time = startTime()
    const turn = createPace(undefined, time)
    await turn()
    await turn()
    expect(time.slept).toEqual([])
  })
})

describe('the wire', () => {
  const answering = (
    ...answers: readonly (readonly [status: number, body: string, headers?: Record<string, string>])[]
  ) => {
    const time = startTime()
    const left = [...answers]
    const fetchNext: typeof fetch = async () => {
      const [status, body, headers = {}] =
        left.length > 1 ? (left.shift() ?? [500, '']) : (left[0] ?? [500, ''])
      return new Response(body, { status, headers })
    }
    const wire = createWire({ fetch: fetchNext, ...time, patienceMs: 60_000 })
    return { time, wire }
  }
  const make = () => ({ url: 'http://service/v1/byId', init: {} })
  const slow: readonly [number, string] = [429, '{"detail":"SLOW DOWN"}']

  test('asks again when it is told to slow down, and waits longer each time', async () => {
    const { time, wire } = answering(slow, slow, slow, [200, '{"success":true}'])
    expect((await wire.sendPatiently(make)).status).toBe(200)
    expect(time.slept).toEqual([500, 1000, 2000])
  })

  test('waits as long as the service says', async () => {
    const { time, wire } = answering([429, '{}', { 'retry-after': '7' }], [200, '{}'])
    await wire.sendPatiently(make)
    expect(time.slept).toEqual([7000])
  })

  test('does not ask for ever', async () => {
    const { time, wire } = answering(slow)
    expect((await wire.sendPatiently(make)).status).toBe(429)
    expect(time.now()).toBeGreaterThan(60_000)
  })

  test('asks once where it is not told to be patient', async () => {
    const { time, wire } = answering(slow)
    expect((await wire.send(make())).status).toBe(429)
    expect(time.slept).toEqual([])
  })

  test.each(['<html>', '[]', '"text"', ''])('takes no %s for an answer', async (body) => {
    const { wire } = answering([502, body])
    await expect(wire.send(make())).rejects.toThrow('/v1/byId answers 502 with no JSON object')
  })
})

describe('a task', () => {
  const order = { endpoint: 'musicAiV2' } as const

  const watching = (statuses: readonly string[], eta: number) => {
    const time = startTime()
    const left = [...statuses]
    const asked: string[] = []
    const callbacks: Callbacks = {
      addressFor: () => undefined,
      received: () => [],
      next: async (_name, patienceMs) => {
        await time.sleep(patienceMs)
        return false
      },
      close: async () => undefined,
    }
    const lookUp = async (conversionType: string, taskId: string) => {
      asked.push(`${conversionType} ${taskId}`)
      return { status: left.length > 1 ? left.shift() : left[0] }
    }
    const answer = { status: 200, contentType: '', body: { task_id: 'a-task', eta } }
    const options = { lookUp, callbacks, now: time.now, patienceMs: 30_000 }
    return { time, asked, watched: () => watchTask(order, answer, '', options) }
  }

  test('is looked up until it ends, and more slowly the longer it takes', async () => {
    const { time, asked, watched } = watching(['IN_QUEUE', 'IN_QUEUE', 'IN_QUEUE', 'COMPLETED'], 20)
    expect(await watched()).toEqual({ first: { status: 'IN_QUEUE' }, last: { status: 'COMPLETED' } })
    expect(asked).toEqual(Array(4).fill('MUSIC_AI a-task'))
    expect(time.slept).toEqual([2000, 2600, 3380])
  })

  test.each(['ERROR', 'FAILED'])('has ended when it is %s', async (status) => {
    expect((await watching([status], 20).watched()).last).toEqual({ status })
  })

  test.each([
    ['six times its estimate', 100, 600_000],
    ['the patience of the run where the estimate is unknown', -1, 30_000],
  ])('is given up after %s', async (_what, eta, deadlineMs) => {
    const { time, watched } = watching(['IN_PROGRESS'], eta)
    await expect(watched()).rejects.toThrow('the task does not end; its status is "IN_PROGRESS"')
    expect(time.now()).toBeGreaterThan(deadlineMs)
    expect(time.now()).toBeLessThan(deadlineMs + 20_000)
  })
})
