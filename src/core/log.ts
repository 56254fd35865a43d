type Details = Readonly<Record<string, string | number | boolean | undefined>>

/** Details of a failure; `error` is whatever was thrown. */
type FailureDetails = Readonly<Record<string, unknown>> & { readonly error?: unknown }

/** Where the program says what it does. Details never hold a secret or a member's text. */
export interface Log {
  debug(message: string, details?: Details): void
  info(message: string, details?: Details): void
  warn(message: string, details?: FailureDetails): void
  error(message: string, details: FailureDetails): void
}
