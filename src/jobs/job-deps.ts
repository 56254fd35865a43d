import type { ClipIndex } from '../core/clip/clip-index.ts'
import type { ClipReader, FileLinks } from '../core/clip/clip-reading.ts'
import type { Download, IsGone } from '../core/clip/download.ts'
import type { Feature } from '../core/command/feature.ts'
import type { Blocks } from '../core/command/gate.ts'
import type { Lists } from '../core/command/suggest.ts'
import type { AudioService } from '../core/job/audio-service.ts'
import type { CallbackAddresses } from '../core/job/callbacks.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { TaskOwnerDeps } from '../core/job/job-list.ts'
import type { JobStore } from '../core/job/job-store.ts'
import type { Platform } from '../core/job/platform.ts'
import type { WakeQueue } from '../core/job/wake-queue.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { PriceBook } from '../core/ledger/price-book.ts'
import type { Log } from '../core/log.ts'
import type { PlatformName } from '../core/target.ts'
import type { Deadlines } from './deadlines.ts'

/** What of a platform jobs use. */
export type PostingPlatform = Pick<Platform, 'post' | 'edit' | 'remove' | 'notify' | 'open'>

/** Everything a step on a job may use. */
export interface JobDeps extends TaskOwnerDeps {
  store: JobStore
  queue: WakeQueue
  places: Places
  /** What members may know a value by. */
  lists: Lists
  prices: PriceBook
  budgets: Pick<Budgets, 'readFor'>
  allowlist: Pick<Allowlist, 'peek'>
  blocks: Pick<Blocks, 'has'>
  /** Accounts that the operator has blocked; a member by their personal account. */
  operatorBlocked: readonly string[]
  /** No longer clip is taken, in whole minutes. */
  longestMinutes: number
  service: AudioService
  /** Stands for the API key that paid requests are sent with. */
  keyId: string
  /** Where the service calls back; undefined where nobody outside reaches us. */
  callbacks: Pick<CallbackAddresses, 'addressOf' | 'isAddressOf'> | undefined
  /** Addresses for chats' files that the service fetches; undefined where nobody outside reaches us. */
  fileLinks: FileLinks | undefined
  features: ReadonlyMap<string, Feature>
  platforms: ReadonlyMap<PlatformName, PostingPlatform>
  /** Whether this process may take jobs of a platform; of all of them where it is not given. */
  takesJobsOf?: (platform: PlatformName) => boolean
  clips: Pick<ClipIndex, 'remember'>
  clipReader: ClipReader
  download: Download
  /** Whether a result's file is there no more. */
  isGone: IsGone
  deadlines: Deadlines
  log: Log
  now: () => number
  /** Whether this process was asked to end; what it has in hand may still come to its end. */
  isStopping: () => boolean
  /** A number from 0 to 1. */
  random: () => number
  /** Resolves after so many milliseconds. */
  pause: (spanMs: number) => Promise<void>
}
