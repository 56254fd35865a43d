import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Answer } from '../../core/command/answer.ts'
import type { Effect } from '../../core/effect.ts'
import { AppError } from '../../core/errors.ts'
import type { Dispatch } from '../../core/job/platform.ts'
import type { WakeHandler } from '../../core/job/wake-queue.ts'
import { type Log, onChange } from '../../core/log.ts'
import { within } from '../../core/waiting.ts'

/** Where traces go, by OpenTelemetry's own settings: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
export interface TraceSettings {
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
}

/** Follows requests and jobs through the process, and sends what it saw to a collector. */
export interface Tracing {
  /** Records each outside effect of a request or step. */
  effect(effect: Effect): Effect
  /** Records each event from a chat that is answered. */
  dispatch(dispatch: Dispatch): Dispatch
  /** Records each step of a job. */
  wakeHandler(handler: WakeHandler): WakeHandler
  /** Sends what is left. */
  stop(): Promise<void>
}

interface Timed {
  name: string
  startMs: number
  endMs: number
  attributes: Attributes
  /** Why it failed: a code, never a message, which may quote a member. */
  failure: string | undefined
}

/** A request or step, and the outside effects in it. */
interface Followed extends Timed {
  effects: readonly Timed[]
}

/** A step that reads a long list would make a trace nobody can read. */
const effectsMax = 200

/** The latest jobs whose answer is on its way to the chat; one that never reports back must not fill the memory. */
const answeredMax = 1_000

/** A collector that is away must not keep the process. */
const stopMs = 2_000

const failureOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}

const hexOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** The ids of a job's trace and of its first span. They follow from its id, so every process knows them. */
export const traceOf = (jobId: string): { traceId: string; spanId: string } => ({
  traceId: hexOf(`trace ${jobId}`, 32),
  spanId: hexOf(`request ${jobId}`, 16),
})

const jobContext = (jobId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { ...traceOf(jobId), traceFlags: TraceFlags.SAMPLED, isRemote: true })

/** Random ids, except for the first span of a job's trace. */
const createIds = () => {
  const random = new RandomIdGenerator()
  let next: { traceId: string; spanId: string } | undefined
  return {
    generateTraceId: () => next?.traceId ?? random.generateTraceId(),
    generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    /** Gives the span that `start` starts the ids of this job's first. */
    firstOf<Started>(jobId: string, start: () => Started): Started {
      next = traceOf(jobId)
      try {
        return start()
      } finally {
        next = undefined
      }
    },
  }
}

const answerAttributes = (answer: Answer | undefined): Attributes =>
  answer === undefined ? {} : { 'tunesmith.answer': answer.kind, ...jobAttributes(jobIn(answer)) }

const jobIn = (answer: Answer | undefined): string | undefined =>
  answer?.kind === 'accepted' ? answer.jobId : undefined

const jobAttributes = (jobId: string | undefined): Attributes =>
  jobId === undefined ? {} : { 'tunesmith.job': jobId }

/** The exporter reports errors as JSON with a stack. */
const reasonIn = (report: string): string => {
  try {
    const read: unknown = JSON.parse(report)
    return typeof read === 'object' && read !== null && 'message' in read ? String(read.message) : report
  } catch {
    return report
  }
}

const createTracer = (settings: TraceSettings, about: Attributes, log: Pick<Log, 'warn'>) => {
  const tell = onChange((error) => log.warn('traces could not be sent', { error }))
  const ignore = () => undefined
  diag.setLogger(
    {
      error: (message) => tell(new Error(reasonIn(message))),
      warn: ignore,
      info: ignore,
      debug: ignore,
      verbose: ignore,
    },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  const ids = createIds()
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
  })
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, ...about }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('tunesmith')
  const startIn = (parent: Context, { name, startMs, attributes }: Timed) =>
    tracer.startSpan(name, { startTime: startMs, attributes }, parent)
  const endSpan = (span: ReturnType<typeof startIn>, { endMs, failure }: Timed): void => {
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    span.end(endMs)
  }
  return {
    /** Sends what was followed; `firstOf` names the job whose trace begins with it. */
    send(parent: Context, followed: Followed, firstOf?: string): void {
      const start = () => startIn(parent, followed)
      const span = firstOf === undefined ? start() : ids.firstOf(firstOf, start)
      const inSpan = trace.setSpan(parent, span)
      for (const effect of followed.effects) endSpan(startIn(inSpan, effect), effect)
      endSpan(span, followed)
    },
    stop: async () => void (await within(stopMs, provider.shutdown().catch(tell))),
  }
}

/**
 * Traces by OpenTelemetry: a request and all steps of its job are one trace, whichever processes they run in, from the
 * chat's event to the posted message. Spans carry names, ids and codes, never a text. `about` describes this process.
 */
export const createTracing = (
  settings: TraceSettings,
  about: Attributes,
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.timeOrigin + performance.now(),
): Tracing => {
  const tracer = createTracer(settings, about, log)
  const current = new AsyncLocalStorage<Timed[]>()
  const answered = new Map<string, number>()
  const noteAnswered = (jobId: string, atMs: number): void => {
    const [oldest] = answered.keys()
    if (answered.size >= answeredMax && oldest !== undefined) answered.delete(oldest)
    answered.set(jobId, atMs)
  }

  const timed = async <Result>(
    about: Pick<Timed, 'name' | 'attributes'>,
    work: () => Promise<Result>,
    tell: (timed: Timed, result: Result | undefined) => void,
  ): Promise<Result> => {
    const startMs = now()
    const done = (result: Result | undefined, failure: string | undefined): void => {
      try {
        tell({ name: about.name, attributes: about.attributes, startMs, endMs: now(), failure }, result)
      } catch {
        // What can't be traced is done all the same, and must not look as if it failed.
      }
    }
    try {
      const result = await work()
      done(result, undefined)
      return result
    } catch (error) {
      done(undefined, failureOf(error))
      throw error
    }
  }
  const followed = <Result>(
    about: Pick<Timed, 'name' | 'attributes'>,
    work: () => Promise<Result>,
    tell: (followed: Followed, result: Result | undefined) => void,
  ): Promise<Result> => {
    const effects: Timed[] = []
    return timed(
      about,
      () => current.run(effects, work),
      (whole, result) => tell({ ...whole, effects }, result),
    )
  }
  return {
    effect: (effect) => (name, perform, eventAtMs) => {
      const effects = current.getStore()
      if (effects === undefined || effects.length >= effectsMax) return effect(name, perform, eventAtMs)
      return timed(
        { name, attributes: {} },
        () => effect(name, perform, eventAtMs),
        (one) => effects.push(one),
      )
    },
    dispatch: (dispatch) => ({
      ...dispatch,
      answer(invocation) {
        const known = dispatch.commands.some(({ name }) => name === invocation.command)
        const name = known ? `/${invocation.command}` : 'request'
        const attributes = { 'tunesmith.platform': invocation.target.platform }
        return followed(
          { name, attributes },
          () => dispatch.answer(invocation),
          (whole, answer) => {
            const jobId = jobIn(answer)
            const about = { ...whole, attributes: { ...attributes, ...answerAttributes(answer) } }
            if (jobId !== undefined) noteAnswered(jobId, whole.endMs)
            tracer.send(ROOT_CONTEXT, about, jobId)
          },
        )
      },
      acknowledged(jobId, acknowledgement) {
        const parent = jobContext(jobId)
        const sinceMs = answered.get(jobId)
        answered.delete(jobId)
        if (sinceMs !== undefined)
          tracer.send(parent, {
            name: 'acknowledge',
            startMs: sinceMs,
            endMs: now(),
            attributes: jobAttributes(jobId),
            failure: undefined,
            effects: [],
          })
        return followed(
          { name: 'start the job', attributes: jobAttributes(jobId) },
          () => dispatch.acknowledged(jobId, acknowledgement),
          (whole) => tracer.send(parent, whole),
        )
      },
    }),
    wakeHandler: (handler) => (jobId, wake) =>
      followed(
        { name: 'step', attributes: { ...jobAttributes(jobId), 'tunesmith.wake': wake } },
        () => handler(jobId, wake),
        (whole) => tracer.send(jobContext(jobId), whole),
      ),
    stop: () => tracer.stop(),
  }
}
