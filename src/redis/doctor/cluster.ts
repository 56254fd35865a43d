import { Cluster } from 'ioredis'
import { type Check, type Finding, ok } from '../../core/doctor-check.ts'
import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import { checkAlone, infoField } from '../startup-check.ts'
import { notStarted, refusalOf } from './findings.ts'

const slotCount = 16_384

/** https://redis.io/docs/latest/commands/cluster-info/ */
const clusterFinding = (told: string): Finding => {
  const served = Number(infoField(told, 'cluster_slots_ok') ?? 0)
  if (infoField(told, 'cluster_state') === 'ok' && served === slotCount)
    return ok('every slot of the cluster is served')
  return {
    verdict: 'failed',
    what: 'the cluster',
    why: `Only ${served} of ${slotCount} slots are served.`,
    mend: '"redis-cli --cluster check" says which are not.',
  }
}

/** Whether all of a cluster is served, and a single server is none of its nodes. */
export const clusterCheck = (redis: StoreConnection): Check => ({
  id: 'redis.cluster',
  async run() {
    if (redis instanceof Cluster) {
      const [node] = redis.nodes('master')
      return node === undefined ? [] : [clusterFinding(String(await fromStore(node.cluster('INFO'))))]
    }
    const refusal = await refusalOf(checkAlone(redis))
    return refusal === undefined
      ? [ok('Redis is a server of its own')]
      : [{ verdict: 'failed', what: 'REDIS_URL', why: refusal, mend: notStarted }]
  },
})
