import { Differs, NotTried, type Row, type Verdict } from './row.ts'
import type { Service } from './service.ts'

/** A row and what it found. */
export type Finding = { readonly row: Row; readonly verdict: Verdict }

const verdictOf = (error: unknown): Verdict => {
  if (error instanceof NotTried) return { kind: 'not_tried', why: error.message }
  if (error instanceof Differs) return { kind: 'differs', what: error.message }
  if (!(error instanceof Error)) return { kind: 'differs', what: String(error) }
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return { kind: 'differs', what: `${error.message}${cause}` }
}

const tryRow = async (row: Row, service: Service): Promise<Finding> => {
  try {
    await row.check(service)
    return { row, verdict: { kind: 'ok' } }
  } catch (error) {
    return { row, verdict: verdictOf(error) }
  }
}

/** Tries all rows, side by side, and tells each finding in the order of the rows as soon as it can. */
export const runRows = async (
  rows: readonly Row[],
  service: Service,
  tell: (finding: Finding) => void,
): Promise<readonly Finding[]> => {
  const running = rows.map((row) => tryRow(row, service))
  const findings: Finding[] = []
  for (const promise of running) {
    const finding = await promise
    tell(finding)
    findings.push(finding)
  }
  return findings
}

/**
 * The rows whose ids fit a pattern: the beginning of an id, or a regular expression for the whole of it, such as
 * `a|b`. Throws a SyntaxError for one that cannot be read.
 */
export const chooseRows = (rows: readonly Row[], pattern: string): readonly Row[] => {
  const whole = new RegExp(`^(?:${pattern})$`)
  return rows.filter(({ id }) => id.startsWith(pattern) || whole.test(id))
}

/** Whether a run has failed: the description's rows must hold; with `strict` all rows must, and be tried. */
export const hasFailed = (findings: readonly Finding[], strict: boolean): boolean =>
  findings.some(({ row, verdict }) => {
    if (strict) return verdict.kind !== 'ok'
    return row.source === 'document' && verdict.kind === 'differs'
  })
