import { ok } from '../../core/doctor-check.ts'
import { infoField } from '../startup-check.ts'
import { bytesText, type PrimaryCheck } from './findings.ts'

// Fields: https://redis.io/docs/latest/commands/info/

const warningShare = 0.8
const failedShare = 0.95
const lagSecondsMax = 10

const numberIn = (info: string, field: string): number => Number(infoField(info, field) ?? Number.NaN)

const verdictOf = (share: number): 'warning' | 'failed' => (share >= failedShare ? 'failed' : 'warning')

const percentText = (share: number): string => `${Math.round(share * 100)} %`

const memory: PrimaryCheck = {
  id: 'redis.memory',
  async look({ name }, info) {
    const told = await info('memory')
    const [used, max] = [numberIn(told, 'used_memory'), numberIn(told, 'maxmemory')]
    if (!(used >= 0)) return undefined
    if (!(max > 0)) return ok(`${name} uses ${bytesText(used)}; it has no maxmemory`)
    const text = `${name} uses ${bytesText(used)} of its maxmemory of ${bytesText(max)}`
    if (used / max < warningShare) return ok(text)
    return {
      verdict: verdictOf(used / max),
      what: 'the memory of Redis',
      why: `${text} (${percentText(used / max)}). At the limit it refuses writes, and nothing can be requested.`,
      mend: 'Raise its maxmemory, or keep records for a shorter time (RETENTION_DAYS).',
    }
  },
}

const machineMemory: PrimaryCheck = {
  id: 'redis.machine',
  async look({ name }, info) {
    const told = await info('memory')
    const [used, total] = [numberIn(told, 'used_memory_rss'), numberIn(told, 'total_system_memory')]
    if (!(used >= 0 && total > 0)) return undefined
    const text = `${name} occupies ${bytesText(used)} of the ${bytesText(total)} of its machine`
    if (used / total < warningShare) return ok(text)
    return {
      verdict: verdictOf(used / total),
      what: "the memory of Redis' machine",
      why: `${text} (${percentText(used / total)}), and compacting its file takes more.`,
      mend: 'Give it more memory.',
    }
  },
}

const clients: PrimaryCheck = {
  id: 'redis.clients',
  async look({ name }, info) {
    const told = await info('clients')
    const [connected, max] = [numberIn(told, 'connected_clients'), numberIn(told, 'maxclients')]
    if (!(connected >= 0 && max > 0)) return undefined
    const text = `${name} has ${connected} of ${max} possible connections`
    if (connected / max < warningShare) return ok(text)
    return {
      verdict: verdictOf(connected / max),
      what: 'the connections of Redis',
      why: `${text}. At the limit it refuses new ones, so a process that restarts stays out.`,
      mend: 'Raise its maxclients, or run fewer processes.',
    }
  },
}

/**
 * Such as `slave0:ip=10.0.0.2,port=6379,state=online,offset=42,lag=1`. A port of 0 is no replica, but a backup that is
 * being made: see `replicas.lua`.
 */
const replicaPattern = /^slave\d+:ip=([^,]+),port=([1-9]\d*),state=(\w+),offset=\d+,lag=(-?\d+)/gm

const replicas: PrimaryCheck = {
  id: 'redis.replicas',
  async look({ name }, info) {
    const told = await info('replication')
    const all = [...told.matchAll(replicaPattern)]
    if (all.length === 0) return ok(`${name} has no replicas`)
    const behind = all.filter(([, , , state, lag]) => state !== 'online' || Number(lag) > lagSecondsMax)
    if (behind.length === 0) return ok(`replicas of ${name} that keep up: ${all.length}`)
    const named = behind.map(([, host, port, state, lag]) => `${host}:${port} (${state}, ${lag} s behind)`)
    return {
      verdict: 'warning',
      what: 'the replicas of Redis',
      why: `These do not keep up: ${named.join(', ')}. If the primary is lost, so are its last writes.`,
      mend: 'Check that they run, and the network between them.',
    }
  },
}

/** How loaded each primary is. */
export const loadChecks: readonly PrimaryCheck[] = [memory, machineMemory, clients, replicas]
