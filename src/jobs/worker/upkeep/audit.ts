import type { AuditResult, LedgerAudit, OperatorAudit } from '../../../core/job/audit.ts'
import { differenceText } from '../../../core/ledger/difference.ts'
import type { Log } from '../../../core/log.ts'
import { repeat } from './repeat.ts'

interface AuditDeps {
  audit: LedgerAudit
  operatorAudit: OperatorAudit
  log: Log
  now: () => number
}

/** Logs each bucket's new findings: a difference stays until it is repaired. */
const createTeller = ({ log }: Pick<AuditDeps, 'log'>) => {
  const told = new Map<string, ReadonlySet<string>>()
  return (
    bucket: string,
    { differences, unknownLines }: Pick<AuditResult, 'differences' | 'unknownLines'>,
  ): void => {
    const known = told.get(bucket)
    const now = new Set<string>()
    const isNew = (text: string): boolean => {
      now.add(text)
      return known?.has(text) !== true
    }
    for (const difference of differences) {
      const { what, at, expected, found } = difference
      if (!isNew(differenceText(difference))) continue
      const scope = at.scope && `${at.scope.kind} ${at.scope.id}`
      log.error('the books differ', { what, ...at, scope, expected, found })
    }
    for (const { id, named, problem } of unknownLines) {
      if (isNew(id)) log.warn('a line of the journal cannot be read', { bucket, line: id, named, problem })
    }
    told.set(bucket, now)
  }
}

const dayMs = 24 * 60 * 60_000
/** The operator's journal is read from its first entry, so only about once an hour. */
const roundsPerTotal = 12

/**
 * Audits one account bucket per call, in rotation, and what the operator's total knows of it. The total itself
 * is audited before every twelfth round. Changes no balance.
 */
export const createAuditStep = (deps: AuditDeps): (() => Promise<void>) => {
  const { audit, operatorAudit, now } = deps
  const tell = createTeller(deps)
  let next = 0
  return async () => {
    const { buckets } = audit
    const isTotalDue = next % (buckets.length * roundsPerTotal) === 0
    const bucket = buckets[next % buckets.length]
    next += 1
    if (isTotalDue) tell('operator', { differences: await operatorAudit.total(), unknownLines: [] })
    if (bucket === undefined) return
    const result = await audit.sinceCheckpoint(bucket)
    const ofTotal = await operatorAudit.jobsOf(bucket, now() - dayMs)
    tell(bucket, { ...result, differences: [...result.differences, ...ofTotal] })
  }
}

/** Audits one bucket every `everyMs` milliseconds, one at a time. Returns how to stop. */
export const startAuditor = (deps: AuditDeps, everyMs: number): { stop(): Promise<void> } => {
  const audit = createAuditStep(deps)
  const step = () => audit().catch((error: unknown) => deps.log.warn('an audit failed', { error }))
  return { stop: repeat(step, everyMs).stop }
}
