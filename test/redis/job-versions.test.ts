import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JobState, jobRecordVersion, jobStates } from '../../src/core/job/job.ts'
import { migrated, parseJobRecord } from '../../src/redis/job-record.ts'
import { fixtureFile, type JobFixture, readFixture, shapeOf } from '../support/jobs/job-fixtures.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { writesFixtures } from '../support/suite/runs.ts'

let world: StoreWorld

const asIs = (text: string): string => text

/** A record as this program writes it today. */
const written = async (state: JobState): Promise<JobFixture> => {
  const { id } = await jobIn(world, state)
  const hash = await world.redis.hgetall(world.keys.job(id))
  return { id, hash, reads: JSON.parse(JSON.stringify(parseJobRecord(id, hash, asIs))) as object }
}

/**
 * JOB_FIXTURES=write makes those of the current version again: for a version that no release has written yet.
 */
const writeFixtures = async (): Promise<void> => {
  mkdirSync(new URL('.', fixtureFile('accepted')), { recursive: true })
  for (const state of jobStates)
    writeFileSync(fixtureFile(state), `${JSON.stringify(await written(state), null, 2)}\n`)
}

beforeAll(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
  if (writesFixtures) await writeFixtures()
})
afterAll(() => world.close())

const versions = Array.from({ length: jobRecordVersion }, (_, index) => index + 1)
const all = versions.flatMap((version) => jobStates.map((state) => ({ version, state })))

test.each(all)(
  'a record of version $version that is $state is read as it was meant',
  ({ version, state }) => {
    const { id, hash, reads } = readFixture(state, version)
    expect(hash.version).toBe(String(version))
    expect(parseJobRecord(id, hash, asIs)).toMatchObject({ ...reads, version: jobRecordVersion })
  },
)

test.each(jobStates)(
  'what is written of a job that is %s has all that its version had: to take away or change anything, raise jobRecordVersion and add a migration',
  async (state) => {
    const now = await written(state)
    expect(shapeOf(now.hash)).toEqual(expect.arrayContaining([...shapeOf(readFixture(state).hash)]))
  },
)

test.each([
  ['a field that is gone', { task: undefined }],
  ['a number that became a text', { held: 'much' }],
  ['a list that became something else', { scopes: '{}' }],
  ['something inside that is gone', { target: '{"platform":"discord","server":"s","channel":"c"}' }],
])('%s is a change', (_, change) => {
  const { hash } = readFixture('submitted')
  const changed = Object.fromEntries(
    Object.entries({ ...hash, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  expect(shapeOf(changed)).not.toEqual(expect.arrayContaining([...shapeOf(hash)]))
})

describe('a record of another version', () => {
  const older = { version: '1', colour: 'red' }
  const migrations = {
    1: ({ colour = '', ...rest }) => ({ ...rest, hue: colour }),
    2: (hash: Readonly<Record<string, string>>) => ({ ...hash, mood: 'calm' }),
  }

  test('is brought to this one, step by step', () => {
    expect(migrated(older, migrations, 3)).toEqual({ version: '3', hue: 'red', mood: 'calm' })
    expect(migrated({ version: '3', hue: 'blue' }, migrations, 3)).toEqual({ version: '3', hue: 'blue' })
  })

  test.each([
    ['is newer', '4', migrations, 'record_of_newer_version'],
    ['is older than what anybody knows', '0', migrations, 'record_of_other_version'],
    ['has a gap before it', '1', { 2: migrations[2] }, 'record_of_other_version'],
  ])('is refused with its number when it %s', (_, version, known, code) => {
    expect(() => migrated({ ...older, version }, known, 3)).toThrow(
      expect.objectContaining({
        code,
        message: `its record has version ${version}, and this program reads up to 3`,
      }),
    )
  })

  test.each([undefined, '', 'one', '1.5'])('is no record where its version is %j', (version) => {
    const { version: _, ...rest } = older
    const hash = version === undefined ? rest : { ...rest, version }
    expect(() => migrated(hash, migrations, 3)).toThrow(
      expect.objectContaining({ code: 'record_unreadable' }),
    )
  })
})
