import type { Accounts } from './accounts.ts'
import type { CostForm } from './conversion-record.ts'
import type { Line } from './line.ts'
import type { Plans } from './plans.ts'
import type { Refusals } from './refusals.ts'
import type { Renderer } from './renderer.ts'
import type { Tasks } from './tasks.ts'

/** Everything an endpoint works with. */
export type Studio = {
  readonly now: () => number
  readonly accounts: Accounts
  readonly plans: Plans
  readonly refusals: Refusals
  readonly tasks: Tasks
  readonly line: Line
  readonly renderer: Renderer
  readonly settings: StudioSettings
  /** Where the clips of callers lie, which nobody can fetch. */
  readonly clipFolder: string
  /** The public address of a file among the results. */
  readonly fileUrl: (fileName: string) => string
  /** Aborted when the studio closes. */
  readonly closing: AbortSignal
}

/** What is fixed when the studio starts. */
export type StudioSettings = {
  readonly musicSeconds: number
  /** A fixed `eta` to answer with; undefined = an honest estimate. */
  readonly etaSeconds: number | undefined
  readonly costForm: CostForm
  /** Unfinished tasks that an account may have at a time. */
  readonly parallelMax: number
}
