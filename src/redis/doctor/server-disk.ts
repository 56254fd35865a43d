import { type Check, ok } from '../../core/doctor-check.ts'
import { fromStore } from '../connection.ts'
import { infoField } from '../startup-check.ts'
import { ageText, type PrimaryCheck } from './findings.ts'
import type { ServerOptions } from './server.ts'

// Fields: https://redis.io/docs/latest/commands/info/

const oldSnapshotMs = 24 * 60 * 60_000

const appends: PrimaryCheck = {
  id: 'redis.aof',
  async look({ name }, info) {
    const told = await info('persistence')
    if (infoField(told, 'aof_enabled') !== '1') return undefined
    if (infoField(told, 'aof_last_write_status') === 'err')
      return {
        verdict: 'failed',
        what: `the append-only file of ${name}`,
        why: 'Its last write to disk failed, so it takes no writes.',
        mend: 'Free some space on its disk, and check its log.',
      }
    if (infoField(told, 'aof_last_bgrewrite_status') === 'err')
      return {
        verdict: 'warning',
        what: `the append-only file of ${name}`,
        why: 'It could not be compacted the last time, so it keeps growing.',
        mend: 'Check the log of Redis: it is usually short of disk or memory.',
      }
    return ok(`${name} writes its append-only file`)
  },
}

const snapshots: PrimaryCheck = {
  id: 'redis.snapshot',
  async look({ name }, info) {
    if (infoField(await info('persistence'), 'rdb_last_bgsave_status') !== 'err')
      return ok(`no snapshot of ${name} failed the last time`)
    return {
      verdict: 'warning',
      what: `the last snapshot of ${name}`,
      why: 'It failed. Unless stop-writes-on-bgsave-error is off, Redis takes no writes until one succeeds.',
      mend: 'Check the log of Redis: it is usually short of disk or memory.',
    }
  },
}

/** Redis says when it last wrote a snapshot, and counts its start as one. It knows nothing of copies elsewhere. */
const backups = (now: () => number): PrimaryCheck => ({
  id: 'redis.backup',
  async look({ name }, info) {
    const told = await info('persistence')
    const savedAt = infoField(told, 'rdb_last_save_time')
    if (savedAt === undefined) return undefined
    const ageMs = Math.max(0, now() - Number(savedAt) * 1000)
    const copied = 'only a copy on another machine is a backup, and Redis does not know of those'
    if (infoField(told, 'aof_enabled') === '1')
      return ok(
        `${name} last wrote or loaded a snapshot ${ageText(ageMs)} ago, and keeps an append-only file; ${copied}`,
      )
    if (ageMs <= oldSnapshotMs)
      return ok(`${name} last wrote or loaded a snapshot ${ageText(ageMs)} ago; ${copied}`)
    return {
      verdict: 'warning',
      what: `the last snapshot of ${name}`,
      why: `It is ${ageText(ageMs)} old, and there is no append-only file, so everything since then is only in memory.`,
      mend: 'Switch appendonly on, or let it make snapshots, and copy them to another machine.',
    }
  },
})

const oldBackupMs = 7 * 24 * 60 * 60_000

/** How long ago `npm run backup` was last run, if ever: others make their copies in their own way. */
export const lastBackup = ({ redis, keys, now }: Pick<ServerOptions, 'redis' | 'keys' | 'now'>): Check => ({
  id: 'redis.last_backup',
  async run() {
    const madeAt = await fromStore(redis.get(keys.lastBackup))
    if (madeAt === null) return [ok('"npm run backup" was never run with this Redis')]
    const ageMs = Math.max(0, now() - Number(madeAt))
    if (ageMs <= oldBackupMs) return [ok(`the last backup was made ${ageText(ageMs)} ago`)]
    return [
      {
        verdict: 'warning',
        what: 'the last backup',
        why: `It was made ${ageText(ageMs)} ago. What happened since would be lost with this Redis.`,
        mend: 'Run "npm run backup", best every night, and copy the file to another machine.',
      },
    ]
  },
})

/** What each primary says of its disk. */
export const diskChecks = ({ now }: { now: () => number }): readonly PrimaryCheck[] => [
  appends,
  snapshots,
  backups(now),
]
