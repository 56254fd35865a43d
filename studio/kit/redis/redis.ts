import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { type Child, spawnChild } from '../children.ts'
import { freePort } from '../free-port.ts'
import { noteFolderInUse, refuseFolderInUse } from './redis-folder.ts'
import { findRedisProgram, type RedisProgram } from './redis-program.ts'

export interface RedisServer {
  url: string
  /** Path of its Unix socket; undefined for a server without one, or that is not ours. */
  readonly socket: string | undefined
  /** Undefined for a server that is not ours; another one after a restart. */
  readonly pid: number | undefined
  /** Ends the server and removes its data, unless a folder was given for it. */
  stop(): Promise<void>
  /** Ends the server without warning; its data stay. */
  kill(): Promise<void>
  /** Ends the server without warning, and starts it again on its data. Rejects for one that is not ours. */
  restart(): Promise<void>
  /**
   * Has the server stand still: it takes connections and answers nothing. Throws for one that is not ours.
   */
  pause(): void
  /** Lets a server go on that stands still. */
  resume(): void
}

export interface RedisOptions {
  /**
   * Keeps the data here, so that a server can be started on them again; else a folder that passes with it.
   */
  dir?: string
  /** Where Debian's Redis is unpacked; `.cache` of this checkout unless told. */
  cacheDir?: string
  /** A free one unless told. */
  port?: number
  /** Has the server listen on a Unix socket too, which costs local clients less than TCP. */
  hasSocket?: boolean
  /** New names for commands; an empty name disables one, as managed services do. */
  commands?: Readonly<Record<string, string>>
}

const host = '127.0.0.1'
const portTriesMax = 5
const defaultCacheDir = fileURLToPath(new URL('../../../.cache', import.meta.url))

/** A server that others run: used as it is, and left running. */
const foreignServer = (url: string): RedisServer => {
  const refuse = (): never => {
    throw new Error('REDIS_URL names a server that is not ours to torment')
  }
  return {
    url,
    socket: undefined,
    pid: undefined,
    stop: async () => {},
    kill: async () => {},
    restart: async () => refuse(),
    pause: refuse,
    resume: () => {},
  }
}

const inMemory = '/dev/shm'
const inMemoryBytesMin = 2 ** 31

/**
 * A new folder for data that nobody wants once their server has stopped: in memory where Linux has plenty of
 * it, for each write that is acknowledged waits for the disk otherwise
 * (https://docs.kernel.org/filesystems/tmpfs.html).
 */
export const makePassingFolder = async (prefix: string): Promise<string> => {
  try {
    const { bavail, bsize } = await statfs(inMemory)
    if (bavail * bsize >= inMemoryBytesMin) return await mkdtemp(join(inMemory, prefix))
  } catch {
    // there is no such thing here, or it is not for us
  }
  return mkdtemp(join(tmpdir(), prefix))
}

/** Everything needed to start or restart a server. */
type Launch = {
  readonly program: RedisProgram
  readonly dir: string
  /** Path of its Unix socket, if it has one. */
  readonly socket: string | undefined
  readonly commands: Readonly<Record<string, string>>
}

const settings = ({ dir, socket, commands }: Launch, port: number): string[] => [
  ...['--bind', host, '--port', String(port), '--dir', dir],
  ...['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'],
  ...(socket === undefined ? [] : ['--unixsocket', socket]),
  ...Object.entries(commands).flatMap(([name, other]) => ['--rename-command', name, other]),
]

/** Rejects, with the reason and `name` for the server, unless a Redis answers there at once. */
export const ping = async (url: string, name: string): Promise<void> => {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  let reason: Error | undefined
  client.on('error', (error) => {
    reason = error
  })
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    const cause = reason ?? error
    throw new Error(`${name} does not answer: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    client.disconnect()
  }
}

const spawnServer = async (launch: Launch, port: number): Promise<Child> => {
  const child = spawnChild({
    name: 'redis',
    program: launch.program.path,
    args: settings(launch, port),
    env: launch.program.env,
  })
  await child.line((line) => line.includes('Ready to accept connections'))
  return child
}

/** Between asking for a free port and listening on it somebody else may have taken it. */
const spawnOnFreePort = async (launch: Launch): Promise<{ child: Child; port: number }> => {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    try {
      return { child: await spawnServer(launch, port), port }
    } catch (error) {
      const taken = error instanceof Error && error.message.includes('Address already in use')
      if (!taken || tries === portTriesMax) throw error
    }
  }
}

type Tended = {
  readonly url: string
  readonly child: Child
  readonly port: number
  readonly launch: Launch
  readonly removeDir: () => Promise<void>
}

const signal = ({ pid }: Child, name: 'SIGSTOP' | 'SIGCONT'): void => {
  if (pid !== undefined) process.kill(pid, name)
}

/**
 * What can be done with a server that runs. One that stands still is let go before
 * it is ended, or it would not hear.
 */
const tend = ({ url, child: first, port, launch, removeDir }: Tended): RedisServer => {
  let child = first
  let isPaused = false
  const resume = (): void => {
    if (isPaused) signal(child, 'SIGCONT')
    isPaused = false
  }
  return {
    url,
    socket: launch.socket,
    get pid() {
      return child.pid
    },
    stop: async () => {
      resume()
      await child.stop()
      await removeDir()
    },
    kill: async () => {
      await child.kill()
    },
    restart: async () => {
      resume()
      await child.kill()
      child = await spawnServer(launch, port)
    },
    pause: () => {
      signal(child, 'SIGSTOP')
      isPaused = true
    },
    resume,
  }
}

/**
 * Starts a Redis of its own that survives neither `stop` nor the death of this process, and
 * answers PING before it is handed out. With REDIS_URL set, that server is used instead, unless
 * a folder or a port is requested.
 *
 * @throws Error when no Redis can be found, where another runs on the folder, or with its
 *   last words when it does not start
 */
export const startRedis = async (options: RedisOptions = {}): Promise<RedisServer> => {
  const foreignUrl = process.env.REDIS_URL
  if (foreignUrl && options.dir === undefined && options.port === undefined) {
    await ping(foreignUrl, 'REDIS_URL')
    return foreignServer(foreignUrl)
  }
  const program = await findRedisProgram(options.cacheDir ?? defaultCacheDir)
  const dir = options.dir ?? (await makePassingFolder('tunesmith-redis-'))
  const socket = options.hasSocket ? join(dir, 'redis.sock') : undefined
  const launch = { program, dir, socket, commands: options.commands ?? {} }
  const removeDir = async (): Promise<void> => {
    if (options.dir === undefined) await rm(dir, { recursive: true, force: true })
  }
  try {
    await refuseFolderInUse(dir)
    const started =
      options.port === undefined
        ? await spawnOnFreePort(launch)
        : { child: await spawnServer(launch, options.port), port: options.port }
    const url = `redis://${host}:${started.port}`
    await ping(url, 'Redis')
    await noteFolderInUse(dir, url)
    return tend({ url, ...started, launch, removeDir })
  } catch (error) {
    await removeDir()
    throw error
  }
}
