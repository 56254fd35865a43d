import type { Check, Finding } from '../core/doctor-check.ts'
import { unreachable } from '../core/errors.ts'

const column = 'warning'.length + 1

/** A finding as one line for the operator. */
export const findingText = (finding: Finding): string => {
  const verdict = finding.verdict.padEnd(column)
  switch (finding.verdict) {
    case 'ok':
      return `${verdict} ${finding.what}`
    case 'warning':
    case 'failed':
      return `${verdict} ${finding.what}: ${finding.why} ${finding.mend}`.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    default:
      return unreachable(finding)
  }
}

const mendOf = (reason: string): string =>
  /\bNOPERM\b|ACL failure|executing the script can't/.test(reason)
    ? 'Give the user in REDIS_URL the missing rights: "Rights" in docs/operating/redis.md has the line.'
    : 'Run the doctor again. If it stays, look up the reason in brackets in docs/operating/troubleshooting.md.'

const brokenDown = (name: string, error: unknown): Finding => {
  const reason = error instanceof Error ? error.message : String(error)
  return { verdict: 'failed', what: name, why: `could not be checked (${reason}).`, mend: mendOf(reason) }
}

/**
 * Runs checks one after the other and writes each finding as soon as it is known. Returns an exit code: 1 if
 * anything failed, otherwise 0.
 */
export const runChecks = async (checks: readonly Check[], write: (line: string) => void): Promise<0 | 1> => {
  let code: 0 | 1 = 0
  for (const { name, run } of checks) {
    const findings = await run().catch((error: unknown) => [brokenDown(name, error)])
    for (const finding of findings) {
      if (finding.verdict === 'failed') code = 1
      write(`${findingText(finding)}\n`)
    }
  }
  return code
}
