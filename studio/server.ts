import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { createAccounts } from './accounts/accounts.ts'
import { createCounters } from './accounts/counters.ts'
import { createLookUpLimit } from './accounts/look-up-limit.ts'
import { serveControl } from './control.ts'
import { endpoints } from './endpoints.ts'
import { createFaults } from './faults/faults.ts'
import { createStudioNetwork, type StudioNetwork } from './faults/network.ts'
import { createPlans } from './faults/plans.ts'
import { serveDescription } from './http/open-api.ts'
import { createRefusals } from './http/refusals.ts'
import { serveResults } from './http/results.ts'
import { serveEndpoint, serveTheRest } from './http/routes.ts'
import { type Clock, startClock } from './kit/clock.ts'
import { type Undo, undoAll } from './kit/undo.ts'
import { createStudioRecord } from './record.ts'
import { createCachingRenderer } from './render-cache.ts'
import { createRenderer, type Renderer, type Timer } from './renderer.ts'
import { type StudioSettings, studioSettings, usualSettings } from './settings.ts'
import type { Studio } from './studio.ts'
import { createInsist } from './tasks/insistence.ts'
import { createLine } from './tasks/line.ts'
import { takeTurn } from './tasks/submission.ts'
import { createTasks } from './tasks/tasks.ts'
import { createOutbox } from './webhooks/outbox.ts'

/**
 * How a studio is started; everything but the Redis has a default, and the settings those of `usualSettings`.
 */
export type StudioOptions = Partial<StudioSettings> & {
  /** Where tasks and balances are kept. */
  readonly redisUrl: string
  /** What its keys there begin with; one studio at a time may use a prefix. */
  readonly keyPrefix?: string
  /** Where files are kept; a temporary folder, removed at the end, unless given. */
  readonly folder?: string
  /** Caches renderings here; studios can share the folder. Without it, nothing is cached. */
  readonly cacheFolder?: string | undefined
  /** The key callers must send; the one of last time, or a random one, unless given. */
  readonly apiKey?: string
  /** 0 = any free port. */
  readonly port?: number
  /** The time by which everything happens; the real one unless given. It is not stopped at the end. */
  readonly clock?: Clock
  /**
   * What ends a rendering that lasts too long; real time unless given, as a moved
   * clock makes no rendering faster.
   */
  readonly renderTimer?: Timer
  /** Credits of a new account; 100 unless given. */
  readonly balance?: number
}

/** A running studio. */
export type RunningStudio = {
  /** The address before the version, without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The address under which all results lie. */
  readonly cdnUrl: string
  /** The control by an address of its own, which answers when the network of the studio does not. */
  readonly controlUrl: string
  readonly close: () => Promise<void>
}

const secondsPerMusicTask = 4
const defaultKeyPrefix = 'studio:'

type Ground = {
  readonly redis: Redis
  readonly keyPrefix: string
  readonly folder: string
  readonly clock: Clock
  readonly fileUrl: Studio['fileUrl']
  readonly closing: AbortSignal
  readonly network: StudioNetwork
}

const clipFolderIn = (folder: string): string => join(folder, 'clips')

const settingsFrom = (options: StudioOptions): StudioSettings =>
  studioSettings.strip().parse({ ...usualSettings, ...options })

const rendererFor = ({ cacheFolder, renderTimer }: StudioOptions, folder: string): Renderer => {
  const createMaker = (to: string): Renderer => createRenderer(to, renderTimer)
  return cacheFolder === undefined
    ? createMaker(folder)
    : createCachingRenderer(folder, cacheFolder, createMaker)
}

const createStudio = (options: StudioOptions, ground: Ground): Studio => {
  const { redis, keyPrefix, folder, clock, fileUrl, closing, network } = ground
  const settings = settingsFrom(options)
  const counters = createCounters(redis, keyPrefix)
  const plans = createPlans()
  const insist = createInsist(clock, closing)
  const faults = createFaults({ network, plans, paths: endpoints.map(({ path }) => path) })
  const record = createStudioRecord(clock)
  const outbox = createOutbox({
    redis,
    prefix: keyPrefix,
    clock,
    closing,
    counters,
    record,
    faults: faults.webhooks,
    dialectOf: ({ plan }) => ({ ...settings.webhooks, ...plan.webhooks }),
  })
  return {
    clock,
    closing,
    counters,
    faults,
    fileUrl,
    insist,
    outbox,
    plans,
    record,
    settings,
    changeSettings: (change) => void Object.assign(settings, change),
    folder,
    clipFolder: clipFolderIn(folder),
    accounts: createAccounts(redis, keyPrefix),
    lookUpLimit: createLookUpLimit(clock),
    refusals: createRefusals(clock.now),
    tasks: createTasks({ redis, prefix: keyPrefix, now: clock.now, announce: outbox.announce, insist }),
    line: createLine(secondsPerMusicTask, () => performance.now()),
    renderer: rendererFor(options, folder),
  }
}

const createApp = (studio: Studio, folder: string, apiKey: string): FastifyInstance => {
  const app = fastify({ forceCloseConnections: true })
  app.register(multipart)
  serveResults(app, folder, studio)
  serveControl(app, studio, apiKey)
  serveDescription(app, endpoints)
  for (const endpoint of endpoints) serveEndpoint(app, endpoint, studio)
  serveTheRest(app, studio)
  return app
}

/** Answers the control's paths, and no others, by a second door. */
const openControl = async (app: FastifyInstance): Promise<{ url: string; close: () => void }> => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/_studio/')) app.routing(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/_studio`, close }
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
  await studio.outbox.resume()
  for (const task of await studio.tasks.unfinished()) void takeTurn(studio, task)
}

/** A Redis that restarts is waited for: the service is not down for it. */
const openRedis = (url: string): Redis => {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  return redis
}

/**
 * Starts the audio service on this machine, on the loopback address only. Tasks and callbacks that an earlier
 * studio left unfinished are taken up. Throws when the port is taken or Redis cannot be reached.
 */
export const startStudio = async (options: StudioOptions): Promise<RunningStudio> => {
  const { keyPrefix = defaultKeyPrefix, clock = startClock() } = options
  /** What was begun, to be undone in the opposite order. */
  const begun: Undo[] = []
  const close = (): Promise<void> => undoAll(begun, 'The studio could not be ended in order')
  try {
    const folder = await folderFor(options)
    if (options.folder === undefined) begun.push(() => rm(folder, { recursive: true, force: true }))
    if (options.clock === undefined) begun.push(clock.stop)
    const redis = openRedis(options.redisUrl)
    begun.push(() => redis.disconnect())
    const closing = new AbortController()
    const network = createStudioNetwork(clock)
    let baseUrl = ''
    const fileUrl: Studio['fileUrl'] = (name) => `${baseUrl}/cdn/${name}`
    const ground = { redis, keyPrefix, folder, clock, fileUrl, closing: closing.signal, network }
    const studio = createStudio(options, ground)
    begun.push(studio.renderer.close)
    await redis.connect()
    const apiKey = await settleKey(redis, keyPrefix, options.apiKey)
    await studio.accounts.open(apiKey, options.balance ?? 100)
    const app = createApp(studio, folder, apiKey)
    network.carry(app.server)
    begun.push(() => app.close())
    begun.push(network.mend)
    begun.push(() => closing.abort())
    baseUrl = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
    const control = await openControl(app)
    begun.push(control.close)
    await resume(studio)
    return { baseUrl, apiKey, cdnUrl: `${baseUrl}/cdn`, controlUrl: control.url, close }
  } catch (error) {
    await close()
    throw error
  }
}
