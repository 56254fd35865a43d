import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { createAccounts } from './accounts.ts'
import { serveControl } from './control.ts'
import type { CostForm } from './conversion-record.ts'
import { endpoints } from './endpoints.ts'
import { createLine } from './line.ts'
import { serveDescription } from './open-api.ts'
import { createPlans } from './plans.ts'
import { createRefusals } from './refusals.ts'
import { createRenderer } from './renderer.ts'
import { serveResults } from './results.ts'
import { serveEndpoint, serveTheRest } from './routes.ts'
import type { Studio } from './studio.ts'
import { takeTurn } from './submission.ts'
import { createTasks } from './tasks.ts'

/** How a studio is started; everything but the Redis has a default. */
export type StudioOptions = {
  /** Where tasks and balances are kept. */
  readonly redisUrl: string
  /** What its keys there begin with; one studio at a time may use a prefix. */
  readonly keyPrefix?: string
  /** Where files are kept; a temporary folder, removed at the end, unless given. */
  readonly folder?: string
  /** The key callers must send; the one of last time, or a random one, unless given. */
  readonly apiKey?: string
  /** 0 = any free port. */
  readonly port?: number
  /** Milliseconds since the epoch, for the timestamps. */
  readonly now?: () => number
  /** How long a piece of music is; 20 unless given. */
  readonly musicSeconds?: number
  /** A fixed `eta`, for example -1 for "unknown"; an honest estimate unless given. */
  readonly etaSeconds?: number
  /** Credits of a new account; 100 unless given. */
  readonly balance?: number
  /** How `conversion_cost` is written; a number unless given. */
  readonly costForm?: CostForm
  /** Unfinished tasks that an account may have at a time; any number unless given. */
  readonly parallelMax?: number
}

/** A running studio. */
export type RunningStudio = {
  /** The address before the version, without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The address under which all results lie. */
  readonly cdnUrl: string
  readonly close: () => Promise<void>
}

const secondsPerMusicTask = 4
const defaultKeyPrefix = 'studio:'

type Ground = {
  readonly redis: Redis
  readonly keyPrefix: string
  readonly folder: string
  readonly fileUrl: Studio['fileUrl']
  readonly closing: AbortSignal
}

const clipFolderIn = (folder: string): string => join(folder, 'clips')

const createStudio = (
  options: StudioOptions,
  { redis, keyPrefix, folder, fileUrl, closing }: Ground,
): Studio => {
  const now = options.now ?? Date.now
  return {
    now,
    closing,
    clipFolder: clipFolderIn(folder),
    fileUrl,
    accounts: createAccounts(redis, keyPrefix),
    plans: createPlans(),
    refusals: createRefusals(now),
    tasks: createTasks(redis, keyPrefix, now),
    line: createLine(secondsPerMusicTask, () => performance.now()),
    renderer: createRenderer(folder),
    settings: {
      musicSeconds: options.musicSeconds ?? 20,
      etaSeconds: options.etaSeconds,
      costForm: options.costForm ?? 'number',
      parallelMax: options.parallelMax ?? Number.POSITIVE_INFINITY,
    },
  }
}

const createApp = (studio: Studio, folder: string, apiKey: string): FastifyInstance => {
  const app = fastify({ forceCloseConnections: true })
  app.register(multipart)
  serveResults(app, folder)
  serveControl(app, studio, apiKey)
  serveDescription(app, endpoints)
  for (const endpoint of endpoints) serveEndpoint(app, endpoint, studio)
  serveTheRest(app, studio)
  return app
}

/** The key of last time, so that callers who knew it go on after a restart. */
const settleKey = async (redis: Redis, keyPrefix: string, given: string | undefined): Promise<string> => {
  const name = `${keyPrefix}key`
  if (given === undefined) await redis.setnx(name, randomBytes(24).toString('base64url'))
  else await redis.set(name, given)
  return (await redis.get(name)) ?? ''
}

const folderFor = async ({ folder }: StudioOptions): Promise<string> => {
  const settled = folder ?? (await mkdtemp(join(tmpdir(), 'studio-')))
  await mkdir(clipFolderIn(settled), { recursive: true })
  return settled
}

const resume = async (studio: Studio): Promise<void> => {
  for (const task of await studio.tasks.unfinished()) void takeTurn(studio, task)
}

/**
 * Starts the audio service on this machine, on the loopback address only. Tasks that an earlier studio left unfinished
 * are taken up. Throws when the port is taken or Redis cannot be reached.
 */
export const startStudio = async (options: StudioOptions): Promise<RunningStudio> => {
  const { keyPrefix = defaultKeyPrefix } = options
  // A Redis that restarts is waited for: the service is not down for it.
  const redis = new Redis(options.redisUrl, { lazyConnect: true, maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  const folder = await folderFor(options)
  const closing = new AbortController()
  let baseUrl = ''
  const fileUrl: Studio['fileUrl'] = (name) => `${baseUrl}/cdn/${name}`
  const studio = createStudio(options, { redis, keyPrefix, folder, fileUrl, closing: closing.signal })
  let app: FastifyInstance | undefined

  const close = async (): Promise<void> => {
    closing.abort()
    await app?.close()
    await studio.renderer.close()
    redis.disconnect()
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    await redis.connect()
    const apiKey = await settleKey(redis, keyPrefix, options.apiKey)
    await studio.accounts.open(apiKey, options.balance ?? 100)
    app = createApp(studio, folder, apiKey)
    baseUrl = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
    await resume(studio)
    return { baseUrl, apiKey, cdnUrl: `${baseUrl}/cdn`, close }
  } catch (error) {
    await close()
    throw error
  }
}
