import { type ChainableCommander, Cluster, Redis } from 'ioredis'
import { AppError, isProgramFault } from '../core/errors.ts'
import { declared, sayDeclared } from '../core/text/say.ts'
import { type RedisAccess, type RedisAddress, readRedisAddress, type StoreConnection } from './address.ts'
import { watchReadiness } from './readiness.ts'
import { troubleIn } from './trouble.ts'

/** A command that Redis does not answer in this time counts as lost; its outcome is unknown. */
export const commandTimeoutMs = 1_000

/** How long an attempt to connect may take; meanwhile everything is refused. */
const connectTimeoutMs = 5_000

/** A silent node sends no redirections, so it is detected when the slot map is refreshed. */
const slotsRefreshIntervalMs = 5_000

/** The error codes of a replica: see `troubleIn`. */
const demoted = /(?:^|\s-?)(?:READONLY|MASTERDOWN)\b/

/** Errors this close together come from one connection. */
const momentMs = 50
const calmMs = 60_000

/** The pause before the next try to connect, by the number of tries. */
const retryDelayMs = (attempt: number): number => Math.min(50 * 2 ** attempt, 2_000)

/**
 * Options for an address whose primary may change: a connection to a server that became a replica is closed and
 * reopened, with growing pauses while the address leads to a replica.
 */
export const leavingReplicas = (now: () => number = performance.now.bind(performance)) => {
  let times = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    reconnectOnError(error: Error): boolean {
      if (!demoted.test(error.message)) return false
      const sinceMs = now() - lastMs
      if (sinceMs > momentMs) {
        times = sinceMs > calmMs ? 1 : times + 1
        lastMs = now()
      }
      return true
    },
    retryStrategy(attempt: number): number {
      const recently = now() - lastMs > calmMs ? 0 : times
      return retryDelayMs(Math.max(attempt, recently))
    },
  }
}

type Clustered = Extract<RedisAddress, { kind: 'cluster' }>
type Watched = Extract<RedisAddress, { kind: 'sentinel' }>

/** An address with everything that is needed to reach it. */
type Way<Address extends RedisAddress = RedisAddress> = Omit<RedisAccess, 'url'> & { address: Address }

const wayTo = (access: string | RedisAccess): Way => {
  const { url, ...more } = typeof access === 'string' ? { url: access } : access
  const address = readRedisAddress(url)
  if (address === undefined) throw new AppError('configuration', 'REDIS_URL names no Redis')
  return { ...more, address }
}

const credentials = ({ username, password }: RedisAddress) => ({
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
})

/**
 * Asks the Sentinels again whenever a connection is lost. The library's own failover listener is off: a
 * failover reported while it connects would end the connection permanently.
 */
const sentinelOptions = (way: Way<Watched>) => {
  const { address, sentinelUser, sentinelPassword, sentinelTls = address.hasTls } = way
  return {
    sentinels: [...address.sentinels],
    name: address.name,
    ...credentials(address),
    ...encryption(way),
    enableTLSForSentinelMode: address.hasTls,
    ...(sentinelUser !== undefined && { sentinelUsername: sentinelUser }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(sentinelTls && { sentinelTLS: certificates(way) }),
    role: 'master' as const,
    sentinelCommandTimeout: commandTimeoutMs,
  }
}

const certificates = ({ ca, cert, key }: Pick<RedisAccess, 'ca' | 'cert' | 'key'>) => ({
  ...(ca !== undefined && { ca }),
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
})

const encryption = (way: Way) => (way.address.hasTls ? { tls: certificates(way) } : {})

/** A certificate names hosts, so IP addresses can't be verified over TLS. */
const nameResolution = ({ hasTls }: Clustered) =>
  hasTls
    ? { dnsLookup: (host: string, found: (error: null, address: string) => void) => found(null, host) }
    : {}

/** ioredis ignores a failed ASKING, and an unhandled rejection ends the process. */
const hearAsking = (node: Redis): void => {
  const asking = node.asking.bind(node)
  node.asking = () => {
    const reply = asking()
    reply.catch(() => undefined) // the following command fails as well, and is handled
    return reply
  }
}

/** ioredis continues with database 0 if another one is refused, so that connection is closed before use. */
const holdToDatabase = (redis: Redis): void => {
  const select = redis.select.bind(redis)
  redis.select = (database: number | string) => {
    const reply = select(database)
    reply.catch(() => redis.disconnect(true))
    return reply
  }
}

const failingFast = (timeoutMs: number) => ({
  commandTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  connectTimeout: connectTimeoutMs,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
})

/**
 * A node ignores a command that it answers by MOVED, ASK, TRYAGAIN or CLUSTERDOWN, so only those are resent, to
 * the named node or after a moment, all within the timeout of one command. Commands in flight on a closed
 * connection are not.
 */
const clusterStore = (way: Way<Clustered>, timeoutMs: number): Cluster => {
  const { address } = way
  const cluster = new Cluster([...address.nodes], {
    lazyConnect: true,
    enableOfflineQueue: false,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: commandTimeoutMs / 20,
    maxRedirections: 16,
    slotsRefreshTimeout: commandTimeoutMs,
    slotsRefreshInterval: slotsRefreshIntervalMs,
    clusterRetryStrategy: retryDelayMs,
    redisOptions: { ...credentials(address), ...encryption(way), ...failingFast(timeoutMs) },
    ...nameResolution(address),
  })
  cluster.on('+node', hearAsking)
  return cluster
}

const listen = <T extends StoreConnection>(redis: T, onError: (error: Error) => void): T => {
  watchReadiness(redis, onError)
  if (!(redis instanceof Cluster)) holdToDatabase(redis)
  return redis
}

/**
 * Our own connection: fails fast, queues nothing while Redis is away and never resends what may have arrived
 * (ioredis would, and a lost reply would cause a second effect). A connection that is silent for the timeout of
 * a command is closed, because the other side may be gone. `timeoutMs` is that of one command; a test on a busy
 * machine allows more.
 */
export const connectStore = (
  access: string | RedisAccess,
  onError: (error: Error) => void,
  timeoutMs = commandTimeoutMs,
): StoreConnection => {
  const way = wayTo(access)
  const { address } = way
  const options = {
    ...failingFast(timeoutMs),
    ...leavingReplicas(),
    lazyConnect: true,
    enableOfflineQueue: false,
  }
  switch (address.kind) {
    case 'single':
      return listen(new Redis(address.url, { ...options, ...encryption(way) }), onError)
    case 'sentinel':
      return listen(new Redis({ ...options, ...sentinelOptions({ ...way, address }) }), onError)
    case 'cluster':
      return listen(clusterStore({ ...way, address }, timeoutMs), onError)
  }
}

/** BullMQ blocks for at most ten seconds; a connection that is silent for twice that is closed. */
const queueSilenceMs = 20_000

/**
 * BullMQ's connection: waits for Redis indefinitely, because its reads block on purpose. Commands that a closed
 * connection left unanswered are resent on the next one: every wake-up has an id.
 */
export const connectQueue = (
  access: string | RedisAccess,
  onError: (error: Error) => void,
  silenceMs = queueSilenceMs,
): StoreConnection => {
  const way = wayTo(access)
  const { address } = way
  const patient = { maxRetriesPerRequest: null, socketTimeout: silenceMs, ...leavingReplicas() }
  switch (address.kind) {
    case 'single':
      return listen(new Redis(address.url, { ...patient, ...encryption(way) }), onError)
    case 'sentinel':
      return listen(new Redis({ ...patient, ...sentinelOptions({ ...way, address }) }), onError)
    case 'cluster': {
      const redisOptions = {
        ...credentials(address),
        ...encryption(way),
        maxRetriesPerRequest: null,
        socketTimeout: silenceMs,
      }
      return listen(new Cluster([...address.nodes], { redisOptions, ...nameResolution(address) }), onError)
    }
  }
}

const unavailableText = declared(
  "I can't reach my database right now. Try again in a minute. Nothing was charged.",
)
const wrongClockText = declared(
  "My clock is wrong, so I can't keep track of credits. Your bot operator needs to fix this. Nothing was charged.",
)

/** A command that Redis rejects fails the next time as well. */
const isFault = (cause: unknown, message: string): boolean =>
  /^(?:ERR|WRONGTYPE)\b/.test(message) && troubleIn(cause) === undefined

/** Turns a Redis failure into an AppError that keeps the cause. */
export const storeError = (cause: unknown): AppError => {
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.startsWith('CLOCK')
    ? new AppError('store_refused', `Redis: ${message}`, { cause, memberText: sayDeclared(wrongClockText) })
    : new AppError('store_unavailable', `Redis: ${message}`, {
        cause,
        retryable: !isFault(cause, message) && !isProgramFault(cause),
        memberText: sayDeclared(unavailableText),
      })
}

/** A Redis reply; a failure becomes an AppError. */
export const fromStore = <T>(reply: Promise<T>): Promise<T> =>
  reply.catch((cause: unknown) => {
    throw storeError(cause)
  })

/**
 * Makes a change, and repeats it once if the answer got lost; the change must be idempotent. Throws what `lost`
 * makes of the error if that fails as well, in whatever way: the first one may have been made.
 */
export const withoutDoubt = async <T>(
  change: () => Promise<T>,
  lost: (cause: unknown) => AppError,
): Promise<T> => {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'store_unavailable')) throw error
  }
  try {
    return await change()
  } catch (cause) {
    throw lost(cause)
  }
}

/** The replies to all commands of a pipeline or a transaction; if one of them failed, all count as failed. */
export const repliesOf = async (commands: ChainableCommander): Promise<readonly unknown[]> =>
  ((await fromStore(commands.exec())) ?? []).map(([error, reply]) => {
    if (error !== null) throw storeError(error)
    return reply
  })

/** A command that only reads, with the one key it reads first. */
type Read = readonly [name: string, key: string, ...rest: (string | number)[]]

/**
 * The replies to many reads of keys in different slots, in order; if one of them failed, all count as failed. A
 * single Redis gets them in one socket write, which costs more than the commands themselves; a cluster
 * connection's pipelines can't span nodes.
 */
export const readAll = (redis: StoreConnection, reads: readonly Read[]): Promise<readonly unknown[]> =>
  redis instanceof Cluster
    ? fromStore(Promise.all(reads.map(([name, ...rest]) => redis.call(name, ...rest))))
    : repliesOf(redis.pipeline(reads.map((read) => [...read])))
