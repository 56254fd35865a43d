import { createTimedCache } from '../../../core/caches.ts'
import { forgetTimes, type Records } from '../../../core/job/job-list.ts'
import type { LeftServer, LeftServers } from '../../../core/job/left-servers.ts'
import { onChange } from '../../../core/log.ts'
import type { AccountId } from '../../../core/target.ts'
import type { JobDeps } from '../../job-deps.ts'
import { type DueDeps, placeOf } from './due-messages.ts'
import { repeat } from './repeat.ts'

interface LeftServersDeps extends DueDeps {
  leftServers: Pick<LeftServers, 'leftBy' | 'returned' | 'clear' | 'clearParts' | 'end'>
  records: Pick<Records, 'walk' | 'forget'>
  /** How long after the bot was removed a server's data is kept; undefined: forever. */
  leftServerMs: number | undefined
  deadlines: Pick<JobDeps['deadlines'], 'leftServersMs' | 'lateMs'>
}

/** Servers per step, and records of each: a backlog shrinks without a noticeable load. */
const serversMax = 20
const recordsMax = 500
const recordsAtOnce = 50

/** When something had to stay, such as a job without an end, the server is looked at again after this. */
const againMs = 60 * 60_000
const waitingMax = 100_000

/** Whether records of an account are left: some for the next step, or only some that have to stay for now. */
type Left = 'more' | 'some' | 'none'

/** All go like those of a member who wants them deleted: what still runs, or may turn out otherwise, stays for now. */
const removeRecords = async (
  { records, deadlines, now }: LeftServersDeps,
  account: AccountId,
): Promise<Left> => {
  const times = forgetTimes(now(), deadlines)
  const of = { account, member: undefined }
  let after: string | undefined
  let removed = 0
  let kept = 0
  do {
    const { jobs, next } = await records.walk(of, after, recordsAtOnce)
    for (const { id } of jobs) {
      if ((await records.forget({ jobId: id }, times)).status === 'kept') kept += 1
      else removed += 1
    }
    after = next
    if (removed >= recordsMax && after !== undefined) return 'more'
  } while (after !== undefined)
  return kept > 0 ? 'some' : 'none'
}

/** `unknown`: no chat of this process can say for certain that the bot isn't there. */
const deleteOne = async (deps: LeftServersDeps, server: LeftServer): Promise<Left | 'unknown' | 'back'> => {
  const { leftServers, log } = deps
  const { account } = server
  const place = placeOf(deps, account)
  if (place?.port.isRemovedFrom === undefined) return 'unknown'
  if (!(await place.port.isRemovedFrom(place))) {
    await leftServers.returned(account)
    log.warn('a server that had been left has the bot, and keeps its data', { account })
    return 'back'
  }
  await leftServers.clear(server)
  return removeRecords(deps, account)
}

/**
 * Deletes what is kept of servers that removed the bot long enough ago, bit by bit. The chat is asked right before,
 * so that an outage or a lost event deletes nothing. A server that fails doesn't keep the others.
 */
export const createLeftServersStep = (deps: LeftServersDeps): (() => Promise<void>) => {
  const { leftServers, leftServerMs, log, now } = deps
  const waiting = createTimedCache<true>({ now, spanMs: againMs, entriesMax: waitingMax })
  return async () => {
    if (leftServerMs === undefined) return
    const due = (await leftServers.leftBy(now() - leftServerMs)).filter(
      ({ account }) => waiting.recall(account) === undefined,
    )
    const errors: unknown[] = []
    const read = new Map<LeftServer, Left>()
    for (const server of due.slice(0, serversMax)) {
      const left = await deleteOne(deps, server).catch((error: unknown) => {
        errors.push(error)
        return 'unknown' as const
      })
      if (left === 'unknown' || left === 'some') waiting.remember(server.account, true)
      if (left === 'some' || left === 'none') read.set(server, left)
    }
    await leftServers.clearParts([...read.keys()])
    for (const [{ account }, left] of read) {
      if (left === 'some') continue
      await leftServers.end(account)
      log.info('the data of a server that removed the bot was deleted', { account })
    }
    if (errors.length > 0) throw errors[0]
  }
}

/** Keeps deleting, one part at a time. Returns how to stop. */
export const startLeftServers = (deps: LeftServersDeps): { stop(): Promise<void> } => {
  const step = createLeftServersStep(deps)
  const tell = onChange(
    (error) => deps.log.warn('the data of a server that removed the bot could not be deleted yet', { error }),
    deps.now,
  )
  return { stop: repeat(() => step().catch(tell), deps.deadlines.leftServersMs).stop }
}
