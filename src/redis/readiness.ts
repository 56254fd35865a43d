import { Cluster, type Redis } from 'ioredis'
import type { StoreConnection } from './address.ts'
import { findCause } from './probe.ts'
import { causeOf, troubleIn } from './trouble.ts'

const faults = new WeakMap<StoreConnection, Error>()
const copies = new WeakMap<StoreConnection, readonly StoreConnection[]>()

/**
 * Why a connection or one of its copies is not used although Redis answers; undefined if no such reason is
 * known.
 */
export const readinessFault = (redis: StoreConnection): Error | undefined =>
  [redis, ...(copies.get(redis) ?? [])].map((each) => faults.get(each)).find((fault) => fault !== undefined)

const field = (info: string, name: string): string =>
  new RegExp(`^${name}:([^\\r\\n]*)`, 'm').exec(info)?.[1] ?? ''

const slotCount = 16_384

/** https://redis.io/docs/latest/commands/cluster-info/ */
const clusterFault = (info: string): Error | undefined => {
  if (field(info, 'cluster_state') !== 'fail') return undefined
  const served = Number(field(info, 'cluster_slots_ok'))
  const reason =
    served < slotCount ? `only ${served} of ${slotCount} slots are served` : 'most primaries are away'
  return new Error(`CLUSTERDOWN ${reason}`)
}

/** https://redis.io/docs/latest/commands/info/ */
const serverFault = (info: string): Error | undefined => {
  if (field(info, 'redis_mode') === 'sentinel') return new Error('a Sentinel answers')
  return field(info, 'loading') === '1'
    ? new Error('LOADING Redis is loading the dataset in memory')
    : undefined
}

const report = (redis: StoreConnection, fault: Error | undefined): void => {
  if (fault === undefined) return
  faults.set(redis, fault)
  redis.emit('error', fault)
}

/** These are reported only on connecting. */
const isRefusal = (error: Error): boolean =>
  ['NOAUTH', 'WRONGPASS', 'MAXCLIENTS'].includes(troubleIn(error) ?? '')

/** Judges the replies by which the library decides whether it is ready. */
const judgeInfo = (redis: Redis): void => {
  const info = redis.info.bind(redis) as (...args: readonly unknown[]) => Promise<unknown>
  const judged: typeof info = (...args) => {
    const isReady = redis.status === 'ready'
    const reply = info(...args)
    reply.then(
      (text) => report(redis, isReady ? undefined : serverFault(String(text))),
      () => undefined, // the sender handles it
    )
    return reply
  }
  Object.assign(redis, { info: judged })
}

const askNode = async (node: Redis): Promise<string> => {
  const connection = node.duplicate({
    enableOfflineQueue: true,
    enableReadyCheck: false,
    retryStrategy: null,
  })
  connection.on('error', () => undefined) // the command fails as well
  try {
    return String(await connection.cluster('INFO'))
  } finally {
    connection.disconnect()
  }
}

/** A cluster without slots, or whose nodes do not know their addresses, leaves the library no node to ask. */
const askNodesOnRetry = (cluster: Cluster): void => {
  const nodes = new Map<string, Redis>()
  cluster.on('+node', (node: Redis) => nodes.set(`${node.options.host}:${node.options.port}`, node))
  cluster.on('reconnecting', () => {
    void Promise.any([...nodes.values()].map(askNode)).then(
      (info) => report(cluster, cluster.status === 'ready' ? undefined : clusterFault(info)),
      () => undefined, // none of them answers
    )
  })
}

/** Whether the other side ended the connection, perhaps with a final message that the library ignored. */
const isBrokenOff = (error: Error): boolean =>
  'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))

/** Errors that were reported as those of a connection. */
const told = new WeakSet<object>()

/** Whether a connection has already reported this error, which its other users get as well. */
export const isTold = (error: Error): boolean => told.has(error)

const isIn = (redis: StoreConnection, ...statuses: readonly string[]): boolean =>
  statuses.includes(redis.status)

/** Looks for the cause of each loss, and reports the cause instead. */
const explainLosses = (redis: StoreConnection, tell: (error: Error) => void): void => {
  let isLooking = false
  /** Whether this try was refused by name, which a probe without a password would not learn. */
  let isRefused = false
  let lost: Error | undefined
  const look = async (error?: Error, node?: string): Promise<void> => {
    if (isLooking || isIn(redis, 'ready', 'end')) return
    isLooking = true
    const known = faults.get(redis)
    const found = await findCause(redis, error, node)
    isLooking = false
    if (isIn(redis, 'end')) return
    if (found !== undefined && !isIn(redis, 'ready')) report(redis, found)
    else if (faults.get(redis) === known) faults.delete(redis)
    if (found === undefined && lost !== undefined) tell(lost)
    lost = undefined
  }
  const hear = (error: Error, node?: string) => {
    told.add(error)
    if (isBrokenOff(error)) lost = error
    else tell(error)
    const cause = causeOf(error)
    if (cause === faults.get(redis)) return
    isRefused = isRefusal(cause)
    if (isRefused) faults.set(redis, cause)
    else void look(error, node)
  }
  redis.on('error', hear)
  if (redis instanceof Cluster) redis.on('node error', hear)
  redis.on('close', () => {
    if (!isRefused) void look()
  })
  redis.on('connecting', () => {
    isRefused = false
  })
  for (const over of ['ready', 'end']) redis.on(over, () => faults.delete(redis))
}

/** Does the same for copies that the library's users make of this connection. */
const watchCopies = (redis: StoreConnection, tell: (error: Error) => void): void => {
  const duplicate = redis.duplicate.bind(redis) as (...args: readonly unknown[]) => StoreConnection
  const watched: typeof duplicate = (...args) => {
    const copy = duplicate(...args)
    copies.set(redis, [...(copies.get(redis) ?? []), copy])
    watch(copy, tell)
    return copy
  }
  Object.assign(redis, { duplicate: watched })
}

const watch = (redis: StoreConnection, tell: (error: Error) => void): void => {
  if (redis instanceof Cluster) askNodesOnRetry(redis)
  else judgeInfo(redis)
  explainLosses(redis, tell)
}

/**
 * Reports the errors of a connection and its copies, and why one is not ready, which the library hides. That
 * counts as an error as well.
 */
export const watchReadiness = (redis: StoreConnection, tell: (error: Error) => void): void => {
  watch(redis, tell)
  watchCopies(redis, tell)
}
