import { Redis } from 'ioredis'
import { z } from 'zod'

/** What the verdict reads in Redis: by the names of docs/ledger.md, and by nothing of the bot's own. */

/** One account's figures in one window, in millionths of a credit. */
export interface Figures {
  account: string
  window: string
  spent: number
  held: number
  /** What the account may use, with what was granted; undefined where nobody has set it. */
  limit: number | undefined
}

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
  /** Whether its message is to be taken away, or was. */
  isRemoved: boolean
}

/** Everything of one moment that is judged. */
export interface Books {
  figures: readonly Figures[]
  /** The sum of the holds that are open. */
  openHolds: number
  /** What the journal, replayed, does not agree with. */
  differences: readonly string[]
  /** Leases of places at the service that nobody gave back. */
  leases: number
  jobs: readonly JobStanding[]
  /** What is booked for each job, by the journal. */
  spentByJob: ReadonlyMap<string, number>
}

type Line = Readonly<Record<string, string>>

const pairs = (fields: readonly string[]): Line =>
  Object.fromEntries(
    Array.from({ length: fields.length / 2 }, (_, index) => [fields[2 * index], fields[2 * index + 1]]),
  )

/** What a line adds to what is spent and held. `before` is what `credits` takes the place of. */
const effectOf = ({ operation, credits, before }: Line): { spent: number; held: number } | undefined => {
  const [now, was] = [Number(credits), Number(before)]
  switch (operation) {
    case 'hold':
      return { spent: 0, held: now }
    case 'adjust':
      return { spent: 0, held: now - was }
    case 'settle':
    case 'book':
      return { spent: now, held: -was }
    case 'void':
      return { spent: 0, held: -was }
    case 'correct':
      return { spent: now - was, held: 0 }
    default:
      return undefined
  }
}

/** Adds up a journal, and says where a line's own figures are not what the lines before it come to. */
const replay = (lines: readonly Line[]) => {
  const totals = new Map<string, { spent: number; held: number }>()
  const differences: string[] = []
  for (const line of lines) {
    const change = effectOf(line)
    if (change === undefined) continue
    const name = `${line.account}|${line.window}`
    const before = totals.get(name) ?? { spent: 0, held: 0 }
    const after = { spent: before.spent + change.spent, held: before.held + change.held }
    totals.set(name, after)
    if (after.spent !== Number(line.posted) || after.held !== Number(line.pending))
      differences.push(`${line.operation} of ${line.job} says ${line.posted} and ${line.pending}`)
  }
  return { totals, differences }
}

const windowsOf = (account: Line): ReadonlySet<string> =>
  new Set(Object.keys(account).flatMap((name) => /^(?:posted|pending)\|(.*)$/.exec(name)?.[1] ?? []))

const figuresOf = (key: string, account: Line): Figures[] =>
  [...windowsOf(account)].map((window) => ({
    account: key.replace(/^.*?:account:/, ''),
    window,
    spent: Number(account[`posted|${window}`] ?? 0),
    held: Number(account[`pending|${window}`] ?? 0),
    limit:
      account.limit === undefined
        ? undefined
        : Number(account.limit) + Number(account[`granted|${window}`] ?? 0),
  }))

const dueAtMsOf = ({ takes = '0' }: Line, open: string | null): number | undefined => {
  if (open === null) return undefined
  return Number(takes) > 0 ? 0 : Number(open)
}

const over = new Set(['posted', 'withheld', 'voided', 'failed', 'booked', 'expired'])

/** Whether a job has come to an end; the truth about one that was given up may still follow. */
export const isOver = ({ state }: Pick<JobStanding, 'state'>): boolean => over.has(state)

const messageRef = z.object({ message: z.string() })

const standing = (id: string, job: Line, open: string | null): JobStanding => {
  const { state = '', epoch, told = '', values = '', message, removal } = job
  return {
    id,
    state,
    asked: values,
    progress: `${state} ${epoch} ${told}`,
    dueAtMs: dueAtMsOf(job, open),
    messageId: message === undefined ? undefined : messageRef.parse(JSON.parse(message)).message,
    isRemoved: removal !== undefined,
  }
}

const spentByJob = (lines: readonly Line[]): ReadonlyMap<string, number> => {
  const spent = new Map<string, number>()
  for (const line of lines) {
    const change = effectOf(line)
    const job = line.job ?? ''
    if (change !== undefined) spent.set(job, (spent.get(job) ?? 0) + change.spent)
  }
  return spent
}

/**
 * A job that is looked at again only after this long is at rest; every step
 * of a bot that is armed is shorter.
 */
export const usualRestMs = 30_000

/** Opens the books of the bot that keeps them in this Redis. */
export const openBooks = (url: string) => {
  const redis = new Redis(url)
  redis.on('error', () => undefined) // one that is restarted is waited for
  const hashes = async (pattern: string): Promise<readonly (readonly [string, Line])[]> =>
    Promise.all((await redis.keys(pattern)).map(async (key) => [key, await redis.hgetall(key)] as const))
  const jobs = async (): Promise<readonly JobStanding[]> =>
    Promise.all(
      (await hashes('{b*}:job:*')).map(async ([key, job]) => {
        const [bucket = '', id = ''] = key.split(':job:')
        return standing(id, job, await redis.zscore(`${bucket}:open`, id))
      }),
    )
  const countOf = async (pattern: string, max: number): Promise<number> => {
    const counts = (await redis.keys(pattern)).map((key) => redis.zcount(key, '-inf', max))
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }
  const journals = async (): Promise<readonly Line[]> => {
    const streams = (await redis.keys('{b*}:journal')).map((key) => redis.xrange(key, '-', '+'))
    return (await Promise.all(streams)).flat().map(([, fields]) => pairs(fields))
  }
  return {
    jobs,
    /**
     * Whether every job is over, nothing is left to do within `restMs`, and the
     * operator's total has heard of all.
     */
    async isAtRest(restMs = usualRestMs): Promise<boolean> {
      if (!(await jobs()).every(isOver)) return false
      const due = await countOf('{b*}:open', Date.now() + restMs)
      const untold = await countOf('{b*}:unmirrored', Number.MAX_SAFE_INTEGER)
      return due + untold + (await redis.zcard('{operator}:unconfirmed')) === 0
    },
    async read(): Promise<Books> {
      const figures = (await hashes('{b*}:account:*')).flatMap(([key, account]) => figuresOf(key, account))
      const holds = (await hashes('{b*}:hold:*')).map(([, hold]) => hold)
      const lines = await journals()
      const { totals, differences } = replay(lines)
      const wrong = figures.flatMap(({ account, window, spent, held }) => {
        const total = totals.get(`${account}|${window}`) ?? { spent: 0, held: 0 }
        return total.spent === spent && total.held === held
          ? []
          : [`${account} has ${spent} and ${held}, its journal comes to ${total.spent} and ${total.held}`]
      })
      return {
        figures,
        openHolds: holds
          .filter(({ state }) => state === 'open')
          .reduce((sum, { amount }) => sum + Number(amount), 0),
        differences: [...differences, ...wrong],
        leases: await countOf('{key:*}:leases', Number.MAX_SAFE_INTEGER),
        jobs: await jobs(),
        spentByJob: spentByJob(lines),
      }
    },
    /** How many jobs wait for a place at the service. */
    inLine: () => countOf('{key:*}:line', Number.MAX_SAFE_INTEGER),
    /** Forgets that the service was busy or took nothing and how many look-ups there were, as these slow down later requests. */
    async forgetPace(): Promise<void> {
      const keys = await Promise.all(['pace', 'lookups*'].map((name) => redis.keys(`{key:*}:${name}`)))
      const found = keys.flat()
      if (found.length > 0) await redis.del(found)
    },
    close: () => redis.disconnect(),
  }
}
export type OpenBooks = ReturnType<typeof openBooks>
