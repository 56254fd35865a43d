import { lyrics } from '../../../src/commands/features/lyrics.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { result } from '../../../src/commands/features/result.ts'
import type { FileLinks } from '../../../src/core/clip/clip-reading.ts'
import type { ClipLinks } from '../../../src/core/clip/link.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Allowances } from '../../../src/core/command/gate.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { AudioService } from '../../../src/core/job/audio-service.ts'
import type { CallbackAddresses } from '../../../src/core/job/callbacks.ts'
import type { Places } from '../../../src/core/job/concurrency.ts'
import type { Acknowledgement } from '../../../src/core/job/platform.ts'
import { takerFrom } from '../../../src/core/job-id.ts'
import { builtInPrices } from '../../../src/core/ledger/prices.ts'
import { type Deadlines, defaultDeadlines } from '../../../src/jobs/deadlines.ts'
import type { JobDeps, KeyRing } from '../../../src/jobs/job-deps.ts'
import { acknowledge } from '../../../src/jobs/request/acknowledged.ts'
import { type RequestDeps, requestFeature } from '../../../src/jobs/request/request.ts'
import { createSettingsLook } from '../../../src/jobs/request/settings-here.ts'
import { createJobControl } from '../../../src/jobs/worker/control.ts'
import { sweep } from '../../../src/jobs/worker/upkeep/sweep.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { jobIdFor } from '../../../src/redis/keys.ts'
import { createPlaces } from '../../../src/redis/places.ts'
import { createPriceBook } from '../../../src/redis/price-book.ts'
import { invocation } from '../commands/invocation.ts'
import { listsWith } from '../commands/lists.ts'
import { fileOrigins } from '../fixtures/file-origins.ts'
import { createRecordingLog } from '../recording-log.ts'
import { giveBudget, openStoreWorld } from '../redis/store-world.ts'
import { createScriptedAudioService } from '../service/scripted-audio-service.ts'
import { isLong } from '../suite/runs.ts'
import { readJob } from './job-states.ts'
import { createMemoryQueue } from './memory-queue.ts'
import { createRecordingPlatform } from './recording-platform.ts'
import { createScriptedClipReader } from './scripted-clip-reader.ts'

interface JobWorldOptions {
  parallel?: number
  lookupsPerMinute?: number
  features?: readonly Feature[]
  deadlines?: Partial<Deadlines>
  /** Where the service calls back; nowhere unless told. */
  callbacks?: CallbackAddresses
  fileLinks?: FileLinks
  /** In place of the scripted service. */
  serviceWith?: (places: Places) => AudioService
  /** What all servers together may use in a month, in millionths. */
  operatorLimit?: number
  /** Whether clips can be given by web address; true by default. */
  clipLinks?: ClipLinks
  /** Whether results that nobody here made are shown; true by default, because the service is scripted. */
  resultsFromElsewhere?: boolean
  /** Limits of a member per minute; none by default. */
  allowances?: Allowances
  operatorBlocked?: readonly string[]
  refusedWords?: readonly string[]
  /** Where all is kept, in place of the Redis of all tests, and who can spend. */
  store?: Pick<
    Parameters<typeof openStoreWorld>[0] & object,
    'url' | 'redis' | 'prefix' | 'servers' | 'newServerCredits' | 'sealer'
  >
}

/** The most sweeps of a span in the short form. */
const sweepsMax = 10

/** No longer clip is taken in these worlds, in minutes. */
export const longestMinutes = 10

const forever = (): Promise<never> => new Promise(() => undefined)

let requests = 0

/**
 * Everything that jobs need, with a real store, and with time, service, queue and platform in a test's hands.
 */
export const openJobWorld = async (options: JobWorldOptions = {}) => {
  const { operatorLimit, allowances, operatorBlocked = [] } = options
  const storeWorld = openStoreWorld({
    ...options.store,
    ...(operatorLimit === undefined ? {} : { operatorLimit }),
    ...(allowances !== undefined && { allowances }),
  })
  const { clock, redis, keys, store, clips, budgets } = storeWorld
  await giveBudget(storeWorld, 100_000_000)
  const queue = createMemoryQueue(clock)
  const platform = createRecordingPlatform()
  const clipReader = createScriptedClipReader()
  const log = createRecordingLog()
  const gone = new Set<string>()
  const { parallel = 10, lookupsPerMinute = 100_000 } = options
  const provider = { redis, keys, providerKeyId: 'key-1', addressId: 'address-1' }
  const forKey = (providerKeyId: string) => {
    const ofThis = { ...provider, providerKeyId }
    return {
      places: createPlaces({ ...ofThis, now: clock.now, parallel, lookupsPerMinute }),
      prices: createPriceBook({ ...ofThis, prices: builtInPrices, wait: forever }),
    }
  }
  const { places, prices } = forKey(provider.providerKeyId)
  const service = createScriptedAudioService(clock.now, places)
  const ownService = createScriptedAudioService(clock.now, {
    spendLookup: () => Promise.resolve({ status: 'spent' }),
  })
  const { ownKeyStore } = storeWorld
  const ofOwnKey: KeyRing['of'] = (_, keyId) => ({
    keyId,
    payer: 'server',
    service: ownService,
    ...forKey(keyId),
  })
  const keyRing: KeyRing = {
    idOf: ownKeyStore.idOf,
    of: ofOwnKey,
    all: async () => (await ownKeyStore.inUse()).map((key) => ofOwnKey(key.account, key.keyId)),
  }
  const lists = listsWith({ voices: service.allVoices })
  const deps: JobDeps = {
    lists,
    alerts: storeWorld.alerts,
    store,
    queue,
    places,
    prices,
    budgets,
    longestMinutes,
    clips,
    voiceSamples: storeWorld.voiceSamples,
    log,
    now: clock.now,
    isStopping: () => false,
    chatsHeld: new Set(['discord']),
    allowlist: storeWorld.allowlist,
    settings: storeWorld.settings,
    blocks: storeWorld.blocks,
    clipStops: storeWorld.clipStops,
    operatorBlocked,
    taskOwners: storeWorld.taskOwners,
    resultsFromElsewhere: options.resultsFromElsewhere ?? true,
    keyId: provider.providerKeyId,
    payer: 'operator',
    keyRing,
    service: options.serviceWith?.(places) ?? service,
    clipReader: clipReader.port,
    callbacks: options.callbacks,
    fileLinks: options.fileLinks,
    isGone: (url) => Promise.resolve(gone.has(url)),
    download: async (url) => {
      if (gone.has(url)) throw new AppError('file_gone', 'HTTP 404')
      return new TextEncoder().encode(url)
    },
    features: new Map(
      (options.features ?? [music, remix, lyrics, result]).map((feature) => [feature.name, feature]),
    ),
    platforms: new Map([['discord', platform.port]]),
    deadlines: { ...defaultDeadlines, ...options.deadlines },
    random: () => 1,
    pause: (spanMs) => Promise.resolve(clock.advance(spanMs)),
  }
  const { drafts, jobList, settings } = storeWorld
  const requestDeps = {
    ...deps,
    approvals: storeWorld.approvals,
    consents: storeWorld.consents,
    refusedWords: options.refusedWords ?? [],
    prices,
    budgets,
    clips,
    drafts,
    jobList,
    fileOrigins,
    commands: [...deps.features.values()],
    lookAtSettings: createSettingsLook({ settings, log }),
    canSee: () => Promise.resolve(true),
    clipLinks: options.clipLinks ?? 'on',
    taker: takerFrom(0.5),
    jobIdFor,
  } satisfies RequestDeps
  const acknowledged = (jobId: string, acknowledgement: Acknowledgement) =>
    acknowledge(deps, jobId, acknowledgement)
  await queue.work(createWakeHandler(deps), 10)

  const ask = (overrides: Partial<Invocation> = {}): Promise<Answer> => {
    requests += 1
    const asked = { eventId: `request-${requests}`, values: { prompt: 'a sea shanty' }, ...overrides }
    const full = invocation(asked)
    return requestFeature(requestDeps, deps.features.get(full.command) ?? music, full)
  }

  /** A member asks, sees the answer, and the job is ready to start. Answers with its id. */
  const start = async (overrides: Partial<Invocation> = {}): Promise<string> => {
    const answer = await ask(overrides)
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    const message = platform.answer(answer.message)
    await acknowledged(answer.jobId, { kind: 'given', message })
    return answer.jobId
  }

  /** Starts jobs a millisecond apart, so that it is clear who came first. */
  const startInOrder = async (count: number): Promise<string[]> => {
    const jobIds: string[] = []
    for (let index = 0; index < count; index += 1) {
      jobIds.push(await start())
      clock.advance(1)
      await queue.run(clock.now())
    }
    return jobIds
  }

  /** As often as in production, but no more than `sweepsMax` times in the short form. */
  const sweepsApartMs = (untilMs: number): number => {
    const { sweepMs } = deps.deadlines
    return isLong ? sweepMs : Math.max(sweepMs, (untilMs - clock.now()) / sweepsMax)
  }

  /** Lets time pass up to `untilMs`, with the sweeper at its work. */
  const runWithSweeps = async (untilMs: number, everyMs = sweepsApartMs(untilMs)): Promise<void> => {
    while (clock.now() < untilMs) {
      await queue.run(Math.min(untilMs, clock.now() + everyMs))
      await sweep(deps)
    }
    await queue.run(untilMs)
  }

  return {
    ...storeWorld,
    queue,
    service,
    /** The service as it answers to every own key. */
    ownService,
    forKey,
    platform,
    clipReader,
    log,
    places,
    deps,
    requestDeps,
    acknowledged,
    ask,
    start,
    runWithSweeps,
    control: createJobControl(deps),
    /** Addresses of results that the service does not keep any more. */
    gone,
    startInOrder,
    job: (jobId: string) => readJob(storeWorld, jobId),
    statesOf: (jobIds: readonly string[]) =>
      Promise.all(jobIds.map(async (jobId) => (await readJob(storeWorld, jobId)).state)),
    balances: async () => {
      const { spent, held } = await storeWorld.budgets.read('discord:server-1')
      return { spent, held }
    },
    /** What people see of a message now. */
    texts: () => platform.messages.map(({ message }) => message.text),
  }
}
export type JobWorld = Awaited<ReturnType<typeof openJobWorld>>
