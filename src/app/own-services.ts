import { createAudioService } from '../audio-api/client.ts'
import { noteUsed } from '../core/caches.ts'
import type { AudioService, NotTaken } from '../core/job/audio-service.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { OpenedKey, OwnKeyRef, OwnKeyStore } from '../redis/own-keys.ts'

type ServiceOptions = Parameters<typeof createAudioService>[0]
type Connected = ReturnType<typeof createAudioService>

export interface OwnServicesOptions {
  store: Pick<OwnKeyStore, 'open' | 'idOf'>
  /** Options of the operator's own client. */
  serviceOptions: ServiceOptions & { keyId: string }
  /** Called with the operator's keys. */
  operatorService: AudioService
  /** The look-up allowance of a key. */
  lookupsOf: (keyId: string) => Pick<Places, 'spendLookup'>
}

/** Keys whose connections are kept open. */
const connectedMax = 100

const noKey: NotTaken = { status: 'refused', why: 'no_key', said: undefined }

/** The audio service, called with servers' own keys. */
export interface OwnServices {
  /** Whether the key with this id is one of the operator's. */
  isOperators(keyId: string): boolean
  /** With a key that may not be stored yet; the caller closes it. */
  connect(keyId: string, apiKey: string): Connected
  /** With a stored key, which is read for each call: a removed one sends nothing. */
  of(key: OwnKeyRef): AudioService
  /**
   * With the key that paid for a task, or with the one that replaced it if that is gone or no longer accepted;
   * undefined if both are gone.
   */
  forLookUp(key: OwnKeyRef): Promise<Pick<AudioService, 'lookUp'> | undefined>
  close(): Promise<void>
}

/** See `OwnServices`. */
export const createOwnServices = (options: OwnServicesOptions): OwnServices => {
  const { store, operatorService } = options
  const operators = new Set([
    options.serviceOptions.keyId,
    ...(options.serviceOptions.olderKeys?.keys() ?? []),
  ])
  const connected = new Map<string, Connected>()

  const connect = (keyId: string, apiKey: string): Connected => {
    const reads = { ...options.serviceOptions.reads, spendLookup: options.lookupsOf(keyId).spendLookup }
    return createAudioService({ ...options.serviceOptions, apiKey, keyId, olderKeys: new Map(), reads })
  }
  const connectedTo = (keyId: string, apiKey: string): Connected => {
    const service = connected.get(keyId) ?? connect(keyId, apiKey)
    void noteUsed(connected, keyId, service, connectedMax)?.close()
    return service
  }
  const opened = async (key: OwnKeyRef): Promise<(OpenedKey & { status: 'open' }) | undefined> => {
    const found = await store.open(key)
    return found.status === 'open' ? found : undefined
  }

  const readerWith = async (key: OwnKeyRef): Promise<Connected | undefined> => {
    const found = await opened(key)
    return found && connectedTo(key.keyId, found.apiKey)
  }

  const sendWith = async <Sent>(
    key: OwnKeyRef,
    send: (service: AudioService) => Promise<Sent>,
  ): Promise<Sent | NotTaken> => {
    const found = await opened(key).catch(() => 'unknown' as const)
    if (found === 'unknown') return { status: 'not_sent', reason: 'the key could not be read' }
    return found?.maySend ? send(connectedTo(key.keyId, found.apiKey)) : noKey
  }

  return {
    isOperators: (keyId) => operators.has(keyId),
    connect,
    of: (key) => ({
      ...operatorService,
      submit: (request, files) => sendWith(key, (service) => service.submit(request, files)),
      answer: (request) => sendWith(key, (service) => service.answer(request)),
      async look() {
        const found = await opened(key)
        return found === undefined
          ? { status: 'refused', why: 'key', said: 'it is gone' }
          : connectedTo(key.keyId, found.apiKey).look()
      },
    }),
    async forLookUp(key) {
      const paid = await readerWith(key)
      const keyId = await store.idOf(key.account)
      const isReplaced = keyId !== undefined && keyId !== key.keyId
      const next = isReplaced ? await readerWith({ ...key, keyId }) : undefined
      if (paid === undefined || next === undefined) return paid ?? next
      return {
        async lookUp(...about) {
          const found = await paid.lookUp(...about)
          return found.status === 'unreadable' && found.isDenied ? next.lookUp(...about) : found
        },
      }
    },
    async close() {
      await Promise.all([...connected.values()].map((service) => service.close()))
    },
  }
}
