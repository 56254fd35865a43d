import { isProgramFault } from './errors.ts'

type Details = Readonly<Record<string, string | number | boolean | undefined>>

/** Details of a failure; `error` is whatever was thrown. */
type FailureDetails = Readonly<Record<string, unknown>> & { readonly error?: unknown }

/** The program's log. Details never contain a secret or a member's text. */
export interface Log {
  debug(message: string, details?: Details): void
  info(message: string, details?: Details): void
  warn(message: string, details?: FailureDetails): void
  error(message: string, details: FailureDetails): void
}

/** Groups errors with the same cause: by the code in their message, such as "READONLY", otherwise by the message. */
const kindOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return /(?:^|\s-?)([A-Z]{4,})\b/.exec(message)?.[1] ?? message
}

const sameTroubleMs = 60_000
const tellAgainMs = 10 * 60_000
const kindsMax = 100

/**
 * Reports an error when it starts and every ten minutes while it lasts, instead of each time. `of` says which errors
 * are the same one.
 */
export const onChange = <Failure = unknown>(
  tell: (error: Failure) => void,
  now: () => number = performance.now.bind(performance),
  of: (error: Failure) => string = kindOf,
): ((error: Failure) => void) => {
  const known = new Map<string, { toldMs: number; lastMs: number }>()
  return (error) => {
    const kind = of(error)
    const before = known.get(kind)
    const isSame =
      before !== undefined && now() - before.lastMs <= sameTroubleMs && now() - before.toldMs < tellAgainMs
    if (known.size >= kindsMax) known.clear()
    known.set(kind, { toldMs: isSame ? before.toldMs : now(), lastMs: now() })
    if (!isSame) tell(error)
  }
}

/**
 * Reports failures of something that many requests need: an outage when it starts and every ten minutes, without a
 * stack, and a bug in this program each time.
 */
export const onOutage = (log: Log, message: string): ((error: unknown) => void) => {
  const tell = onChange((reason) => log.warn(message, { reason }))
  return (error) => {
    if (isProgramFault(error)) log.error(message, { error })
    else tell(error instanceof Error ? error.message : String(error))
  }
}
