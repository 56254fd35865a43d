import { formatCredits, type Microcredits, microcredits } from '../../core/credits.ts'
import { type Check, ok, type Problem } from '../../core/doctor-check.ts'
import type { LedgerAudit } from '../../core/job/audit.ts'
import { type Difference, differenceText } from '../../core/ledger/difference.ts'
import type { UnknownLine } from '../../core/ledger/journal.ts'
import type { StoreConnection } from '../address.ts'
import { pausedField } from '../allowlist.ts'
import { fromStore } from '../connection.ts'
import { buckets, type Keys } from '../keys.ts'
import { auditOperator } from '../operator-audit.ts'
import { monthAt } from '../operator-total.ts'
import { firstProblems } from './findings.ts'

/** Dependencies of the checks of money. */
export interface BooksOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  audit: LedgerAudit
}

const differing = (what: string, difference: Difference): Problem => ({
  verdict: 'failed',
  what,
  why: `${differenceText(difference)}.`,
  mend: 'See "When the books differ" in docs/operating/money.md.',
})

const unreadable = (bucket: string, { id, named, problem }: UnknownLine): Problem => ({
  verdict: 'warning',
  what: `line ${id} of the journal of ${bucket} ("${named}")`,
  why: `It cannot be read (${problem}).`,
  mend: 'Run the newest version that uses this Redis.',
})

const books = ({ audit }: BooksOptions): Check => ({
  id: 'money.books',
  isLong: true,
  async run() {
    const failures: Problem[] = []
    const warnings: Problem[] = []
    let lineCount = 0
    for (const bucket of audit.buckets) {
      const { differences, unknownLines, ...result } = await audit.whole(bucket)
      lineCount += result.lineCount
      failures.push(...differences.map((difference) => differing('the books', difference)))
      warnings.push(...unknownLines.map((line) => unreadable(bucket, line)))
    }
    if (failures.length + warnings.length > 0)
      return [...firstProblems('the books', failures), ...firstProblems('the journal', warnings)]
    return [ok(`all balances match the journal (${lineCount} lines)`)]
  },
})

const total = (options: BooksOptions): Check => ({
  id: 'money.total',
  isLong: true,
  async run() {
    const differences = await auditOperator(options, buckets)
    if (differences.length === 0) return [ok("the operator's total matches its journal and all jobs")]
    const what = "the operator's total"
    return firstProblems(
      what,
      differences.map((difference) => differing(what, difference)),
    )
  },
})

/** The checks that read the whole journal. They write nothing. */
export const booksChecks = (options: BooksOptions): readonly Check[] => [books(options), total(options)]

interface SpendingOptions extends Pick<BooksOptions, 'redis' | 'keys' | 'now'> {
  /** IANA zone by whose calendar a month begins. */
  zone: string
  /** What all servers together may spend in a month; undefined: unlimited. */
  limit: Microcredits | undefined
}

/** From this share on, the month may not last. */
const scarcePercent = 90

const limitCheck = (options: SpendingOptions): Check => ({
  id: 'money.limit',
  async run() {
    const { redis, keys, limit, now } = options
    const { id } = monthAt(options, now())
    const figures = await fromStore(redis.hmget(keys.operatorFigures, `posted|${id}`, `pending|${id}`))
    const [spent = 0, held = 0] = figures.map((figure) => Number(figure ?? 0))
    const used = microcredits(Math.max(0, spent + held))
    if (limit === undefined)
      return [ok(`${formatCredits(used)} credits are used or held this month; OPERATOR_LIMIT is not set`)]
    const text = `${formatCredits(used)} of ${formatCredits(limit)} credits are used or held this month`
    if (used * 100 < limit * scarcePercent) return [ok(text)]
    return [
      {
        verdict: used >= limit ? 'failed' : 'warning',
        what: 'OPERATOR_LIMIT',
        why: `${text}, by all servers together.${used >= limit ? ' Paid requests are refused until the next month.' : ''}`,
        mend: 'Raise it and restart, or wait for the next month.',
      },
    ]
  },
})

const pauseCheck = ({ redis, keys }: SpendingOptions): Check => ({
  id: 'money.pause',
  async run() {
    const notice = await fromStore(redis.hget(keys.allowed, pausedField))
    if (notice === null) return [ok('spending is not paused')]
    return [
      {
        verdict: 'warning',
        what: 'all spending is paused',
        why: `Every paid request is refused${notice === '' ? '' : `, with the notice "${notice}"`}.`,
        mend: 'npm run servers -- resume ends that.',
      },
    ]
  },
})

/** Whether all servers together can still spend. */
export const spendingChecks = (options: SpendingOptions): readonly Check[] => [
  limitCheck(options),
  pauseCheck(options),
]
