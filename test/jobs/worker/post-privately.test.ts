import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { AppError } from '../../../src/core/errors.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { target } from '../../support/commands/invocation.ts'
import { crashPointsOf, createMortalWorker } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { directChannel } from '../../support/jobs/recording-platform.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const replyToken = 'application-1/token-1'
const alone = { prompt: 'a secret', seen_by: 'me' }
const direct = directChannel('member-1')

/** A member asks for themselves alone, and sees the answer as platforms show it: beside the job's message. */
const startAlone = async (asked: Partial<Invocation> = {}): Promise<string> => {
  const answer = await world.ask({ values: alone, replyToken, ...asked })
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  expect(answer.isPrivate).toBe(true)
  world.platform.answer(answer.message, asked.replyToken ?? replyToken)
  await world.acknowledged(answer.jobId, { kind: 'given', message: undefined })
  return answer.jobId
}

/** What is seen in a place, every text that it has had. */
const textsIn = (channel: string) =>
  world.platform.messages.filter(({ ref }) => ref.channel === channel).map(({ texts }) => texts)

const nothingBought = { spent: 0, held: 0 }

const expectVoided = async (jobId: string): Promise<void> => {
  expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'not_reachable' })
  expect(world.service.submissions).toEqual([])
  expect(await world.balances()).toEqual(nothingBought)
}

describe('a request for its requester alone', () => {
  test('is answered where it was asked, and goes on where they alone see it', async () => {
    const jobId = await startAlone()
    await world.queue.run()
    expect(textsIn('channel-1')).toEqual([
      ["Queued your song, just for you. I'll send the result to your direct messages."],
    ])
    expect(textsIn(direct)).toEqual([
      [
        "Queued your song. I'll update this message.",
        'Working on your song.',
        expect.stringMatching(/^“Title 1” and “Title 2”/),
      ],
    ])
    expect(await world.job(jobId)).toMatchObject({
      state: 'posted',
      message: { channel: direct },
      replyToken: undefined,
      target: { server: 'server-1', channel: 'channel-1' },
    })
    expect((await world.balances()).spent).toBeGreaterThan(0)
    expect(world.platform.words).toEqual([])
  })

  test('asked for in those direct messages is said to come there, expected when its own message says', async () => {
    const askedIn = { ...target(), channel: direct }
    const { message } = await world.ask({ values: alone, askedIn })
    expect(message.text).toBe('Queued your song. The result will appear here, and only you will see it.')
    expect(JSON.stringify(message.blocks)).not.toContain('Expected')
  })

  test('offers its clips to nobody in the channel', async () => {
    await startAlone()
    await world.queue.run()
    for (const channel of ['channel-1', direct])
      expect(await world.clips.latest({ account: 'discord:server-1', channel }, 10)).toEqual([])
  })

  test('has its message before anything is bought', async () => {
    world.service.submitWith(async () => {
      expect(textsIn(direct)).toHaveLength(1)
      return { status: 'busy' }
    })
    await startAlone()
    await world.queue.run(world.clock.now())
    expect(world.service.submissions).toHaveLength(1)
  })

  test('tells in its message where it was asked, and what it may cost', async () => {
    await startAlone()
    world.service.submitWith({ status: 'busy' })
    const { port } = world.platform
    const seen: unknown[] = []
    const post: typeof port.post = (target, message, attempt) => {
      seen.push(target, message.blocks)
      return port.post(target, message, attempt)
    }
    const platforms = new Map([['discord', { ...port, post }]] as const)
    await world.queue.work(createWakeHandler({ ...world.deps, platforms }), 1)
    await world.queue.run(world.clock.now())
    expect(seen[0]).toEqual({
      platform: 'discord',
      server: 'server-1',
      member: 'member-1',
      isDirect: true,
    })
    expect(seen[1]).toMatchObject([
      {
        facts: [
          { label: '', value: '“a secret”' },
          { label: 'From', value: [{ kind: 'channel', id: 'channel-1' }] },
          { label: 'Reserved', value: expect.stringMatching(/^up to /) },
        ],
      },
      { kind: 'note' },
      { buttons: [{ label: 'Cancel' }] },
    ])
  })

  test.each(['post', 'openDirect'] as const)(
    'buys nothing where its requester cannot be written to (%s), and its answer says so',
    async (deed) => {
      world.platform.failNext(deed, 'cannot_post')
      const jobId = await startAlone()
      await world.queue.run()
      await expectVoided(jobId)
      expect(textsIn('channel-1')).toEqual([
        [
          expect.anything(),
          "Your song failed. I couldn't send you a direct message with your private result. Allow direct messages from me, or use seen_by:here. Nothing was charged.",
        ],
      ])
      expect(textsIn(direct)).toEqual([])
      expect(world.log.warnings()).toEqual([])
      expect(world.log.lines).toContainEqual({
        level: 'info',
        message: 'a message for its requester alone could not be posted',
        details: { code: 'cannot_post', reason: expect.any(String), job: jobId },
      })
    },
  )

  test('is told so by a new word of the same kind where the answer cannot be edited', async () => {
    world.platform.failNext('post', 'cannot_post')
    world.platform.failNext('edit', 'reply_over')
    const jobId = await startAlone()
    await world.queue.run()
    await expectVoided(jobId)
    expect(world.platform.whispers).toEqual([
      {
        target: expect.objectContaining({ channel: 'channel-1', member: 'member-1' }),
        message: expect.objectContaining({ text: expect.stringContaining('Allow direct messages') }),
      },
    ])
  })

  test('is tried again while the platform is away, and is made once it is back', async () => {
    world.platform.failNext('post', 'platform_unavailable', { retryAfterMs: 30_000 })
    const jobId = await startAlone()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(textsIn(direct)).toHaveLength(1)
    expect(world.log.warnings()).toEqual([])
  })

  const awayForLong = Array<'platform_unavailable'>(100).fill('platform_unavailable')

  test('is given up where the platform is away for long', async () => {
    world.platform.failNext('openDirect', ...awayForLong)
    const jobId = await startAlone()
    await world.queue.run()
    await expectVoided(jobId)
  })

  test('is not given up while a message of it may stand that nobody would change any more', async () => {
    world.platform.failNext('post', ...awayForLong)
    const jobId = await startAlone()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', message: { channel: direct } })
    expect(textsIn(direct)).toHaveLength(1)
  })

  test('has one message where its place was not written down at first', async () => {
    const jobId = await startAlone()
    const { store } = world
    let calls = 0
    const putMessage: typeof store.putMessage = (...args) => {
      calls += 1
      return calls === 1
        ? Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
        : store.putMessage(...args)
    }
    await world.queue.work(createWakeHandler({ ...world.deps, store: { ...store, putMessage } }), 1)
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', message: { channel: direct } })
    expect(textsIn(direct)).toHaveLength(1)
  })

  const ofItsMessage = [
    'discord.post',
    'store.note', // where it stands
    'store.note', // that it may have been posted
    'store.putMessage',
  ]

  test('has one message, and is bought once, wherever its worker dies while that is posted', async () => {
    const { effects, handler } = createMortalWorker(world.deps)
    await world.queue.work(handler, 1)
    await startAlone()
    await world.queue.run()
    const first = effects.indexOf('discord.post')
    expect(effects.slice(first, first + ofItsMessage.length)).toEqual(ofItsMessage)
    for (const point of crashPointsOf(effects, first, first + ofItsMessage.length - 1)) {
      world.close()
      world = await openJobWorld()
      const mortal = createMortalWorker(world.deps, point)
      await world.queue.work(mortal.handler, 1)
      const jobId = await startAlone()
      await world.queue.run(world.clock.now() + 1_000)
      expect(mortal.isDead()).toBe(true)
      world.queue.lose()
      await world.queue.work(createWakeHandler(world.deps), 1)
      await world.runWithSweeps(world.clock.now() + 10 * 60_000, 60_000)
      expect(await world.job(jobId), `${point.when} ${point.name}`).toMatchObject({ state: 'posted' })
      expect(textsIn(direct), `${point.when} ${point.name}`).toHaveLength(1)
      expect(world.service.submissions).toHaveLength(1)
    }
  })

  test('that is cancelled while its message is posted is told there, and bought by nobody', async () => {
    const jobId = await startAlone()
    const { port } = world.platform
    const post: typeof port.post = async (target, message, attempt) => {
      const posted = await port.post(target, message, attempt)
      if (message.text.startsWith('Queued')) await world.control.cancel(await world.job(jobId), 'member-1')
      return posted
    }
    const platforms = new Map([['discord', { ...port, post }]] as const)
    await world.queue.work(createWakeHandler({ ...world.deps, platforms }), 1)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'cancelled' })
    expect(textsIn(direct)).toEqual([[expect.anything(), 'Your song was cancelled. Nothing was charged.']])
    expect(await world.balances()).toEqual(nothingBought)
  })

  test('whose answer says that it was given up is told in no second place once that answer is out of reach', async () => {
    const answer = await world.ask({ values: alone, replyToken })
    world.platform.answer(answer.message, replyToken)
    const { port } = world.platform
    const death = Promise.withResolvers<void>()
    const edit: typeof port.edit = async (...args) => {
      await port.edit(...args)
      death.resolve()
      return new Promise(() => undefined)
    }
    const platforms = new Map([['discord', { ...port, edit }]] as const)
    const handle = createWakeHandler({ ...world.deps, platforms })
    await world.queue.work((...args) => Promise.race([handle(...args), death.promise]), 1)
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(textsIn('channel-1')).toEqual([
      [expect.anything(), expect.stringMatching(/Nothing was charged\.$/)],
    ])
    world.queue.lose()
    world.platform.failNext('edit', 'reply_over')
    await world.queue.work(createWakeHandler(world.deps), 1)
    await world.runWithSweeps(world.clock.now() + 60 * 60_000, 60_000)
    expect(world.platform.words).toEqual([])
    expect(textsIn('channel-1')).toHaveLength(1)
    expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  test('is nothing special in a direct message', async () => {
    const { member, platform } = { member: 'member-1', platform: 'discord' } as const
    const answer = await world.ask({
      values: { task: 'task-1', family: 'MUSIC_AI', seen_by: 'me' },
      command: 'result',
      target: { platform, member, server: `@${member}`, channel: direct },
    })
    expect(answer.kind).toBe('accepted')
    expect(answer).not.toHaveProperty('isPrivate')
  })
})
