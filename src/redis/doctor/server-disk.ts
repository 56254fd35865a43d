import { ok } from '../../core/doctor-check.ts'
import { infoField } from '../startup-check.ts'
import type { PrimaryCheck } from './findings.ts'

// Fields: https://redis.io/docs/latest/commands/info/

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

/** What each primary says of its files. */
export const diskChecks: readonly PrimaryCheck[] = [appends, snapshots]
