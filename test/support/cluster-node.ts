import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { vi } from 'vitest'
import { spawnChild } from '../../sandbox/children.ts'
import { freePort } from '../../sandbox/redis.ts'
import { findRedisProgram } from '../../sandbox/redis-program.ts'

const cacheDir = fileURLToPath(new URL('../../.cache', import.meta.url))

/** A node of a Redis Cluster that holds all slots, and so refuses every script and command that needs two of them. */
export const startClusterNode = async () => {
  const program = await findRedisProgram(cacheDir)
  const dir = await mkdtemp(join(tmpdir(), 'tunesmith-cluster-'))
  const port = await freePort()
  const args = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--dir',
    dir,
    '--save',
    '',
    '--cluster-enabled',
    'yes',
  ]
  const child = spawnChild({ name: 'redis cluster node', program: program.path, args, env: program.env })
  await child.line((line) => line.includes('Ready to accept connections'))
  const url = `redis://127.0.0.1:${port}`
  const redis = new Redis(url)
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await vi.waitFor(() => redis.get('anything'), { timeout: 10_000 })
  return {
    url,
    async stop() {
      redis.disconnect()
      await child.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
