import { performance } from 'node:perf_hooks'
import { perCredit } from '../../core/credits.ts'
import type { Effect, EffectName } from '../../core/effect.ts'
import type { LedgerAudit, OperatorAudit } from '../../core/job/audit.ts'
import { type PlatformName, platformNames } from '../../core/target.ts'
import type { Instruments } from './instruments.ts'
import type { HearStep } from './job-steps.ts'

/** Counts the steps of jobs. */
export const createStepCounter =
  ({ steps, deliveries, refusals, overruns, overrunCredits, jobTimes }: Instruments): HearStep =>
  (step) => {
    const { platform } = step
    steps.inc({ platform, step: step.step })
    switch (step.step) {
      case 'refused':
        return refusals.inc({ platform, code: step.why })
      case 'posted':
        if (step.spanMs !== undefined) jobTimes.observe({ platform }, step.spanMs / 1000)
        return deliveries.inc({ platform, outcome: 'posted' })
      case 'withheld':
        return deliveries.inc({ platform, outcome: 'withheld' })
      case 'undelivered':
        return deliveries.inc({ platform, outcome: 'retried' })
      case 'settled': {
        const over = step.charged - (step.held ?? step.charged)
        if (over <= 0) return
        overruns.inc()
        return overrunCredits.inc(over / perCredit)
      }
      default:
        return
    }
  }

/** What came of a call to the audio service: the status of its outcome, and why it was refused. */
const serviceOutcome = (result: unknown): string => {
  const { status, why } = { status: 'ok', why: undefined, ...(result as object) } as {
    status: string
    why: string | undefined
  }
  return status === 'refused' && why !== undefined ? `refused_${why}` : status
}

type ChatOutcome = 'ok' | 'rate_limited' | 'refused' | 'failed'

const ofStatus = (status: number): ChatOutcome => {
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'ok'
}

/** https://docs.slack.dev/tools/node-slack-sdk/web-api/#handle-errors */
const ofSlackError: ReadonlyMap<unknown, ChatOutcome> = new Map([
  ['slack_webapi_rate_limited_error', 'rate_limited'],
  ['slack_webapi_platform_error', 'refused'],
])

const chatFailure = (error: unknown): ChatOutcome =>
  (error instanceof Error && 'code' in error ? ofSlackError.get(error.code) : undefined) ?? 'failed'

const chatOutcome = (result: unknown): ChatOutcome =>
  result instanceof Response ? ofStatus(result.status) : 'ok'

const ackNames: ReadonlySet<EffectName> = new Set(['discord.answer', 'slack.acknowledge'])
/** Downloads are no calls of an API; the others are measured elsewhere. */
const unmeasured: ReadonlySet<string> = new Set(['download', 'outside', 'queue'])

/** How a call ended: with a result, or with what it threw. */
type End = { result: unknown } | { error: unknown }

const noteService = (
  { serviceCalls, serviceOutcomes }: Instruments,
  call: string,
  end: End,
  seconds: number,
): void => {
  serviceCalls.observe({ call }, seconds)
  serviceOutcomes.inc({ call, outcome: 'result' in end ? serviceOutcome(end.result) : 'failed' })
}

const noteChat = (
  { chatCalls, chatOutcomes, acks }: Instruments,
  platform: PlatformName,
  call: string,
  end: End,
  { seconds, ackSeconds }: { seconds: number; ackSeconds: number | undefined },
): void => {
  const outcome = 'result' in end ? chatOutcome(end.result) : chatFailure(end.error)
  chatCalls.observe({ platform, call }, seconds)
  chatOutcomes.inc({ platform, call, outcome })
  if (ackSeconds !== undefined && outcome === 'ok') acks.observe({ platform }, ackSeconds)
}

/** Measures every outside call at the one place that all of them pass. */
export const measuring =
  (instruments: Instruments, effect: Effect, now: () => number): Effect =>
  async (name, perform, eventAtMs) => {
    const dot = name.indexOf('.')
    const [kind, call] = [name.slice(0, dot), name.slice(dot + 1)]
    const startMs = performance.now()
    const note = (end: End): void => {
      const seconds = (performance.now() - startMs) / 1000
      const ackSeconds =
        eventAtMs !== undefined && ackNames.has(name) ? Math.max(0, now() - eventAtMs) / 1000 : undefined
      const platform = platformNames.find((known) => known === kind)
      if (platform !== undefined) noteChat(instruments, platform, call, end, { seconds, ackSeconds })
      else if (kind === 'service') noteService(instruments, call, end, seconds)
      else if (!unmeasured.has(kind))
        instruments.redisWrites.observe({ outcome: 'result' in end ? 'ok' : 'failed' }, seconds)
    }
    const noteIfPossible = (end: End): void => {
      try {
        note(end)
      } catch {
        // A figure that can't be kept must not make a call fail that was made.
      }
    }
    try {
      const result = await effect(name, perform, eventAtMs)
      noteIfPossible({ result })
      return result
    } catch (error) {
      noteIfPossible({ error })
      throw error
    }
  }

interface Audits {
  audit: LedgerAudit
  operatorAudit: OperatorAudit
}

/** The same audits, which note when they were last made and how many differences stand. */
export const watchingAudits = <Given extends Audits>(
  { auditedAt, differences }: Pick<Instruments, 'auditedAt' | 'differences'>,
  given: Given,
  now: () => number,
): Given => {
  const found = new Map<string, number>()
  const note = (part: string, count: number): void => {
    found.set(part, count)
    differences.set([...found.values()].reduce((sum, each) => sum + each, 0))
    auditedAt.set(now() / 1000)
  }
  const { audit, operatorAudit } = given
  return {
    ...given,
    audit: {
      ...audit,
      async sinceCheckpoint(bucket) {
        const result = await audit.sinceCheckpoint(bucket)
        note(`account ${bucket}`, result.differences.length)
        return result
      },
    },
    operatorAudit: {
      async total() {
        const result = await operatorAudit.total()
        note('operator', result.length)
        return result
      },
      async jobsOf(bucket, sinceMs) {
        const result = await operatorAudit.jobsOf(bucket, sinceMs)
        note(`jobs ${bucket}`, result.length)
        return result
      },
    },
  }
}
