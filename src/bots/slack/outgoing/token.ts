/** Supplies a workspace's bot token for each call. */
export interface TokenSource {
  /** Throws AppError `cannot_post` if the app isn't installed there, `platform_unavailable` if it can't be read. */
  current(): Promise<string>
  /** Slack refused the token: the next call looks for a newer one. */
  refused(): void
  /** Slack says that this token expired early: the next call refreshes it, if it can be refreshed. */
  expired(token: string): void
}

/** A token that stays the same, or the source of one that changes. */
export type Token = string | TokenSource

/** The token for a call made now. Throws like `TokenSource.current`. */
export const tokenNow = (token: Token): string | Promise<string> =>
  typeof token === 'string' ? token : token.current()
