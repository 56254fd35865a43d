import type { LedgerAudit } from '../core/ledger/audit.ts'
import { differenceText } from '../core/ledger/difference.ts'
import type { Log } from '../core/log.ts'
import { repeat } from './repeat.ts'

interface AuditDeps {
  audit: LedgerAudit
  log: Log
}

/** Says of each bucket what was not said before: a difference stays until somebody mends it. */
const createTeller = ({ log }: AuditDeps) => {
  const told = new Map<string, ReadonlySet<string>>()
  return (bucket: string, { differences, unknownLines }: Awaited<ReturnType<LedgerAudit['whole']>>): void => {
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

/** Audits the buckets of accounts one after the other: each call the next one, round and round. Changes no balance. */
export const createAuditStep = (deps: AuditDeps): (() => Promise<void>) => {
  const { audit } = deps
  const tell = createTeller(deps)
  let next = 0
  return async () => {
    const bucket = audit.buckets[next % audit.buckets.length]
    next += 1
    if (bucket !== undefined) tell(bucket, await audit.sinceCheckpoint(bucket))
  }
}

/** Audits one bucket every `everyMs` milliseconds, one at a time. Returns how to stop. */
export const startAuditor = (deps: AuditDeps, everyMs: number): { stop(): Promise<void> } => {
  const audit = createAuditStep(deps)
  const step = () => audit().catch((error: unknown) => deps.log.warn('an audit failed', { error }))
  return { stop: repeat(step, everyMs).stop }
}
