/** Gives the bot's token of a workspace at the time of each call. */
export interface TokenSource {
  /** Throws AppError `cannot_post` if the app isn't installed there, `platform_unavailable` if it isn't known. */
  current(): Promise<string>
  /** Slack refused it: if there is another one by now, that is next. */
  refused(): void
  /** Slack says that this token is over, earlier than it said before: it is refreshed next, if it can be. */
  expired(token: string): void
}

/** A token that stays the same, or the source of one that changes. */
export type Token = string | TokenSource

/** The token for a call that is made now. Throws like `TokenSource.current`. */
export const tokenNow = (token: Token): string | Promise<string> =>
  typeof token === 'string' ? token : token.current()
