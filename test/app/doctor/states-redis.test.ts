import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createArchiveFolder } from '../../../src/app/archive-folder.ts'
import { accountOf } from '../../../src/core/target.ts'
import { createKeys } from '../../../src/redis/keys.ts'
import { neededRights } from '../../../src/redis/rights.ts'
import { createSealer } from '../../../src/redis/sealer.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { target } from '../../support/commands/invocation.ts'
import { type Installation, startInstallation } from '../../support/doctor/installation.ts'
import { problemsIn } from '../../support/doctor/problems.ts'
import { told } from '../../support/doctor/told.ts'
import { deadJob } from '../../support/jobs/dead-letters.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { startPrivateRedis } from '../../support/redis/private-redis.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'
import { selfSigned } from '../../support/service/self-signed.ts'
import { startTlsProxy } from '../../support/service/tls-proxy.ts'

let installation: Installation
const keys = createKeys()
const closing: (() => unknown)[] = []

beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation.stop())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await installation.mend()
})

/** The store as a bot of some time ago used it, with a budget. */
const storeAgo = async (agoMs: number): Promise<StoreWorld> => {
  const world = openStoreWorld({ url: installation.server.url, prefix: '', now: () => Date.now() - agoMs })
  closing.push(() => world.redis.disconnect())
  await giveBudget(world, 10_000_000)
  return world
}

const account = accountOf(target())

type Expected = readonly [id: string, verdict: 'warning' | 'failed', text: RegExp]
type Row = readonly [
  state: string,
  arrange: () => Promise<Readonly<Record<string, string>> | undefined>,
  ...expected: readonly Expected[],
]

const config = (name: string, value: string) => async () => {
  await installation.admin.config('SET', name, value)
  return undefined
}

const tells = (values: Readonly<Record<string, string>>) => async () => {
  installation.proxy.rewrite(told(values))
  return undefined
}

const tlsRedis = async (endsAtMs?: number) => {
  const proxy = await startTlsProxy(installation.server.port, selfSigned(endsAtMs))
  closing.push(proxy.close)
  return `rediss://localhost:${proxy.port}`
}

const hour = 60 * 60_000

const reached: readonly Row[] = [
  [
    'is not there',
    async () => ({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` }),
    ['redis.reached', 'failed', /Redis did not answer within 5 s\. Is it running\? Check REDIS_URL\./],
  ],
  [
    'does not know our user',
    async () => ({ REDIS_URL: `redis://nobody:secret@127.0.0.1:${installation.server.port}` }),
    ['redis.reached', 'failed', /refused the user or the password/],
  ],
  [
    'has a certificate of its own',
    async () => ({ REDIS_URL: await tlsRedis() }),
    ['redis.reached', 'failed', /not signed by a known authority\. Set REDIS_CA_FILE/],
  ],
  [
    'has a certificate that has expired',
    async () => {
      const expired = selfSigned(Date.now() - hour)
      const proxy = await startTlsProxy(installation.server.port, expired)
      closing.push(proxy.close)
      return { REDIS_URL: `rediss://localhost:${proxy.port}`, REDIS_CA: expired.cert }
    },
    [
      'redis.reached',
      'failed',
      /Its certificate has expired or is not valid yet \(CERT_HAS_EXPIRED\)\. Renew it/,
    ],
  ],
  [
    'is spoken to with TLS and has none',
    async () => ({ REDIS_URL: `rediss://127.0.0.1:${installation.server.port}` }),
    ['redis.reached', 'failed', /Is it reached over TLS|speak TLS/],
  ],
  [
    'is too old',
    async () => {
      installation.proxy.rewrite((text) => text.replaceAll(/(?<=redis_version:)\d/g, '6'))
      return undefined
    },
    ['redis.version', 'failed', /need 7 or newer/],
  ],
]

const server: readonly Row[] = [
  [
    'is a replica',
    async () => {
      const replica = await startPrivateRedis()
      const copy = new Redis(replica.url)
      await copy.replicaof('127.0.0.1', installation.server.port)
      closing.push(
        () => copy.disconnect(),
        () => replica.stop(),
      )
      return { REDIS_URL: replica.url }
    },
    ['redis.role', 'failed', /It is a replica of 127\.0\.0\.1.*Let REDIS_URL lead to the primary/],
  ],
  [
    'evicts keys',
    config('maxmemory-policy', 'allkeys-lru'),
    ['redis.eviction', 'failed', /allkeys-lru.*Set maxmemory-policy to noeviction/],
  ],
  [
    'writes nothing to disk',
    config('appendonly', 'no'),
    [
      'redis.durability',
      'failed',
      /can lose its last writes\. "npm run doctor -- --fix" sets appendonly to yes/,
    ],
  ],
  [
    'may lose a second, which is accepted',
    async () => {
      await installation.admin.config('SET', 'appendfsync', 'everysec')
      return { REDIS_DURABILITY: 'everysec-accepted' }
    },
    ['redis.durability', 'warning', /A power cut loses its last second/],
  ],
  [
    'is managed by somebody who is trusted',
    async () => ({ REDIS_DURABILITY: 'managed-accepted' }),
    ['redis.durability', 'warning', /trusts the provider/],
  ],
  [
    'gives our user too few rights',
    async () => {
      const rights = neededRights.filter((rule) => rule !== '+xadd')
      await installation.admin.call('ACL', 'SETUSER', 'poor', 'reset', 'on', '>word', ...rights)
      return { REDIS_URL: installation.server.url.replace('//', '//poor:word@') }
    },
    ['redis.rights', 'failed', /denies \+xadd/],
  ],
  [
    'could not write its file',
    tells({ aof_last_write_status: 'err' }),
    ['redis.aof', 'failed', /last write to disk failed.*Free some space/],
  ],
  [
    'could not compact its file',
    tells({ aof_last_bgrewrite_status: 'err' }),
    ['redis.aof', 'warning', /could not be compacted/],
  ],
  [
    'could not make a snapshot',
    tells({ rdb_last_bgsave_status: 'err' }),
    ['redis.snapshot', 'warning', /It failed\. Unless stop-writes-on-bgsave-error/],
  ],
  [
    'made its last snapshot days ago and keeps nothing else',
    async () => {
      await installation.admin.config('SET', 'appendonly', 'no')
      installation.proxy.rewrite(
        told({ rdb_last_save_time: String(Math.floor((Date.now() - 72 * hour) / 1000)) }),
      )
      return { REDIS_DURABILITY: 'managed-accepted' }
    },
    ['redis.durability', 'warning', /trusts/],
    ['redis.backup', 'warning', /It is 3 days old, and there is no append-only file/],
  ],
  [
    'was backed up long ago',
    async () => {
      await installation.admin.set(keys.lastBackup, String(Date.now() - 8 * 24 * hour))
      closing.push(() => installation.admin.del(keys.lastBackup))
      return undefined
    },
    ['redis.backup', 'warning', /It was made 8 days ago.*Run "npm run backup"/],
  ],
  [
    'holds only part of a backup',
    async () => {
      await installation.admin.set(keys.restoring, '1')
      closing.push(() => installation.admin.del(keys.restoring))
      return undefined
    },
    ['redis.restore', 'failed', /a restore was not finished\. Empty it/],
  ],
  [
    'is nearly full',
    tells({ used_memory: '900000', maxmemory: '1000000' }),
    ['redis.memory', 'warning', /90 %.*refuses writes/],
  ],
  [
    'is as good as full',
    tells({ used_memory: '990000', maxmemory: '1000000' }),
    ['redis.memory', 'failed', /99 %/],
  ],
  [
    'takes most of its machine',
    tells({ used_memory_rss: '9000000', total_system_memory: '10000000' }),
    ['redis.machine', 'warning', /90 %\).*Give it more memory/],
  ],
  [
    'has few connections left',
    config('maxclients', '2'),
    ['redis.clients', 'failed', /2 of 2 possible connections.*Raise its maxclients/],
  ],
  [
    'is a node of a cluster',
    tells({ cluster_enabled: '1' }),
    ['redis.cluster', 'failed', /one node of a cluster\. Name several/],
  ],
]

const contents: readonly Row[] = [
  [
    'has books that differ',
    async () => {
      await storeAgo(0)
      await installation.admin.hset(keys.account(account), 'posted|once', 7)
      return undefined
    },
    ['money.books', 'failed', /once: posted is 7, by the journal 0\. See "When the books differ"/],
  ],
  [
    'has archived months, and this process no folder',
    async () => {
      await storeAgo(0)
      await installation.admin.set(keys.archive, 'a folder')
      return undefined
    },
    ['money.archive', 'failed', /ARCHIVE_DIR is not set/],
  ],
  [
    'has archived months in another folder',
    async () => {
      await storeAgo(0)
      await installation.admin.set(keys.archive, 'a folder')
      return { ARCHIVE_DIR: tmpdir() }
    },
    ['money.archive', 'failed', /another folder than before/],
  ],
  [
    'has a month that should have been archived',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tunesmith-archive-'))
      closing.push(() => rm(folder, { recursive: true }))
      await installation.admin.xadd(
        keys.operatorJournal,
        '1-1',
        'operation',
        'mirror',
        'job',
        'b00x1',
        'was',
        '',
      )
      return { ARCHIVE_DIR: folder }
    },
    ['money.archive', 'warning', /journal operator should have been archived.*its log says what keeps it/],
  ],
  [
    'has an archived month whose file is gone',
    async () => {
      await storeAgo(0)
      const folder = await mkdtemp(join(tmpdir(), 'tunesmith-archive-'))
      closing.push(() => rm(folder, { recursive: true }))
      await createArchiveFolder(folder).claim('a folder')
      await installation.admin.set(keys.archive, 'a folder')
      await installation.admin.hset(keys.archived('b00'), { last: '1-1', 'month|2026-07': '1 digest' })
      return { ARCHIVE_DIR: folder }
    },
    ['money.archive', 'failed', /b00-digest\.jsonl\.gz.*Copy the file back/],
  ],
  [
    'has used up the limit of all servers',
    async () => {
      const month = new Date().toISOString().slice(0, 7)
      await installation.admin.hset(keys.operatorFigures, `posted|month:${month}`, '9500000')
      return { OPERATOR_LIMIT: '10' }
    },
    ['money.total', 'failed', /./],
    ['money.limit', 'warning', /9\.50 of 10 credits.*Raise it/],
  ],
  [
    'has all spending paused',
    async () => {
      await installation.admin.hset(keys.allowed, 'paused', 'Back at 6 pm.')
      return undefined
    },
    ['money.pause', 'warning', /"Back at 6 pm\.".*npm run servers -- resume/],
  ],
  [
    'has own keys that nobody can decrypt',
    async () => {
      const sealer = createSealer({ keys: [new Uint8Array(32).fill(9)], tell: () => undefined })
      await installation.admin.hset(keys.ownKeys, account, 'key-9')
      await installation.admin.hset(keys.ownSecrets, account, sealer.seal('a key', account))
      return undefined
    },
    ['money.keys', 'failed', /can't be decrypted/],
  ],
  [
    'has a job that no worker takes',
    async () => {
      await jobIn(await storeAgo(10 * 60_000), 'requested')
      return undefined
    },
    ['jobs.waiting', 'warning', /10 min ago.*Start a worker/],
  ],
  [
    'has a job that stopped hours ago',
    async () => {
      await jobIn(await storeAgo(3 * hour), 'submitted')
      return undefined
    },
    ['jobs.stuck', 'warning', /"submitted" for 3 h.*npm run jobs -- show/],
  ],
  [
    'has a job that was paid with a key that is gone',
    async () => {
      const job = await jobIn(await storeAgo(0), 'submitted')
      await installation.admin.hset(keys.job(job.id), 'provider_key', 'gone')
      return undefined
    },
    ['jobs.keys', 'warning', /a key that is not set: 1\. Put that key there/],
  ],
  [
    'has a dead letter',
    async () => {
      await deadJob(await storeAgo(0), 'accepted')
      return undefined
    },
    ['jobs.dead', 'failed', /npm run jobs -- dead/],
  ],
  [
    'is shared by two bots',
    async () => {
      const until = Date.now() + hour
      await installation.admin.zadd(keys.claims('discord'), until, '111 p1', until, '222 p2')
      return undefined
    },
    ['jobs.processes', 'failed', /111 and 222.*a Redis of its own/],
  ],
  [
    'has a request to admins that could not be posted',
    async () => {
      await installation.admin.zadd(keys.approvals('b00'), Date.now() - 10 * 60_000, 'discord:1 2 b00xid')
      return undefined
    },
    ['jobs.approvals', 'warning', /10 min ago.*\/budget approvals/],
  ],
  [
    'has alerts that the chat refused',
    async () => {
      await installation.admin.hset(keys.account('discord:1'), { alerts: '42', alerts_refused: '1' })
      return undefined
    },
    ['jobs.alerts', 'warning', /discord:1 in channel 42.*\/budget alerts/],
  ],
  [
    'stores secrets as they are',
    async () => ({ ENCRYPTION_KEY: '', PUBLIC_URL: '' }),
    ['jobs.encryption', 'warning', /plain text.*openssl rand/],
  ],
]

const rows = [...reached, ...server, ...contents].map(([state, arrange, ...expected]) => ({
  state,
  arrange,
  expected,
}))

test.each(rows)('a Redis that $state is told by its own line', async ({ arrange, expected }) => {
  const settings = await arrange()
  expect(problemsIn(await installation.look(settings && { settings }))).toEqual(
    expected.map(([id, verdict, text]) => ({ id, verdict, text: expect.stringMatching(text) })),
  )
})

test('what could not be checked without Redis is told as skipped', async () => {
  const { skipped, counts } = await installation.look({ settings: { REDIS_URL: 'redis://127.0.0.1:1' } })
  expect(skipped).toContain('money.books')
  expect(skipped).toContain('audio.account')
  expect(skipped).not.toContain('discord.token')
  expect(counts.skipped).toBe(skipped.length)
})
