import type { Redis } from 'ioredis'
import { createCallbackAddresses } from '../../../src/app/callback-addresses.ts'
import { createDelivery } from '../../../src/bots/discord/outgoing/deliver.ts'
import { createNotify } from '../../../src/bots/discord/outgoing/notify.ts'
import { music } from '../../../src/commands/features/music.ts'
import type { AudioService } from '../../../src/core/job/audio-service.ts'
import type { Places } from '../../../src/core/job/concurrency.ts'
import type { Attempt } from '../../../src/core/job/platform.ts'
import { effectKey } from '../../../src/core/job-id.ts'
import { builtInPrices } from '../../../src/core/ledger/prices.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { type Deadlines, defaultDeadlines } from '../../../src/jobs/deadlines.ts'
import type { JobDeps, PostingPlatform } from '../../../src/jobs/job-deps.ts'
import { createPlaces } from '../../../src/redis/places.ts'
import { createPriceBook } from '../../../src/redis/price-book.ts'
import { createSealer } from '../../../src/redis/sealer.ts'
import { listsWith } from '../commands/lists.ts'
import { noOwnKeys } from '../jobs/no-own-keys.ts'
import { noTaskOwners } from '../jobs/no-task-owners.ts'
import { createScriptedClipReader } from '../jobs/scripted-clip-reader.ts'
import { openStoreWorld } from '../redis/store-world.ts'
import type { BadDay } from './bad-day.ts'
import type { DiscordModel } from './discord-model.ts'
import { contentsOf, measured } from './measured-feature.ts'
import type { Randomness } from './randomness.ts'
import type { ServiceModel } from './service-model.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { WakeUps } from './wake-ups.ts'

/** What every process of a day shares. */
export interface SharedWorld {
  day: BadDay
  now(): number
  random: Randomness
  wakeUps: WakeUps
  service: ServiceModel
  discord: DiscordModel
  connect(process: SimulatedProcess): Redis
  log: JobDeps['log']
  /** What is not as it has to be. */
  violations: string[]
}

export const provider = 'key-1'

/** The addresses of the simulated bot. */
export const addresses = createCallbackAddresses({
  publicUrl: 'https://tunes.example',
  keys: [new Uint8Array(32).fill(7)],
})

/** Every process has the same key. */
const sealer = createSealer({
  keys: [new Uint8Array(32)],
  tell: (unopened) => {
    throw new Error(`a secret could not be opened: ${JSON.stringify(unopened)}`)
  },
})

const createStores = (world: SharedWorld, process: SimulatedProcess) => {
  const { day, now } = world
  const redis = world.connect(process)
  const waitingMax = { server: 200, member: 20 }
  const stores = openStoreWorld({ redis, prefix: '', now, waitingMax, sealer })
  const { allowlist, blocks, clipStops, store, budgets, clips, settings, keys } = stores
  const ofProvider = { redis, keys, providerKeyId: provider }
  const { parallel, lookupsPerMinute } = day
  return {
    allowlist,
    blocks,
    clipStops,
    store,
    budgets,
    clips,
    settings,
    places: createPlaces({ ...ofProvider, addressId: 'address-1', now, parallel, lookupsPerMinute }),
    prices: createPriceBook({ ...ofProvider, prices: builtInPrices, wait: process.pause }),
  }
}

const createService = (
  { service, day }: SharedWorld,
  process: SimulatedProcess,
  places: Places,
): AudioService => ({
  async submit(request) {
    const prompt = String(request.body.prompt)
    const outcome = await process.act('other', `pays for ${prompt}`, () => service.submit(request))
    const ask = day.asks[Number(/^song (\d+)$/.exec(prompt)?.[1])]
    await process.pause(ask?.service.answerMs ?? 0)
    return outcome
  },
  answer: () => Promise.reject(new Error('nobody asks for words on this day')),
  async lookUp(_, task, use) {
    const taskId = typeof task === 'string' ? task : task.conversionId
    const spent = await places.spendLookup(use)
    if (spent.status === 'wait') return { status: 'later', waitMs: spent.waitMs }
    return process.act('other', `looks up ${taskId}`, () => service.lookUp(taskId))
  },
  voices: () => Promise.resolve({ voices: [], unreadable: 0, total: 0 }),
  look: () => Promise.resolve({ status: 'accepted' }),
  findVoices: () => Promise.resolve({ voices: [], unreadable: 0, total: 0 }),
})

/** Discord's own delivery, over a client that asks the model. */
const createPlatform = (
  { discord, now, log }: SharedWorld,
  process: SimulatedProcess,
  jobOf: (attempt: Pick<Attempt, 'key'>) => string,
): PostingPlatform => {
  const act = (name: string, perform: () => unknown): Promise<unknown> => process.act('timed', name, perform)
  const optionsFor = (shown: ResultMessage, attempt: Pick<Attempt, 'key'>) => ({
    calls: {
      make: (_: unknown, request: (rest: ReturnType<DiscordModel['restFor']>) => Promise<unknown>) =>
        request(discord.restFor(act, { job: jobOf(attempt), shown })),
      close: () => undefined,
    },
    download: () => process.act('other', 'reads a file', () => new Uint8Array(8)),
    log,
    now,
  })
  return {
    post: (target, message, attempt) =>
      createDelivery(optionsFor(message, attempt)).post(target, message, attempt),
    edit: (ref, message, attempt) => createDelivery(optionsFor(message, attempt)).edit(ref, message, attempt),
    remove: () => Promise.reject(new Error('nobody deletes a message on these days')),
    notify: (target, message, attempt, how) =>
      createNotify(optionsFor(message, attempt))(target, message, attempt, how),
    open: (clip) =>
      process.act('other', 'reads a clip', () => ({
        name: clip.name,
        chunks: (async function* () {
          yield Buffer.from(contentsOf(clip))
        })(),
      })),
  }
}

/** Looks at what came too late are rarer than in production on most days, for they are many and all alike. */
const deadlinesOf = ({ seed }: BadDay): Deadlines =>
  seed % 20 === 0 ? defaultDeadlines : { ...defaultDeadlines, lateLookMs: 4 * 60 * 60_000 }

const hashShared = 14

/** Everything that jobs need, as one process has it. */
export const createDeps = (
  world: SharedWorld,
  process: SimulatedProcess,
): JobDeps & ReturnType<typeof createStores> => {
  const { wakeUps, now, log, random, day } = world
  const stores = createStores(world, process)
  const platform = createPlatform(world, process, ({ key }) => key.slice(0, hashShared))
  return {
    ...stores,
    queue: wakeUps.of(process),
    service: createService(world, process, stores.places),
    keyId: provider,
    callbacks: day.callbacks ? addresses : undefined,
    fileLinks: undefined,
    clipReader: createScriptedClipReader().port,
    ...noTaskOwners,
    ...noOwnKeys,
    isGone: () => Promise.resolve(false),
    download: () => Promise.reject(new Error('no result is sent as a file on these days')),
    voiceSamples: { keep: () => Promise.reject(new Error('no voice is heard on these days')) },
    longestMinutes: 10,
    lists: listsWith({}),
    isStopping: () => false,
    chatsHeld: new Set(['discord']),
    operatorBlocked: [],
    features: new Map([music, measured].map((feature) => [feature.name, feature])),
    platforms: new Map([['discord', platform]]),
    deadlines: deadlinesOf(day),
    log,
    now,
    random: random.next,
    pause: process.pause,
  }
}

/** What messages of a job are known by. */
export const messageKeyOf = (jobId: string): string => effectKey(jobId).slice(0, hashShared)
