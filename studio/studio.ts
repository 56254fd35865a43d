import type { Accounts } from './accounts/accounts.ts'
import type { Counters } from './accounts/counters.ts'
import type { LookUpLimit } from './accounts/look-up-limit.ts'
import type { StudioFaults } from './faults/faults.ts'
import type { Plans } from './faults/plans.ts'
import type { Refusals } from './http/refusals.ts'
import type { Clock } from './kit/clock.ts'
import type { StudioRecord } from './record.ts'
import type { Renderer } from './renderer.ts'
import type { SettingsChange, StudioSettings } from './settings.ts'
import type { Insist } from './tasks/insistence.ts'
import type { Line } from './tasks/line.ts'
import type { Tasks } from './tasks/tasks.ts'
import type { Outbox } from './webhooks/outbox.ts'

/** Everything an endpoint works with. */
export type Studio = {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly counters: Counters
  readonly faults: StudioFaults
  readonly lookUpLimit: LookUpLimit
  readonly outbox: Outbox
  readonly plans: Plans
  readonly record: StudioRecord
  readonly refusals: Refusals
  readonly tasks: Tasks
  readonly line: Line
  readonly insist: Insist
  readonly renderer: Renderer
  /** As they are now. */
  readonly settings: Readonly<StudioSettings>
  readonly changeSettings: (change: SettingsChange) => void
  /** The base address of results, which everybody can fetch. */
  readonly folder: string
  /** Where the clips of callers lie, which nobody can fetch. */
  readonly clipFolder: string
  /** The public address of a file among the results. */
  readonly fileUrl: (fileName: string) => string
  /** Aborted when the studio closes. */
  readonly closing: AbortSignal
}
