import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { Acknowledgement } from '../../../src/core/job/platform.ts'
import { takerFrom } from '../../../src/core/job-id.ts'
import type { MessageRef } from '../../../src/core/target.ts'
import { requestFeature } from '../../../src/jobs/request/request.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { dumpWithoutDrafts, giveBudget } from '../../support/redis/store-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const textOf = (answer: Answer): string => answer.message.text
const unchanged = async (work: () => Promise<unknown>): Promise<void> => {
  const before = await dumpWithoutDrafts(world)
  await work()
  expect(await dumpWithoutDrafts(world)).toEqual(before)
  expect(world.queue.waiting()).toEqual([])
}

describe('a request', () => {
  test('that is taken says what is held and what is left, for all to see', async () => {
    expect(await world.ask()).toEqual({
      kind: 'accepted',
      jobId: expect.stringMatching(/^b\d\dx[a-z2-7]{25}$/),
      taker: world.requestDeps.taker,
      message: {
        text: "Queued your song. I'll update this message.",
        tone: 'working',
        blocks: [
          {
            kind: 'line',
            facts: [
              { label: '', value: '“a sea shanty”' },
              { label: 'Reserved', value: 'up to 0.20 credits' },
              { label: 'Left', value: '99.80 credits' },
            ],
          },
          { kind: 'buttons', buttons: [expect.objectContaining({ label: 'Cancel' })] },
        ],
        askedBy: expect.any(String),
      },
    })
  })

  test('is held and recorded before its answer, and starts only after it', async () => {
    const answer = await world.ask()
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    expect(await world.job(answer.jobId)).toMatchObject({ state: 'requested', held: 200_000 })
    expect(world.queue.waiting()).toEqual([])
  })

  test('passes warnings on', async () => {
    const { message } = await world.ask({ values: { prompt: 'a'.repeat(1_001) } })
    expect(message.blocks).toContainEqual({
      kind: 'note',
      text: 'Prompt is over 1,000 characters, so the end may be ignored.',
    })
  })

  test('has the name of a voice turned into what it stands for', async () => {
    world.service.sing([{ value: 'voice-7', label: 'Grandma Ada' }])
    await world.start({ values: { prompt: 'x', voice: 'grandma ada' } })
    await world.queue.run()
    expect(world.service.submissions[0]?.body).toMatchObject({ voice_id: 'voice-7' })
  })
})

describe('a request that is not taken', () => {
  test('since the whole installation has used up its budget costs nothing and leaves nothing behind', async () => {
    world.close()
    world = await openJobWorld({ operatorLimit: 5 })
    await world.ask() // after which the server counts among those that want something
    await unchanged(async () => {
      const answer = await world.ask()
      expect(answer).toMatchObject({ kind: 'problems', message: { tone: 'failed' } })
      expect(textOf(answer)).toContain("which is more than the bot's overall budget has left.")
    })
  })

  test('since running jobs hold all of a ceiling says that it may come back', async () => {
    world.close()
    world = await openJobWorld({ store: { servers: ['discord:server-1'], newServerCredits: 200_000 } })
    await world.allowlist.allow('discord:server-1', microcredits(200_000))
    expect(await world.ask()).toMatchObject({ kind: 'accepted' })
    expect(textOf(await world.ask())).toContain(
      "Your bot operator's limit of 0.20 a month has 0 left. Reserved for running jobs: 0.20 credits. Unused credits come back.",
    )
  })

  test.each([
    ['has no prompt', { values: { prompt: ' ' } }, 'Prompt is empty.'],
    [
      'has clashing options',
      { values: { prompt: 'x', instrumental: true, lyrics: 'la' } },
      'Instrumental songs have no singing',
    ],
    ['names an unknown option', { values: { prompt: 'x', tempo: 120 } }, 'No option "tempo" here.'],
    [
      'comes from a server without credits',
      { target: target({ server: 'server-2' }) },
      'No credits here yet.',
    ],
    [
      'is a direct message of somebody without credits',
      { target: target({ server: '@member-1' }) },
      'You have no credits of your own. In direct messages you use your own credits. Ask your bot operator for more, or use a server or channel with a budget. Buttons on private results use the budget of the server or channel they came from.',
    ],
  ])('since it %s costs nothing and leaves nothing behind', async (_, overrides, text) => {
    await unchanged(async () => {
      const answer = await world.ask(overrides)
      expect(['message', 'problems']).toContain(answer.kind)
      expect(answer).toMatchObject({ message: { tone: 'failed' } })
      expect(textOf(answer)).toContain(text)
      expect(textOf(answer)).toContain('Nothing was charged.')
    })
  })

  test('in which several things are wrong says all of them at once, in the order of the fields', async () => {
    world.service.sing([{ value: 'voice-7', label: 'Ada' }])
    const values = { prompt: '\u200b', title: '\u200b', instrumental: true, voice: 'nobody', takes: 99 }
    const answer = await world.ask({ values })
    if (answer.kind !== 'problems') throw new Error(textOf(answer))
    expect(answer.problems.map(({ field }) => field)).toEqual(['prompt', 'title', 'voice', 'takes'])
    for (const { text } of answer.problems) expect(textOf(answer)).toContain(`- ${text}`)
  })

  test('since it names a voice that is not there says where voices are', async () => {
    world.service.sing([{ value: 'voice-7', label: 'Ada' }])
    await unchanged(async () => {
      expect(textOf(await world.ask({ values: { prompt: 'x', voice: 'Bob' } }))).toContain('Voice: no match.')
    })
  })

  test('since the budget is too small says what is needed, what is left, when it resets and who can help', async () => {
    await giveBudget(world, 50_000)
    const answer = await world.ask()
    expect(answer).toMatchObject({
      kind: 'problems',
      message: {
        text: 'Not enough credits: this needs up to 0.20, with 0.05 left here. Nothing was charged.',
        tone: 'failed',
        blocks: [
          {
            kind: 'facts',
            facts: [{ label: 'Resets', value: { atMs: Date.UTC(2026, 6, 1) } }],
          },
        ],
      },
    })
  })
})

describe('a budget that is too small', () => {
  const sentence = 'An admin can add credits with /budget give or raise the limit with /budget limit.'
  const prompt = 'a sea shanty'

  test('is raised by a button where an admin asks, but by a sentence where no button works', async () => {
    await giveBudget(world, 50_000)
    const answer = await world.ask({ isAdmin: true })
    if (answer.kind !== 'problems') throw new Error(textOf(answer))
    expect(textOf(answer)).not.toContain(sentence)
    const commandLink = { command: 'budget', action: 'limit', values: {} }
    const button = { label: 'Set budget', style: 'plain', commandLink }
    expect(answer.message.blocks.at(-1)).toEqual({ kind: 'buttons', buttons: [button] })
    expect(answer.formMessage?.text).toContain(sentence)
    expect(answer.formMessage?.blocks.map(({ kind }) => kind)).toEqual(['facts'])
    expect(answer.problems[0]?.text).toContain(sentence)
  })

  test.each([
    ['a member', {}, false],
    ['who may press no buttons for admins', { isAdmin: true, isAdminByCommand: true as const }, false],
    ['who asks for what is shown elsewhere', { isAdmin: true, values: { prompt, seen_by: 'me' } }, true],
  ])('names the commands that help only where no button asks admins: to %s', async (_, asked, isNamed) => {
    await giveBudget(world, 50_000)
    const { message } = await world.ask(asked)
    expect(message.text.includes(sentence)).toBe(isNamed)
    expect(message.blocks.map(({ kind }) => kind)).toEqual(['facts'])
  })
})

describe('the same event', () => {
  test('again is the same job, which is already on its way', async () => {
    const first = await world.ask({ eventId: 'event-a' })
    const second = await world.ask({ eventId: 'event-a' })
    if (first.kind !== 'accepted' || second.kind !== 'accepted') throw new Error('not taken')
    expect(second.jobId).toBe(first.jobId)
    expect(textOf(second)).toBe('Your earlier request for your song is still running.')
    expect([first.isRepeat, second.isRepeat]).toEqual([undefined, true])
    expect(await world.balances()).toMatchObject({ held: 200_000 })
  })

  test('in another process keeps the number of the process that took it', async () => {
    const { requestDeps } = world
    const asked = invocation({ eventId: 'event-a', values: { prompt: 'a sea shanty' } })
    const takers = []
    for (const taker of [requestDeps.taker, takerFrom(0.9)])
      takers.push(await requestFeature({ ...requestDeps, taker }, music, asked))
    expect(takers).toMatchObject(takers.map(() => ({ kind: 'accepted', taker: requestDeps.taker })))
  })

  test('after its answer was seen is told so privately, for its message is there', async () => {
    await world.start({ eventId: 'event-a' })
    expect(await world.ask({ eventId: 'event-a' })).toMatchObject({
      kind: 'message',
      seenBy: 'member',
      isRepeat: true,
      message: { text: 'Your earlier request for your song is still running.' },
    })
  })

  test('after its job is over is told so, and not that it is on its way', async () => {
    const jobId = await world.start({ eventId: 'event-a' })
    await world.queue.run()
    expect((await world.job(jobId)).state).toBe('posted')
    const again = await world.ask({ eventId: 'event-a' })
    expect(textOf(again)).toMatch(
      /^You already requested your song\. See \/jobs show \w{8}\. Nothing more was charged/,
    )
    expect(await world.balances()).toMatchObject({ held: 0 })
  })

  test('answered twice at once keeps the message that came first, and says so to the other', async () => {
    const answer = await world.ask({ eventId: 'event-a' })
    if (answer.kind !== 'accepted') throw new Error('not taken')
    const [one, other] = [world.platform.answer(answer.message), world.platform.answer(answer.message)]
    const give = (message: typeof one) => world.acknowledged(answer.jobId, { kind: 'given', message })
    expect(await give(one)).toBeUndefined()
    expect(await give(other)).toEqual(one)
    expect(await give(one)).toBeUndefined()
    expect(await world.job(answer.jobId)).toMatchObject({ message: one })
  })

  test('after its job was given up promises nothing, and nobody waits for a message of it', async () => {
    const beganMs = world.clock.now()
    await world.ask({ eventId: 'event-a' })
    await world.runWithSweeps(beganMs + 60_000)
    expect(await world.ask({ eventId: 'event-a' })).toMatchObject({
      kind: 'message',
      seenBy: 'member',
      message: {
        text: 'Your earlier request for your song failed. Try again. Nothing was charged.',
      },
    })
  })

  test('with other words is refused', async () => {
    await world.ask({ eventId: 'event-a', values: { prompt: 'one' } })
    await unchanged(async () => {
      const answer = await world.ask({ eventId: 'event-a', values: { prompt: 'two' } })
      expect(textOf(answer)).toBe(
        'You already sent this with different values, so I kept the first ones. Nothing more was charged. To use the new values, run the command again.',
      )
    })
  })
})

describe('the answer', () => {
  const asked = async (overrides: Partial<Invocation> = {}): Promise<string> => {
    const answer = await world.ask(overrides)
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    return answer.jobId
  }
  const message = { platform: 'discord', channel: 'channel-1', message: 'message-1' } as const
  const given: Acknowledgement = { kind: 'given', message }

  test('that was given starts the job', async () => {
    const jobId = await asked()
    await world.acknowledged(jobId, given)
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted', message })
    expect(world.queue.waiting()).toMatchObject([{ jobId, wake: 1 }])
  })

  test('that was given twice starts it once', async () => {
    const jobId = await asked()
    await world.acknowledged(jobId, given)
    await world.acknowledged(jobId, { kind: 'given', message: undefined })
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted', message, wake: 1 })
    await world.queue.run()
    expect(world.service.submissions).toHaveLength(1)
  })

  test('that came too late ends the job, without a message for a member who saw none', async () => {
    const jobId = await asked()
    await world.acknowledged(jobId, { kind: 'too_late' })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({
      state: 'voided',
      ending: 'ack_too_late',
      toldState: 'voided',
    })
    expect(world.service.submissions).toEqual([])
    expect(world.platform.messages).toEqual([])
    expect(world.platform.calls).toEqual([])
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })

  // The same event may reach two processes; what the slower one hears must
  // not undo what the faster one began.
  test.each(['accepted', 'submitted'] as const)(
    'that came too late after another was given leaves a job alone that is %s',
    async (state) => {
      const jobId = await asked()
      await world.acknowledged(jobId, given)
      world.service.alwaysFind({ status: 'pending' })
      if (state === 'submitted') await world.queue.run(world.clock.now())
      const before = await world.job(jobId)
      expect(before.state).toBe(state)
      await world.acknowledged(jobId, { kind: 'too_late' })
      expect(await world.job(jobId)).toEqual(before)
    },
  )

  test('of which nobody knows is left to the sweeper', async () => {
    const jobId = await asked()
    await unchanged(() => world.acknowledged(jobId, { kind: 'unknown' }))
  })

  test('to a job that does not exist is nothing to speak of', async () => {
    await unchanged(() => world.acknowledged(`b00x${'a'.repeat(25)}`, given))
  })

  test('that was never heard of ends the job after ten seconds, and it is never submitted', async () => {
    const beganMs = world.clock.now()
    const jobId = await asked()
    await world.runWithSweeps(beganMs + 9_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'requested' })
    await world.runWithSweeps(beganMs + 60_000)
    expect(await world.job(jobId)).toMatchObject({
      state: 'voided',
      ending: 'interrupted',
      toldState: 'voided',
    })
    expect(world.service.submissions).toEqual([])
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })

  test('to a message that mentions us is made up for: nobody else answers to that', async () => {
    const beganMs = world.clock.now()
    const jobId = await asked({ replyToken: '' })
    world.platform.failNext('post', 'platform_unavailable')
    await world.runWithSweeps(beganMs + 60_000)
    expect(world.texts()).toEqual([
      'Your song failed. I was interrupted before your request could start. Nothing was charged.',
    ])
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', toldState: 'voided' })
  })

  test('that may have been shown after all is edited to say so, by the right that came with the request', async () => {
    const beganMs = world.clock.now()
    const answer = await world.ask({ replyToken: 'application-1/token-7' })
    world.platform.answer(answer.message, 'application-1/token-7')
    await world.runWithSweeps(beganMs + 60_000)
    expect(world.texts()).toEqual([
      'Your song failed. I was interrupted before your request could start. Nothing was charged.',
    ])
  })

  test('that may have been shown is edited however long that waits for its turn', async () => {
    const answer = await world.ask({ replyToken: 'application-1/token-7' })
    world.platform.answer(answer.message, 'application-1/token-7')
    world.platform.failNext('edit', ...Array.from({ length: 20 }, () => ({ retryAfterMs: 10_000 })))
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(world.texts()).toEqual([expect.stringContaining('Nothing was charged.')])
    expect(world.log.warnings()).toEqual([])
  })

  test('that may have been shown, once nobody has that right any more, is made up for in private, once', async () => {
    const jobId = await asked({ replyToken: 'application-1/token-7' })
    world.clock.advance(20 * 60_000)
    world.platform.failNext('edit', 'reply_over', 'reply_over')
    world.platform.failNext('direct', 'platform_unavailable')
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(world.platform.words.map(({ member, message: { text } }) => `${member}: ${text}`)).toEqual([
      'member-1: Your song failed. I was interrupted before your request could start. Nothing was charged.',
    ])
    expect(world.texts()).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', toldState: 'voided' })
  })

  test('that was certainly not shown is made up for nowhere: the platform itself has told the member', async () => {
    await asked({ replyToken: 'application-1/token-7' })
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(world.platform.words).toEqual([])
    expect(world.texts()).toEqual([])
  })

  test('that is shown after its job was given up says so instead', async () => {
    const answer = await world.ask({ replyToken: 'application-1/token-7' })
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    await world.runWithSweeps(world.clock.now() + 60_000)
    const late = world.platform.answer(answer.message)
    await world.acknowledged(answer.jobId, { kind: 'given', message: late })
    await world.queue.run()
    expect(world.texts()).toEqual([
      'Your song failed. I was interrupted before your request could start. Nothing was charged.',
    ])
    expect(await world.job(answer.jobId)).toMatchObject({
      state: 'voided',
      message: late,
      toldState: 'voided',
    })
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
    expect(world.service.submissions).toEqual([])
  })

  test('to a mention that is shown beside the message that told of the end is one too many', async () => {
    const answer = await world.ask({ replyToken: '' })
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    await world.runWithSweeps(world.clock.now() + 60_000)
    const late = world.platform.answer(answer.message)
    expect(await world.acknowledged(answer.jobId, { kind: 'given', message: late })).toEqual(
      world.platform.messages[0]?.ref,
    )
    await world.queue.run()
    expect(world.platform.calls.map(({ kind }) => kind)).toEqual(['post'])
  })

  test('that is shown while its end is being told elsewhere is not forgotten over that', async () => {
    const answer = await world.ask({ replyToken: '' })
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    const { post } = world.platform.port
    const late = Promise.withResolvers<MessageRef>()
    world.platform.port.post = async (...args) => {
      const message = world.platform.answer(answer.message)
      await world.acknowledged(answer.jobId, { kind: 'given', message })
      late.resolve(message)
      return post(...args)
    }
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(world.texts()).toEqual([
      'Your song failed. I was interrupted before your request could start. Nothing was charged.',
    ])
    expect(await world.job(answer.jobId)).toMatchObject({ message: await late.promise, toldState: 'voided' })
  })

  test('to a mention that gets through once its job runs becomes the job’s message', async () => {
    const answer = await world.ask({ replyToken: '' })
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    await world.acknowledged(answer.jobId, { kind: 'given', message: undefined })
    const late = world.platform.answer(answer.message)
    const again = { kind: 'given', message: late } as const
    expect(await world.acknowledged(answer.jobId, again)).toEqual(late)
    expect(await world.job(answer.jobId)).toMatchObject({ state: 'accepted', message: late })
    await world.queue.run()
    expect(world.texts()).toEqual(['“Title 1” and “Title 2”'])
    expect(new Set(world.platform.calls.map(({ kind }) => kind))).toEqual(new Set(['edit']))
  })

  test('whose id nobody learnt is edited by that right to the end', async () => {
    const answer = await world.ask({ replyToken: 'application-1/token-7' })
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    world.platform.answer(answer.message, 'application-1/token-7')
    await world.acknowledged(answer.jobId, { kind: 'given', message: undefined })
    await world.queue.run()
    expect(world.texts()).toEqual(['“Title 1” and “Title 2”'])
    expect(world.platform.calls.map(({ kind }) => kind)).toEqual(['edit', 'edit'])
    expect(await world.job(answer.jobId)).toMatchObject({ state: 'posted' })
  })

  test('whose id nobody learnt gives way to a message of its own once that right is over', async () => {
    const answer = await world.ask()
    if (answer.kind !== 'accepted') throw new Error(textOf(answer))
    await world.acknowledged(answer.jobId, { kind: 'given', message: undefined })
    await world.queue.run()
    expect(world.texts()).toEqual(['“Title 1” and “Title 2”'])
    expect(await world.job(answer.jobId)).toMatchObject({
      state: 'posted',
      message: world.platform.messages[0]?.ref,
    })
  })
})
