import type { Dispatch } from '../../../src/core/job/platform.ts'
import { takerFrom } from '../../../src/core/job-id.ts'
import { createDispatch, type DispatchOptions } from '../../../src/jobs/request/dispatch.ts'
import { createSettingsLook } from '../../../src/jobs/request/settings-here.ts'
import { jobIdFor } from '../../../src/redis/keys.ts'
import { filePrices } from '../commands/commands.ts'
import { listsWith } from '../commands/lists.ts'
import { fileOrigins } from '../fixtures/file-origins.ts'
import { createRecordingLog } from '../recording-log.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { admitsAll } from './admits.ts'
import { knownChannels } from './known-channels.ts'
import { createMemoryQueue } from './memory-queue.ts'
import { noOwnKeys } from './no-own-keys.ts'
import { noTaskOwners } from './no-task-owners.ts'

/** What a test gives a dispatch of its own; the rest is as plain as can be. */
export type DispatchOverrides = Partial<DispatchOptions> & Pick<DispatchOptions, 'commands'>

/** A dispatch over a store where everybody is admitted, and all messages and channels are seen. */
export const dispatchOver = (world: StoreWorld, overrides: DispatchOverrides): Dispatch => {
  const { settings, clock } = world
  const { log = createRecordingLog() } = overrides
  return createDispatch({
    admit: admitsAll,
    lookAtSettings: createSettingsLook({ settings, log }),
    lists: listsWith({}),
    prices: filePrices,
    now: clock.now,
    answerMs: 60_000,
    taker: takerFrom(0.5),
    isGone: () => Promise.resolve(false),
    service: { lookUp: () => Promise.resolve({ status: 'unreadable', reason: 'HTTP 404', isUnknown: true }) },
    canSee: () => Promise.resolve(true),
    queue: createMemoryQueue(clock),
    places: { pausedFor: () => Promise.resolve(undefined) },
    longestMinutes: 10,
    clipLinks: 'on',
    random: () => 0,
    fileLinks: undefined,
    fileOrigins,
    jobIdFor,
    welcome: () => Promise.resolve(),
    leftServers: world.leftServers,
    leftServerMs: undefined,
    ...noTaskOwners,
    ...noOwnKeys,
    ...knownChannels,
    allowlist: world.allowlist,
    blocks: world.blocks,
    clipStops: world.clipStops,
    operatorBlocked: [],
    approvals: world.approvals,
    refusals: world.refusals,
    consents: world.consents,
    refusedWords: [],
    clips: world.clips,
    drafts: world.drafts,
    budgets: world.budgets,
    jobList: world.jobList,
    store: world.store,
    log,
    ...overrides,
  })
}
