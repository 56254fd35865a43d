import { type Microcredits, parseCredits } from '../../core/credits.ts'
import { reasonLengthMax } from '../../core/ledger/budget.ts'
import { type ExportFormat, exportFormats } from '../../core/ledger/export.ts'
import type { JournalRange } from '../../core/ledger/journal.ts'
import { type AccountId, isAccount, platformNames } from '../../core/target.ts'
import { lengthOf } from '../../core/text/text.ts'
import { ledgerHelp } from './help-texts.ts'
import { alone, type HelpTask, help, parse, refuse, refuseCredits } from './parse.ts'

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

/** What `ledger` should do. */
export type LedgerTask =
  | { kind: 'export_journal'; range: JournalRange; format: ExportFormat }
  | { kind: 'grant'; grant: OperatorGrant }
  | HelpTask

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

const readExport = (args: readonly string[]): LedgerTask => {
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

const readGrant = (way: OperatorGrant['way'], args: readonly string[]): LedgerTask => {
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

/** Reads the arguments after `ledger`. Throws AppError `configuration`. */
export const readLedger = ([asked, ...args]: readonly string[]): LedgerTask => {
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
