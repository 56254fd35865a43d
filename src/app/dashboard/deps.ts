import type { Places } from '../../core/job/concurrency.ts'
import type { DeadLetters } from '../../core/job/dead-letters.ts'
import type { CountJobs } from '../../core/job/job-counts.ts'
import type { JobList } from '../../core/job/job-list.ts'
import type { JobControl, JobStore } from '../../core/job/job-store.ts'
import type { Allowlist } from '../../core/ledger/allowlist.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { OperatorTotal } from '../../core/ledger/operator-total.ts'
import type { BudgetOverview } from '../../core/ledger/overview.ts'
import type { Log } from '../../core/log.ts'
import type { PlatformName } from '../../core/target.ts'
import type { JobMoneyLines } from '../../redis/job-timeline.ts'
import type { JobRow, OperatorJobs } from '../../redis/operator-jobs.ts'
import type { EndedSessions, OperatorLog } from '../../redis/operator-log.ts'
import type { ServerRow } from '../../redis/operator-servers.ts'
import type { AllowedBySettings } from '../../redis/operator-total.ts'
import type { ServerMemory } from '../../redis/server-memory.ts'
import type { Readiness } from '../http/http-server.ts'
import type { Ports } from '../ports.ts'

/** What a server is called; undefined if that isn't known. */
export type NameOf = (account: string) => string | undefined

/** What the dashboard reads and does. Nearly all of it is what commands and the operator's tasks use, too. */
export interface DashboardDeps {
  now: () => number
  log: Log
  /** The zone of the operator's months, in which the pages write times. */
  zone: string
  readiness(): Promise<Readiness>
  memory(): Promise<readonly ServerMemory[]>
  /** How many processes run each chat that has a token. */
  processes(): Promise<readonly { platform: PlatformName; count: number }[]>
  countJobs: CountJobs
  operator: Pick<OperatorTotal, 'read'>
  places: Pick<Places, 'pausedFor'>
  allowlist: Pick<Allowlist, 'peek' | 'allow' | 'remove' | 'setPause' | 'pause' | 'list' | 'removed'>
  /** The servers that the settings let in. */
  named: AllowedBySettings
  /** Servers and members that the settings block. */
  blocked: readonly string[]
  /** What servers are called, as far as this process knows: in one line, and harmless beside other texts. */
  names(): Promise<NameOf>
  servers(): Promise<readonly ServerRow[]>
  budgets: Pick<Budgets, 'read' | 'pauses'>
  overview: Pick<BudgetOverview, 'spentOn'>
  jobs: OperatorJobs
  jobList: Pick<JobList, 'latest'>
  store: Pick<JobStore, 'read'>
  moneyLines(job: JobRow): Promise<JobMoneyLines>
  letters: DeadLetters
  jobControl: Pick<JobControl, 'recover'>
  operatorLog: OperatorLog
  endedSessions: EndedSessions
  /** The queue of wake-ups, for BullMQ's board. */
  bullQueue: Ports['bullQueue']
}
