import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeReplyToken } from '../../../src/bots/discord/outgoing/reply-right.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'
import { type KeptJob, type OnceStage, startOnceStage } from './once-stage.ts'

// A message is posted once, whatever is lost on the way: each row is one failure,
// and what people see is the verdict.

const create = 'POST /channels/:channelId/messages'
const change = 'PATCH /channels/:channelId/messages/:messageId'
const list = 'GET /channels/:channelId/messages'
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let stage: OnceStage
let job: KeptJob
let count = 0
let text: string

beforeAll(async () => {
  stage = await startOnceStage()
})
afterAll(() => stage.stop())
beforeEach(() => {
  count += 1
  text = `Song ${count} is ready.`
  stage.standIn.faults.clear()
  stage.clock.advance(minuteMs)
  stage.restart()
  job = stage.job()
})

const song = (says = text): ResultMessage => ({
  text: says,
  tone: 'done',
  blocks: [{ kind: 'audio', title: 'Take 1', file: { url: 'https://cdn.example/1.mp3', name: 'tide.mp3' } }],
})
const words = (says = text, tone: ResultMessage['tone'] = 'failed'): ResultMessage => ({
  text: says,
  tone,
  blocks: [],
})
const fails = (route: string, status: number | string, after: 'acting' | 'before', times = 1) =>
  stage.standIn.faults.add({ respond: { route, status, after, times } })
const tryOnce = (status: number | string, after: 'acting' | 'before') => {
  fails(create, status, after)
  return stage.show(job, song())
}
const pass = (spanMs: number) => stage.clock.advance(spanMs)
const manage = (what: string, permission: string) =>
  stage.standIn.people.act(stage.standIn.addresses.adminId, stage.standIn.addresses.channelId, {
    manage: { what, permission } as never,
  })
const removed = (id: string) =>
  stage.standIn.people.act(stage.standIn.addresses.adminId, stage.standIn.addresses.channelId, {
    delete: { message: id },
  })
const idOf = (kept: KeptJob): string =>
  kept.ref !== undefined && 'message' in kept.ref ? kept.ref.message : ''

/** What goes wrong with the first try, and what the step learns. */
const mishaps: readonly [string, () => Promise<string>, string][] = [
  ['its answer is lost', () => tryOnce('lost', 'acting'), 'platform_unavailable'],
  ['it is done and answered with 500', () => tryOnce(500, 'acting'), 'platform_unavailable'],
  ['it is done and answered with 502', () => tryOnce(502, 'acting'), 'platform_unavailable'],
  ['it is done and answered with a page', () => tryOnce('no json', 'acting'), 'platform_unavailable'],
  ['the connection breaks before', () => tryOnce('lost', 'before'), 'platform_unavailable'],
  ['it is not done and answered with 503', () => tryOnce(503, 'before'), 'platform_unavailable'],
  ['the worker dies before it can note it', () => stage.show(job, song(), 'posted'), 'step_over'],
]

/** How long it takes until somebody tries again. */
const delays: readonly [string, number][] = [
  ['at once', 0],
  ['after a minute', minuteMs],
  ['after three minutes, when the nonce is forgotten', 3 * minuteMs],
  ['after six hours', 6 * hourMs],
]

describe('a new message of which', () => {
  describe.each(mishaps)('%s', (_, fail, learnt) => {
    test.each(delays)('is posted once, tried again %s', async (_delay, delayMs) => {
      expect(await fail()).toBe(learnt)
      pass(delayMs)
      expect(await stage.show(job, song())).toBe('shown')
      expect(stage.seen(text)).toHaveLength(1)
      expect(stage.seen(text)).toMatchObject([{ id: idOf(job), files: [{ name: 'tide.mp3' }] }])
    })
  })

  test('the answer is lost again and again is one message', async () => {
    for (const delayMs of [0, 20_000, 40_000, 80_000, 5 * minuteMs, hourMs]) {
      pass(delayMs)
      fails(create, 'lost', 'acting')
      fails(change, 'lost', 'acting')
      await stage.show(job, words())
    }
    stage.standIn.faults.clear()
    pass(minuteMs)
    expect(await stage.show(job, words())).toBe('shown')
    expect(stage.seen(text)).toHaveLength(1)
  })

  test('nobody knows, and which says something else by now, says that', async () => {
    fails(create, 'lost', 'acting')
    await stage.show(job, words(`${text} Or not.`))
    expect(await stage.show(job, words(text))).toBe('shown')
    expect(stage.seen(text).map((seen) => seen.text)).toEqual([expect.not.stringContaining('Or not.')])
  })
})

describe('what became of a message that may have been posted long ago', () => {
  beforeEach(async () => {
    fails(create, 'lost', 'acting')
    await stage.show(job, words())
    pass(hourMs)
  })

  test('cannot be found out where the bot may not read what was said: it is not repeated', async () => {
    await manage('deny', 'ReadMessageHistory')
    expect(await stage.show(job, words())).toBe('cannot_post')
    await manage('allow', 'ReadMessageHistory')
    expect(stage.seen(text)).toHaveLength(1)
    expect(await stage.show(job, words())).toBe('shown')
    expect(stage.seen(text)).toHaveLength(1)
  })

  test('is asked again where the answer to that is lost', async () => {
    fails(list, 'lost', 'before')
    expect(await stage.show(job, words())).toBe('platform_unavailable')
    expect(await stage.show(job, words())).toBe('shown')
    expect(stage.seen(text)).toHaveLength(1)
  })

  test('is found behind all that was said since', async () => {
    for (let turn = 0; turn < 120; turn += 1)
      await stage.standIn.people.act(stage.standIn.addresses.memberId, stage.standIn.addresses.channelId, {
        say: `chatter ${turn}`,
      })
    expect(await stage.show(job, words())).toBe('shown')
    expect(stage.seen(text)).toHaveLength(1)
  })

  test('is not taken for that of somebody who says the same', async () => {
    const [ours] = stage.seen(text)
    await removed(ours?.id ?? '')
    await stage.standIn.people.act(stage.standIn.addresses.memberId, stage.standIn.addresses.channelId, {
      say: ours?.text ?? '',
    })
    expect(await stage.show(job, words())).toBe('shown')
    expect(stage.seen(text)).toHaveLength(2)
  })
})

test('a message that somebody deletes before we learn of it is not posted again by itself, but when asked for', async () => {
  await stage.show(job, words(), 'posted')
  const [shown] = stage.seen(text)
  await removed(shown?.id ?? '')
  expectRefusals(/^POST .*: 404 10008 /)
  expect(await stage.show(job, words())).toBe('cannot_post')
  expect(stage.seen(text)).toEqual([])
  expect(await stage.show(job, words())).toBe('shown')
  expect(stage.seen(text)).toHaveLength(1)
})

test('a message that is gone gets a successor, which knows a nonce of its own', async () => {
  await stage.show(job, words())
  await removed(idOf(job))
  expectRefusals(/^PATCH .*: 404 10008 /)
  expect(await stage.show(job, words(`${text} After all.`))).toBe('shown')
  expect(stage.seen(text)).toMatchObject([{ text: expect.stringContaining('After all.') }])
})

describe('an edit', () => {
  const edits: readonly [string, number | string, 'acting' | 'before'][] = [
    ['is done and its answer lost', 'lost', 'acting'],
    ['is done and answered with 500', 500, 'acting'],
    ['is done and answered with a page', 'no json', 'acting'],
    ['is not done and answered with 502', 502, 'before'],
    ['is not done and answered with a page', 'no json', 'before'],
  ]

  test.each(edits)('that %s is made again, and changes nothing', async (_, status, after) => {
    await stage.show(job, words(`${text} Wait.`))
    fails(change, status, after)
    expect(await stage.show(job, song())).toBe('platform_unavailable')
    expect(await stage.show(job, song())).toBe('shown')
    expect(stage.seen(text)).toMatchObject([{ id: idOf(job), text, files: [{ name: 'tide.mp3' }] }])
  })

  test('of a message that is over an hour old gives way to a new one where Discord takes no more of them', async () => {
    const others = [stage.job(), stage.job(), stage.job()]
    for (const other of [job, ...others]) await stage.show(other, words(`${text} Wait.`))
    pass(2 * hourMs)
    const old = idOf(job)
    for (const other of others) {
      stage.restart()
      await stage.show(other, words('Elsewhere.'))
    }
    stage.restart()
    expectRefusals(/^PATCH .*: 429 30046 /)
    expect(await stage.show(job, words())).toBe('shown')
    expect(idOf(job)).not.toBe(old)
    expect(stage.seen(text)).toMatchObject([{ id: idOf(job) }])
  })
})

describe('where the bot may not attach files', () => {
  test.each([
    ['a new message', false],
    ['an edit', true],
  ])('%s links them', async (_, isEdit) => {
    if (isEdit) await stage.show(job, words(`${text} Wait.`))
    await manage('deny', 'AttachFiles')
    expectRefusals(/: 403 50013 /)
    expect(await stage.show(job, song())).toBe('shown')
    await manage('allow', 'AttachFiles')
    expect(stage.seen(text)).toMatchObject([
      { files: [], text: expect.stringContaining('Take 1: <https://cdn.example/1.mp3>') },
    ])
  })
})

describe('row 33, the right to edit an answer', () => {
  const byRight = (ageMs: number) => {
    const right = {
      applicationId: stage.standIn.addresses.applicationId,
      token: 'lost',
      sinceMs: stage.clock.now() - ageMs,
    }
    const { channelId: channel } = stage.standIn.addresses
    return { platform: 'discord', channel, replyToken: writeReplyToken(right) } as const
  }

  test('is not tried once it is over: a new message comes at once', async () => {
    const before = stage.asked(/ \/api\/v10\/webhooks\//)
    job = stage.job({ ref: byRight(15 * minuteMs) })
    expect(await stage.show(job, words())).toBe('shown')
    expect(stage.asked(/ \/api\/v10\/webhooks\//)).toBe(before)
    expect(stage.seen(text)).toHaveLength(1)
  })

  test('that Discord does not know is over, too', async () => {
    expectRefusals(/^PATCH .*webhooks.*: 401 50027 /)
    job = stage.job({ ref: byRight(0) })
    expect(await stage.show(job, words())).toBe('shown')
    expect(stage.seen(text)).toHaveLength(1)
  })
})

describe('row 35, when Discord wants nothing', () => {
  /** Shows each result when its turn has come. */
  const showAll = async (jobs: readonly KeptJob[]) => {
    for (const each of jobs) {
      pass(2_000)
      expect(await stage.show(each, words())).toBe('shown')
    }
  }

  test('for a minute, no step waits, no calls storm, and each message comes once', async () => {
    const limited = () => stage.asked(/^POST .*\/messages 429$/)
    const before = limited()
    stage.standIn.faults.add({ rateLimit: { route: create, retryAfterMs: minuteMs } })
    const jobs = Array.from({ length: 5 }, () => stage.job())
    const outcomes = []
    for (const each of jobs) outcomes.push(await stage.show(each, words()))
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'asked to wait'))
    expect(limited() - before).toBe(1)
    pass(minuteMs)
    await showAll(jobs)
    expect(stage.seen(text)).toHaveLength(5)
  })

  test('news on the way is left out, and what ends a job waits for its turn', async () => {
    const jobs = Array.from({ length: 6 }, () => stage.job())
    for (const each of jobs) await stage.show(each, words(`${text} Wait.`))
    pass(minuteMs)
    const progress = await Promise.all(
      jobs.map((each) => stage.show(each, words(`${text} Soon.`, 'working'))),
    )
    expect(progress.filter((outcome) => outcome === 'asked to wait').length).toBeGreaterThan(2)
    const ends = await Promise.all(jobs.map((each) => stage.show(each, words())))
    await showAll(jobs.filter((_, index) => ends[index] === 'asked to wait'))
    expect(stage.seen(text).map((seen) => seen.text)).toEqual(jobs.map(() => text))
  })
})

describe('a word in private', () => {
  const direct = (id = 0) => stage.standIn.addresses.directChannelIds[id] ?? ''
  const opens = (what: string) =>
    stage.standIn.people.act(stage.standIn.addresses.memberId, direct(), { manage: { what } as never })

  test('is said to the requester alone, once, whatever is lost', async () => {
    fails(create, 'lost', 'acting')
    expect(await stage.tell(job, words())).toBe('platform_unavailable')
    expect(await stage.tell(job, words())).toBe('told')
    expect(stage.seen(text)).toMatchObject([{ channel: direct() }])
  })

  test('opens its channel once, however many the member gets', async () => {
    stage.restart()
    const opened = () => stage.asked(/users.*channels/)
    const before = opened()
    expect(await stage.tell(stage.job(), words())).toBe('told')
    expect(await stage.tell(stage.job(), words())).toBe('told')
    expect(stage.seen(text)).toMatchObject([{ channel: direct() }, { channel: direct() }])
    expect(opened()).toBe(before + 1)
    stage.restart()
    await stage.tell(stage.job(), words())
    expect(opened()).toBe(before + 2)
  })

  test('that may have been said long ago is not repeated', async () => {
    fails(create, 'lost', 'acting')
    await stage.tell(job, words())
    pass(hourMs)
    expect(await stage.tell(job, words())).toBe('told')
    expect(stage.seen(text)).toHaveLength(1)
  })

  test('can be sent a minute after the member takes messages again', async () => {
    await opens('close direct messages')
    expectRefusals(/^POST .*: 403 50007 /)
    expect(await stage.tell(job, words())).toBe('cannot_post')
    await opens('open direct messages')
    expect(await stage.tell(job, words())).toBe('cannot_post')
    pass(minuteMs)
    expect(await stage.tell(job, words())).toBe('told')
    expect(stage.seen(text)).toHaveLength(1)
  })
})
