import type { ArchivedFile, ArchiveFolder, StreamEntry } from '../../../src/core/ledger/archive.ts'
import { createArchiver, dropHoldsScript } from '../../../src/redis/archiver.ts'
import { storedLines } from '../../../src/redis/journal.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { dropForgotten, prepareHiding } from '../../../src/redis/pseudonyms.ts'
import { runScript } from '../../../src/redis/scripts.ts'
import { jobIn } from '../jobs/job-states.ts'
import type { ScriptRow } from './every-script.ts'
import { jobRequest, type StoreWorld } from './store-world.ts'

const yearMs = 366 * 24 * 60 * 60_000
const bucket = bucketOf('discord:server-1')

/** A folder that keeps nothing for the next process. */
const inMemory = (): ArchiveFolder => {
  const months = new Map<string, readonly StreamEntry[]>()
  const retired = new Set<string>()
  let identity: string | undefined
  return {
    identity: async () => identity,
    async claim(given) {
      identity = given
    },
    async retire(pseudonyms) {
      for (const pseudonym of pseudonyms) retired.add(pseudonym)
    },
    retired: async () => retired,
    async write(journal, month, entries): Promise<ArchivedFile> {
      const all: StreamEntry[] = []
      for await (const entry of entries) all.push(entry)
      months.set(`${journal} ${month}`, all)
      return { count: all.length, digest: 'none' }
    },
    async *read(journal, month) {
      yield* months.get(`${journal} ${month}`) ?? []
    },
  }
}

/** Archives all that is there by now. */
const archiveAll = (archive: ArchiveFolder) => (through: StoreWorld) =>
  createArchiver({ ...through, archive, afterMs: 0, now: () => Date.now() + yearMs }).step(bucket)

/** Ways to run the scripts about archived entries. */
export const archiveRows: readonly ScriptRow[] = [
  {
    script: 'archive',
    name: 'archive, after which nothing is left to archive',
    again: 'what is true by then',
    async prepare(world) {
      await jobIn(world, 'posted')
      return archiveAll(inMemory())
    },
  },
  {
    script: 'drop-holds',
    name: 'drop-holds',
    again: 'first answer',
    prepare: () =>
      Promise.resolve(({ redis, keys }) =>
        runScript(redis, dropHoldsScript, [keys.hold(jobRequest().id)], []),
      ),
  },
  {
    script: 'name-members',
    name: 'name-members',
    again: 'first answer',
    async prepare({ redis, keys }) {
      const entries = () => storedLines(redis, keys.journal(bucket))
      return async (through) => {
        await prepareHiding(through, bucket, entries, 0, entries)
      }
    },
  },
  {
    script: 'drop-forgotten',
    name: 'drop-forgotten',
    again: 'first answer',
    prepare: () => Promise.resolve((through) => dropForgotten(through, bucket, 0)),
  },
  {
    script: 'forget-pseudonym',
    name: 'forget-pseudonym',
    again: 'first answer',
    async prepare({ redis, keys }) {
      await redis.set(keys.archive, 'a folder')
      return ({ pseudonyms }) => pseudonyms.forget('discord:server-1', 'member-1')
    },
  },
]
