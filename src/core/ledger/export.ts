import { formatCredits } from '../credits.ts'
import { unreachable } from '../errors.ts'
import type { GrantLine, JournalLine, SponsorLine } from './journal.ts'
import type { Scope } from './scope.ts'

/** Export formats of the journal. */
export const exportFormats = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Amounts are in credits; a number cell only has digits, a point and a minus. */
type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'credits'; millionths: number }
  | { kind: 'number'; value: number }

const columns = [
  ...['id', 'time', 'account', 'operation', 'job', 'window', 'scope', 'before', 'credits', 'version'],
  ...[
    'posted',
    'pending',
    'granted',
    'overrun',
    'period',
    'zone',
    'week_start',
    'allowed',
    'actor',
    'reason',
  ],
  ...['unread', 'feature', 'day'],
] as const
type Column = (typeof columns)[number]

type Row = Readonly<Partial<Record<Column, Cell>>>

const text = (value: string): Cell => ({ kind: 'text', text: value })
const credits = (millionths: number): Cell => ({ kind: 'credits', millionths })
const maybe = <T>(value: T | undefined, cell: (known: T) => Cell): Cell =>
  value === undefined ? text('') : cell(value)
const scopeText = ({ kind, id }: Scope): string => `${kind} ${id}`

const head = ({ id, atMs, account, operation }: Exclude<JournalLine, { operation: 'unknown' }>): Row => ({
  id: text(id),
  account: text(account),
  operation: text(operation),
  time: text(new Date(atMs).toISOString()),
})

const byAdmin = ({ actor, reason }: { actor: string; reason: string | undefined }): Row => ({
  actor: text(actor),
  reason: maybe(reason, text),
})

/** Whose share was changed; of a sponsored member theirs. */
const scopeOf = (line: GrantLine | SponsorLine): Scope | undefined =>
  line.operation === 'sponsor' ? { kind: 'member', id: line.member } : line.scope

const rowOf = (line: JournalLine): Row => {
  switch (line.operation) {
    case 'hold':
    case 'adjust':
    case 'settle':
    case 'void':
    case 'book':
    case 'correct':
      return {
        ...head(line),
        job: text(line.job),
        window: text(line.window),
        before: credits(line.before),
        credits: credits(line.credits),
        version: { kind: 'number', value: line.version },
        posted: credits(line.posted),
        pending: credits(line.pending),
        overrun: maybe(line.overrun, credits),
        scope: text(line.scopes.map(scopeText).join('; ')),
        feature: maybe(line.feature, text),
        day: maybe(line.day, text),
      }
    case 'starter':
      return { ...head(line), ...byAdmin(line), credits: credits(line.credits) }
    case 'limit':
      return {
        ...head(line),
        ...byAdmin(line),
        credits: credits(line.credits),
        period: text(line.period),
        zone: text(line.zone),
        week_start: maybe(line.weekStart, (value) => ({ kind: 'number', value })),
      }
    case 'channel_limit':
    case 'group_limit':
    case 'group_each_limit':
    case 'member_limit':
    case 'feature_limit':
    case 'model_limit':
      return {
        ...head(line),
        ...byAdmin(line),
        credits: maybe(line.credits, credits),
        scope: text(line.scopeId ?? ''),
      }
    case 'grant':
    case 'take':
    case 'sponsor':
      return {
        ...head(line),
        ...byAdmin(line),
        window: text(line.window),
        credits: credits(line.credits),
        granted: credits(line.granted),
        scope: maybe(scopeOf(line), (scope) => text(scopeText(scope))),
      }
    case 'manager':
    case 'block':
    case 'decline':
      return {
        ...head(line),
        ...byAdmin(line),
        scope: text(line.member),
        allowed: text(line.allowed ? 'yes' : 'no'),
      }
    case 'sponsoring':
    case 'own_key':
      return { ...head(line), ...byAdmin(line), allowed: text(line.allowed ? 'yes' : 'no') }
    case 'pause':
      return {
        ...head(line),
        ...byAdmin(line),
        scope: maybe(line.scope, (scope) => text(scopeText(scope))),
        allowed: text(line.paused ? 'no' : 'yes'),
      }
    case 'alerts':
    case 'approvals':
      return { ...head(line), ...byAdmin(line), scope: text(line.channel ?? '') }
    case 'unknown':
      return { id: text(line.id), operation: text(line.named), unread: text(JSON.stringify(line.fields)) }
    default:
      return unreachable(line)
  }
}

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe, which makes it plain text:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const harmless = (value: string): string => (/^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value)

/** Quotes as in RFC 4180: https://www.rfc-editor.org/rfc/rfc4180 */
const quoted = (value: string): string =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** A text as a cell of CSV that no spreadsheet runs. */
export const csvCell = (value: string): string => quoted(harmless(value))

const cellText = (cell: Cell | undefined): string => {
  if (cell === undefined) return ''
  switch (cell.kind) {
    case 'text':
      return csvCell(cell.text)
    case 'credits':
      return formatCredits(cell.millionths)
    case 'number':
      return String(cell.value)
  }
}

const csvLine = (row: Row): string => `${columns.map((column) => cellText(row[column])).join(',')}\r\n`

/**
 * Writes entries, piece by piece. `csv` is for people: amounts in credits, a header row, and no cell that a
 * spreadsheet would run. `ndjson` is for programs: each entry as JSON, unchanged, with amounts in whole millionths
 * of a credit.
 */
export const exportLines = async function* (
  lines: AsyncIterable<JournalLine>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.join(',')}\r\n`
  for await (const line of lines) yield format === 'csv' ? csvLine(rowOf(line)) : `${JSON.stringify(line)}\n`
}
