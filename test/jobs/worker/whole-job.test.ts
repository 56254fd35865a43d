import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SubmitOutcome } from '../../../src/core/job/audio-service.ts'
import { effectKey, jobName } from '../../../src/core/job-id.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { cancelBlock } from '../../../src/jobs/messages/messages.ts'
import { tryToSay } from '../../../src/jobs/messages/show.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectQuiet } from '../../support/jobs/verdict.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import {
  accepted,
  finished,
  usualCost,
  usualEstimate,
  usualEtaSeconds,
} from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const minuteMs = 60_000

describe('a request that all goes well with', () => {
  test('is submitted once, looked up, paid, and shown in the one message', async () => {
    const jobId = await world.start()
    await world.queue.run()
    expect(world.service.submissions).toEqual([
      { path: '/v2/MusicAI', encoding: 'json', body: { prompt: 'a sea shanty' } },
    ])
    expect(world.platform.messages).toHaveLength(1)
    expect(world.platform.messages[0]?.texts).toEqual([
      "Queued your song. I'll update this message.",
      'Working on your song.',
      '“Title 1” and “Title 2”',
    ])
    expect(await world.job(jobId)).toMatchObject({
      state: 'posted',
      taskId: 'task-1',
      settled: usualCost,
      settledBy: 'final',
      toldState: 'posted',
      submitTries: 1,
      deliverTries: 0,
    })
    expect(await world.balances()).toEqual({ spent: usualCost, held: 0 })
    await expectQuiet(world)
  })

  test('is looked up by its family and its task, for the first time at half its eta', async () => {
    const beganMs = world.clock.now()
    await world.start()
    await world.queue.run()
    expect(world.service.lookUps).toEqual([
      { conversionType: 'MUSIC_AI', taskId: 'task-1', atMs: beganMs + (usualEtaSeconds / 2) * 1000 },
    ])
  })

  test('tells while it works when it is expected, and about what it costs', async () => {
    const beganMs = world.clock.now()
    const jobId = await world.start()
    await world.queue.run(beganMs)
    expect(world.platform.messages[0]?.message.blocks).toEqual([
      {
        kind: 'line',
        facts: [
          { label: '', value: '“a sea shanty”' },
          { label: 'Expected', value: { atMs: beganMs + usualEtaSeconds * 1000, isSoon: true } },
          { label: 'Cost', value: 'about 0.15 credits' },
        ],
      },
      cancelBlock({ id: jobId, state: 'submitted' }),
    ])
  })

  test('says in the end what it cost and what is left', async () => {
    const jobId = await world.start()
    await world.queue.run()
    expect(world.platform.messages[0]?.message.blocks[0]).toMatchObject({
      kind: 'line',
      facts: [
        {},
        { value: '0.12 credits, 99.88 left' },
        { value: 'Made with AI' },
        { value: jobName(jobId) },
      ],
    })
  })

  test('leaves its place to others', async () => {
    await world.start()
    await world.queue.run()
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
  })
})

describe('the price of a result', () => {
  test.each([
    ['the final cost', finished, {}, usualCost, 'final', '0.12 credits'],
    ['else the estimate', { ...finished, cost: undefined }, {}, usualEstimate, 'estimate', 'about 0.15'],
    [
      'else the hold',
      { ...finished, cost: undefined },
      { estimate: undefined },
      200_000,
      'hold',
      'about 0.20 credits',
    ],
  ] as const)('is %s', async (_, found, submission, settled, settledBy, text) => {
    world.service.submitWith(accepted('task-1', submission))
    world.service.alwaysFind(found)
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ settled, settledBy })
    expect(JSON.stringify(world.platform.messages[0]?.message.blocks)).toContain(text)
    await expectQuiet(world)
  })
})

describe('a request that the service refuses', () => {
  test.each([
    [
      'for what it is',
      { status: 'refused', why: 'request', said: 'No swearing' },
      'service_refused',
      'The audio service refused the request. It said: "No swearing". Nothing was charged.',
    ],
    [
      'without a word',
      { status: 'refused', why: 'request', said: undefined },
      'service_refused',
      'The audio service refused the request. Nothing was charged.',
    ],
    [
      'for want of money',
      { status: 'refused', why: 'balance', said: undefined },
      'no_balance',
      'is out of credit. Your bot operator needs to top it up. Nothing was charged.',
    ],
    [
      'for its key',
      { status: 'refused', why: 'key', said: undefined },
      'key_refused',
      "rejected the bot's key. Your bot operator needs to fix this. Nothing was charged.",
    ],
    [
      'or that our client does not even send,',
      { status: 'refused', why: 'unsound', said: 'title is empty. Write something, or leave it out.' },
      'request_unsound',
      'Try a different request. Nothing was charged.',
    ],
  ] as const)('%s costs nothing, and the member is told', async (_, outcome, ending, text) => {
    world.service.submitWith(outcome)
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending, toldState: 'voided' })
    expect(world.texts()).toEqual([expect.stringContaining(text)])
    expect(world.service.submissions).toHaveLength(1)
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
    await expectQuiet(world)
  })
})

test('what a request that is not sent breaks is for the log alone', async () => {
  const said = 'num_outputs is 3; it must be a whole number from 1 to 2.'
  world.service.submitWith({ status: 'refused', why: 'unsound', said })
  const jobId = await world.start()
  await world.queue.run()
  expect(await world.job(jobId)).toMatchObject({ ending: 'request_unsound', endingDetail: undefined })
  expect(world.texts().join()).not.toContain('num_outputs')
  expect(world.log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', details: { job: jobId, said } }),
  )
})

test.each([
  ['Not that.', 'The audio service flagged this request: "Not that."'],
  ['', 'The audio service flagged this request without saying why.'],
])(
  'a request that the service flagged (%j) and took anyway is followed, and its member told',
  async (flaggedFor, text) => {
    world.service.submitWith(accepted('task-1', { flaggedFor }))
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 1_000)
    expect(world.platform.messages[0]?.message.blocks).toContainEqual({ kind: 'note', text })
    await world.queue.run()
    expect(world.platform.messages[0]?.message.blocks).toContainEqual({ kind: 'note', text })
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.log.warnings()).toEqual(['the service flagged a request'])
  },
)

describe('a request that did not get through', () => {
  const busy: SubmitOutcome = { status: 'busy' }
  const notSent: SubmitOutcome = { status: 'not_sent', reason: 'ECONNREFUSED' }

  test.each([
    ['the service was busy', [busy, busy, busy, busy, busy, busy, busy]],
    ['the service was not there', [notSent, notSent, notSent, notSent]],
    ['both, one after the other', [busy, notSent, busy, notSent]],
  ])('since %s is sent again until it does', async (_, outcomes) => {
    world.service.submitWith(...outcomes)
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', submitTries: outcomes.length + 1 })
    expect(world.service.submissions).toHaveLength(outcomes.length + 1)
    expect(world.platform.messages).toHaveLength(1)
    expect(await world.balances()).toEqual({ spent: usualCost, held: 0 })
    await expectQuiet(world)
  })

  test('five times, since the service was not there, is given up, and costs nothing', async () => {
    world.service.submitWith(...Array.from({ length: 6 }, () => notSent))
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'service_unreachable' })
    expect(world.service.submissions).toHaveLength(5)
    expect(world.texts()).toEqual([
      "Your song failed. The audio service couldn't be reached. Nothing was charged.",
    ])
    await expectQuiet(world)
  })

  test('waits longer from try to try, whatever else it met between', async () => {
    const sentMs: number[] = []
    const trace = (): Promise<SubmitOutcome> => {
      sentMs.push(world.clock.now())
      return Promise.resolve(notSent)
    }
    world.service.submitWith(busy, trace, trace, trace, trace, trace)
    await world.start()
    await world.queue.run()
    const pausesMs = sentMs.slice(1).map((ms, index) => ms - (sentMs[index] ?? 0))
    expect(pausesMs).toEqual([2_000, 4_000, 8_000, 16_000])
  })

  test('leaves its place to others while it waits', async () => {
    world.service.submitWith(busy)
    await world.start()
    await world.queue.run(world.clock.now())
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
    await world.queue.run()
  })
})

describe('a request whose outcome nobody knows', () => {
  test('is never sent again; what was held is booked, and the member is told the truth', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'HTTP 502' })
    const jobId = await world.start()
    await world.queue.run()
    expect(world.service.submissions).toHaveLength(1)
    expect(await world.job(jobId)).toMatchObject({
      state: 'booked',
      ending: 'outcome_unknown',
      settledBy: 'hold',
    })
    expect(world.texts()).toEqual([
      'Your song failed. The audio service never confirmed the request. It may still be billed, so about 0.20 credits will still count as used. Nothing more will be charged.',
    ])
    expect(await world.balances()).toEqual({ spent: 200_000, held: 0 })
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
    await expectQuiet(world)
  })
})

describe('a task that', () => {
  test('fails gives everything back, with what the service said', async () => {
    world.service.alwaysFind({ status: 'failed', said: 'out of tune' })
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'failed', ending: 'service_failed', settled: 0 })
    expect(world.texts()).toEqual([
      'Your song failed. The audio service couldn\'t finish it. It said: "out of tune". Nothing was charged.',
    ])
    await expectQuiet(world)
  })

  test('cannot be looked up for a while is looked up again', async () => {
    const unreadable = { status: 'unreadable', reason: 'HTTP 502' } as const
    world.service.lookUpWith(unreadable, unreadable, { status: 'pending' }, unreadable)
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.log.warnings()).toEqual(Array.from({ length: 3 }, () => 'a look-up was not readable'))
  })

  test.each([
    ['with an eta', usualEtaSeconds, 30 * minuteMs],
    ['with a long eta', 600, 60 * minuteMs],
    ['without one, by what is usual for its feature', undefined, 30 * minuteMs],
  ])('never ends (%s) is given up in time, and booked at its estimate', async (_, etaSeconds, spanMs) => {
    world.service.submitWith(accepted('task-1', { etaSeconds }))
    world.service.alwaysFind({ status: 'pending' })
    const beganMs = world.clock.now()
    const jobId = await world.start()
    await world.queue.run(beganMs + spanMs - 1)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
    await world.queue.run(beganMs + spanMs + 30_000)
    expect(await world.job(jobId)).toMatchObject({
      state: 'expired',
      ending: 'overdue',
      settled: usualEstimate,
    })
    expect(world.texts()).toEqual([
      "Your song failed. The audio service didn't finish in time. It may still be billed, so about 0.15 credits will still count as used. Nothing more will be charged.",
    ])
    expect(await world.balances()).toEqual({ spent: usualEstimate, held: 0 })
  })
})

describe('files that lag behind', () => {
  const oneOfTwo = {
    ...finished,
    outcome: outcomeOf([output(1), output(2, { audioUrl: undefined })]),
  }
  const none = { ...finished, outcome: outcomeOf([]) }

  test('are waited for', async () => {
    world.service.lookUpWith(none, oneOfTwo, oneOfTwo)
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', outcome: { outputs: [{}, {}] } })
    expect(JSON.stringify(world.platform.messages)).not.toContain('The audio service delivered')
  })

  test.each([
    ['one of two', oneOfTwo, 'The audio service delivered 1 of 2 takes.'],
    ['both', none, 'The audio service delivered 0 of 2 takes.'],
  ])('and never come (%s) are not waited for longer than two minutes', async (_, found, note) => {
    world.service.alwaysFind(found)
    const firstLookMs = world.clock.now() + (usualEtaSeconds / 2) * 1000
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.clock.now()).toBeGreaterThanOrEqual(firstLookMs + 2 * minuteMs)
    expect(world.clock.now()).toBeLessThan(firstLookMs + 3 * minuteMs)
    expect(world.platform.messages[0]?.message.blocks).toContainEqual({ kind: 'note', text: note })
    await expectQuiet(world)
  })
})

describe('showing the result', () => {
  test('is tried again while the platform is away', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', ...Array.from({ length: 5 }, () => 'platform_unavailable' as const))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', deliverTries: 5 })
    expect(world.platform.messages).toHaveLength(1)
    await expectQuiet(world)
  })

  test('links a file rather than read it, once three tries have failed', async () => {
    await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', ...Array.from({ length: 4 }, () => 'service_unreachable' as const))
    await world.queue.run()
    const tries = world.platform.calls.filter(({ message }) => message.tone === 'done')
    expect(tries.map(({ attempt }) => attempt.linksAllowed)).toEqual([false, false, false, true, true])
  })

  test('is given up in the end, and the result is kept', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', ...Array.from({ length: 50 }, () => 'platform_unavailable' as const))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({
      state: 'withheld',
      outcome: finished.outcome,
      settled: usualCost,
    })
    await world.runWithSweeps(world.clock.now() + 11 * minuteMs, 20_000)
    await expectQuiet(world)
  })

  test.each([
    ['a minute at a time', Array.from({ length: 40 }, () => 60_000), 40],
    ['a moment at a time', Array.from({ length: 100 }, () => 600), 1],
  ])('waits for as long as it is told to (%s), and gives nothing up for it', async (_, waits, minutes) => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    const beganMs = world.clock.now()
    world.platform.failNext('edit', ...waits.map((retryAfterMs) => ({ retryAfterMs })))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', deliverTries: 0 })
    expect(world.clock.now() - beganMs).toBeGreaterThanOrEqual(minutes * minuteMs)
    const edits = world.platform.calls.filter(({ kind }) => kind === 'edit')
    expect(edits.every(({ attempt }) => !attempt.linksAllowed)).toBe(true)
    expect(world.log.warnings()).toEqual([])
    await expectQuiet(world)
  })

  test('goes to a new message where the first one is gone, under the job’s own key', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    const [first] = world.platform.messages
    if (first !== undefined) world.platform.remove(first.ref)
    await world.queue.run()
    expect(world.texts()).toEqual(['“Title 1” and “Title 2”'])
    const posts = world.platform.calls.filter(({ kind }) => kind === 'post')
    expect(posts.map(({ attempt }) => attempt)).toMatchObject([
      { key: effectKey(jobId), notes: { post_tried: effectKey(jobId) } },
    ])
    expect(await world.job(jobId)).toMatchObject({
      state: 'posted',
      message: world.platform.messages[0]?.ref,
      notes: { post_tried: effectKey(jobId) },
    })
  })

  test('where nobody may post is not tried twice, and the result is kept', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', 'cannot_post', 'cannot_post')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld', deliverTries: 0, settled: usualCost })
    expect(world.texts()).toEqual(['Working on your song.'])
    expect(world.platform.words).toMatchObject([
      {
        member: 'member-1',
        message: { text: expect.stringMatching(/I couldn't show it where you asked.*\/jobs recover/) },
      },
    ])
    await expectQuiet(world)
  })

  test('that the platform does not take as it is does not go on promising it', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', 'cannot_post')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld', settled: usualCost })
    expect(world.texts()).toEqual([
      expect.stringMatching(/^Your song was made, but I couldn't show it where you asked/),
    ])
    expect(world.platform.words).toEqual([])
    expect(JSON.stringify(world.platform.messages[0]?.message)).toMatch(/[\d.]+ credits, [\d.]+ left/)
    await expectQuiet(world)
  })

  test('of an end without a result is tried again as well', async () => {
    world.service.alwaysFind({ status: 'failed', said: undefined })
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    world.platform.failNext('edit', 'platform_unavailable', 'platform_unavailable')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ toldState: 'failed', deliverTries: 2 })
    await world.runWithSweeps(world.clock.now() + minuteMs)
    await expectQuiet(world)
  })

  test('of progress is made good by the next look, and counts for nothing', async () => {
    const jobId = await world.start()
    world.platform.failNext('edit', 'platform_unavailable')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', deliverTries: 0 })
    expect(world.platform.messages[0]?.texts).toHaveLength(3)
    expect(world.platform.messages[0]?.texts[1]).toBe('Working on your song.')
  })

  test('of progress is not shown by a worker that slept while another delivered', async () => {
    const jobId = await world.start()
    const asleep = await world.store.read(jobId)
    if (asleep === undefined) throw new Error('no job')
    await world.queue.run()
    const shown = world.texts()
    await tryToSay(world.deps, asleep, plainMessage('Working on your song.', 'working'))
    expect(world.texts()).toEqual(shown)
  })

  test('of progress is not shown by a worker that slept once it was told that the job is its own', async () => {
    const jobId = await world.start()
    const own = await world.store.read(jobId)
    if (own === undefined) throw new Error('no job')
    const shown = world.texts()
    const store = {
      ...world.deps.store,
      async news(...args: Parameters<typeof world.store.news>) {
        world.clock.advance(5_001)
        return world.store.news(...args)
      },
    }
    const sleepy = { ...world.deps, store }
    const said = await tryToSay(sleepy, own, plainMessage('Working on your song.', 'working'))
    expect(said.seen).toBe('unknown')
    expect(world.texts()).toEqual(shown)
  })

  test('carries what the place allows', async () => {
    await world.start({ fileBytesMax: 25_000_000 })
    await world.queue.run()
    expect(world.platform.calls.map(({ attempt }) => attempt.fileBytesMax)).toEqual([25_000_000, 25_000_000])
  })
})
