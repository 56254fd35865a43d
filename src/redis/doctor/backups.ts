import { type Check, type Finding, ok } from '../../core/doctor-check.ts'
import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import type { Keys } from '../keys.ts'
import { infoField, isRestoring, primariesOf, unfinishedRestore } from '../startup-check.ts'
import { ageText, type PrimaryCheck } from './findings.ts'

interface BackupsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
}

const oldSnapshotMs = 24 * 60 * 60_000
const oldBackupMs = 7 * 24 * 60 * 60_000

/** Redis says when it last wrote a snapshot, and counts its start as one. It knows nothing of copies elsewhere. */
const lookAtSnapshot =
  (now: () => number): PrimaryCheck['look'] =>
  async ({ name }, info) => {
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
  }

/** How long ago `npm run backup` was last run, if ever: others make their copies in their own way. */
const lookAtBackup = async ({ redis, keys, now }: BackupsOptions): Promise<Finding> => {
  const madeAt = await fromStore(redis.get(keys.lastBackup))
  if (madeAt === null) return ok('"npm run backup" was never run with this Redis')
  const ageMs = Math.max(0, now() - Number(madeAt))
  if (ageMs <= oldBackupMs) return ok(`the last backup was made ${ageText(ageMs)} ago`)
  return {
    verdict: 'warning',
    what: 'the last backup',
    why: `It was made ${ageText(ageMs)} ago. What happened since would be lost with this Redis.`,
    mend: 'Run "npm run backup", best every night, and copy the file to another machine.',
  }
}

const backupCheck = (options: BackupsOptions): Check => ({
  id: 'redis.backup',
  async run() {
    const look = lookAtSnapshot(options.now)
    const info = primariesOf(options.redis).map((primary) =>
      look(primary, (section) => fromStore(primary.redis.info(section))),
    )
    const found = [...(await Promise.all(info)), await lookAtBackup(options)]
    return found.filter((finding) => finding !== undefined)
  },
})

const restoreCheck = ({ redis, keys }: BackupsOptions): Check => ({
  id: 'redis.restore',
  async run() {
    if (!(await isRestoring(redis, keys))) return [ok('no restore was left unfinished')]
    return [
      {
        verdict: 'failed',
        what: 'what Redis holds',
        why: unfinishedRestore,
        mend: 'Until then nothing starts.',
      },
    ]
  },
})

/** Whether there are copies of what Redis holds, and whether that is whole. */
export const backupChecks = (options: BackupsOptions): readonly Check[] => [
  backupCheck(options),
  restoreCheck(options),
]
