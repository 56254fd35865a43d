import { Cluster, type Redis } from 'ioredis'
import { troubleIn } from './trouble.ts'

const faults = new WeakMap<Redis | Cluster, Error>()

/** Why Redis, which answers, is not used yet; undefined if no such reason is known. */
export const readinessFault = (redis: Redis | Cluster): Error | undefined => faults.get(redis)

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

const report = (redis: Redis | Cluster, fault: Error | undefined): void => {
  if (fault === undefined) return
  faults.set(redis, fault)
  redis.emit('error', fault)
}

/** A password that changed while we were away is told on connecting alone. */
const isLockedOut = (error: Error): boolean => ['NOAUTH', 'WRONGPASS'].includes(troubleIn(error) ?? '')

/** Judges the replies on which the library decides whether it is ready. */
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

/** Reports why a connection is not ready as its error, which the library keeps to itself. */
export const reportUnready = (redis: Redis | Cluster): void => {
  if (redis instanceof Cluster) askNodesOnRetry(redis)
  else judgeInfo(redis)
  redis.on('ready', () => faults.delete(redis))
  redis.on('error', (error: Error) => {
    if (isLockedOut(error)) faults.set(redis, error)
    else if (error !== faults.get(redis)) faults.delete(redis)
  })
}
