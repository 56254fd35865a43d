import type { Log } from '../../src/core/log.ts'

interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  details: Readonly<Record<string, unknown>> | undefined
}

/** A log that a test can read. */
export const createRecordingLog = () => {
  const lines: LogLine[] = []
  const at =
    (level: LogLine['level']) =>
    (message: string, details?: LogLine['details']): void =>
      void lines.push({ level, message, details })
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const messagesOf = (level: LogLine['level']): readonly string[] =>
    lines.filter((line) => line.level === level).map(({ message }) => message)
  return { ...log, lines, warnings: () => messagesOf('warn'), errors: () => messagesOf('error') }
}
