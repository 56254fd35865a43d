import type { ClipIndex } from '../core/clip/clip-index.ts'
import type { Download, IsGone } from '../core/clip/download.ts'
import type { Drafts } from '../core/command/draft.ts'
import type { Blocks } from '../core/command/gate.ts'
import type { SettingsStore } from '../core/command/settings.ts'
import type { VoiceCopy } from '../core/command/voices.ts'
import { type Effect, type EffectsOf, withEffects } from '../core/effect.ts'
import type { AudioService } from '../core/job/audio-service.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { JobStore } from '../core/job/job-store.ts'
import type { Records } from '../core/job/records.ts'
import type { WakeQueue } from '../core/job/wake-queue.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { PriceBook } from '../core/ledger/price-book.ts'

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
  voiceCopy: VoiceCopy
}

const jobEffects: EffectsOf<JobStore> = {
  read: 'free',
  wasForgotten: 'free',
  request: 'store.request',
  accept: 'store.accept',
  take: 'store.take',
  beginSubmit: 'store.beginSubmit',
  outlivesFailover: 'store.outlivesFailover',
  submitted: 'store.submitted',
  uncertain: 'store.uncertain',
  returnToAccepted: 'store.returnToAccepted',
  void: 'store.void',
  fail: 'store.fail',
  book: 'store.book',
  ready: 'store.ready',
  correct: 'store.correct',
  cancel: 'store.cancel',
  recover: 'store.recover',
  remove: 'store.remove',
  removed: 'store.removed',
  finish: 'store.finish',
  told: 'store.told',
  wakeAt: 'store.wakeAt',
  hint: 'store.hint',
  note: 'store.note',
  putMessage: 'store.putMessage',
  rewake: 'store.rewake',
  running: 'free',
  call: 'store.call',
  repairOperator: 'store.repairOperator',
  failed: 'store.failed',
}

const budgetEffects: EffectsOf<Budgets> = {
  read: 'free',
  readShare: 'free',
  readFor: 'free',
  isManager: 'free',
  managers: 'free',
  setLimit: 'budgets.setLimit',
  setShareLimit: 'budgets.setShareLimit',
  grant: 'budgets.grant',
  setManager: 'budgets.setManager',
}

/**
 * What is kept in Redis, each write under its name. The audit is not among them: it changes no balance, and
 * its checkpoint follows from the journal. Nor is the gate, whose counts lapse within a minute.
 */
export const actingStores = (effect: Effect, stores: Stores): Stores => ({
  store: withEffects<JobStore>(effect, stores.store, jobEffects),
  budgets: withEffects<Budgets>(effect, stores.budgets, budgetEffects),
  blocks: withEffects<Blocks>(effect, stores.blocks, { all: 'free', has: 'free', set: 'blocks.set' }),
  places: withEffects<Places>(effect, stores.places, {
    take: 'places.take',
    keep: 'places.keep',
    release: 'places.release',
    leave: 'places.leave',
    busy: 'places.busy',
    pause: 'places.pause',
    resume: 'places.resume',
    pausedFor: 'free',
    tend: 'places.tend',
    positionOf: 'free',
    leases: 'free',
    spendLookup: 'places.spendLookup',
  }),
  prices: withEffects<PriceBook>(effect, stores.prices, { quote: 'free', learn: 'prices.learn' }),
  clips: withEffects<ClipIndex>(effect, stores.clips, {
    remember: 'clips.remember',
    inMessage: 'free',
    latest: 'free',
    of: 'free',
    forget: 'clips.forget',
  }),
  drafts: withEffects<Drafts>(effect, stores.drafts, {
    keep: 'drafts.keep',
    read: 'free',
    of: 'free',
    forget: 'drafts.forget',
  }),
  records: withEffects<Records>(effect, stores.records, {
    aged: 'free',
    copiesOf: 'free',
    forget: 'records.forget',
    walk: 'free',
  }),
  settings: withEffects<SettingsStore>(effect, stores.settings, {
    read: 'free',
    change: 'settings.change',
    rule: 'settings.rule',
    liftRules: 'settings.liftRules',
  }),
  voiceCopy: withEffects<VoiceCopy>(effect, stores.voiceCopy, { keep: 'voiceCopy.keep', read: 'free' }),
})

/** The audio service, each call of it under its name. */
export const actingService = (effect: Effect, service: AudioService): AudioService =>
  withEffects<AudioService>(effect, service, {
    submit: 'service.submit',
    answer: 'service.answer',
    lookUp: 'service.lookUp',
    voices: 'service.voices',
    findVoices: 'service.voices',
    look: 'service.look',
  })

/** The wake queue, where queueing a wake-up is an effect; what it wakes has effects of its own. */
export const actingQueue = (effect: Effect, queue: WakeQueue): WakeQueue =>
  withEffects<WakeQueue>(effect, queue, { wake: 'queue.wake', work: 'free', rest: 'free', close: 'free' })

/** Reading a result's file, under its name. */
export const actingDownload =
  (effect: Effect, download: Download): Download =>
  (url, bytesMax) =>
    effect('download.read', () => download(url, bytesMax))

/** Asking whether a result's file is still there, under its name. */
export const actingLook =
  (effect: Effect, isGone: IsGone): IsGone =>
  (url) =>
    effect('download.look', () => isGone(url))
