import { expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import type { Attempt } from '../../../src/core/job/platform.ts'
import { startClock } from '../../../studio/kit/clock.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'
import { files, message, song } from '../contract-samples.ts'
import { createConsole } from './console.ts'
import { addresses, type Chat, createTranscript } from './transcript.ts'

const { server, channels, members } = addresses
const target = { platform: 'slack', server, channel: channels.general, member: members.max } as const

/** A chat with one job's record, and workers that die or lose the chat at the step of that number. */
const createScene = (failure: () => Error) => {
  const clock = startClock()
  const { chat, people } = createTranscript({ clock, wire: createStrictWire(clock) })
  const notes: Record<string, string> = {}

  const workerThatFailsAt = (step: number) => {
    let steps = 0
    const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const go = () => {
        steps += 1
        if (steps === step) throw failure()
      }
      go()
      const result = await work()
      go()
      return result
    }
    const failing: Chat = {
      ...chat,
      entries: (...given) => around(() => chat.entries(...given)),
      write: (...given) => around(() => chat.write(...given)),
      rewrite: (...given) => around(() => chat.rewrite(...given)),
    }
    const attempt: Attempt = {
      key: 'job-1',
      notes: { ...notes },
      note: (name, value) =>
        around(async () => {
          notes[name] = value
        }),
      askedAtMs: clock.now() - 1_000,
      fileBytesMax: 10_000_000,
      linksAllowed: false,
    }
    const platform = createConsole({
      name: 'slack',
      token: addresses.token,
      chat: failing,
      download: async (url) => files[url as keyof typeof files],
      log: { debug() {}, info() {}, warn() {}, error() {} },
      now: clock.now,
    })
    return {
      post: (text: string) => platform.post(target, message(text, song), attempt),
      steps: () => steps,
    }
  }
  return { workerThatFailsAt, seen: () => people.messages({}).filter(({ state }) => state === 'shown') }
}

const countSteps = async (): Promise<number> => {
  const worker = createScene(() => new Error('nobody')).workerThatFailsAt(0)
  await worker.post('ready')
  return worker.steps()
}

const steps = Array.from({ length: await countSteps() }, (_, index) => index + 1)

test('there are steps to die at', () => {
  expect(steps.length).toBeGreaterThan(4)
})

test.each(steps)('a worker that dies at step %i leaves one entry to the next one', async (step) => {
  const { workerThatFailsAt, seen } = createScene(() => new AppError('step_over', 'dead'))
  await expect(workerThatFailsAt(step).post('working')).rejects.toMatchObject({ code: 'step_over' })
  const ref = await workerThatFailsAt(0).post('ready')
  expect(seen()).toMatchObject([{ id: ref.message, files: [{ name: 'Tide.mp3' }, { name: 'cover.png' }] }])
  expect(seen()[0]?.text).toMatch(/^ready\n/)
  expect(await workerThatFailsAt(0).post('ready')).toEqual(ref)
  expect(seen()).toHaveLength(1)
})

test.each(steps)('a chat that is away at step %i is tried again, and has one entry', async (step) => {
  const { workerThatFailsAt, seen } = createScene(() => new Error('connection lost'))
  const failed = workerThatFailsAt(step).post('working')
  await expect(failed).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
  await workerThatFailsAt(0).post('ready')
  expect(seen()).toHaveLength(1)
})
