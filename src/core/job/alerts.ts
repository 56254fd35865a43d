import type { Microcredits } from '../credits.ts'
import type { OwnBudget } from '../ledger/budget.ts'
import type { Period } from '../ledger/budget-window.ts'
import type { KnownDays } from '../ledger/days.ts'
import type { SpendEntry } from '../ledger/spend.ts'
import type { AccountId } from '../target.ts'

/**
 * An alert that is due: so much of an account's budget was used or held in a window for the first time, a week is over,
 * or the audio service takes no requests with the account's own key.
 */
export interface DueAlert {
  account: AccountId
  /**
   * The window and the threshold in percent, such as "month:2026-12 80"; "weekly" and since when it is due, in ms;
   * or "own-key", why, and since when, in ms.
   */
  name: string
}

/** Why the audio service takes no requests with a server's own key: its account is empty, or the key is refused. */
export type KeyTrouble = 'balance' | 'key'

interface Begun {
  /** The same for every attempt: see `Attempt`. */
  key: string
  channel: string
  notes: Readonly<Record<string, string>>
  note(name: string, value: string): Promise<void>
}

/** What an alert says, as it was when the threshold was passed, and the notes of its attempts. */
export interface ThresholdAlert extends Begun {
  kind: 'threshold'
  period: Period
  spent: Microcredits
  held: Microcredits
  /** The limit, with what was given on top of it in this window. */
  allowed: Microcredits
  resetsAtMs: number | undefined
}

/** The latest week that is over, by the account's calendar. */
export interface WeeklySummary extends Begun {
  kind: 'weekly'
  days: KnownDays
  /** What was spent in it. */
  spent: readonly SpendEntry[]
  /** What was spent in the week before, in millionths. */
  spentBefore: number
  budget: OwnBudget
}

/** What the admins of a server with an own key need to know of it. */
export interface KeyAlert extends Begun {
  kind: 'own_key'
  why: KeyTrouble
}

/** An alert that is worked on. */
export type BegunAlert = ThresholdAlert | WeeklySummary | KeyAlert

/**
 * Alerts for a server's admins: those about budgets are recorded by the scripts that change what is held or used. All
 * are kept until they are posted. Throws AppError `store_unavailable` when Redis can't answer.
 */
export interface Alerts {
  /** Makes an alert about the account's own key due. It is dropped if alerts are off. */
  raise(account: AccountId, why: KeyTrouble): Promise<void>
  /** All that are due, of every account. */
  due(): Promise<readonly DueAlert[]>
  /**
   * Starts or continues an alert. `in_hand` if another process works on it. Undefined if it is over: its window has
   * ended, alerts were switched off, or a higher one is due; or the week has its summary.
   */
  begin(alert: DueAlert): Promise<BegunAlert | 'in_hand' | undefined>
  /** The alert was posted, or never will be: it was `refused`, which admins see with the budget. */
  end(alert: DueAlert, outcome: 'posted' | 'refused'): Promise<void>
}
