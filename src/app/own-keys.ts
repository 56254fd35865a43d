import { noteUsed } from '../core/caches.ts'
import { type Effect, withEffects } from '../core/effect.ts'
import type { AudioService } from '../core/job/audio-service.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { KeyTest, OwnKeys } from '../core/job/own-keys.ts'
import type { KeyRing } from '../jobs/job-deps.ts'
import { providerKeyId } from '../redis/keys.ts'
import type { OwnKeyStore } from '../redis/own-keys.ts'
import type { createStores } from '../redis/stores.ts'
import { actingForKey, actingService } from './acting-ports.ts'
import { createOwnServices, type OwnServicesOptions } from './own-services.ts'

interface OwnKeysOptions extends Omit<OwnServicesOptions, 'store' | 'lookupsOf'> {
  effect: Effect
  store: OwnKeyStore
  forKey: ReturnType<typeof createStores>['forKey']
  /** The line of the operator's key. */
  places: Places
  /** Whether secrets in Redis are encrypted. */
  isEncrypted: boolean
}

/** Lines kept at once. They have no state but the latest prices, so another one does as well. */
const linesMax = 1_000

const testKey = async (service: Pick<AudioService, 'look'>): Promise<KeyTest> => {
  const looked = await service.look()
  if (looked.status === 'accepted') return 'accepted'
  if (looked.status !== 'refused' || looked.why === 'address') return 'away'
  return looked.why === 'balance' ? 'unpaid' : 'refused'
}

/** Servers' own API keys: dependencies of jobs for each key, and the port behind `/budget key`. */
export const createOwnKeys = (options: OwnKeysOptions) => {
  const { effect, store, isEncrypted } = options
  const known = new Map<string, ReturnType<typeof actingForKey>>()
  const newLine = (keyId: string) => actingForKey(effect, options.forKey(keyId))
  /** Only for keys that the service accepted: others could be as many as somebody cares to type. */
  const lineOf = (keyId: string) => {
    const line = known.get(keyId) ?? newLine(keyId)
    noteUsed(known, keyId, line, linesMax)
    return line
  }
  const services = createOwnServices({ ...options, lookupsOf: (keyId) => newLine(keyId).places })
  const of: KeyRing['of'] = (account, keyId) => ({
    keyId,
    payer: 'server',
    service: actingService(effect, services.of({ account, keyId })),
    ...lineOf(keyId),
  })

  const keyRing: KeyRing = {
    idOf: store.idOf,
    of,
    async all() {
      const accounts = new Map((await store.inUse()).map(({ account, keyId }) => [keyId, account]))
      return [...accounts].map(([keyId, account]) => of(account, keyId))
    },
  }
  /** Also ends the key's pause if the service accepts it. The sweeper then wakes its jobs. */
  const testAndResume = async (keyId: string, service: Pick<AudioService, 'look'>): Promise<KeyTest> => {
    const found = await testKey(service)
    if (found === 'accepted') await lineOf(keyId).places.resume(undefined)
    return found
  }
  const ownKeys: OwnKeys = {
    read: (account) => store.read(account),
    async test(account) {
      const keyId = await store.idOf(account)
      if (keyId === undefined) return undefined
      const { status } = await store.open({ account, keyId })
      return status === 'open' ? testAndResume(keyId, of(account, keyId).service) : 'unopened'
    },
    async set({ apiKey, ...change }) {
      const keyId = providerKeyId(apiKey)
      if (services.isOperators(keyId)) return { status: 'not_taken', why: 'operators' }
      if (!isEncrypted) return { status: 'not_taken', why: 'unencrypted' }
      if ((await store.idOf(change.account)) !== keyId) {
        const counted = await store.countTry(change.account)
        if (counted.status === 'too_many') return counted
      }
      const service = services.connect(keyId, apiKey)
      const found = await testAndResume(keyId, actingService(effect, service)).finally(() => service.close())
      if (found === 'refused') return { status: 'not_taken', why: found }
      if (found !== 'accepted' && found !== 'unpaid') return { status: 'not_taken', why: 'away' }
      const result = await store.keep(change, apiKey)
      return result.status === 'differs' ? result : { ...result, isUnpaid: found === 'unpaid' }
    },
    remove: (change) => store.remove(change),
  }
  /** A job's position in the line of the key that pays for it. */
  const positionOf: Places['positionOf'] = (job, usualSeconds) => {
    const { paidBy, keyId } = job
    const { places } = paidBy === 'server' && keyId !== undefined ? lineOf(keyId) : options
    return places.positionOf(job, usualSeconds)
  }
  return {
    keyRing,
    positionOf,
    ownKeys: withEffects(effect, 'ownKeys', ownKeys, ['read', 'test']),
    forLookUp: services.forLookUp,
    close: services.close,
  }
}
