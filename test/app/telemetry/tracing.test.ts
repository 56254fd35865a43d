import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTracing, traceOf } from '../../../src/app/telemetry/tracing.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { Dispatch } from '../../../src/core/job/platform.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { startCollector } from '../../support/collector.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const jobId = 'b07xjob'
const accepted: Answer = { kind: 'accepted', jobId, message: plainMessage('Queued.') }

let collector: Awaited<ReturnType<typeof startCollector>>
let log: ReturnType<typeof createRecordingLog>

beforeEach(async () => {
  collector = await startCollector()
  log = createRecordingLog()
})
afterEach(() => collector.close())

const tracingTo = (endpoint = collector.url) =>
  createTracing({ endpoint, headers: {}, serviceName: 'tunesmith' }, { 'tunesmith.role': 'all' }, log)

const unused = () => Promise.reject(new Error('not part of this test'))
/** A dispatch whose answers do this first. */
const dispatchWith = (answer: Answer, work: () => Promise<unknown> = async () => undefined): Dispatch => ({
  commands: [],
  answer: async () => {
    await work()
    return answer
  },
  acknowledged: async () => undefined,
  home: unused,
  suggest: unused,
  saw: unused,
  lost: unused,
  joined: unused,
  left: unused,
  lookForMissing: unused,
})

test("a request's trace begins with the ids that every process can tell from its job", async () => {
  const tracing = tracingTo()
  await tracing.dispatch(dispatchWith(accepted)).answer(invocation())
  await tracing.wakeHandler(async () => undefined)(jobId, 1)
  await tracing.stop()
  const [first, step] = collector.spans()
  expect(first).toMatchObject({ ...traceOf(jobId), attributes: { 'tunesmith.job': jobId } })
  expect(step).toMatchObject({ traceId: traceOf(jobId).traceId, parentSpanId: traceOf(jobId).spanId })
})

test('a first word that is no command is not named, because it may be anything', async () => {
  const tracing = tracingTo()
  const answer: Answer = { kind: 'message', message: plainMessage('What?'), seenBy: 'member' }
  await tracing.dispatch(dispatchWith(answer)).answer(invocation({ command: 'hunter2' }))
  await tracing.stop()
  expect(collector.spans().map(({ name }) => name)).toEqual(['request'])
  expect(collector.bodies().join()).not.toContain('hunter2')
})

test('an effect that fails has its code, and not its message', async () => {
  const tracing = tracingTo()
  const effect = tracing.effect((_name, perform) => perform())
  const failing = () =>
    effect('discord.edit', () => Promise.reject(new AppError('platform_unavailable', 'a secret tide')))
  await tracing.wakeHandler(() => failing().catch(() => undefined))(jobId, 1)
  await tracing.stop()
  const edit = collector.spans().find(({ name }) => name === 'discord.edit')
  expect(edit?.status).toEqual({ code: 2, message: 'platform_unavailable' })
  expect(collector.bodies().join()).not.toContain('secret tide')
})

test('an effect outside a request leaves no trace', async () => {
  const tracing = tracingTo()
  const effect = tracing.effect((_name, perform) => perform())
  expect(await effect('queue.wake', async () => 'done')).toBe('done')
  await tracing.stop()
  expect(collector.spans()).toEqual([])
})

test('a collector that refuses is logged once, and keeps nothing from going on', async () => {
  const tracing = tracingTo(`${collector.url}/elsewhere`)
  await tracing.wakeHandler(async () => undefined)(jobId, 1)
  await tracing.wakeHandler(async () => undefined)(jobId, 2)
  await tracing.stop()
  expect(log.warnings()).toEqual(['traces could not be sent'])
})

test('of many answers that no chat reports back, the latest are still followed', async () => {
  const tracing = tracingTo()
  const ids = Array.from({ length: 1_001 }, (_, index) => `b07xjob${index}`)
  let next: Answer = accepted
  const dispatch = tracing.dispatch({ ...dispatchWith(accepted), answer: async () => next })
  for (const id of ids) {
    next = { ...accepted, jobId: id }
    await dispatch.answer(invocation())
  }
  await dispatch.acknowledged(ids.at(-1) ?? '', { kind: 'given', message: undefined })
  await tracing.stop()
  expect(collector.spans().map(({ name }) => name)).toContain('acknowledge')
})
