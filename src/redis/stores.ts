import { randomUUID } from 'node:crypto'
import type { Allowances } from '../core/command/gate.ts'
import type { Microcredits } from '../core/credits.ts'
import { type ArchiveFolder, archivedAfterMs } from '../core/ledger/archive.ts'
import type { Prices } from '../core/ledger/prices.ts'
import type { Log } from '../core/log.ts'
import type { StoreConnection } from './address.ts'
import { createAlerts } from './alerts.ts'
import { createAllowlist, createAllowlistUpgrade } from './allowlist.ts'
import { createApprovals } from './approvals.ts'
import { createArchiver } from './archiver.ts'
import { createAudit } from './audit.ts'
import { createBonuses } from './bonuses.ts'
import { createBudgetOverview } from './budget-overview.ts'
import { readOwnBudget } from './budget-reading.ts'
import { createBudgets } from './budgets.ts'
import { createCallers, createChatClaims } from './chat-processes.ts'
import { createClipIndex } from './clip-index.ts'
import { createClipStops } from './clip-stops.ts'
import { createConsents } from './consents.ts'
import { createDrafts } from './drafts.ts'
import { createBlocks, createGate } from './gate.ts'
import { createInstallations } from './installations.ts'
import { createJobCounts } from './job-counts.ts'
import { createJobList } from './job-list.ts'
import { createJobStore } from './job-store.ts'
import { createJournal } from './journal.ts'
import { addressId, type Keys, providerKeyId } from './keys.ts'
import { createLeftServers } from './left-servers.ts'
import { createOperatorAudit } from './operator-audit.ts'
import { type AllowedBySettings, createOperatorTotal } from './operator-total.ts'
import { createOwnKeyStore } from './own-keys.ts'
import { createPlaces } from './places.ts'
import { createPriceBook } from './price-book.ts'
import { createPseudonyms } from './pseudonyms.ts'
import { createRatings } from './ratings.ts'
import { createRecords } from './records.ts'
import { createRefusals } from './refusals.ts'
import { createSealer, type Unopened } from './sealer.ts'
import { createSettings } from './settings.ts'
import { createTaskOwners } from './task-owners.ts'
import { createVoiceCopy } from './voice-copy.ts'
import { createVoiceSamples } from './voice-samples.ts'
import { createWelcomes } from './welcomes.ts'

interface StoresOptions {
  redis: StoreConnection
  /** A connection used only to wait for replicas. */
  waitingRedis: StoreConnection
  keys: Keys
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  log: Log
  /** IANA zone of servers that have not set one, and of the operator's months. */
  defaultZone: string
  clockToleranceMs: number
  /** How long records and clips are kept; undefined: forever, except that clips nobody looks for expire. */
  retentionMs: number | undefined
  /** Has the old months of the journals; undefined: this process can't read them. */
  archive: ArchiveFolder | undefined
  operator: {
    limit: Microcredits | undefined
    newServerCredits: Microcredits
    servers: AllowedBySettings
    installedByAnybody: string | undefined
    holdMs: number
  }
  /** How many jobs of one account, and of one member in it, may wait at once. */
  waitingMax: { server: number; member: number }
  /** How many requests and commands are allowed per minute. */
  allowances: Allowances
  /** Encrypt the secrets in Redis, 32 bytes each; the first one is the newest. */
  encryptionKeys: readonly Uint8Array[]
  /** The account at the audio service: its limits for parallel tasks and per minute, and its prices. */
  provider: { apiKey: string; apiUrl: string; parallel: number; lookupsPerMinute: number; prices: Prices }
}

const tellUnopened =
  (log: Log) =>
  (unopened: Unopened): void =>
    log.warn(
      unopened.why === 'no_key'
        ? 'a secret in Redis is not used, because ENCRYPTION_KEY lacks the key that it was encrypted with'
        : 'a secret that was changed in Redis is not used',
      unopened,
    )

/** Everything stored in Redis. */
export const createStores = ({ operator: settings, provider, encryptionKeys, ...options }: StoresOptions) => {
  const { redis, keys, now, wait, defaultZone } = options
  const { limit, newServerCredits, servers, installedByAnybody, holdMs } = settings
  const shared = { ...options, newServerCredits }
  const processId = randomUUID()
  const ofProvider = { redis, keys, providerKeyId: providerKeyId(provider.apiKey) }
  const { parallel, lookupsPerMinute, prices } = provider
  const allowance = {
    ...shared,
    zone: defaultZone,
    allowedBySettings: servers,
    installedByAnybody,
    allowlistReady: createAllowlistUpgrade({
      ...shared,
      allowedBySettings: servers,
      readBudget: (account) => readOwnBudget(shared, account),
    }),
  }
  const allowlist = createAllowlist({ ...allowance, limit })
  const sealer = createSealer({ keys: encryptionKeys, tell: tellUnopened(options.log) })
  const forKey = (id: string) => {
    const ofThis = { redis, keys, providerKeyId: id }
    const { apiUrl } = provider
    return {
      places: createPlaces({ ...ofThis, addressId: addressId(apiUrl), now, parallel, lookupsPerMinute }),
      prices: createPriceBook({ ...ofThis, prices, wait }),
    }
  }
  const installations = createInstallations({ redis, keys, sealer })
  const operator = createOperatorTotal({ ...allowance, limit, holdMs })
  const store = createJobStore({ ...shared, sealer, operator })
  const ownKeyStore = createOwnKeyStore({ ...shared, allowlist, sealer })
  return {
    store,
    operator,
    countJobs: createJobCounts({ ...ofProvider, now }),
    jobList: createJobList({ redis, keys, read: store.read }),
    taskOwners: createTaskOwners({ redis, keys, read: store.read }),
    records: createRecords({ ...shared, read: store.read }),
    clipStops: createClipStops({ redis, keys }),
    clips: createClipIndex({ ...shared, keptMs: options.retentionMs }),
    drafts: createDrafts({ ...shared, allowlist }),
    allowlist,
    budgets: createBudgets({ ...shared, allowlist }),
    overview: createBudgetOverview(shared),
    blocks: createBlocks({ ...shared, allowlist }),
    gate: createGate(shared),
    journal: createJournal(shared),
    archiver:
      options.archive &&
      createArchiver({ ...shared, archive: options.archive, afterMs: archivedAfterMs(options.retentionMs) }),
    pseudonyms: createPseudonyms(shared),
    audit: createAudit(shared),
    operatorAudit: createOperatorAudit(shared),
    ...forKey(ofProvider.providerKeyId),
    /** The line and prices of another key. */
    forKey,
    ownKeyStore,
    leftServers: createLeftServers({ redis, keys, now, ownKeyStore }),
    installations,
    /** The same with what is not for the bots. */
    installationStore: installations,
    settings: createSettings({ ...shared, allowlist }),
    ratings: createRatings(shared),
    refusals: createRefusals(shared),
    consents: createConsents({ ...shared, allowlist }),
    alerts: createAlerts(shared),
    bonuses: createBonuses(shared),
    welcomes: createWelcomes(shared),
    approvals: createApprovals({ ...shared, allowlist }),
    voiceCopy: createVoiceCopy(ofProvider),
    voiceSamples: createVoiceSamples({ ...ofProvider, now }),
    callers: createCallers({ redis, keys, now, processId }),
    chatClaims: createChatClaims({ redis, keys, now, processId }),
  }
}
