import { lookup } from 'node:dns/promises'
import { isPublicHost } from '../../core/clip/public-host.ts'
import { check, ok } from '../../core/doctor-check.ts'
import { type RedisAddress, readRedisAddress } from '../address.ts'

const hostsOf = (address: RedisAddress): readonly string[] => {
  switch (address.kind) {
    case 'single':
      return [new URL(address.url).hostname.replace(/^\[|\]$/g, '')]
    case 'sentinel':
      return address.sentinels.map(({ host }) => host)
    case 'cluster':
      return address.nodes.map(({ host }) => host)
  }
}

/** Whether a name leads into the internet; one that DNS does not know leads nowhere. */
const isPublic = async (host: string): Promise<boolean> => {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.some(({ address, family }) => isPublicHost(family === 6 ? `[${address}]` : address))
}

/** Whether passwords and data would cross the internet firstProblems by others. */
export const tlsCheck = (url: string) =>
  check('redis.tls', async () => {
    const address = readRedisAddress(url)
    if (address === undefined || address.hasTls) return ok('the connection to Redis is encrypted')
    const publicHosts: string[] = []
    for (const host of hostsOf(address)) if (await isPublic(host)) publicHosts.push(host)
    if (publicHosts.length === 0) return ok('the connection to Redis stays in a private network')
    return {
      verdict: 'warning',
      what: 'REDIS_URL',
      why: `It crosses the internet without TLS (${publicHosts.join(', ')}), so its password and everything in it can be read on the way.`,
      mend: 'Use rediss:// and a port with TLS, or a private network.',
    }
  })
