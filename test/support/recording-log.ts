import type { Log } from '../../src/core/log.ts'

interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  error: unknown
  details: Readonly<Record<string, unknown>> | undefined
}

/** A log that a test can read. */
export const createRecordingLog = () => {
  const lines: LogLine[] = []
  const log: Log = {
    debug: (message, details) => void lines.push({ level: 'debug', message, error: undefined, details }),
    info: (message, details) => void lines.push({ level: 'info', message, error: undefined, details }),
    warn: (message, error, details) => void lines.push({ level: 'warn', message, error, details }),
    error: (message, error, details) => void lines.push({ level: 'error', message, error, details }),
  }
  const messagesOf = (level: LogLine['level']): readonly string[] =>
    lines.filter((line) => line.level === level).map(({ message }) => message)
  return { ...log, lines, warnings: () => messagesOf('warn'), errors: () => messagesOf('error') }
}
