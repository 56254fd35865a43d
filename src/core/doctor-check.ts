/** What a check found: all is well, or what is wrong, why that matters, and what mends it. */
export type Finding =
  | { verdict: 'ok'; what: string }
  | { verdict: 'warning' | 'failed'; what: string; why: string; mend: string }

/** One thing that can be looked at without changing anything. */
export interface Check {
  /** What is looked at; said where the check itself breaks down. */
  name: string
  run(): Promise<readonly Finding[]>
}
