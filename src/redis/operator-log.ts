import { z } from 'zod'
import type { StoreConnection } from './address.ts'
import { fromStore, repliesOf } from './connection.ts'
import { recordFromPairs } from './job-record.ts'
import type { Keys } from './keys.ts'

interface OperatorLogOptions {
  redis: StoreConnection
  keys: Keys
}

/** Something that the operator did. */
export interface OperatorLogEntry {
  /** When, by Redis' clock. */
  atMs: number
  /** Where, such as `dashboard`. */
  by: string
  /** Such as `retry`. */
  action: string
  /** The job or the server. */
  on: string
  /** What came of it, in words. */
  result: string
}

/** What the operator did, newest first; the newest thousand are kept. Throws AppError `store_unavailable`. */
export interface OperatorLog {
  /** Reserves a form, with all that it says, for its first sender. Anyone after it gets its result, once there is one. */
  begin(form: string): Promise<'new' | { result: string | undefined }>
  /** Writes an entry, and its result for whoever sends the form again. */
  write(form: string, entry: Omit<OperatorLogEntry, 'atMs'>): Promise<void>
  /** Gives a reserved form up, by which nothing was done. */
  forget(form: string): Promise<void>
  latest(countMax: number): Promise<readonly OperatorLogEntry[]>
}

const keptMax = 1_000
/** Nobody sends a form later than its session lasts. */
const resultKeptMs = 24 * 60 * 60_000
/** Longer than anything takes. Then a form whose outcome is unknown can be sent again. */
const reservedMs = 60_000

const stored = z.object({ by: z.string(), action: z.string(), on: z.string(), result: z.string() })

/** See `OperatorLog`: a stream in the operator's slot. */
export const createOperatorLog = ({ redis, keys }: OperatorLogOptions): OperatorLog => {
  const markOf = (form: string) => keys.operatorMark(`form ${form}`)
  return {
    async begin(form) {
      const isFirst = await fromStore(redis.set(markOf(form), '', 'PX', reservedMs, 'NX'))
      if (isFirst !== null) return 'new'
      const result = await fromStore(redis.get(markOf(form)))
      return { result: result === null || result === '' ? undefined : result }
    },
    async write(form, { by, action, on, result }) {
      await fromStore(redis.set(markOf(form), result, 'PX', resultKeptMs))
      const pairs = Object.entries({ by, action, on, result }).flat()
      await repliesOf(redis.multi().xadd(keys.operatorLog, 'MAXLEN', '~', keptMax, '*', ...pairs))
    },
    async forget(form) {
      await fromStore(redis.del(markOf(form)))
    },
    async latest(countMax) {
      const lines = await fromStore(redis.xrevrange(keys.operatorLog, '+', '-', 'COUNT', countMax))
      return lines.flatMap(([id, pairs]) => {
        const { data } = stored.safeParse(recordFromPairs(pairs))
        return data === undefined ? [] : [{ ...data, atMs: Number(id.split('-')[0]) }]
      })
    },
  }
}

/** Sessions of the dashboard that were ended before their time. Throws AppError `store_unavailable`. */
export interface EndedSessions {
  /** Ends a session, which has at most `leftMs` to go. */
  end(session: string, leftMs: number): Promise<void>
  isEnded(session: string): Promise<boolean>
}

/** See `EndedSessions`: a mark for each, as long as it would have lasted. */
export const createEndedSessions = ({ redis, keys }: OperatorLogOptions): EndedSessions => {
  const markOf = (session: string) => keys.operatorMark(`session ${session}`)
  return {
    async end(session, leftMs) {
      await fromStore(redis.set(markOf(session), '1', 'PX', leftMs))
    },
    isEnded: async (session) => (await fromStore(redis.exists(markOf(session)))) === 1,
  }
}
