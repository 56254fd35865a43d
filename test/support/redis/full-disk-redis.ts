import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnChild } from '../../../studio/kit/children.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { findProgram } from '../../../studio/kit/programs.ts'
import { startRedis } from '../../../studio/kit/redis/redis.ts'
import { findRedisProgram } from '../../../studio/kit/redis/redis-program.ts'

const cacheDir = fileURLToPath(new URL('../../../.cache', import.meta.url))

/** The append-only file may grow to this; in units of 512 bytes, as POSIX has it for `ulimit -f`. */
const fileBlocksMax = 1_024

const liftLimit = (pid: number | undefined): void => {
  const program = findProgram(['prlimit'])
  if (program === undefined) throw new Error('there is no prlimit, which Debian has in util-linux')
  execFileSync(program, ['--fsize=unlimited', '--pid', String(pid)])
}

/**
 * A Redis whose append-only file cannot grow beyond 512 KiB: a write past that fails with EFBIG, which Redis
 * treats as it treats a full disk, and needs no root. The limit is a soft one, so that it can be lifted while
 * Redis runs; the signal that would end the process instead is ignored
 * (https://man7.org/linux/man-pages/man2/getrlimit.2.html).
 */
export const startFullDiskRedis = async (appendFsync: 'always' | 'everysec') => {
  const program = await findRedisProgram(cacheDir)
  const dir = await mkdtemp(join(tmpdir(), 'tunesmith-full-disk-'))
  const port = await freePort()
  const settings = [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--save', ''],
    ...['--appendonly', 'yes', '--appendfsync', appendFsync, '--maxmemory-policy', 'noeviction'],
  ]
  const limited = `trap '' XFSZ; ulimit -S -f ${fileBlocksMax}; exec "$0" "$@"`
  const child = spawnChild({
    name: 'redis on a full disk',
    program: '/bin/sh',
    args: ['-c', limited, program.path, ...settings],
    env: program.env,
  })
  await child.line((line) => line.includes('Ready to accept connections'))
  let later: Awaited<ReturnType<typeof startRedis>> | undefined
  return {
    url: `redis://127.0.0.1:${port}`,
    /** When it has ended by itself, and what it said last. */
    ended: child.exited.then(() => child.lastLines()),
    makeRoom: () => liftLimit(child.pid),
    /** Starts it again on its data, on a disk with room. */
    async startWithRoom() {
      later = await startRedis({ dir, port })
    },
    async stop() {
      await child.kill()
      await later?.kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
