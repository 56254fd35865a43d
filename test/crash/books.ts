import { Redis } from 'ioredis'
import { z } from 'zod'
import { readBooks } from '../support/judge/books.ts'

/** How far a job is, to see whether it goes on. */
export interface JobStanding {
  id: string
  state: string
  /** Changes whenever somebody has taken the job up, or it is elsewhere. */
  progress: string
  /**
   * When its next step is due, by the clock of this machine: 0 where somebody has it in hand, and is to
   * finish at once or to be followed; undefined where nothing is left to do by itself.
   */
  dueAtMs: number | undefined
  /** What was asked for, as JSON. */
  asked: string
  /** Its one message's id, where it is known. */
  messageId: string | undefined
  /** Whether its message should be removed, or was. */
  isRemoved: boolean
}

const over = new Set(['posted', 'withheld', 'voided', 'failed', 'booked', 'expired'])

/** Whether a job has come to an end; the truth about one that was given up may still follow. */
export const isOver = ({ state }: Pick<JobStanding, 'state'>): boolean => over.has(state)

const messageRef = z.object({ message: z.string() })

const standing = (
  id: string,
  {
    state = '',
    epoch,
    told = '',
    takes = '0',
    values = '',
    message,
    removal,
  }: Readonly<Record<string, string>>,
  open: string | null,
): JobStanding => ({
  id,
  state,
  asked: values,
  progress: `${state} ${epoch} ${told}`,
  dueAtMs: open === null ? undefined : Number(takes) > 0 ? 0 : Number(open),
  messageId: message === undefined ? undefined : messageRef.parse(JSON.parse(message)).message,
  isRemoved: removal !== undefined,
})

/**
 * A job that is looked at again only after this long is at rest; every step
 * of a bot that is armed is shorter.
 */
export const usualRestMs = 30_000

/** Opens the books of the bot that keeps them in this Redis. */
export const openBooks = (url: string) => {
  const redis = new Redis(url)
  redis.on('error', () => undefined) // one that is restarted is waited for
  const jobs = async (): Promise<readonly JobStanding[]> =>
    Promise.all(
      (await redis.keys('{b*}:job:*')).map(async (key) => {
        const [bucket = '', id = ''] = key.split(':job:')
        return standing(id, await redis.hgetall(key), await redis.zscore(`${bucket}:open`, id))
      }),
    )
  const countOf = async (pattern: string, max: number): Promise<number> => {
    const counts = (await redis.keys(pattern)).map((key) => redis.zcount(key, '-inf', max))
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }
  return {
    jobs,
    /**
     * Whether every job is over, nothing is left to do within `restMs`, also for requests to
     * admins, and the operator's total has heard of all.
     */
    async isAtRest(restMs = usualRestMs): Promise<boolean> {
      if (!(await jobs()).every(isOver)) return false
      const due = await countOf('{b*}:open', Date.now() + restMs)
      const asked = await countOf('{b*}:approvals', Date.now() + restMs)
      const untold = await countOf('{b*}:unmirrored', Number.MAX_SAFE_INTEGER)
      return due + asked + untold + (await redis.zcard('{operator}:unconfirmed')) === 0
    },
    read: () => readBooks(redis),
    /** How many jobs wait for a place at the service. */
    inLine: () => countOf('{key:*}:line', Number.MAX_SAFE_INTEGER),
    /** Forgets that the service was busy or took nothing and how many look-ups there were, as these slow down later requests. */
    async forgetPace(): Promise<void> {
      const keys = await Promise.all(['pace', 'lookups*'].map((name) => redis.keys(`{key:*}:${name}`)))
      const found = keys.flat()
      if (found.length > 0) await redis.del(found)
    },
    /** Forgets the requests to admins that a dead bot left open, as a member may have only a few. */
    async forgetAsked(): Promise<void> {
      const found = await redis.keys('{b*}:approval*')
      for (const key of found) await redis.del(key)
    },
    close: () => redis.disconnect(),
  }
}
export type OpenBooks = ReturnType<typeof openBooks>
