import type { ClipIndex } from '../core/clip/clip-index.ts'
import type { Download, IsGone } from '../core/clip/download.ts'
import type { Consents } from '../core/command/consent.ts'
import type { Drafts } from '../core/command/draft.ts'
import type { Blocks } from '../core/command/gate.ts'
import type { SettingsStore } from '../core/command/settings.ts'
import type { VoiceSamples } from '../core/command/voice-samples.ts'
import type { VoiceCopy } from '../core/command/voices.ts'
import { type Effect, withEffects } from '../core/effect.ts'
import type { Installations } from '../core/installation.ts'
import type { Alerts } from '../core/job/alerts.ts'
import type { Approvals } from '../core/job/approval.ts'
import type { AudioService } from '../core/job/audio-service.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { Records } from '../core/job/job-list.ts'
import type { JobStore } from '../core/job/job-store.ts'
import type { Ratings } from '../core/job/ratings.ts'
import type { WakeQueue } from '../core/job/wake-queue.ts'
import type { Welcomes } from '../core/job/welcome.ts'
import type { Bonuses } from '../core/ledger/bonuses.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { PriceBook } from '../core/ledger/price-book.ts'
import type { Pseudonyms } from '../core/ledger/pseudonym.ts'

interface Stores {
  store: JobStore
  budgets: Budgets
  blocks: Blocks
  places: Places
  prices: PriceBook
  clips: ClipIndex
  drafts: Drafts
  records: Records
  settings: SettingsStore
  ratings: Ratings
  voiceCopy: VoiceCopy
  voiceSamples: VoiceSamples
  alerts: Alerts
  bonuses: Bonuses
  welcomes: Welcomes
  approvals: Approvals
  pseudonyms: Pseudonyms
  consents: Consents
  installations: Installations
}

/** A key's line and prices, with each write named as an effect. */
export const actingForKey = (
  effect: Effect,
  { places, prices }: Pick<Stores, 'places' | 'prices'>,
): Pick<Stores, 'places' | 'prices'> => ({
  places: withEffects(effect, 'places', places, ['pausedFor', 'positionOf', 'leases', 'isTry']),
  prices: withEffects(effect, 'prices', prices, ['quote', 'highestBeside']),
})

/**
 * The stores in Redis, with each write named as an effect. The audit is not included: it changes no balance,
 * and its checkpoint follows from the journal. Nor is the gate, whose counts expire within a minute.
 */
export const actingStores = (effect: Effect, stores: Stores): Stores => ({
  store: withEffects(effect, 'store', stores.store, ['read', 'wasForgotten', 'running']),
  budgets: withEffects(effect, 'budgets', stores.budgets, [
    'read',
    'readShare',
    'readFor',
    'preview',
    'mayBeSponsored',
    'isManager',
    'managers',
    'pauses',
    'alertsPlace',
    'pauseOn',
  ]),
  blocks: withEffects(effect, 'blocks', stores.blocks, ['all', 'has']),
  ...actingForKey(effect, stores),
  clips: withEffects(effect, 'clips', stores.clips, ['inMessage', 'latest', 'of']),
  drafts: withEffects(effect, 'drafts', stores.drafts, ['read', 'of']),
  records: withEffects(effect, 'records', stores.records, ['aged', 'asked', 'copiesOf', 'walk']),
  settings: withEffects(effect, 'settings', stores.settings, ['read']),
  ratings: withEffects(effect, 'ratings', stores.ratings, ['counts', 'of']),
  voiceCopy: withEffects(effect, 'voiceCopy', stores.voiceCopy, ['read']),
  voiceSamples: withEffects(effect, 'voiceSamples', stores.voiceSamples, ['read', 'sampled']),
  alerts: withEffects(effect, 'alerts', stores.alerts, ['due']),
  bonuses: withEffects(effect, 'bonuses', stores.bonuses, ['due']),
  welcomes: withEffects(effect, 'welcomes', stores.welcomes, ['since']),
  approvals: withEffects(effect, 'approvals', stores.approvals, ['channelOf', 'read', 'find', 'due', 'of']),
  pseudonyms: withEffects(effect, 'pseudonyms', stores.pseudonyms, []),
  consents: withEffects(effect, 'consents', stores.consents, ['answersOf', 'isAnyDeclined', 'due']),
  installations: withEffects(effect, 'installations', stores.installations, ['find', 'all']),
})

/** The audio service, with each call named as an effect. */
export const actingService = (effect: Effect, service: AudioService): AudioService =>
  withEffects(effect, 'service', service, [])

/** The wake queue, where queueing a wake-up is an effect; the woken steps have effects of their own. */
export const actingQueue = (effect: Effect, queue: WakeQueue): WakeQueue =>
  withEffects(effect, 'queue', queue, ['work', 'rest', 'close'])

/** Reading a result's file and asking whether it still exists, each as a named effect. */
export const actingDownload = (effect: Effect, files: { read: Download; look: IsGone }): typeof files =>
  withEffects(effect, 'download', files, [])
