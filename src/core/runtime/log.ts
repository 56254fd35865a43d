import { pino } from 'pino'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { LogLevel } from './config.ts'

const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: String(error) }
  const code = error instanceof AppError ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { ...code, ...cause, error: error.message, stack: error.stack }
}

/** A text as it stands inside of a line of JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A log of JSON lines on standard output. `secrets` are blotted out wherever they turn up. */
export const createLog = (level: LogLevel, secrets: readonly string[]): Log => {
  const blot = (line: string) =>
    secrets.reduce((text, secret) => text.replaceAll(inJson(secret), '[secret]'), line)
  const logger = pino(
    { level, base: null },
    { write: (line: string) => void process.stdout.write(blot(line)) },
  )
  return {
    debug: (message, details) => logger.debug(details ?? {}, message),
    info: (message, details) => logger.info(details ?? {}, message),
    warn: (message, error, details) =>
      logger.warn({ ...details, ...(error === undefined ? {} : describe(error)) }, message),
    error: (message, error, details) => logger.error({ ...details, ...describe(error) }, message),
  }
}
