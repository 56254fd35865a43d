import { type BackupTask, readBackup, readRestore } from './backup.ts'
import { type DoctorTask, readDoctor } from './doctor.ts'
import { runHelp } from './help-texts.ts'
import { type JobsTask, readJobs } from './jobs.ts'
import { type LedgerTask, readLedger } from './ledger.ts'
import { type HelpTask, help, parse, refuse } from './parse.ts'
import { readServers, type ServersTask } from './servers.ts'
import { readSetup, type SetupTask } from './setup.ts'

const roles = ['all', 'bots', 'worker'] as const

/** Which part of the program a process runs. */
export type Role = (typeof roles)[number]

/** What the program should do. */
export type Task =
  | { kind: 'run'; role: Role }
  | { kind: 'publish_commands' }
  | { kind: 'print_slack_manifest' }
  | DoctorTask
  | LedgerTask
  | JobsTask
  | ServersTask
  | BackupTask
  | SetupTask
  | HelpTask

const readRun = (args: readonly string[]): Task => {
  const { values, positionals } = parse(args, {
    ...help,
    role: { type: 'string', default: 'all' },
    'slack-manifest': { type: 'boolean', default: false },
  })
  if (values.help) return { kind: 'help', text: runHelp }
  const asked = positionals.join(' ')
  if (asked === 'publish-commands')
    return { kind: values['slack-manifest'] ? 'print_slack_manifest' : 'publish_commands' }
  if (asked !== '')
    return refuse(
      `"${asked}" is unknown. Use setup, publish-commands, doctor, ledger, jobs, servers, backup or restore.`,
    )
  const role = roles.find((name) => name === values.role)
  return role === undefined ? refuse(`--role must be one of ${roles.join(', ')}.`) : { kind: 'run', role }
}

/** Reads the command line after the program's name. Throws AppError `configuration`. */
export const readTask = (args: readonly string[]): Task => {
  const [asked, ...rest] = args
  switch (asked) {
    case 'doctor':
      return readDoctor(rest)
    case 'ledger':
      return readLedger(rest)
    case 'jobs':
      return readJobs(rest)
    case 'servers':
      return readServers(rest)
    case 'setup':
      return readSetup(rest)
    case 'backup':
      return readBackup(rest)
    case 'restore':
      return readRestore(rest)
    default:
      return readRun(args)
  }
}
