import type { Budgets } from '../core/ledger/budget.ts'
import { membersIn } from './account-fields.ts'
import { createAlertsPlace, createSetAlerts } from './alerts.ts'
import { createReadFor, createReadShare, readSnapshot, readState } from './budget-reading.ts'
import {
  createPreview,
  createSetLimit,
  createSetManager,
  createSetShareLimit,
  managerField,
} from './budget-settings.ts'
import { fromStore } from './connection.ts'
import { createGrant, type GrantOptions } from './grants.ts'
import { createPauses, createSetPause, pauseOn } from './pauses.ts'
import {
  createMayBeSponsored,
  createSetSponsoring,
  createSponsor,
  type SponsorOptions,
} from './sponsoring.ts'

/** The servers' budgets, kept in Redis beside their jobs. */
export const createBudgets = (options: GrantOptions & SponsorOptions): Budgets => {
  const { redis, keys } = options
  return {
    read: async (account) => readState(options, account, await readSnapshot(options, account, [])),
    readShare: createReadShare(options),
    readFor: createReadFor(options),
    preview: createPreview(options),
    setLimit: createSetLimit(options),
    setShareLimit: createSetShareLimit(options),
    grant: createGrant(options),
    mayBeSponsored: createMayBeSponsored(options),
    setSponsoring: createSetSponsoring(options),
    sponsor: createSponsor(options),
    isManager: async (account, member) =>
      (await fromStore(redis.hexists(keys.account(account), managerField(member)))) === 1,
    managers: (account) => membersIn(options, account, managerField('')),
    setManager: createSetManager(options),
    alertsPlace: createAlertsPlace(options),
    setAlerts: createSetAlerts(options),
    pauses: createPauses(options),
    pauseOn: (target) => pauseOn(options, target),
    setPause: createSetPause(options),
  }
}
