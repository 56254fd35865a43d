import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnChild } from '../../../studio/kit/children.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { findRedisProgram } from '../../../studio/kit/redis/redis-program.ts'
import { startPrivateRedis } from './private-redis.ts'
import { follow } from './replica.ts'

const cacheDir = fileURLToPath(new URL('../../../.cache', import.meta.url))
const host = '127.0.0.1'
const name = 'tunesmith'

/** A primary, its replica and a Sentinel that may fail over by itself (quorum 1). It ends with the test. */
export const startSentinel = async () => {
  const program = await findRedisProgram(cacheDir)
  const servers = [await startPrivateRedis(), await startPrivateRedis()] as const
  const [primary, replica] = servers
  await follow(replica, primary)
  const dir = await mkdtemp(join(tmpdir(), 'tunesmith-sentinel-'))
  const port = await freePort()
  const file = join(dir, 'sentinel.conf')
  const lines = [
    `bind ${host}`,
    `port ${port}`,
    `dir ${dir}`,
    `sentinel monitor ${name} ${host} ${primary.port} 1`,
    `sentinel down-after-milliseconds ${name} 3000`,
    `sentinel failover-timeout ${name} 5000`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = spawnChild({
    name: 'redis sentinel',
    program: program.path,
    args: [file, '--sentinel'],
    env: program.env,
  })
  await child.line((line) => line.includes('+slave'))
  return {
    /** As `REDIS_URL` has it. */
    url: `redis+sentinel://${host}:${port}/${name}`,
    primary,
    replica,
    /** When the Sentinel has made the replica the primary by itself. */
    failedOver: () => child.line((line) => line.includes('+switch-master')),
    async stop() {
      await child.kill()
      for (const server of servers) await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

interface SecuredSentinel {
  /** Has `cert.pem` and `key.pem`. */
  dir: string
  /** Where the primary speaks TLS. */
  primaryPort: number
  /** Of the user without a name. */
  password: string
  /** A user with the rights that are needed, and one with too few; their passwords are their names in the plural. */
  user: string
  poorUser: string
}

/** A Sentinel that asks for a password, with and without TLS, and reaches its primary over TLS. */
export const startSecuredSentinel = async ({
  dir,
  primaryPort,
  password,
  user,
  poorUser,
}: SecuredSentinel) => {
  const program = await findRedisProgram(cacheDir)
  const [port, tlsPort] = [await freePort(), await freePort()]
  const file = join(dir, 'secured-sentinel.conf')
  const lines = [
    `bind ${host}`,
    `port ${port}`,
    `tls-port ${tlsPort}`,
    `tls-cert-file ${join(dir, 'cert.pem')}`,
    `tls-key-file ${join(dir, 'key.pem')}`,
    `tls-ca-cert-file ${join(dir, 'cert.pem')}`,
    'tls-auth-clients no',
    'tls-replication yes',
    `dir ${dir}`,
    'sentinel resolve-hostnames yes',
    'sentinel announce-hostnames yes',
    `sentinel monitor ${name} localhost ${primaryPort} 1`,
    `requirepass ${password}`,
    `user ${user} on >${user}s +sentinel|get-master-addr-by-name +sentinel|sentinels`,
    `user ${poorUser} on >${poorUser}s +sentinel|get-master-addr-by-name`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = spawnChild({
    name: 'secured redis sentinel',
    program: program.path,
    args: [file, '--sentinel'],
    env: program.env,
  })
  await child.line((line) => line.includes('+monitor'))
  return { port, tlsPort, stop: () => child.kill() }
}
