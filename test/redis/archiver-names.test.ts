import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createArchiveFolder } from '../../src/app/archive-folder.ts'
import { microcredits } from '../../src/core/credits.ts'
import { isPseudonym } from '../../src/core/ledger/pseudonym.ts'
import { accountOf, personalServer } from '../../src/core/target.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { operatorJournal } from '../../src/redis/archived.ts'
import { createArchiver } from '../../src/redis/archiver.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { bucketOf, buckets } from '../../src/redis/keys.ts'
import { forgetRetired } from '../../src/redis/pseudonyms.ts'
import { target } from '../support/commands/invocation.ts'
import { endedAs, jobIn, overIn } from '../support/jobs/job-states.ts'
import {
  type ArchiveWorld,
  account,
  bucket,
  longAfter,
  openArchiveWorld,
} from '../support/redis/archive-world.ts'
import { dump, giveBudget, jobRequest } from '../support/redis/store-world.ts'

let at: ArchiveWorld
beforeEach(async () => {
  at = await openArchiveWorld()
})
afterEach(() => at.close())

/** The connection, on which this happens once the members to forget were read. */
const forgettingIn = (redis: StoreConnection, forget: () => Promise<void>): StoreConnection => {
  let isOver = false
  return new Proxy(redis, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of)
      if (typeof value !== 'function') return value
      if (name !== 'hgetall') return value.bind(of)
      return async (key: string) => {
        const found = await of.hgetall(key)
        if (key.endsWith(':forgotten-members') && !isOver) {
          isOver = true
          await forget()
        }
        return found
      }
    },
  })
}

describe('members', () => {
  const { member } = target()
  const other = 'other-member'
  const filesIn = async (): Promise<string> => {
    const paths = (await readdir(at.folder, { recursive: true })).filter((path) => path.endsWith('.gz'))
    const texts = await Promise.all(paths.map((path) => readFile(join(at.folder, path))))
    return texts.map((bytes) => gunzipSync(bytes).toString()).join('')
  }
  const membersIn = async (): Promise<ReadonlySet<string>> => {
    const scopes = (await at.linesOf({ account })).flatMap((line) => ('scopes' in line ? line.scopes : []))
    return new Set(scopes.filter(({ kind }) => kind === 'member').map(({ id }) => id))
  }
  const known = new Set([member])

  /** A minute ago by Redis' clock, so that what exists is older and what follows is newer. */
  beforeEach(async () => {
    at.world.clock.advance(Date.now() - at.world.clock.now() - 60_000)
    await at.archiver().alone(async () => undefined)
  })

  test('are named by pseudonyms in the files, and by their ids to those who read them', async () => {
    await at.archiver().step(bucket)
    await at.archiver().step(operatorJournal)
    expect(await filesIn()).not.toContain(member)
    expect(await filesIn()).not.toContain('admin-1')
    expect(await filesIn()).toContain('"operation","hold"')
    expect(await membersIn()).toEqual(known)
  })

  test('have pseudonyms for their own accounts too, as in direct messages', async () => {
    const server = personalServer(member)
    const own = accountOf(target({ server }))
    await giveBudget(at.world, 1_000_000, own)
    await at.world.store.request(jobRequest({}, { server }))
    const before = await at.linesOf({ account: own })
    for (const journal of [bucketOf(own), bucket, operatorJournal]) await at.archiveAll(journal)
    expect(await at.world.redis.xlen(at.world.keys.operatorJournal)).toBe(0)
    expect(await filesIn()).not.toContain(member)
    expect(before.length).toBeGreaterThan(0)
    expect(await at.linesOf({ account: own })).toEqual(before)
    await at.world.pseudonyms.forget(own, member)
    expect(await at.linesOf({ account: own })).toEqual([])
    expect((await createAudit(at.options()).whole(bucketOf(own))).differences).toEqual([])
  })

  test('who delete their data are no longer known, neither from the files nor from what is archived later', async () => {
    await at.archiver().step(bucket)
    await at.world.pseudonyms.forget(account, member)
    await at.later().step(bucket)
    const members = [...(await membersIn())]
    expect(members).toHaveLength(1)
    expect(members.every(isPseudonym)).toBe(true)
    expect(await at.world.redis.hgetall(at.world.keys.forgottenMembers(bucket))).not.toEqual({})
    expect(await at.differences()).toEqual([])
  })

  test('who delete their data twice, or before anything is archived, are not known either', async () => {
    await at.world.pseudonyms.forget(account, member)
    await at.world.pseudonyms.forget(account, member)
    await at.archiver().step(bucket)
    await at.world.pseudonyms.forget(account, member)
    await at.later().step(bucket)
    const members = [...(await membersIn())]
    expect(members).toHaveLength(1)
    expect(members.every(isPseudonym)).toBe(true)
  })

  test('who delete their data while a job runs are not known from what it still costs', async () => {
    const running = await jobIn(at.world, 'submitted')
    at.world.clock.advance(Date.now() - at.world.clock.now())
    await at.world.pseudonyms.forget(account, member)
    await endedAs(at.world, running.id, 'posted')
    await at.archiveAll()
    const members = [...(await membersIn())]
    expect(members).toHaveLength(1)
    expect(members.every(isPseudonym)).toBe(true)
    expect(await at.differences()).toEqual([])
  })

  test('who delete their data while a month is archived are not known from it', async () => {
    const redis = forgettingIn(at.world.redis, () => at.world.pseudonyms.forget(account, member))
    for (let step = 0; step < 2; step += 1)
      await createArchiver({ ...at.options(), redis, now: longAfter }).step(bucket)
    expect([...(await membersIn())].every(isPseudonym)).toBe(true)
    expect(JSON.stringify(await at.world.redis.hgetall(at.world.keys.pseudonyms(bucket)))).not.toContain(
      member,
    )
  })

  test('who delete their data between two bonuses leave the doctor nothing to find', async () => {
    const give = (eventId: string) =>
      at.world.budgets.grant({
        account,
        eventId,
        actor: 'admin-1',
        reason: 'for the party',
        way: 'give',
        scope: { kind: 'member', id: member },
        credits: microcredits(1_000),
      })
    await give('first')
    await at.world.pseudonyms.forget(account, member)
    await give('second')
    await at.archiveAll()
    expect(await at.differences()).toEqual([])
  })

  test('who come back are known from then on', async () => {
    await at.world.pseudonyms.forget(account, member)
    await jobIn(at.world, 'voided')
    await at.later().step(bucket)
    await at.later().step(bucket)
    const members = [...(await membersIn())]
    expect(members).toHaveLength(2)
    expect(members).toContain(member)
  })

  test('are forgotten for good once all their entries are archived', async () => {
    await at.world.pseudonyms.forget(account, member)
    await at.archiveAll()
    expect(await at.world.redis.xlen(at.world.keys.journal(bucket))).toBe(0)
    expect(await at.world.redis.exists(at.world.keys.forgottenMembers(bucket))).toBe(0)
    expect(JSON.stringify(await at.world.redis.hgetall(at.world.keys.pseudonyms(bucket)))).not.toContain(
      member,
    )
  })

  test('who delete their data leave others theirs', async () => {
    await overIn(at.world, 'voided')
    await at.archiver().step(bucket)
    await at.world.pseudonyms.forget(account, other)
    expect(await membersIn()).toEqual(known)
  })

  test('are forgotten again when a backup from before is restored', async () => {
    for (const run of [at.archiver(), at.later()]) await run.step(bucket)
    const backup = await at.world.redis.dumpBuffer(at.world.keys.pseudonyms(bucket))
    await at.world.pseudonyms.forget(account, member)
    await at.archiver().alone(async () => undefined)
    expect(await at.world.redis.scard(at.world.keys.retiredPseudonyms(bucket))).toBe(0)
    await at.world.redis.restore(at.world.keys.pseudonyms(bucket), 0, backup, 'REPLACE')
    expect(await membersIn()).toEqual(known)
    await forgetRetired(at.world, buckets, await createArchiveFolder(at.folder).retired())
    expect([...(await membersIn())].every(isPseudonym)).toBe(true)
  })

  test('are all noted though the list was broken off', async () => {
    const archive = createArchiveFolder(at.folder)
    await appendFile(join(at.folder, 'forgotten.txt'), '~half')
    await archive.retire(['~one', '~two'])
    expect(await archive.retired()).toEqual(new Set(['~half', '~one', '~two']))
  })

  test('leave nothing in Redis where nothing was ever archived', async () => {
    await at.world.redis.unlink(at.world.keys.archive)
    const before = await dump(at.world)
    await at.world.pseudonyms.forget(account, member)
    expect(await dump(at.world)).toEqual(before)
  })
})
