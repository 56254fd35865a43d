/** What lets a stand-in, and the way to it, fail on request. docs/stand-ins.md has every fault. */
export interface Faults {
  /**
   * Lets a failure happen at once, or adds one to come; they happen in the order requested.
   *
   * @throws InvalidFault with the `field` that makes no sense
   */
  add(fault: unknown): void
  /** From now on nothing fails any more. */
  clear(): void
}

/**
 * The same of what runs in a process of its own: settles when it has been told,
 * and rejects in place of throwing.
 */
export interface RemoteFaults {
  add(fault: unknown): Promise<void>
  clear(): Promise<void>
}
