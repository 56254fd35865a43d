import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { type Child, spawnChild } from '../../../studio/kit/children.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { makePassingFolder } from '../../../studio/kit/redis/redis.ts'
import { findRedisProgram, type RedisProgram } from '../../../studio/kit/redis/redis-program.ts'

const cacheDir = fileURLToPath(new URL('../../../.cache', import.meta.url))
const host = '127.0.0.1'
const slotCount = 16_384
const portTriesMax = 5

/**
 * A node that stands still for a test is not to be taken for dead by the others;
 * only while they meet they are quick.
 */
const nodeTimeoutMs = 60_000
const meetingTimeoutMs = 1_000

/** One process of the cluster, with a connection that goes to it and follows nobody elsewhere. */
export interface ClusterNode {
  id: string
  port: number
  redis: Redis
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

interface Started extends ClusterNode {
  busPort: number
  child: Child
}

const settingsOf = (port: number, busPort: number, dir: string): readonly string[] => [
  ...['--bind', host, '--port', String(port), '--dir', dir, '--save', ''],
  ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
  ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
  ...['--cluster-node-timeout', String(meetingTimeoutMs)],
]

const spawnNode = async (program: RedisProgram, dir: string): Promise<Started> => {
  await mkdir(dir)
  const [port, busPort] = [await freePort(), await freePort()]
  const args = settingsOf(port, busPort, dir)
  const child = spawnChild({ name: 'redis cluster node', program: program.path, args, env: program.env })
  await child.line((line) => line.includes('Ready to accept connections'))
  const redis = new Redis({ host, port, maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined) // a node that a test kills
  const id = String(await redis.cluster('MYID'))
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    if (child.pid !== undefined) process.kill(child.pid, name)
  }
  return { id, port, busPort, child, redis, signal }
}

/** Between asking for a free port and listening on it somebody else may have taken it. */
const startNode = async (program: RedisProgram, dir: string): Promise<Started> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await spawnNode(program, `${dir}-${tries}`)
    } catch (error) {
      const taken = error instanceof Error && error.message.includes('Address already in use')
      if (!taken || tries === portTriesMax) throw error
    }
  }
}

const meet = async (nodes: readonly Started[]): Promise<void> => {
  const [first] = nodes
  for (const [index, { redis }] of nodes.entries()) {
    const from = Math.ceil((index * slotCount) / nodes.length)
    const to = Math.ceil(((index + 1) * slotCount) / nodes.length) - 1
    await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1))
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to))
    if (first !== undefined && index > 0)
      await redis.call('CLUSTER', 'MEET', host, String(first.port), String(first.busPort))
  }
}

/** A node that has met no other, so that it does not know its own address, with some of the slots. It ends with the test. */
export const startLoneNode = async () => {
  const dir = await makePassingFolder('tunesmith-node-')
  const { child, redis, port } = await startNode(await findRedisProgram(cacheDir), join(dir, 'node'))
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', '0', '200')
  return {
    /** As `REDIS_URL` has it. */
    url: `redis://${host}:${port},`,
    async completeCluster() {
      await redis.config('SET', 'cluster-announce-ip', host)
      await redis.call('CLUSTER', 'ADDSLOTSRANGE', '201', String(slotCount - 1))
    },
    async stop() {
      redis.disconnect()
      await child.kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Whether each of them serves, and takes no other for dead. */
const areWell = async (nodes: readonly ClusterNode[]): Promise<boolean> => {
  const told = await Promise.all(nodes.map(({ redis }) => redis.cluster('INFO')))
  const signs = ['cluster_state:ok', 'cluster_slots_pfail:0', 'cluster_slots_fail:0']
  return told.every((info) => signs.every((sign) => String(info).includes(sign)))
}

const giveTimeout = async (nodes: readonly ClusterNode[], timeoutMs: number): Promise<void> => {
  for (const { redis } of nodes) await redis.config('SET', 'cluster-node-timeout', String(timeoutMs))
}

/** Asks again and again, and leaves the processors to those who are asked. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(20)
}

/** On a busy machine one may be taken for dead while they are quick; that is to heal while they still are. */
const becomePatient = async (nodes: readonly ClusterNode[]): Promise<void> => {
  do {
    await giveTimeout(nodes, meetingTimeoutMs)
    await until(() => areWell(nodes))
    await giveTimeout(nodes, nodeTimeoutMs)
  } while (!(await areWell(nodes)))
}

/** Which node has the slot, as it says itself. */
const ownerOf = async (nodes: readonly ClusterNode[], slot: number): Promise<ClusterNode> => {
  for (const node of nodes) {
    const ranges = await node.redis.cluster('SLOTS')
    const own = ranges.find(([from, to, owner]) => from <= slot && slot <= to && owner?.[1] === node.port)
    if (own !== undefined) return node
  }
  throw new Error(`nobody has slot ${slot}`)
}

/**
 * A Redis Cluster of three primaries on this machine, with all slots spread over them. It ends with the test.
 */
export const startCluster = async () => {
  const program = await findRedisProgram(cacheDir)
  const dir = await makePassingFolder('tunesmith-cluster-')
  const nodes = await Promise.all([0, 1, 2].map((number) => startNode(program, join(dir, String(number)))))
  await meet(nodes)
  // A node calls the cluster well once it knows an owner of every slot.
  await Promise.all(
    nodes.map(({ child }) => child.line((line) => line.includes('Cluster state changed: ok'))),
  )
  await becomePatient(nodes)
  const all = [...nodes]
  return {
    /** As `REDIS_URL` has it. */
    url: nodes.map(({ port }) => `redis://${host}:${port}`).join(','),
    nodes: nodes as readonly ClusterNode[],
    ownerOf: (slot: number) => ownerOf(nodes, slot),
    /** Starts one more node, a replica of this one, and answers with it when it follows. */
    async addReplica(primary: ClusterNode): Promise<ClusterNode> {
      const replica = await startNode(program, join(dir, 'replica'))
      all.push(replica)
      const [known] = nodes
      await replica.redis.call('CLUSTER', 'MEET', host, String(known?.port), String(known?.busPort))
      await until(async () => String(await replica.redis.call('CLUSTER', 'NODES')).includes(primary.id))
      await primary.redis.config('SET', 'repl-diskless-sync-delay', '0') // by itself it waits five seconds for more
      await replica.redis.call('CLUSTER', 'REPLICATE', primary.id)
      await until(async () => (await primary.redis.info('replication')).includes('state=online'))
      await becomePatient([replica]) // it refuses everything until it was told of the other primaries
      return replica
    },
    async stop() {
      for (const { redis, child } of all) {
        redis.disconnect()
        await child.kill()
      }
      await rm(dir, { recursive: true, force: true })
    },
  }
}
