import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRequest } from '../../src/core/job/job.ts'
import type { ResultsOf } from '../../src/core/job/job-list.ts'
import { jobName } from '../../src/core/job-id.ts'
import { bucketOf, jobEntry } from '../../src/redis/keys.ts'
import { endedAs, jobIn } from '../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const account = 'discord:server-1'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

/** Asks for a job a second after the last one. Answers with its id. */
const ask = async (member = 'member-1', server = 'server-1'): Promise<string> => {
  world.clock.advance(1_000)
  const request = jobRequest({}, { member, server })
  expect(await world.store.request(request)).toMatchObject({ status: 'created' })
  return request.id
}

const idsOf = async (member: string | undefined, skipped = 0, countMax = 10): Promise<readonly string[]> =>
  (await world.jobList.latest({ account, member }, skipped, countMax)).map(({ id }) => id)

describe('a list', () => {
  test('has the newest jobs first, of a member or of everybody, and no other account’s', async () => {
    await giveBudget(world, 1_000_000, 'discord:server-12')
    const first = await ask()
    const foreign = await ask('member-12')
    const last = await ask()
    await ask('member-1', 'server-12')
    expect(await idsOf('member-1')).toEqual([last, first])
    expect(await idsOf('member-12')).toEqual([foreign])
    expect(await idsOf('member')).toEqual([])
    expect(await idsOf(undefined)).toEqual([last, foreign, first])
  })

  test('goes on page by page', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift(await ask())
    expect(await idsOf('member-1', 0, 2)).toEqual(ids.slice(0, 2))
    expect(await idsOf('member-1', 4, 2)).toEqual(ids.slice(4))
    expect(await idsOf('member-1', 5, 2)).toEqual([])
  })

  test('has the record of each, and names the one that cannot be read', async () => {
    const good = await ask()
    const broken = await ask()
    await world.redis.hset(world.keys.job(broken), 'state', 'nonsense')
    expect(await world.jobList.latest({ account, member: 'member-1' }, 0, 10)).toEqual([
      { id: broken, job: undefined },
      { id: good, job: await world.store.read(good) },
    ])
  })
})

describe('a list of results', () => {
  const ways: Readonly<Record<string, Partial<JobRequest>>> = {
    music: {},
    remix: { feature: 'remix' },
    free: { bound: microcredits(0), isFree: true },
  }

  /** A job of `member` that came to a result, which is shown or withheld. */
  const finishedJob = async (member: string, way: string, to: 'posted' | 'withheld' = 'posted') => {
    world.clock.advance(1_000)
    const request = jobRequest(ways[way], { member })
    await world.store.request(request)
    await endedAs(world, request.id, to)
    return request.id
  }

  const results = async (of: Partial<ResultsOf> = {}, skipped = 0, countMax = 10) =>
    (
      await world.jobList.results(
        account,
        { member: undefined, feature: undefined, ...of },
        skipped,
        countMax,
      )
    ).map(({ id }) => id)

  test('has those that are over with a result, by the member who asked and what for', async () => {
    const song = await finishedJob('member-1', 'music')
    await finishedJob('member-1', 'free')
    const remix = await finishedJob('member-2', 'remix', 'withheld')
    const other = await finishedJob('member-2', 'music')
    await ask('member-1')
    await jobIn(world, 'failed')
    await jobIn(world, 'ready')
    expect(await results()).toEqual([other, remix, song])
    expect(await results({ member: 'member-2' })).toEqual([other, remix])
    expect(await results({ feature: 'music' })).toEqual([other, song])
    expect(await results({ member: 'member-2', feature: 'remix' })).toEqual([remix])
    expect(await results({ member: 'member-1', feature: 'remix' })).toEqual([])
    expect(await results({}, 1, 1)).toEqual([remix])
  })

  const readJob = async (id: string) => {
    const job = await world.store.read(id)
    if (job === undefined) throw new Error('there is no record')
    return job
  }

  test('has of each what decides who sees it, and little else, or nothing where that cannot be read', async () => {
    world.clock.advance(1_000)
    const request = jobRequest({ values: { prompt: 'a secret', seen_by: 'me' } })
    await world.store.request(request)
    await endedAs(world, request.id, 'posted')
    const odd: string[] = []
    for (const [field, text] of [
      ['state', 'nonsense'],
      ['values', '"seen_by"'],
      ['version', '99'],
      ['target', '{}'],
    ] as const) {
      const id = await finishedJob('member-1', 'music')
      await world.redis.hset(world.keys.job(id), field, text)
      odd.push(id)
    }
    const all = [request.id, ...odd, `${request.id.slice(0, 4)}${'a'.repeat(25)}`]
    const { target, createdAtMs } = await readJob(request.id)
    expect(await world.jobList.facts(all)).toEqual([
      {
        id: request.id,
        facts: {
          values: { seen_by: 'me' },
          state: 'posted',
          target,
          createdAtMs,
          cancelledBy: undefined,
          removal: undefined,
          deliverTries: 0,
        },
      },
      ...all.slice(1).map((id) => ({ id, facts: undefined })),
    ])
    expect(await world.jobList.facts([])).toEqual([])
  })

  test.each([
    ['a quoted "seen_by":"me"', undefined, undefined],
    ['half of a pair: \uD83C', 'me', 'me'],
    ['half of a pair: \uD83C', undefined, undefined],
    ['a sea shanty', 'here', 'here'],
  ])('takes no words for an audience: %j, seen by %s', async (prompt, seenBy, known) => {
    const request = jobRequest({ values: { prompt, seen_by: seenBy } })
    await world.store.request(request)
    const [{ facts } = {}] = await world.jobList.facts([request.id])
    expect(facts?.values).toEqual({ seen_by: known })
  })

  test('has a result once, also where it was withheld before', async () => {
    const { id } = await jobIn(world, 'withheld')
    await world.store.recover({ id })
    await endedAs(world, id, 'posted')
    expect(await results()).toEqual([id])
  })
})

describe('a job is found', () => {
  test.each<[string, (id: string) => string]>([
    ['by its id', (id) => id],
    ['by its short name', jobName],
    ['by the beginning of that', (id) => jobName(id).slice(0, 4)],
    ['by more of its hash', (id) => id.slice(4)],
  ])('%s', async (_, nameOf) => {
    const id = await ask()
    expect(await world.jobList.find(account, nameOf(id))).toEqual({
      status: 'found',
      job: await world.store.read(id),
    })
  })

  test.each(['', 'abc', '*', 'b00x', '[', '~~~~', 'ABCDEFGH', 'aaaaaaaa', `b00x${'a'.repeat(25)}`])(
    'by nothing like %j',
    async (name) => {
      await ask()
      expect(await world.jobList.find(account, name)).toEqual({ status: 'unknown' })
    },
  )

  test('by no account but its own, whatever its name or its id', async () => {
    await giveBudget(world, 1_000_000, 'discord:server-12')
    const foreign = await ask('member-1', 'server-12')
    for (const name of [foreign, jobName(foreign)])
      expect(await world.jobList.find(account, name)).toEqual({ status: 'unknown' })
    expect(await world.jobList.find('discord:server-12', jobName(foreign))).toMatchObject({ status: 'found' })
  })

  test('but not shown where its record cannot be read', async () => {
    const id = await ask()
    await world.redis.hset(world.keys.job(id), 'state', 'nonsense')
    expect(await world.jobList.find(account, jobName(id))).toEqual({ status: 'unreadable' })
  })

  test('by a name that only one has', async () => {
    const id = await ask()
    const twin = `${id.slice(0, 4)}${jobName(id)}${'7'.repeat(17)}`
    await world.redis.zadd(world.keys.listed(bucketOf(account)), 0, jobEntry(account, twin))
    expect(await world.jobList.find(account, jobName(id))).toEqual({ status: 'ambiguous' })
    expect(await world.jobList.find(account, id)).toMatchObject({ status: 'found', job: { id } })
  })
})
