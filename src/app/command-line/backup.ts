import { backupHelp, restoreHelp } from './help-texts.ts'
import { alone, type HelpTask, help, parse, refuse } from './parse.ts'

/** What `backup` and `restore` should do; `file` undefined: named by the time, in this folder. */
export type BackupTask =
  | { kind: 'backup'; file: string | undefined }
  | { kind: 'restore'; file: string }
  | HelpTask

/** Reads the arguments after `backup`. Throws AppError `configuration`. */
export const readBackup = (args: readonly string[]): BackupTask => {
  const { values, positionals } = parse(args, help)
  if (values.help) return { kind: 'help', text: backupHelp }
  const [file, ...others] = positionals
  return alone(others, { kind: 'backup', file }, 'Name one file.')
}

/** Reads the arguments after `restore`. Throws AppError `configuration`. */
export const readRestore = (args: readonly string[]): BackupTask => {
  const { values, positionals } = parse(args, help)
  if (values.help) return { kind: 'help', text: restoreHelp }
  const [file, ...others] = positionals
  if (file === undefined) return refuse('Name the backup, such as tunesmith-2026-11-01T04-00Z.backup.')
  return alone(others, { kind: 'restore', file }, 'Name one file.')
}
