import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { creditsMax, type Microcredits, parseCredits } from '../core/credits.ts'
import { AppError } from '../core/errors.ts'
import { isJobId, isJobNameStart } from '../core/job-id.ts'
import { reasonLengthMax } from '../core/ledger/budget.ts'
import { type ExportFormat, exportFormats } from '../core/ledger/export.ts'
import type { JournalRange } from '../core/ledger/journal.ts'
import { type AccountId, isAccount, platformNames } from '../core/target.ts'
import { lengthOf, onOneLine } from '../core/text/text.ts'
import { doctorHelp, jobsHelp, ledgerHelp, runHelp, serversHelp } from './help-texts.ts'
import { readServerAccount } from './server-account.ts'

const roles = ['all', 'bots', 'worker'] as const

/** Which part of the program a process runs. */
export type Role = (typeof roles)[number]

/**
 * Credits that the operator gives an account, or takes from it. `id` undefined: the grant will not be repeated.
 */
export interface OperatorGrant {
  way: 'give' | 'take'
  account: AccountId
  credits: Microcredits
  reason: string | undefined
  id: string | undefined
}

/** What the operator wants done with jobs that are no longer handled automatically. */
export type JobsWish =
  | { kind: 'list' }
  | { kind: 'retry_all' }
  /** `job`: its id, or its short name or the beginning of that. */
  | { kind: 'retry' | 'end' | 'show' | 'refund'; job: string }

/** An operator's request about the servers and workspaces that can spend. */
export type ServersWish =
  | { kind: 'list' }
  | { kind: 'allow'; account: AccountId; ceiling: Microcredits | undefined }
  | { kind: 'remove'; account: AccountId }
  | { kind: 'pause'; notice: string }
  | { kind: 'resume' }

/** What the program should do. */
export type Task =
  | { kind: 'run'; role: Role }
  | { kind: 'publish_commands' }
  | { kind: 'print_slack_manifest' }
  | { kind: 'doctor' }
  | { kind: 'export_journal'; range: JournalRange; format: ExportFormat }
  | { kind: 'grant'; grant: OperatorGrant }
  | { kind: 'jobs'; wish: JobsWish }
  | { kind: 'servers'; wish: ServersWish }
  | { kind: 'help'; text: string }

const refuse = (text: string, cause?: unknown): never => {
  throw new AppError('configuration', text, { cause })
}

/**
 * Keeps a value that begins with a dash, such as an amount of -5, with its option; Node would call it
 * ambiguous.
 */
const withValues = (args: readonly string[], options: ParseArgsOptionsConfig): string[] => {
  const joined: string[] = []
  for (const arg of args) {
    const option = joined.at(-1) ?? ''
    const takesValue = option.startsWith('--') && options[option.slice(2)]?.type === 'string'
    if (takesValue && /^-[^-]/.test(arg)) joined.splice(-1, 1, `${option}=${arg}`)
    else joined.push(arg)
  }
  return joined
}

/** Node's hints about arguments that begin with a dash would mislead here. */
const withoutHint = (message: string): string => {
  const [said = ''] = message.split(/\n|\. To specify /)
  const [, option = ''] = said.split("'")
  return said.startsWith(`Option '${option}' argument`) ? `${option.split(' ', 1)[0]} has no value` : said
}

const parse = <const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) => {
  try {
    return parseArgs({ args: withValues(args, options), options, allowPositionals: true })
  } catch (cause) {
    const said = cause instanceof Error ? withoutHint(cause.message) : String(cause)
    return refuse(`${said}. See --help.`, cause)
  }
}

const refuseCredits = (value = ''): never =>
  value === ''
    ? refuse(`--credits is missing. Give an amount such as 5 or 2.50, up to ${creditsMax}.`)
    : refuse(`--credits ${value} cannot be used. Give an amount such as 5 or 2.50, up to ${creditsMax}.`)

/** Refuses arguments beside what was read. */
const alone = <T>(others: readonly string[], task: T, mend = 'Leave it out.'): T =>
  others.length === 0 ? task : refuse(`"${others.join(' ')}" is unexpected. ${mend}`)

const help = { help: { type: 'boolean', default: false } } as const

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
    return refuse(`"${asked}" is unknown. Use publish-commands, doctor, ledger, jobs or servers.`)
  const role = roles.find((name) => name === values.role)
  return role === undefined ? refuse(`--role must be one of ${roles.join(', ')}.`) : { kind: 'run', role }
}

const readDoctor = (args: readonly string[]): Task => {
  const { values, positionals } = parse(args, help)
  if (values.help) return { kind: 'help', text: doctorHelp }
  return alone(positionals, { kind: 'doctor' }, 'The doctor takes no arguments.')
}

const readAccount = (value: string): AccountId =>
  isAccount(value)
    ? value
    : refuse(`--account must be ${platformNames.map((name) => `${name}:…`).join(' or ')}.`)

/** Ids in the platforms' format: credits for a mistyped id would be lost. */
const payable = /^(?:discord:@?\d+|slack:(?:@[A-Z][A-Z0-9]*\/)?[A-Z][A-Z0-9]*)$/

const readPayable = (value: string): AccountId => {
  const account = readAccount(value)
  return payable.test(account)
    ? account
    : refuse(
        '--account must be discord:<server> or slack:<team>, or for a member discord:@<member> or slack:@<team>/<member>.',
      )
}

const datePattern = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** A day begins in UTC; any other time states its own offset, so that no hour is missing or ambiguous. */
const readMoment = (name: string, value: string): number => {
  const [, day, time = 'T00:00Z'] = datePattern.exec(value) ?? []
  const startMs = Date.parse(`${day}T00:00Z`)
  const moment = Date.parse(`${day}${time}`)
  const isDay = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(day ?? '')
  return isDay && moment >= 0
    ? moment
    : refuse(`--${name} must be a day such as 2026-11-01, or a moment such as 2026-11-01T09:30:00+01:00.`)
}

const readFormat = (value: string): ExportFormat =>
  exportFormats.find((format) => format === value) ??
  refuse(`--format must be one of ${exportFormats.join(', ')}.`)

const readExport = (args: readonly string[]): Task => {
  const { values, positionals } = parse(args, {
    ...help,
    account: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    format: { type: 'string', default: 'csv' },
  })
  if (values.help) return { kind: 'help', text: ledgerHelp }
  const { account, since, until } = alone(positionals, values)
  return {
    kind: 'export_journal',
    range: {
      ...(account === undefined ? {} : { account: readAccount(account) }),
      ...(since === undefined ? {} : { sinceMs: readMoment('since', since) }),
      ...(until === undefined ? {} : { untilMs: readMoment('until', until) }),
    },
    format: readFormat(values.format),
  }
}

const readGrant = (way: OperatorGrant['way'], args: readonly string[]): Task => {
  const { values, positionals } = parse(args, {
    ...help,
    account: { type: 'string' },
    credits: { type: 'string' },
    reason: { type: 'string' },
    id: { type: 'string' },
  })
  if (values.help) return { kind: 'help', text: ledgerHelp }
  const { account, credits, reason, id } = alone(positionals, values)
  const amount = parseCredits(credits ?? '')
  if (account === undefined) return refuse('--account is missing. It says whose credits to change.')
  if (amount === undefined || amount === 0) return refuseCredits(credits)
  if (reason !== undefined && lengthOf(reason) > reasonLengthMax)
    return refuse(`--reason is ${lengthOf(reason)} characters long (max ${reasonLengthMax}). Shorten it.`)
  return { kind: 'grant', grant: { way, account: readPayable(account), credits: amount, reason, id } }
}

const readLedger = ([asked, ...args]: readonly string[]): Task => {
  switch (asked) {
    case 'export':
      return readExport(args)
    case 'give':
    case 'take':
      return readGrant(asked, args)
    case undefined:
    case '--help':
      return { kind: 'help', text: ledgerHelp }
    default:
      return refuse(`"ledger ${asked}" is unknown. Use ledger export, give or take.`)
  }
}

const readJob = ([typed = '', ...rest]: readonly string[]): string => {
  const job = alone(rest, typed.toLowerCase())
  return isJobId(job) || isJobNameStart(job)
    ? job
    : refuse(
        'Name a job by the short name in its message, or by its id in the log or in "npm run jobs -- dead".',
      )
}

const readJobs = ([asked, ...args]: readonly string[]): Task => {
  const { values, positionals } = parse(args, { ...help, all: { type: 'boolean', default: false } })
  if (values.help || asked === undefined || asked === '--help') return { kind: 'help', text: jobsHelp }
  if (values.all && (asked !== 'retry' || positionals.length > 0))
    return refuse('--all only works with "jobs retry", without a job.')
  switch (asked) {
    case 'dead':
      return alone(positionals, { kind: 'jobs', wish: { kind: 'list' } })
    case 'retry':
      if (values.all) return { kind: 'jobs', wish: { kind: 'retry_all' } }
      return { kind: 'jobs', wish: { kind: asked, job: readJob(positionals) } }
    case 'end':
    case 'show':
    case 'refund':
      return { kind: 'jobs', wish: { kind: asked, job: readJob(positionals) } }
    default:
      return refuse(`"jobs ${asked}" is unknown. Use jobs dead, show, retry, end or refund.`)
  }
}

const readServer = ([account = '', ...rest]: readonly string[]): AccountId => {
  const read = alone(rest, readServerAccount(account))
  if (read.account !== undefined) return read.account
  return refuse(
    read.fault === undefined
      ? 'Name a server or workspace, such as discord:81384788765712384 or slack:T024BE7LD.'
      : `"${account}" has a wrong id: ${read.fault}.`,
  )
}

const readServers = ([asked, ...args]: readonly string[]): Task => {
  const { values, positionals } = parse(args, {
    ...help,
    credits: { type: 'string' },
    notice: { type: 'string' },
  })
  if (values.help || asked === undefined || asked === '--help') return { kind: 'help', text: serversHelp }
  const { credits, notice = '' } = values
  if (credits !== undefined && asked !== 'allow') return refuse('--credits is only for "servers allow".')
  if (notice !== '' && asked !== 'pause') return refuse('--notice is only for "servers pause".')
  switch (asked) {
    case 'pause':
      if (lengthOf(notice) > reasonLengthMax)
        return refuse(`--notice is too long: ${lengthOf(notice)} characters, at most ${reasonLengthMax}.`)
      return alone(
        positionals,
        { kind: 'servers', wish: { kind: asked, notice: onOneLine(notice).trim() } },
        'Put the notice in quotes: --notice "…".',
      )
    case 'list':
    case 'resume':
      return alone(positionals, { kind: 'servers', wish: { kind: asked } })
    case 'allow': {
      const ceiling = credits === undefined ? undefined : parseCredits(credits)
      if (credits !== undefined && ceiling === undefined) return refuseCredits(credits)
      return { kind: 'servers', wish: { kind: asked, account: readServer(positionals), ceiling } }
    }
    case 'remove':
      return { kind: 'servers', wish: { kind: asked, account: readServer(positionals) } }
    default:
      return refuse(`"servers ${asked}" is unknown. Use servers list, allow, remove, pause or resume.`)
  }
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
    default:
      return readRun(args)
  }
}
