import { pino, stdTimeFunctions } from 'pino'
import { AppError } from '../core/errors.ts'
import { addressCodes } from '../core/job/callbacks.ts'
import { type Log, onChange } from '../core/log.ts'
import { withoutSecrets } from '../core/text/text.ts'
import type { LogLevel } from './settings.ts'

const causesMax = 5

/** What led to an error, the nearest first: each message, with its code if that adds anything. */
const causesOf = (error: Error, left = causesMax): readonly string[] => {
  const { cause } = error
  if (!(cause instanceof Error) || left === 0) return []
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  const said = cause.message.includes(code) ? cause.message : `${cause.message} (${code})`.trim()
  return [said, ...causesOf(cause, left - 1)]
}

const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: String(error) }
  const code = error instanceof AppError ? { code: error.code } : {}
  const causes = causesOf(error)
  const cause = causes.length === 0 ? {} : { cause: causes.join(': ') }
  return { ...code, ...cause, error: error.message, stack: error.stack }
}

/** A text as it appears inside a line of JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** An expected failure with a code needs no stack: its message and causes say everything. */
const isForeseen = (error: unknown): boolean => error instanceof AppError && error.code !== 'program_fault'

const withoutStack = ({ stack: _, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  rest

const withError = ({ error, ...details }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  error === undefined ? details : { ...details, ...describe(error) }

/** Whether it failed because Redis is away or accepts no commands, which its connection logs. */
const isAboutStore = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'store_unavailable' || error.code === 'store_refused')

/** While Redis is away, logs each message when it first occurs and every ten minutes, not for every request. */
const createStoreTrouble = (): ((message: string, error: unknown, tell: () => void) => void) => {
  const known = new Map<string, ReturnType<typeof onChange>>()
  let tellNow = () => {}
  return (message, error, tell) => {
    if (!isAboutStore(error)) return tell()
    const hear = known.get(message) ?? onChange(() => tellNow())
    known.set(message, hear)
    tellNow = tell
    hear(error)
  }
}

interface Warning {
  line: Record<string, unknown>
  message: string
}

/**
 * What a step says of its job each time it is repeated is written when it starts and every ten minutes, if it is the
 * same to the letter.
 */
const createJobWarnings = (write: (warning: Warning) => void): ((warning: Warning) => void) => {
  const known = onChange(write, undefined, ({ line, message }) => JSON.stringify([message, line]))
  return (warning) => (warning.line.job === undefined ? write(warning) : known(warning))
}

/** Which process writes: the same in each of its lines. */
export interface LogAbout {
  role?: string
  host: string
  pid: number
}

/**
 * A log of JSON lines, passed to `write` one by one. `secrets` are redacted wherever they appear, and so are the
 * secret part of callback addresses and whatever else looks like a token or key.
 */
export const createLog = (
  level: LogLevel,
  secrets: readonly string[],
  write: (line: string) => void,
  about: LogAbout | null = null,
): Log => {
  const written = secrets.map(inJson).toSorted((one, other) => other.length - one.length)
  const logger = pino(
    {
      level,
      base: about,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (word) => ({ level: word }) },
    },
    {
      write(line: string) {
        let blotted = line.replaceAll(addressCodes, '$1.[secret]')
        for (const secret of written) blotted = blotted.replaceAll(secret, '[secret]')
        write(withoutSecrets(blotted))
      },
    },
  )
  const unlessKnown = createStoreTrouble()
  const warn = createJobWarnings(({ line, message }) => logger.warn(line, message))
  return {
    debug: (message, details) => logger.debug(details ?? {}, message),
    info: (message, details) => logger.info(details ?? {}, message),
    warn: (message, details = {}) =>
      unlessKnown(message, details.error, () => {
        const described = withError(details)
        warn({ line: isForeseen(details.error) ? withoutStack(described) : described, message })
      }),
    error: (message, details) =>
      unlessKnown(message, details.error, () => logger.error(withError(details), message)),
  }
}
