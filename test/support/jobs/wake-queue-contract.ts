import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import type { WakeQueue } from '../../../src/core/job/wake-queue.ts'

/** One queue under test. `run` drives it where time is not real; a queue in real time resolves at once. */
export interface QueueSubject {
  queue: WakeQueue
  now(): number
  run(): Promise<void>
  close(): Promise<void>
}

/** Where wake-ups arrive, and wait if they are told to. */
const createInbox = () => {
  const arrived: string[] = []
  const watchers = new Set<() => void>()
  let gate: PromiseWithResolvers<void> | undefined
  let active = 0
  let activeMax = 0
  return {
    arrived,
    activeMax: () => activeMax,
    async handler(jobId: string, wake: number) {
      arrived.push(`${jobId}-${wake}`)
      active += 1
      activeMax = Math.max(activeMax, active)
      for (const watch of watchers) watch()
      await gate?.promise
      active -= 1
    },
    received: (count: number) =>
      new Promise<void>((resolve) => {
        const watch = () => {
          if (arrived.length < count) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    holdAll() {
      gate = Promise.withResolvers()
    },
    letGo() {
      gate?.resolve()
    },
  }
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** What jobs rely on in a wake queue, whatever it is made of. */
export const describeWakeQueue = (name: string, open: () => Promise<QueueSubject>): void => {
  describe(`a wake-up through ${name}`, () => {
    let subject: QueueSubject
    let inbox: ReturnType<typeof createInbox>

    beforeEach(async () => {
      subject = await open()
      inbox = createInbox()
    })
    afterEach(async () => {
      inbox.letGo()
      await subject.close()
    })

    const until = (count: number) => Promise.all([inbox.received(count), subject.run()])
    /** All that came before it is handled when this has arrived, for one worker takes them in order. */
    const lastOne = async () => {
      await subject.queue.wake('last', 0, 0)
      while (!inbox.arrived.includes('last-0')) await until(inbox.arrived.length + 1)
    }

    test('arrives with its job and its number', async () => {
      await subject.queue.work(inbox.handler, 1)
      expect(await subject.queue.wake('b00xabc', 7, 0)).toBe(true)
      await until(1)
      expect(inbox.arrived).toEqual(['b00xabc-7'])
    })

    test('arrives also when nobody worked yet while it was queued', async () => {
      await subject.queue.wake('early', 1, 0)
      await subject.queue.work(inbox.handler, 1)
      await until(1)
      expect(inbox.arrived).toEqual(['early-1'])
    })

    test('arrives not before its time', async () => {
      const arrivedMs: number[] = []
      await subject.queue.work(async (jobId, wake) => {
        arrivedMs.push(subject.now())
        await inbox.handler(jobId, wake)
      }, 1)
      const queuedMs = subject.now()
      await subject.queue.wake('later', 1, 40)
      await until(1)
      expect((arrivedMs[0] ?? 0) - queuedMs).toBeGreaterThanOrEqual(40)
    })

    test('with a shorter delay comes first', async () => {
      await subject.queue.wake('slow', 1, 2_000)
      await subject.queue.wake('quick', 1, 500)
      await subject.queue.wake('now', 1, 0)
      await subject.queue.work(inbox.handler, 1)
      await until(3)
      expect(inbox.arrived).toEqual(['now-1', 'quick-1', 'slow-1'])
    })

    test.each([-1_000, 0.25, 12.3456789, 1e-9])('may have a delay of %d ms', async (delayMs) => {
      await subject.queue.work(inbox.handler, 1)
      await subject.queue.wake('odd', 1, delayMs)
      await until(1)
      expect(inbox.arrived).toEqual(['odd-1'])
    })

    test('that is queued twice arrives once', async () => {
      await subject.queue.wake('twice', 1, 0)
      await subject.queue.wake('twice', 1, 0)
      await subject.queue.wake('twice', 2, 0)
      await subject.queue.work(inbox.handler, 1)
      await lastOne()
      expect(inbox.arrived).toEqual(['twice-1', 'twice-2', 'last-0'])
    })

    test('that was handled may come again: numbers are the record’s business', async () => {
      await subject.queue.work(inbox.handler, 1)
      await subject.queue.wake('again', 1, 0)
      await until(1)
      await lastOne()
      await subject.queue.wake('again', 1, 0)
      await until(3)
      expect(inbox.arrived).toEqual(['again-1', 'last-0', 'again-1'])
    })

    test('that is left to others is handed out again until one of them takes it', async () => {
      await subject.queue.work(async (jobId, wake) => {
        await inbox.handler(jobId, wake)
        if (jobId === 'foreign' && inbox.arrived.length < 3) throw new AppError('left_to_others', 'not ours')
      }, 1)
      await subject.queue.wake('foreign', 1, 0)
      await until(3)
      await lastOne()
      expect(inbox.arrived).toEqual(['foreign-1', 'foreign-1', 'foreign-1', 'last-0'])
    })

    test('whose handler fails is not repeated, and harms no other', async () => {
      await subject.queue.work(async (jobId, wake) => {
        await inbox.handler(jobId, wake)
        if (jobId === 'poison') throw new Error('poison')
      }, 1)
      await subject.queue.wake('poison', 1, 0)
      await lastOne()
      expect(inbox.arrived).toEqual(['poison-1', 'last-0'])
    })

    test('does not wait for another one, as long as there are hands', async () => {
      inbox.holdAll()
      await subject.queue.work(inbox.handler, 3)
      for (const job of ['a', 'b', 'c', 'd', 'e']) await subject.queue.wake(job, 1, 0)
      const running = subject.run()
      await inbox.received(3)
      await turn()
      expect(inbox.arrived).toHaveLength(3)
      inbox.letGo()
      await inbox.received(5)
      await running
      expect(inbox.activeMax()).toBe(3)
    })

    test('in hand is finished before the queue closes, and no other is begun', async () => {
      inbox.holdAll()
      await subject.queue.work(inbox.handler, 1)
      await subject.queue.wake('in-hand', 1, 0)
      await subject.queue.wake('too-late', 1, 0)
      const running = subject.run()
      await inbox.received(1)
      let isClosed = false
      const closing = subject.queue.close().then(() => {
        isClosed = true
      })
      await turn()
      expect(isClosed).toBe(false)
      inbox.letGo()
      await Promise.all([closing, running])
      expect(inbox.arrived).toEqual(['in-hand-1'])
    })

    test('is not needed for the queue to close, nor is a worker', async () => {
      await expect(subject.queue.close()).resolves.toBeUndefined()
    })
  })
}
