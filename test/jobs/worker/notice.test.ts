import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadyNotice } from '../../../src/core/command/own-settings.ts'
import type { SettingScope } from '../../../src/core/command/settings.ts'
import { AppError, type ErrorCode } from '../../../src/core/errors.ts'
import { accountOf } from '../../../src/core/target.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { target } from '../../support/commands/invocation.ts'
import { crashPointsOf, createMortalWorker, dieAt, effectsOfAJob } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { directChannel } from '../../support/jobs/recording-platform.ts'
import { expectQuiet } from '../../support/jobs/verdict.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'
import { runs } from '../../support/suite/runs.ts'

// Every song here takes half a minute, and a notice is due after a second of it, unless told otherwise.

const secondMs = 1_000
const minuteMs = 60 * secondMs
const sweepsApartMs = runs(60, 20) * secondMs
const openLongWorld = () => openJobWorld({ deadlines: { noticeAfterMs: secondMs } })

let world: JobWorld
beforeEach(async () => {
  world = await openLongWorld()
})
afterEach(() => world.close())

const times = (count: number, code: ErrorCode): ErrorCode[] => Array.from({ length: count }, () => code)
const mentions = () => world.platform.mentions.map(({ message }) => message.text)
const words = () => world.platform.words.map(({ member, message }) => `${member}: ${message.text}`)
const pending = { status: 'pending' } as const
const failing = { status: 'failed', said: undefined } as const

const choose = (notice: ReadyNotice, scope: SettingScope = { kind: 'member', id: 'member-1' }) =>
  world.settings.change(accountOf(target()), scope, { ready_notice: notice })

const run = async (request: Parameters<JobWorld['start']>[0] = {}): Promise<string> => {
  const jobId = await world.start(request)
  await world.queue.run()
  return jobId
}

describe('a song of more than a minute', () => {
  test('is announced once to its requester, with its prompt and a link to its message', async () => {
    const jobId = await run()
    const { message } = await world.job(jobId)
    expect(mentions()).toEqual(["Here's your song."])
    expect(world.platform.mentions[0]).toMatchObject({
      target: { ...target(), thread: message?.message },
      message: {
        tone: 'done',
        blocks: [
          {
            kind: 'line',
            facts: [
              { label: '', value: '“a sea shanty”' },
              { label: '', value: [{ kind: 'message', server: 'server-1', message }] },
            ],
          },
        ],
      },
    })
    expect(world.texts()).toHaveLength(1)
    expect((await world.job(jobId)).notes.notice).toBe('over')
    await expectQuiet(world)
  })

  test('is announced after it is posted and paid for', async () => {
    const jobId = await world.start()
    const seen: unknown[] = []
    const { port } = world.platform
    const notify: typeof port.notify = async (...args) => {
      const { state, settledBy } = await world.job(jobId)
      seen.push({ state, settledBy, held: (await world.balances()).held })
      return port.notify(...args)
    }
    const platforms = new Map([['discord' as const, { ...port, notify }]])
    await world.queue.work(createWakeHandler({ ...world.deps, platforms }), 1)
    await world.queue.run()
    expect(seen).toEqual([{ state: 'posted', settledBy: 'final', held: 0 }])
  })

  test.each<[ReadyNotice, string[], string[]]>([
    ['mention', ["Here's your song."], []],
    ['direct', [], ["member-1: Here's your song."]],
    ['off', [], []],
  ])('is announced as its requester set it: %s', async (notice, inChannel, inPrivate) => {
    await choose(notice)
    await run()
    expect(mentions()).toEqual(inChannel)
    expect(words()).toEqual(inPrivate)
    await expectQuiet(world)
  })

  test('is announced as the channel has it, where its requester set nothing', async () => {
    await choose('off', { kind: 'channel', id: 'channel-1' })
    await run()
    expect(mentions()).toEqual([])
    await choose('mention')
    await run()
    expect(mentions()).toEqual(["Here's your song."])
  })

  test('that failed is announced as well', async () => {
    world.service.alwaysFind(failing)
    await run()
    expect(mentions()).toEqual(["I couldn't finish your song."])
    expect(world.platform.mentions[0]?.message.tone).toBe('failed')
    await expectQuiet(world)
  })

  test('that was seen by its requester alone is announced to them alone', async () => {
    const jobId = await run({ values: { prompt: 'a sea shanty', seen_by: 'me' } })
    const { message } = await world.job(jobId)
    expect(message?.channel).toBe(directChannel('member-1'))
    expect(mentions()).toEqual([])
    expect(words()).toEqual(["member-1: Here's your song."])
  })

  test('in direct messages is announced there', async () => {
    await giveBudget(world, 1_000_000, 'discord:@member-1')
    await run({ target: target({ server: '@member-1', channel: directChannel('member-1') }) })
    expect(mentions()).toEqual([])
    expect(words()).toEqual(["member-1: Here's your song."])
  })
})

describe('nothing is announced', () => {
  test('of a job of less than a minute', async () => {
    world.close()
    world = await openJobWorld()
    const jobId = await run()
    expect(mentions()).toEqual([])
    expect((await world.job(jobId)).notes.notice).toBeUndefined()
  })

  test('of a song that was cancelled, in time or too late, nor when it is shown after all', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    await world.control.cancel(await world.job(jobId), 'member-1')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
    await world.control.recover(await world.job(jobId))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(mentions()).toEqual([])
    await expectQuiet(world)
  })

  test('of a song that could not be shown, which is told in private', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', ...times(50, 'cannot_post'))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
    expect(mentions()).toEqual([])
    expect(words()).toHaveLength(1)
  })

  test('of an end that was told in private', async () => {
    world.service.alwaysFind(failing)
    await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', ...times(50, 'cannot_post'))
    await world.queue.run()
    expect(mentions()).toEqual([])
    expect(words()).toHaveLength(1)
    await expectQuiet(world)
  })

  test('of a song whose message was deleted before its notice got out', async () => {
    const jobId = await world.start()
    world.platform.failNext('mention', 'platform_unavailable')
    await world.queue.run(world.clock.now() + 31 * secondMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(await world.control.remove(await world.job(jobId), 'member-1')).toBe('woken')
    await world.queue.run()
    expect(world.texts()).toEqual([])
    expect(mentions()).toEqual([])
    await expectQuiet(world)
  })
})

test('a truth that comes late is not announced a second time', async () => {
  world.service.alwaysFind(pending)
  const jobId = await world.start()
  await world.queue.run(world.clock.now() + 35 * minuteMs)
  expect(await world.job(jobId)).toMatchObject({ state: 'expired' })
  expect(mentions()).toEqual(["I couldn't finish your song."])
  world.service.alwaysFind(finished)
  await world.queue.run(world.clock.now() + 15 * minuteMs)
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  expect(mentions()).toEqual(["I couldn't finish your song."])
  await expectQuiet(world)
})

describe('a notice', () => {
  test('that the member takes no direct message for is a mention', async () => {
    await choose('direct')
    world.platform.failNext('direct', 'cannot_post')
    const jobId = await run()
    expect(words()).toEqual([])
    expect(mentions()).toEqual(["Here's your song."])
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectQuiet(world)
  })

  test('of a private song is dropped where the member takes no direct message', async () => {
    world.platform.failNext('direct', 'cannot_post')
    const jobId = await run({ values: { prompt: 'a sea shanty', seen_by: 'me' } })
    expect(words()).toEqual([])
    expect(mentions()).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectQuiet(world)
  })

  test('that is refused in the channel is dropped, and the job is as good as any', async () => {
    world.platform.failNext('mention', 'cannot_post')
    const jobId = await run()
    expect(mentions()).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', pickups: 0 })
    expect(world.log.warnings()).toEqual([])
    await expectQuiet(world)
  })

  test('that did not get out is tried again, until ten minutes after the end', async () => {
    world.platform.failNext('mention', ...times(3, 'platform_unavailable'))
    await run()
    expect(mentions()).toEqual(["Here's your song."])
    world.platform.failNext('mention', ...times(500, 'platform_unavailable'))
    const jobId = await run()
    expect(mentions()).toHaveLength(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', deliverTries: 0 })
    await expectQuiet(world)
  })

  test('of a changed mind goes the way on which it may be already', async () => {
    world.platform.failNext('mention', 'platform_unavailable')
    await world.start()
    await world.queue.run(world.clock.now() + 31 * secondMs)
    await choose('direct')
    await world.queue.run()
    expect([mentions(), words()]).toEqual([["Here's your song."], []])
  })

  test('that fails by a bug is dropped, and makes no dead letter', async () => {
    world.platform.failNext('mention', 'program_fault')
    const jobId = await run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', notes: { notice: 'over' } })
    await expectQuiet(world)
  })

  test('waits for settings that cannot be read, and changes nothing about its job', async () => {
    let left = 2
    const read: typeof world.settings.read = (...args) => {
      left -= 1
      return left < 0
        ? world.settings.read(...args)
        : Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
    }
    await world.queue.work(createWakeHandler({ ...world.deps, settings: { read } }), 1)
    const jobId = await world.start()
    await world.runWithSweeps(world.clock.now() + 5 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', pickups: 0 })
    expect(mentions()).toEqual(["Here's your song."])
  })
})

describe.each([
  ['a song', undefined, 'posted', "Here's your song."],
  ['a failure', failing, 'failed', "I couldn't finish your song."],
] as const)('a worker that dies over %s', async (_, found, state, text) => {
  const counted = await openLongWorld()
  if (found !== undefined) counted.service.alwaysFind(found)
  const effects = await effectsOfAJob(counted)
  const first = effects.indexOf(found === undefined ? 'store.finish' : 'store.told')

  test('has effects enough to die at', () => {
    const notices = effects.slice(first).filter((name) => name === 'discord.notify')
    expect(notices).toHaveLength(1)
    expect(effects.at(-1)).toBe('store.told')
  })

  test.each(crashPointsOf(effects, first))(
    '$when effect $effect, $name: its requester is told once',
    async (point) => {
      if (found !== undefined) world.service.alwaysFind(found)
      const jobId = await dieAt(world, point)
      await world.runWithSweeps(world.clock.now() + 20 * minuteMs, sweepsApartMs)
      const job = await world.job(jobId)
      expect(job).toMatchObject({ state, toldState: state, notes: { notice: 'over' } })
      // What may be on its way counts as sent here; Discord knows it by its nonce, and Slack is asked for it.
      const isInDoubt = job.notes.notice_told !== '' && mentions().length === 0
      expect(mentions()).toEqual(isInDoubt ? [] : [text])
      expect(world.texts()).toHaveLength(1)
      await expectQuiet(world)
    },
  )
})

test('a worker that slept through its notice tells nobody a second time', async () => {
  const waking = Promise.withResolvers<void>()
  const sleeper = createMortalWorker(world.deps, { effect: 'discord.notify', when: 'before' }, waking.promise)
  await world.queue.work(sleeper.handler, 10)
  const jobId = await run()
  world.queue.lose()
  await world.queue.work(createWakeHandler(world.deps), 10)
  await world.runWithSweeps(world.clock.now() + 20 * minuteMs, sweepsApartMs)
  waking.resolve()
  await sleeper.rest()
  expect(mentions()).toEqual(["Here's your song."])
  expect(await world.job(jobId)).toMatchObject({ state: 'posted', notes: { notice: 'over' } })
})
