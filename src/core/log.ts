type Details = Readonly<Record<string, string | number | boolean | undefined>>

/** Where the program says what it does. Details never hold a secret or a member's text. */
export interface Log {
  debug(message: string, details?: Details): void
  info(message: string, details?: Details): void
  warn(message: string, error?: unknown, details?: Details): void
  error(message: string, error: unknown, details?: Details): void
}
