import type { ClipIndex } from '../core/clip/clip-index.ts'
import type { ClipReader, FileLinks } from '../core/clip/clip-reading.ts'
import type { Download, IsGone } from '../core/clip/download.ts'
import type { Feature } from '../core/command/feature.ts'
import type { Blocks } from '../core/command/gate.ts'
import type { SettingsStore } from '../core/command/settings.ts'
import type { Lists } from '../core/command/suggest.ts'
import type { VoiceSamples } from '../core/command/voice-samples.ts'
import type { Alerts } from '../core/job/alerts.ts'
import type { AudioService } from '../core/job/audio-service.ts'
import type { CallbackAddresses } from '../core/job/callbacks.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { TaskOwnerDeps } from '../core/job/job-list.ts'
import type { JobStore } from '../core/job/job-store.ts'
import type { Payer } from '../core/job/own-keys.ts'
import type { Platform } from '../core/job/platform.ts'
import type { WakeQueue } from '../core/job/wake-queue.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { ClipStops } from '../core/ledger/clip-stops.ts'
import type { PriceBook } from '../core/ledger/price-book.ts'
import type { Log } from '../core/log.ts'
import type { AccountId, PlatformName } from '../core/target.ts'
import type { Deadlines } from './deadlines.ts'

/** The part of a platform that jobs use. */
export type PostingPlatform = Pick<
  Platform,
  'post' | 'edit' | 'remove' | 'notify' | 'open' | 'hasLeft' | 'isRemovedFrom'
>

/** Dependencies that differ by API key: each has its own line, look-ups and prices. */
export interface KeyDeps {
  /** The key's id, which doesn't reveal it. */
  keyId: string
  /** Whose key it is. */
  payer: Payer
  service: AudioService
  places: Places
  prices: PriceBook
}

/** Servers' own API keys, as jobs use them. Throws AppError `store_unavailable`. */
export interface KeyRing {
  /** The id of the key that an account pays with; undefined if it pays with the operator's. */
  idOf(account: AccountId): Promise<string | undefined>
  /** An account's own key, or an earlier one that still pays for a job. */
  of(account: AccountId, keyId: string): KeyDeps
  /** Every key in use, for the upkeep of its line. */
  all(): Promise<readonly KeyDeps[]>
}

/** Dependencies of a step on a job. */
export interface JobDeps extends TaskOwnerDeps, KeyDeps {
  keyRing: KeyRing
  store: JobStore
  queue: WakeQueue
  /** Lists by which members name values. */
  lists: Lists
  alerts: Pick<Alerts, 'raise'>
  budgets: Pick<Budgets, 'readFor'>
  settings: Pick<SettingsStore, 'read'>
  allowlist: Pick<Allowlist, 'peek' | 'lets'>
  blocks: Pick<Blocks, 'has'>
  clipStops: Pick<ClipStops, 'look' | 'list'>
  /** Accounts that the operator has blocked; members by their personal account. */
  operatorBlocked: readonly string[]
  /** Longest clip accepted, in whole minutes. */
  longestMinutes: number
  /** Callback addresses; undefined if we can't be reached from outside. */
  callbacks: Pick<CallbackAddresses, 'addressOf' | 'isAddressOf'> | undefined
  /** Addresses of chat files for the service to fetch; undefined if we can't be reached from outside. */
  fileLinks: FileLinks | undefined
  features: ReadonlyMap<string, Feature>
  platforms: ReadonlyMap<PlatformName, PostingPlatform>
  /** The platforms whose jobs this process may take. */
  chatsHeld: ReadonlySet<PlatformName>
  clips: Pick<ClipIndex, 'remember'>
  voiceSamples: Pick<VoiceSamples, 'keep'>
  clipReader: ClipReader
  download: Download
  /** Whether a result's file is gone. */
  isGone: IsGone
  deadlines: Deadlines
  log: Log
  now: () => number
  /** Whether this process was asked to stop; running work may still finish. */
  isStopping: () => boolean
  /** A number from 0 to 1. */
  random: () => number
  /** Resolves after `spanMs` milliseconds. */
  pause: (spanMs: number) => Promise<void>
}
