/** Result of a check: all is well, or what is wrong, why it matters, and how to fix it. */
export type Finding =
  | { verdict: 'ok'; what: string }
  | { verdict: 'warning' | 'failed'; what: string; why: string; mend: string }

/** A check that changes nothing. */
export interface Check {
  /** What is checked; shown if the check itself fails. */
  name: string
  run(): Promise<readonly Finding[]>
}
