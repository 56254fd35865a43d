import { setTimeout as wait } from 'node:timers/promises'
import { createAudioService } from '../audio-api/client.ts'
import { usualSong } from '../commands/features/music.ts'
import { clipBytesMax } from '../core/clip/clip.ts'
import type { Download } from '../core/clip/download.ts'
import type { Feature } from '../core/command/feature.ts'
import type { Effect } from '../core/effect.ts'
import type { Installations } from '../core/installation.ts'
import { createCanSee, createFindChannel, createLookAtChannel } from '../core/job/audience.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { WakeQueue } from '../core/job/wake-queue.ts'
import type { ArchiveFolder } from '../core/ledger/archive.ts'
import { createWorthText } from '../core/ledger/credit-worth.ts'
import type { Log } from '../core/log.ts'
import type { Deadlines } from '../jobs/deadlines.ts'
import { createBullQueue, type QueueSpans } from '../jobs/worker/bullmq-queue.ts'
import { createKeys, providerKeyId } from '../redis/keys.ts'
import { isTold } from '../redis/readiness.ts'
import { createStores } from '../redis/stores.ts'
import { actingDownload, actingQueue, actingService, actingStores } from './acting-ports.ts'
import { createC2paLibrary } from './c2pa/library.ts'
import { withManifests } from './c2pa/signing.ts'
import { createCallbackAddresses } from './callback-addresses.ts'
import { createChats } from './chats.ts'
import { createClipReader, createClipTroubleLog } from './clip-reader.ts'
import type { Config } from './config.ts'
import type { Connections } from './connections.ts'
import { createDownload } from './download.ts'
import { createDraw } from './drawing.ts'
import { createFileLinks } from './file-links.ts'
import { createLists } from './lists.ts'
import { createMarkWriter, withMarks } from './marking.ts'
import { createOwnKeys } from './own-keys.ts'
import { createFetchFile, isOwnOrigin } from './public-agent.ts'
import { clockToleranceMs } from './redis-settings.ts'
import type { Running, StopSpans } from './running.ts'
import { type HearStep, withSteps } from './telemetry/job-steps.ts'

/** A process's environment besides its settings. */
export interface Surroundings {
  /** Performs every effect that is visible outside the process or outlives it. */
  effect: Effect
  deadlines: Deadlines
  queueSpans: QueueSpans
  stopSpans: StopSpans
}

/** Steps that do not finish in time are taken up by other workers once their locks expire. */
const finishSteps = async (queue: WakeQueue, log: Log, withinMs: number): Promise<void> => {
  const jobs = await queue.rest(withinMs)
  if (jobs.length > 0) log.warn('steps are left to other workers', { jobs })
}

/** What a process has before its ports. Anything that must be stopped is added to `running`. */
interface Foundations {
  config: Config
  log: Log
  redis: Connections
  now: () => number
  running: Running[]
  features: readonly Feature[]
  hearStep: HearStep
}

type Stores = ReturnType<typeof createStores>

interface KeyPortsOptions extends Pick<Foundations, 'config' | 'log'> {
  effect: Effect
  stores: Stores
  /** The line of the operator's key. */
  places: Places
}

/** The ports that depend on an API key: the operator's, and those of servers that have their own. */
const createKeyPorts = ({ effect, config, log, stores, places }: KeyPortsOptions) => {
  const { apiKey, apiUrl, olderKeys } = config.audio
  const keyId = providerKeyId(apiKey)
  const serviceOptions = {
    baseUrl: apiUrl,
    apiKey,
    keyId,
    olderKeys: new Map(olderKeys.map((key) => [providerKeyId(key), key])),
    reads: { spendLookup: places.spendLookup, random: Math.random, wait },
    warn: (warning: string) => log.info('a request exceeds the guidance of the service', { warning }),
  }
  const operatorService = createAudioService({
    ...serviceOptions,
    withOtherKey: (account, keyId) => own.forLookUp({ account, keyId }),
  })
  const own = createOwnKeys({
    effect,
    store: stores.ownKeyStore,
    forKey: stores.forKey,
    places,
    serviceOptions,
    operatorService,
    isEncrypted: config.encryptionKeys.length > 0,
  })
  return {
    ports: {
      keyId,
      payer: 'operator' as const,
      service: actingService(effect, operatorService),
      places: { ...places, positionOf: own.positionOf },
      keyRing: own.keyRing,
      ownKeys: own.ownKeys,
    },
    close: async () => {
      await Promise.all([operatorService.close(), own.close()])
    },
  }
}

/** Fetches and uploads files where a chat says, and in the operator's own network only where its settings say so too. */
const createChatFiles = ({ discord, slack, privateOrigins }: Config) => {
  const uploads = slack === undefined ? [] : [new URL(slack.apiUrl).origin]
  const origins = [...(discord?.fileOrigins ?? []), ...(slack?.fileOrigins ?? []), ...uploads]
  return createFetchFile(origins.filter((origin) => isOwnOrigin(origin, privateOrigins)))
}

/** A download whose files say how they were made: by tags, and signed if the operator has a certificate. */
const withOrigins = (
  read: Download,
  { c2pa }: Config,
  { now, log }: Pick<Foundations, 'now' | 'log'>,
): Download => {
  const marked = withMarks(read, createMarkWriter(), log)
  return c2pa === undefined
    ? marked
    : withManifests(marked, { settings: c2pa, library: createC2paLibrary(), now, log })
}

/** The folder of archived months; loaded only if there is one. */
const loadArchive = async (folder: string | undefined): Promise<ArchiveFolder | undefined> =>
  folder === undefined ? undefined : (await import('./archive-folder.ts')).createArchiveFolder(folder)

/** What the Slack app that any workspace can install works with. */
const installsWith = (
  {
    installations,
    leftServers,
    allowlist,
  }: Pick<Stores, 'leftServers' | 'allowlist'> & { installations: Installations },
  operator: Config['operator'],
) => ({ installations, leftServers, isLetIn: allowlist.lets, operator })

/** Creates everything that a process works with, from its settings. */
export const createPorts = async (
  { effect, deadlines, queueSpans, stopSpans }: Surroundings,
  { config, log, redis, now, running, features, hearStep }: Foundations,
) => {
  const keys = createKeys()
  const common = { keys, now, wait, log, clockToleranceMs }
  const { audio, operator } = config
  const { longestMinutes, resultsFromElsewhere, clipLinks } = audio
  const stores = createStores({
    waitingRedis: redis.waiting,
    redis: redis.store,
    ...common,
    defaultZone: config.defaultZone,
    operator: { ...operator, holdMs: deadlines.operatorHoldMs },
    encryptionKeys: config.encryptionKeys.map((key) => Buffer.from(key, 'base64')),
    provider: audio,
    allowances: config.allowances,
    waitingMax: config.waitingMax,
    retentionMs: config.retentionMs,
    archive: await loadArchive(config.archiveDir),
  })
  const named = actingStores(effect, stores)
  const acting = { ...named, store: withSteps(named.store, { now, hear: hearStep }) }
  const keyPorts = createKeyPorts({ effect, config, log, stores, places: acting.places })
  const download = createDownload({ origins: audio.fileOrigins, privateOrigins: config.privateOrigins })
  const chatFiles = createChatFiles(config)
  const clipReader = createClipReader({
    bytesMax: clipBytesMax,
    secondsMax: longestMinutes * 60,
    ...createClipTroubleLog(log),
    now,
  })
  const queue = createBullQueue({
    connection: redis.queue,
    prefix: keys.queuePrefix,
    spans: queueSpans,
    log,
    isTold,
  })
  running.push(
    { name: 'audio service', kind: 'rest', stop: keyPorts.close },
    { name: 'downloads', kind: 'rest', stop: () => download.close() },
    { name: 'files of chats', kind: 'rest', stop: () => chatFiles.close() },
    { name: 'clips', kind: 'rest', stop: () => clipReader.close() },
    { name: 'wake queue', kind: 'rest', stop: () => queue.close() },
    { name: 'clips in hand', kind: 'intake', stop: async () => clipReader.giveUp() },
    { name: 'steps', kind: 'intake', stop: () => finishSteps(queue, log, stopSpans.stepsMs) },
  )
  const { outside } = config
  const callbacks = outside && createCallbackAddresses(outside)
  const ports = { ...stores, ...acting, ...keyPorts.ports, now, log }
  const files = actingDownload(effect, { read: download, look: download.isGone })
  const read = withOrigins(files.read, config, { now, log })
  const chats = await createChats(config, {
    download: read,
    fetchFile: chatFiles.fetchFile,
    effect,
    log,
    wait,
    callers: stores.callers,
    installs: installsWith(ports, operator),
  })
  const platforms = new Map(chats.platforms.map((platform) => [platform.name, platform]))
  return {
    ...ports,
    ...createLists({ ...ports, features, copy: ports.voiceCopy, wait, operatorBlocked: operator.blocked }),
    clipReader,
    longestMinutes,
    resultsFromElsewhere,
    clipLinks,
    callbacks,
    fileLinks: outside && createFileLinks(outside),
    deadlines,
    retentionMs: config.retentionMs,
    leftServerMs: config.leftServerMs,
    privacyContact: config.privacyContact,
    worthText: createWorthText({ prices: stores.prices, song: usualSong, creditPrice: config.creditPrice }),
    draw: createDraw(log),
    operatorBlocked: operator.blocked,
    refusedWords: operator.refusedWords,
    queue: actingQueue(effect, queue),
    queueMetrics: queue.metrics,
    bullQueue: queue.bull,
    download: read,
    isGone: files.look,
    fileOrigins: {
      audio: audio.fileOrigins,
      discord: config.discord?.fileOrigins ?? [],
      slack: config.slack?.fileOrigins ?? [],
    },
    chats,
    canSee: createCanSee(platforms),
    findChannel: createFindChannel(platforms),
    lookAtChannel: createLookAtChannel(platforms),
  }
}

/** Everything that a process works with. */
export type Ports = Awaited<ReturnType<typeof createPorts>>
