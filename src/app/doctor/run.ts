import { setTimeout as wait } from 'node:timers/promises'
import {
  type Check,
  type CheckGroup,
  type CheckId,
  checkIds,
  checkTitles,
  type Finding,
  groupNames,
  groupOf,
} from '../../core/doctor-check.ts'
import { AppError } from '../../core/errors.ts'

/** The result of one check. */
export interface Examined {
  id: CheckId
  findings: readonly Finding[]
  /** What was changed by its fixes, a sentence each. */
  fixed: readonly string[]
}

interface RunOptions {
  /** Whether safe fixes are made. */
  isFixing: boolean
  /** After this time a check counts as failed, unless it is long. */
  limitMs: number
}

const mendOf = (reason: string): string =>
  /\bNOPERM\b|ACL failure|executing the script can't/.test(reason)
    ? 'Give the user in REDIS_URL the missing rights: "Rights" in docs/operating/redis.md has the line.'
    : 'Run the doctor again. If that does not help, look up the reason in brackets in docs/operating/troubleshooting.md.'

const brokenDown = (id: CheckId, error: unknown): Finding => {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    verdict: 'failed',
    what: checkTitles[id],
    why: `It could not be checked (${reason}).`,
    mend: mendOf(reason),
  }
}

const tooSlow = (id: CheckId, limitMs: number): Finding => ({
  verdict: 'failed',
  what: checkTitles[id],
  why: `It could not be checked within ${limitMs / 1000} s.`,
  mend: 'Run the doctor again. If that does not help, look for a slow network or a busy machine.',
})

const findingsOf = async ({ id, isLong, run }: Check, limitMs: number): Promise<readonly Finding[]> => {
  const running = run().catch((error: unknown) => [brokenDown(id, error)])
  if (isLong === true) return running
  const over = new AbortController()
  const limit = wait(limitMs, [tooSlow(id, limitMs)], { signal: over.signal }).catch(() => [])
  const findings = await Promise.race([running, limit])
  over.abort()
  return findings
}

/** Makes the fixes of these findings. A fix that fails replaces the finding's own advice. */
const fix = async (found: readonly Finding[]) => {
  const fixed: string[] = []
  const left: Finding[] = []
  for (const finding of found) {
    if (finding.verdict === 'ok' || finding.fix === undefined) left.push(finding)
    else {
      try {
        fixed.push(await finding.fix.make())
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        left.push({ ...finding, mend: `It could not be fixed: ${error.message}` })
      }
    }
  }
  return { fixed, left }
}

const examine = async (check: Check, { isFixing, limitMs }: RunOptions): Promise<Examined> => {
  const { id } = check
  const found = await findingsOf(check, limitMs)
  if (!isFixing) return { id, findings: found, fixed: [] }
  try {
    const { fixed, left } = await fix(found)
    // The check itself judges whether the fix worked.
    const findings = fixed.length > 0 && left.length === 0 ? await findingsOf(check, limitMs) : left
    return { id, findings, fixed }
  } catch (error) {
    return { id, findings: [brokenDown(id, error)], fixed: [] }
  }
}

/** Runs the checks of a lane one after the other, each as soon as the one before it is done. */
const runLane = (lane: readonly Check[], options: RunOptions): readonly Promise<Examined>[] => {
  const running: Promise<Examined>[] = []
  for (const check of lane) {
    const before: Promise<unknown> = running.at(-1) ?? Promise.resolve()
    running.push(before.then(() => examine(check, options)))
  }
  return running
}

const position = ({ id }: Pick<Examined, 'id'>): number => checkIds.indexOf(id)

/**
 * Runs lanes of checks side by side; the checks of one lane take turns. Reports each group as soon as it and all
 * groups before it are complete. Never throws: a check that breaks down has failed.
 */
export const runLanes = async (
  lanes: readonly (readonly Check[])[],
  options: RunOptions,
  report: (group: CheckGroup, examined: readonly Examined[]) => void,
): Promise<readonly Examined[]> => {
  const running = lanes.flatMap((lane) => {
    const results = runLane(lane, options)
    return lane.map(({ id }, index) => ({ id, result: results[index] }))
  })
  const all: Examined[] = []
  for (const group of groupNames) {
    const results = await Promise.all(
      running.filter(({ id }) => groupOf(id) === group).map(({ result }) => result),
    )
    const examined = results
      .filter((result) => result !== undefined)
      .toSorted((one, other) => position(one) - position(other))
    report(group, examined)
    all.push(...examined)
  }
  return all
}
