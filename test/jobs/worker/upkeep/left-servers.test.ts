import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AccountId } from '../../../../src/core/target.ts'
import { createLeftServersStep } from '../../../../src/jobs/worker/upkeep/left-servers.ts'
import { sweep } from '../../../../src/jobs/worker/upkeep/sweep.ts'
import { createAudit } from '../../../../src/redis/audit.ts'
import { bucketOf, type Keys } from '../../../../src/redis/keys.ts'
import { createOperatorAudit } from '../../../../src/redis/operator-audit.ts'
import { deadJob } from '../../../support/jobs/dead-letters.ts'
import { type JobWorld, openJobWorld } from '../../../support/jobs/job-world.ts'
import { useEverything } from '../../../support/jobs/left-server.ts'
import { dump } from '../../../support/redis/store-world.ts'

const dayMs = 24 * 60 * 60_000
const leftServerMs = 30 * dayMs
const server = 'server-1'
const other = 'server-11' // begins like the first one
const account: AccountId = `discord:${server}`

let world: JobWorld
/** The servers where the bot is, by what the chat says; 'away': it says nothing. */
let isIn: Set<string> | 'away'

beforeEach(async () => {
  world = await openJobWorld()
  isIn = new Set([other])
})
afterEach(() => world.close())

const stepOf = (overrides: Partial<Parameters<typeof createLeftServersStep>[0]> = {}) => {
  const isRemovedFrom = async ({ server: where }: { server: string }) => {
    if (isIn === 'away') throw new Error('Discord is away')
    return !isIn.has(where)
  }
  const platforms = new Map([['discord', { ...world.platform.port, isRemovedFrom }] as const])
  return createLeftServersStep({ ...world, ...world.deps, leftServerMs, platforms, ...overrides })
}

/** Everything in Redis, a line for each field, member and entry, without the prefix of this test. */
const everyLine = async (): Promise<readonly string[]> => {
  const all: string[] = []
  for (const [key, contents] of Object.entries(await dump(world))) {
    const entries: readonly unknown[] = Array.isArray(contents) ? contents : Object.entries(Object(contents))
    const parts = typeof contents === 'string' ? [contents] : entries.map((part) => JSON.stringify(part))
    for (const part of parts) all.push(`${key.slice(world.prefix.length)} ${part}`)
  }
  return all
}
const linesAbout = async (names: readonly string[]): Promise<readonly string[]> =>
  (await everyLine()).filter((line) =>
    names.some((name) => line.split(/[^\w-]+/).includes(name) || line.includes(`:${name} `)),
  )

const differences = async (): Promise<readonly unknown[]> => {
  const options = { ...world, now: world.clock.now }
  const audits = [account, `discord:${other}` as const].map(
    async (each) => (await createAudit(options).whole(bucketOf(each))).differences,
  )
  return [...(await Promise.all(audits)).flat(), ...(await createOperatorAudit(options).total())]
}

/** Lines that stay, and why. */
type Fate = { goes: RegExp } | { stays: RegExp; why: string } | { isOfNoServer: string }

const books = 'the books must add up'
const expires = 'it expires by itself'
const notAServers = { isOfNoServer: 'of the service, the chat, the process or the operator' } as const
const partOfJobs = { isOfNoServer: 'is part of an unfinished job' } as const
const booked = (stays: RegExp): Fate => ({ stays, why: books })

/** What becomes of every key. A new key does not compile before it is here. */
const fates: Record<keyof Keys, Fate> = {
  job: { goes: /:job:/ },
  hold: booked(/^\{b\d\d\}:hold:/),
  approval: { goes: /:approval:/ },
  account: booked(/^\{b\d\d\}:account:\S+ \["(?:posted|pending|granted|bonus|starter|revision)[|"]/),
  everyAccount: { isOfNoServer: 'a pattern' },
  inEveryBucket: { isOfNoServer: 'a pattern' },
  groups: { goes: /:groups:/ },
  allowance: { stays: /:allowance:/, why: expires },
  keyTries: { goes: /:key-tries:/ },
  settings: { goes: /:settings:/ },
  whereabouts: { goes: /:where:/ },
  refusals: { goes: /:refusals:/ },
  consents: { goes: /:consents:/ },
  ratings: { goes: /:ratings:/ },
  ratingsOf: { goes: /:ratings-of:/ },
  scope: booked(/^\{b\d\d\}:(?:channel|member|group|feature|model):/),
  spend: booked(/:spend:/),
  change: { stays: /:change:/, why: expires },
  journal: booked(/^\{b\d\d\}:journal /),
  open: partOfJobs,
  waiting: partOfJobs,
  listed: { stays: /:listed "stopped /, why: 'it protects the operator, who can lift it' },
  bonuses: { stays: /:bonuses /, why: 'they are taken back when they expire' },
  dead: { isOfNoServer: 'the operator has to look at them' },
  unmirrored: partOfJobs,
  approvals: { goes: /:approvals / },
  checkpoint: booked(/:checkpoint /),
  archived: notAServers,
  archivedBooks: notAServers,
  lateHolds: notAServers,
  pseudonyms: notAServers,
  forgottenMembers: notAServers,
  retiredPseudonyms: notAServers,
  archive: notAServers,
  archiving: notAServers,
  withdrawn: { isOfNoServer: 'a count, which expires within a day' },
  clips: { goes: /:clips:/ },
  clipChannels: { goes: /:clip-channels:/ },
  draft: { goes: /:draft:discord:server/ },
  draftsOf: { goes: /:drafts-of:discord:server/ },
  draftNames: { goes: /:draft-names:/ },
  probe: notAServers,
  operatorFigures: booked(/^\{operator\}:figures /),
  operatorHold: booked(/^\{operator\}:hold:/),
  operatorUnconfirmed: partOfJobs,
  operatorJournal: booked(/^\{operator\}:journal /),
  operatorAccounts: booked(/^\{operator\}:accounts /),
  operatorLog: notAServers,
  operatorMark: notAServers,
  allowed: { stays: /^\{operator\}:allowed /, why: 'the operator decides who may spend' },
  activeAccounts: { goes: /:active / },
  leftServers: { stays: /^\{operator\}:left /, why: 'so that it is deleted once' },
  ownKeys: { goes: /:own-keys / },
  ownSecrets: { goes: /:own-secrets / },
  leases: notAServers,
  line: notAServers,
  ring: notAServers,
  offers: notAServers,
  waiters: notAServers,
  pace: notAServers,
  elsewhere: notAServers,
  lookups: notAServers,
  lookupTurns: notAServers,
  lookupsAwaited: notAServers,
  lookupShare: notAServers,
  voices: notAServers,
  voiceSamples: notAServers,
  sampledVoices: notAServers,
  prices: {
    stays: /^\{key:[^}]*\}:prices:/,
    why: 'a price is everybody’s; it names the job, without its server',
  },
  callers: notAServers,
  claims: notAServers,
  closedChat: notAServers,
  installations: { isOfNoServer: 'of workspaces, tested below' },
  installationState: notAServers,
  installationTurn: notAServers,
  queuePrefix: notAServers,
  lastBackup: notAServers,
  restoring: notAServers,
}
const all = Object.values(fates)
const going = all.flatMap((fate) => ('goes' in fate ? [fate.goes] : []))
const staying = [
  ...all.flatMap((fate) => ('stays' in fate ? [fate.stays] : [])),
  /:draft:discord:@member-1:/, // made in direct messages, where it expires within a day
]

test('of a server that the bot left for that long only the books remain, and nothing of another goes', async () => {
  const jobs = await useEverything(world, server)
  const others = [other, ...(await useEverything(world, other))]
  const before = await linesAbout([server, ...jobs])
  for (const pattern of going) expect(before).toContainEqual(expect.stringMatching(pattern))
  const ofOthers = await linesAbout(others)
  expect(await differences()).toEqual([])

  const step = stepOf()
  await world.leftServers.note(account)
  world.clock.advance(leftServerMs)
  await step()
  world.clock.advance(dayMs + 1)
  await sweep(world.deps) // deletes the own key, which was kept for a day

  const left = await linesAbout([server, ...jobs])
  expect(left.filter((line) => !staying.some((pattern) => pattern.test(line)))).toEqual([])
  expect(left.filter((line) => going.some((pattern) => pattern.test(line)))).toEqual([])
  for (const pattern of [/:hold:/, /:account:\S+ \["bonus\|/, /"stopped /])
    expect(left).toContainEqual(expect.stringMatching(pattern))
  // The sweep keeps the slots, and deletes the other server's kept keys, of which there are none.
  expect(await linesAbout(others)).toEqual(ofOthers)
  expect(await differences()).toEqual([])
  expect(world.log.lines).toContainEqual(
    expect.objectContaining({ message: 'the data of a server that removed the bot was deleted' }),
  )
  const after = await dump(world)
  await step()
  expect(await dump(world)).toEqual(after)
})

describe('nothing is deleted', () => {
  const settingsLeft = () => world.redis.exists(world.keys.settings(account))
  const kept: [string, () => Promise<unknown>, Parameters<typeof stepOf>[0]?][] = [
    ['before its time', async () => world.clock.advance(leftServerMs - 1)],
    ['where no time is set', async () => world.clock.advance(10_000 * dayMs), { leftServerMs: undefined }],
    [
      'when the bot was added again before',
      async () => {
        world.clock.advance(leftServerMs)
        await world.leftServers.returned(account)
      },
    ],
    [
      'while the chat does not say that the bot is not there',
      async () => {
        world.clock.advance(leftServerMs)
        isIn = 'away'
      },
    ],
    [
      'when the bot is there, whatever was noted',
      async () => {
        world.clock.advance(leftServerMs)
        isIn = new Set([server])
      },
    ],
    [
      'by a process that does not serve the chat',
      async () => world.clock.advance(leftServerMs),
      { chatsHeld: new Set() },
    ],
  ]
  test.each(kept)('%s', async (_, happens, overrides) => {
    await world.settings.change(account, { kind: 'server' }, { voice: 'voice-1' })
    await world.leftServers.note(account)
    await happens()
    await stepOf(overrides)().catch(() => undefined)
    expect(await settingsLeft()).toBe(1)
  })

  test('of a chat that can’t say where the bot is', async () => {
    await world.settings.change(account, { kind: 'server' }, { voice: 'voice-1' })
    await world.leftServers.note(account)
    world.clock.advance(leftServerMs)
    await stepOf({ platforms: new Map([['discord', world.platform.port]]) })()
    expect(await settingsLeft()).toBe(1)
  })
})

test('a note that was wrong is dropped, so that a later removal counts from its own time', async () => {
  await world.leftServers.note(account)
  world.clock.advance(leftServerMs)
  isIn = new Set([server])
  await stepOf()()
  expect(await world.leftServers.leftBy(world.clock.now())).toEqual([])
})

test('the first note counts, however often the removal is noticed', async () => {
  await world.leftServers.note(account)
  const leftAtMs = world.clock.now()
  world.clock.advance(dayMs)
  await world.leftServers.note(account)
  expect(await world.leftServers.leftBy(world.clock.now())).toEqual([{ account, leftAtMs }])
})

test('an unfinished job stays until it ends, and its record goes then', async () => {
  world.service.alwaysFind({ status: 'pending' })
  const jobId = await world.start()
  await world.queue.run(world.clock.now() + 60_000)
  await world.leftServers.note(account)
  const step = stepOf({ leftServerMs: 0 })
  await step()
  expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
  await world.queue.run(world.clock.now() + 31 * 60_000)
  expect(await world.job(jobId)).toMatchObject({ state: 'expired' })
  for (let hours = 0; hours < 25; hours += 1) {
    await world.queue.run(world.clock.now() + 60 * 60_000)
    await step()
  }
  expect(await world.store.read(jobId)).toBeUndefined()
  expect(await world.leftServers.leftBy(world.clock.now())).toEqual([])
  expect(await differences()).toEqual([])
})

test('a dead letter waits for the operator, and keeps neither the rest nor other servers', async () => {
  const job = await deadJob(world)
  await world.settings.change(account, { kind: 'server' }, { voice: 'voice-1' })
  await world.ratings.rate(account, 'member-1', { take: 'job.1', value: 'good' }, [])
  await world.leftServers.note(account)
  await stepOf({ leftServerMs: 0 })()
  expect(await world.store.read(job.id)).toBeDefined()
  const { settings, ratingsOf } = world.keys
  expect(await world.redis.exists(settings(account))).toBe(0)
  expect(await world.redis.exists(ratingsOf(account, 'member-1'))).toBe(0)
  expect(await world.leftServers.leftBy(world.clock.now())).toHaveLength(1)
})

test('a server of which something has to stay is looked at once an hour', async () => {
  await deadJob(world)
  await world.leftServers.note(account)
  let asked = 0
  const isRemovedFrom = async () => {
    asked += 1
    return true
  }
  const platforms = new Map([['discord', { ...world.platform.port, isRemovedFrom }] as const])
  const step = stepOf({ leftServerMs: 0, platforms })
  await step()
  world.clock.advance(60 * 60_000 - 1)
  await step()
  expect(asked).toBe(1)
  world.clock.advance(1)
  await step()
  expect(asked).toBe(2)
})

test('what fails is tried again later, from wherever it was, and keeps no other server', async () => {
  const second: AccountId = 'discord:server-2'
  for (const each of [account, second]) {
    await world.settings.change(each, { kind: 'server' }, { voice: 'voice-1' })
    await world.leftServers.note(each)
  }
  let failures = 1
  const walk: typeof world.records.walk = (of, ...rest) => {
    failures -= 1
    return failures === 0 ? Promise.reject(new Error('Redis is away')) : world.records.walk(of, ...rest)
  }
  const step = stepOf({ leftServerMs: 0, records: { ...world.records, walk } })
  await expect(step()).rejects.toThrow('Redis is away')
  expect(await world.leftServers.leftBy(world.clock.now())).toHaveLength(1)
  world.clock.advance(60 * 60_000)
  await step()
  expect(await world.leftServers.leftBy(world.clock.now())).toEqual([])
})

test('a server with many records goes bit by bit', async () => {
  const left = Array.from({ length: 1_200 }, (_, index) => `job-${index}`)
  const records: Parameters<typeof createLeftServersStep>[0]['records'] = {
    walk: async (_, after, countMax) => {
      const from = left.filter((id) => after === undefined || id > after)
      const page = from.slice(0, countMax)
      return {
        jobs: page.map((id) => ({ id, job: undefined })),
        next: page.length < countMax ? undefined : page.at(-1),
      }
    },
    forget: async ({ jobId }) => {
      left.splice(left.indexOf(jobId), 1)
      return { status: 'forgotten' }
    },
  }
  left.sort()
  await world.leftServers.note(account)
  const step = stepOf({ leftServerMs: 0, records })
  const noted = async () => (await world.leftServers.leftBy(world.clock.now())).length
  await step()
  expect([left.length, await noted()]).toEqual([700, 1])
  await step()
  await step()
  expect([left.length, await noted()]).toEqual([0, 0])
})

test('a Slack workspace takes its direct messages along, and a token that Slack refuses', async () => {
  const workspace: AccountId = 'slack:T1'
  const accounts: readonly AccountId[] = [workspace, 'slack:@T1/U1', 'slack:T11', 'slack:@T11/U1']
  for (const each of accounts) await world.consents.answer(each, 'U1', 'decline')
  const { installations, consents } = world.keys
  await world.redis.hset(installations, { T1: 'sealed', T11: 'sealed' })
  await world.leftServers.note(workspace)
  const asked: string[] = []
  const isRemovedFrom = async ({ server: where }: { server: string }) => asked.push(where) > 0
  const platforms = new Map([['slack', { ...world.platform.port, isRemovedFrom }] as const])
  const step = stepOf({ leftServerMs: 0, platforms, chatsHeld: new Set(['slack']) })
  await step()
  await step()
  const kept = await Promise.all(accounts.map((each) => world.redis.exists(consents(each))))
  expect(kept).toEqual([0, 0, 1, 1])
  expect(asked).toEqual(['T1', '@T1/U1'])
  expect(await world.redis.hkeys(installations)).toEqual(['T11'])
  await world.leftServers.returned(workspace)
  expect(await world.redis.exists(world.keys.leftServers)).toBe(0)
})
