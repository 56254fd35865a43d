import { Redis } from 'ioredis'
import { z } from 'zod'
import type { Clock } from '../../studio/kit/clock.ts'
import { createHappenings, type Happened, type Happenings } from '../../studio/kit/happenings.ts'

/** What the bot wrote into its Redis, as an outsider reads it: by the names of docs/ledger.md. */
export type BooksEntry = Happened<
  | {
      readonly kind: 'state'
      readonly job: string
      readonly feature: string
      readonly state: string
      /** The audio service's id of its task; absent where none is known yet, or there is none. */
      readonly task?: string
      /** The audio service's ids of its outputs, once the result is known. */
      readonly conversions: readonly string[]
      /** The ids of the files that were brought to Slack for it so far. */
      readonly files: readonly string[]
    }
  /** A line of a journal: `bucket` is whose, `entry` its place there. */
  | {
      readonly kind: 'line'
      readonly bucket: string
      readonly entry: string
      readonly fields: Readonly<Record<string, string>>
    }
>

type Written =
  | Omit<Extract<BooksEntry, { kind: 'state' }>, 'id' | 'atMs'>
  | Omit<Extract<BooksEntry, { kind: 'line' }>, 'id' | 'atMs'>

/** The states that jobs went through and the lines of the journals, in the order in which they were noticed. */
export interface Books extends Pick<Happenings<Written>, 'changed'> {
  since(id: number): readonly BooksEntry[]
  close(): Promise<void>
}

const jobKey = /^\{b\d+\}:job:(.+)$/
const journalKey = /^\{(.+)\}:journal$/

/** https://redis.io/docs/latest/develop/pubsub/keyspace-notifications/ */
const noticed = { events: 'Kht', channels: ['__keyspace@0__:*:job:*', '__keyspace@0__:*:journal'] } as const

const outcome = z.object({ outputs: z.array(z.object({ conversionId: z.string().nullish() })) })

const conversionsIn = (text: string | undefined): readonly string[] =>
  text ? outcome.parse(JSON.parse(text)).outputs.flatMap(({ conversionId }) => conversionId ?? []) : []

const slackFileId = /^F[0-9A-Z]+$/

/** What the bot noted of the files that it brought to Slack. */
const filesIn = (record: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(record).flatMap(([name, id]) =>
    name.startsWith('note:upload_') && slackFileId.test(id) ? [id] : [],
  )

const pairsIn = (fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? '']] : [])),
  )

/** Every key that matches; a scan may bring one twice. */
const keysLike = async (redis: Redis, pattern: string): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1000)
    for (const key of keys) found.add(key)
    cursor = next
  } while (cursor !== '0')
  return found
}

/**
 * Reads the books of a bot in its Redis, and goes on reading as they change, also after Redis was started
 * again. Rejects when Redis does not answer.
 */
export const readBooks = async (redisUrl: string, clock: Pick<Clock, 'now'>): Promise<Books> => {
  const happenings = createHappenings<Written>(clock)
  const redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: null })
  const listener = redis.duplicate({ autoResubscribe: false })
  const states = new Map<string, string>()
  const places = new Map<string, string>()

  const readJob = async (key: string, job: string): Promise<void> => {
    const record = await redis.hgetall(key)
    const { state, feature = '', task, outcome: result } = record
    if (state === undefined || states.get(job) === state) return
    const ids = { ...(task && { task }), conversions: conversionsIn(result), files: filesIn(record) }
    states.set(job, state)
    happenings.record({ kind: 'state', job, feature, state, ...ids })
  }

  const readJournal = async (key: string, bucket: string): Promise<void> => {
    const after = places.get(key)
    for (const [entry, fields] of await redis.xrange(key, after === undefined ? '-' : `(${after}`, '+')) {
      if ((places.get(key) ?? '') === entry) continue
      places.set(key, entry)
      happenings.record({ kind: 'line', bucket, entry, fields: pairsIn(fields) })
    }
  }

  /** One after the other: two readings of one journal at once would tell its lines twice. */
  let reading: Promise<void> = Promise.resolve()
  const read = (key: string): Promise<void> => {
    const [[, job], [, bucket]] = [jobKey.exec(key) ?? [], journalKey.exec(key) ?? []]
    reading = reading
      .then(() =>
        job !== undefined ? readJob(key, job) : bucket !== undefined ? readJournal(key, bucket) : undefined,
      )
      .catch(() => undefined) // Redis is away: the next reading begins where this one did
    return reading
  }

  /** Listens first, and then reads what happened while nobody did. */
  const listen = async (): Promise<void> => {
    await redis.config('SET', 'notify-keyspace-events', noticed.events)
    await listener.psubscribe(...noticed.channels)
    const keys = [...(await keysLike(redis, '*:job:*')), ...(await keysLike(redis, '*:journal'))]
    for (const key of keys.toSorted()) await read(key)
  }

  for (const connection of [redis, listener]) connection.on('error', () => undefined)
  listener.on('pmessage', (_pattern: string, channel: string) => {
    void read(channel.slice(channel.indexOf(':') + 1))
  })
  try {
    await Promise.all([redis.connect(), listener.connect()])
    await listen()
  } catch (error) {
    listener.disconnect()
    redis.disconnect()
    throw error
  }
  listener.on('ready', () => void listen().catch(() => undefined))
  return {
    since: happenings.since,
    changed: happenings.changed,
    async close() {
      listener.disconnect()
      redis.disconnect()
      await reading
    },
  }
}
