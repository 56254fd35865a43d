import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AudioService } from '../../../src/core/job/audio-service.ts'
import type { Places } from '../../../src/core/job/concurrency.ts'
import { type Caller, startCaller } from '../../studio/caller.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { butLateTruths, expectPeace } from '../../support/jobs/verdict.ts'
import { createTestClient } from '../../support/service/client.ts'
import { firstRows } from '../../support/suite/runs.ts'

// The real client and the real jobs against the studio, which fails on request. What is judged
// are the studio's books, the budget's books, and what the member reads: none of them depends on
// what our client says that it did.

let studio: Caller
let world: JobWorld
const closings: (() => unknown)[] = []

beforeAll(async () => {
  studio = await startCaller({ musicSeconds: 1 })
})
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
  await studio.control('DELETE', '/faults')
  await studio.control('PUT', '/settings', { etaSeconds: null })
})
afterAll(async () => await studio.close())

type Options = { readonly baseUrl?: string; readonly timeoutMs?: number; readonly isOpen?: boolean }

/** The real client; time stands still for the jobs until the studio has made what it accepted. */
const serviceFor =
  (apiKey: string, { baseUrl = studio.baseUrl, timeoutMs = 30_000, isOpen = false }: Options) =>
  ({ spendLookup }: Places): AudioService => {
    const reads = { spendLookup, random: () => 0, wait: () => Promise.resolve() }
    const client = createTestClient({ baseUrl, apiKey, timeoutMs, reads })
    closings.push(client.close)
    return {
      ...client,
      async submit(request, files) {
        const outcome = await client.submit(request, files)
        if (outcome.status === 'accepted' && !isOpen)
          await studio.control('GET', `/tasks/${outcome.taskId}/until/end`)
        return outcome
      },
    }
  }

type Books = { calls: Record<string, number>; accepted: Record<string, number> }

/** What comes late is another test's subject. */
const deadlines = { lateMs: 60 * 60_000 }

const booksOf = async (key: string): Promise<Books> => {
  const { body } = await studio.control('GET', '/counters')
  const all = body.keys as readonly (Books & { key: string })[]
  return all.find((entry) => entry.key === key) ?? { calls: {}, accepted: {} }
}

/** What came of a job: how it ended, what it cost, what the member reads, and what the studio counted. */
const outcomeOf = async (faults: readonly object[], options: Options = {}) => {
  const { body } = await studio.control('POST', '/accounts', { balance: 10 })
  const key = String(body.key)
  world = await openJobWorld({ serviceWith: serviceFor(key, options), deadlines })
  closings.push(() => world.close())
  for (const fault of faults)
    expect(await studio.control('POST', '/faults', fault)).toMatchObject({ status: 204 })
  const jobId = await world.start()
  await world.queue.run()
  const { state, ending, settledBy } = await world.job(jobId)
  const { calls, accepted } = await booksOf(key)
  return {
    state,
    ending,
    settledBy,
    spent: (await world.balances()).spent,
    text: world.platform.messages.map(({ message }) => JSON.stringify(message)).join('\n'),
    posts: calls['POST /v2/MusicAI'] ?? 0,
    accepted: accepted.MUSIC_AI ?? 0,
  }
}

/** One message, nothing held, nothing queued, and a journal that adds up. */
const expectQuiet = async () => {
  expect(world.platform.messages).toHaveLength(1)
  expect(world.queue.waiting()).toEqual([])
  await expectPeace(world, butLateTruths)
}

const submission = (answer: string, more: object = {}) => ({
  respond: { path: '/v2/MusicAI', answer, ...more },
})
const lookUp = (answer: string, more: object = {}) => ({ respond: { path: '/v1/byId', answer, ...more } })
const hold = 200_000
const estimate = 100_000
const notCharged = 'Nothing was charged.'

test('row 21, a service that refuses connections is given up, and nothing was bought', async () => {
  const { text, ...found } = await outcomeOf([{ network: 'refused' }])
  expect(found).toMatchObject({
    state: 'voided',
    ending: 'service_unreachable',
    spent: 0,
    posts: 0,
    accepted: 0,
  })
  expect(text).toContain(`couldn't be reached. ${notCharged}`)
  await expectQuiet()
})

test('row 21, a service that speaks no TLS where it should is given up, and nothing was bought', async () => {
  const { text, ...found } = await outcomeOf([], { baseUrl: studio.baseUrl.replace('http:', 'https:') })
  expect(found).toMatchObject({ state: 'voided', ending: 'service_unreachable', spent: 0, posts: 0 })
  expect(text).toContain(notCharged)
  await expectQuiet()
})

test('an invalid address buys nothing, ends the job at once and is logged as our own error', async () => {
  const { text, ...found } = await outcomeOf([], { baseUrl: 'http://127.0.0.1:99999' })
  expect(found).toMatchObject({ state: 'voided', ending: 'request_unsound', spent: 0, posts: 0 })
  expect(text).toContain(notCharged)
  expect(world.log.lines).toContainEqual({
    level: 'error',
    message: 'a request could not be built, and was not sent',
    details: { job: expect.any(String), said: 'ERR_INVALID_URL', error: expect.any(TypeError) },
  })
  await expectQuiet()
})

const acting = { after: 'acting' }

describe('rows 22 and 23, a submission whose answer proves nothing is never sent again, and what was held is booked', () => {
  // The short form leaves out the last ones.
  const answers: readonly [string, object, number, Options][] = [
    ['http 500', {}, 0, {}],
    ['page 504', acting, 1, {}],
    ['lost', {}, 1, {}],
    ['truncated', {}, 1, {}],
    ['no task id', {}, 1, {}],
    ['redirect', { ...acting, location: '/v2/MusicAI' }, 1, {}],
    ['page 404', {}, 0, {}],
    ['never', acting, 1, { timeoutMs: 1_500 }],
    ['http 502', {}, 0, {}],
    ['http 503', acting, 1, {}],
    ['lost', { after: 'before' }, 0, {}],
    ['reset', {}, 1, {}],
    ['html', acting, 1, {}],
    ['empty', acting, 1, {}],
    ['page 402', {}, 0, {}],
    ['drip', { ms: 500 }, 1, { timeoutMs: 1_500 }],
    ['slow', { ms: 60_000 }, 1, { timeoutMs: 1_500 }],
  ]

  test.each(firstRows(5, answers))('%s %j', async (answer, more, accepted, options) => {
    const { text, ...found } = await outcomeOf([submission(answer, more)], options)
    expect(found).toEqual({
      state: 'booked',
      ending: 'outcome_unknown',
      settledBy: 'hold',
      spent: hold,
      posts: 1,
      accepted,
    })
    expect(text).toContain(
      'The audio service never confirmed the request. It may still be billed, so about 0.20 credits',
    )
    await expectQuiet()
  })
})

test.each(firstRows(1, [['in data'], ['success as text']]))(
  'a task id in an unusual answer (%s) is proof enough, and its result is delivered',
  async (answer) => {
    const { text, ...found } = await outcomeOf([submission(answer)])
    expect(found).toMatchObject({ state: 'posted', spent: estimate, posts: 1, accepted: 1 })
    expect(text).toContain('Made with AI')
    await expectQuiet()
  },
)

const refusals = [
  [400, 'service_refused'],
  [401, 'key_refused'],
  [402, 'no_balance'],
  [403, 'key_refused'],
  [404, 'service_refused'],
  [409, 'service_refused'],
  [422, 'service_refused'],
] as const

test.each(firstRows(2, refusals))(
  'row 24, a submission that is refused with %i is not repeated and costs nothing',
  async (status, ending) => {
    const { text, ...found } = await outcomeOf([submission(`http ${status}`)])
    expect(found).toMatchObject({ state: 'voided', ending, spent: 0, posts: 1, accepted: 0 })
    expect(text).toContain(notCharged)
    await expectQuiet()
  },
)

test('a submission that is forbidden (403) in words of its own shuts nobody else out', async () => {
  const words = 'This prompt violates our content policy'
  const { text, ...found } = await outcomeOf([submission('http 403', { text: words })])
  expect(found).toMatchObject({ state: 'voided', ending: 'service_refused', spent: 0, posts: 1, accepted: 0 })
  expect(text).toContain(words)
  await expectQuiet()
  expect(await world.ask()).toMatchObject({ kind: 'accepted' })
})

test.each(firstRows(1, [['http 429'], ['page 429']]))(
  'row 25, %s is waited for, and then one task is bought',
  async (answer) => {
    const { text, ...found } = await outcomeOf([submission(answer, { times: 3 })])
    expect(found).toMatchObject({
      state: 'posted',
      settledBy: 'final',
      spent: estimate,
      posts: 4,
      accepted: 1,
    })
    expect(text).not.toContain('The audio service delivered')
    await expectQuiet()
  },
)

describe('row 26, a look-up that says nothing true is repeated, and the whole result is delivered and paid once', () => {
  // Many ways in which a look-up fails; all that an answer may look like is shown of the client itself, in
  // test/audio-api/look-up.test.ts.
  const answers: readonly [string, object][] = [
    ['5xx', lookUp('http 503', { times: 7 })],
    ['a page with 200', lookUp('html', { times: 2 })],
    ['an unknown status', { lookUp: { completedStatus: 'ALMOST_THERE' }, times: 3 }],
    ['the first file only', { lookUp: { files: 'first' }, times: 2 }],
    ['a lost connection', lookUp('lost', { times: 4 })],
    ['404 early', lookUp('http 404', { times: 2 })],
    ['half an answer', lookUp('truncated', { times: 2 })],
    ['a cost in a text', { lookUp: { cost: 'string' } }],
    ['429', lookUp('http 429', { times: 4 })],
    ['a page', lookUp('page 502', { times: 4 })],
    ['no body', lookUp('empty', { times: 2 })],
    ['a reset', lookUp('reset', { times: 4 })],
    ['a redirect', lookUp('redirect', { times: 2 })],
    ['a part', { lookUp: { completedStatus: 'PARTIAL_COMPLETED' }, times: 3 }],
    ['IN_QUEUE with files', { lookUp: { completedStatus: 'IN_QUEUE' }, times: 3 }],
    ['no file yet', { lookUp: { files: 'none' }, times: 2 }],
    ['the second file only', { lookUp: { files: 'second' }, times: 2 }],
    ['null for nothing', { lookUp: { nothing: 'null' } }],
    ['no names for nothing', { lookUp: { nothing: 'absent' } }],
    ['streaming', { lookUp: { isStreaming: true } }],
    ['small letters', { lookUp: { completedStatus: 'completed' } }],
  ]

  test.each(firstRows(5, answers))('%s', async (_, fault) => {
    const { text, ...found } = await outcomeOf([fault])
    expect(found).toEqual({
      state: 'posted',
      ending: undefined,
      settledBy: 'final',
      spent: estimate,
      posts: 1,
      accepted: 1,
    })
    expect(text).not.toContain('The audio service delivered')
    await expectQuiet()
  })

  test('no cost: the estimate counts, and the member reads that it is one', async () => {
    const { text, ...found } = await outcomeOf([{ lookUp: { cost: 'absent' } }])
    expect(found).toMatchObject({ state: 'posted', settledBy: 'estimate', spent: estimate })
    expect(text).toContain('about 0.10 credits')
    await expectQuiet()
  })

  const missing = [
    ['none', 0],
    ['first', 1],
    ['second', 1],
  ] as const

  test.each(firstRows(2, missing))('files that never come (%s) are owned up to', async (files, count) => {
    const { text, ...found } = await outcomeOf([{ lookUp: { files } }])
    expect(found).toMatchObject({ state: 'posted', spent: estimate, posts: 1, accepted: 1 })
    expect(text).toContain(`The audio service delivered ${count} of 2 takes.`)
    await expectQuiet()
  })

  test.each(firstRows(1, ['ERROR', 'FAILED']))('a task that ends as %s costs nothing', async (failStatus) => {
    const { text, ...found } = await outcomeOf([{ task: { fail: 'out of tune', failStatus } }])
    expect(found).toMatchObject({
      state: 'failed',
      ending: 'service_failed',
      spent: 0,
      posts: 1,
      accepted: 1,
    })
    expect(text).toContain('out of tune')
    expect(text).toContain(notCharged)
    await expectQuiet()
  })

  test('a cost beyond what was held is booked as it is', async () => {
    const { text, ...found } = await outcomeOf([{ task: { cost: 0.5 } }])
    expect(found).toMatchObject({ state: 'posted', settledBy: 'final', spent: 500_000, accepted: 1 })
    expect(text).toContain('0.50 credits')
    await expectQuiet()
  })

  test('an eta that the service does not know keeps nothing from being found', async () => {
    await studio.control('PUT', '/settings', { etaSeconds: -1 })
    const { text: _, ...found } = await outcomeOf([])
    expect(found).toMatchObject({ state: 'posted', spent: estimate, posts: 1, accepted: 1 })
    await expectQuiet()
  })
})

test.each<[string, object[]]>([
  ['never ends', [{ task: { neverEnds: true } }]],
  ['nobody can look up any more', [lookUp('http 404', { times: 1_000 })]],
])('row 27, a task that %s is given up in time, and booked at its estimate', async (_, faults) => {
  const { text, ...found } = await outcomeOf(faults, { isOpen: true })
  expect(found).toEqual({
    state: 'expired',
    ending: 'overdue',
    settledBy: 'estimate',
    spent: estimate,
    posts: 1,
    accepted: 1,
  })
  expect(text).toContain('It may still be billed, so about 0.10 credits will still count as used')
  await expectQuiet()
})

test('row 27, a task that has its files and never says that it ended is delivered when its time is over', async () => {
  const faults = [{ lookUp: { completedStatus: 'IN_PROGRESS' } }]
  const { text, ...found } = await outcomeOf(faults, { isOpen: true })
  expect(found).toMatchObject({
    state: 'posted',
    settledBy: 'estimate',
    spent: estimate,
    posts: 1,
    accepted: 1,
  })
  expect(text).toContain('Made with AI')
  await expectQuiet()
})
