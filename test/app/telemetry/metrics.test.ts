import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createMetrics, type Metrics, type Readings } from '../../../src/app/telemetry/metrics.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { type Effect, type EffectName, performed } from '../../../src/core/effect.ts'
import type { StepFacts, StepOf } from '../../../src/core/job/job-step.ts'

const nowMs = 1_700_000_000_000

const counts = {
  byState: {
    waiting: { jobs: 3, oldestMs: nowMs - 90_000 },
    submitting: { jobs: 0, oldestMs: undefined },
    submitted: { jobs: 1, oldestMs: nowMs - 30_000 },
    uncertain: { jobs: 0, oldestMs: undefined },
  },
  open: 5,
  overdueMs: 2_000,
  deadLetters: 1,
  clipStops: 3,
}

const readings = {
  ping: async () => 'PONG',
  countJobs: async () => counts,
  operator: async () => ({
    limit: microcredits(50_000_000),
    held: microcredits(1_000_000),
    spent: microcredits(2_500_000),
    resetsAtMs: undefined,
  }),
  pausedFor: async () => 'balance',
  isReady: async () => true,
  chatsUp: async () => [
    { name: 'discord', isUp: true },
    { name: 'slack', isUp: false },
  ],
  queue: async () => 'bullmq_job_count{queue="wake", state="active"} 2',
} as const satisfies Readings

let metrics: Metrics
let effect: Effect

beforeEach(() => {
  metrics = createMetrics(() => nowMs)
  effect = metrics.measured(performed)
})

const lines = async (given: Readings = readings): Promise<readonly string[]> =>
  (await metrics.text(given)).split('\n')

const of: StepOf = {
  job: 'b00x',
  server: 'discord:server-1',
  platform: 'discord',
  feature: 'music',
  request: 'event-1',
  spanMs: 61_000,
}
const hear = (facts: StepFacts) => metrics.hearStep({ ...of, ...facts })

describe('what is read when Prometheus asks', () => {
  test.each([
    'tunesmith_jobs{state="waiting"} 3',
    'tunesmith_oldest_job_seconds{state="waiting"} 90',
    'tunesmith_oldest_job_seconds{state="submitting"} 0',
    'tunesmith_open_jobs 5',
    'tunesmith_overdue_seconds 2',
    'tunesmith_dead_letters 1',
    'tunesmith_clip_stops 3',
    'tunesmith_operator_limit_credits 50',
    'tunesmith_operator_spent_credits 2.5',
    'tunesmith_operator_held_credits 1',
    'tunesmith_service_paused{why="balance"} 1',
    'tunesmith_service_paused{why="key"} 0',
    'tunesmith_chat_up{platform="discord"} 1',
    'tunesmith_chat_up{platform="slack"} 0',
    'tunesmith_ready 1',
    'tunesmith_redis_up 1',
    'bullmq_job_count{queue="wake", state="active"} 2',
  ])('is there: %s', async (line) => {
    expect(await lines()).toContain(line)
  })

  test('is read once for two that ask at the same time', async () => {
    const countJobs = vi.fn(readings.countJobs)
    await Promise.all([lines({ ...readings, countJobs }), lines({ ...readings, countJobs })])
    expect(countJobs).toHaveBeenCalledOnce()
  })

  test('is left out where it is not known', async () => {
    const operator = async () => ({ ...(await readings.operator()), limit: undefined })
    const text = (await lines({ ...readings, operator })).join('\n')
    expect(text).not.toMatch(/^tunesmith_operator_limit_credits /m)
    expect(text).not.toMatch(/^tunesmith_audit_timestamp_seconds /m)
  })

  test('does not keep the rest away while Redis is', async () => {
    const ping = () => Promise.reject(new Error('gone'))
    const there = await lines({ ...readings, ping })
    expect(there).toContain('tunesmith_redis_up 0')
    expect(there).toContain('tunesmith_ready 1')
  })
})

describe('a call', () => {
  const made = (name: EffectName, result: unknown, eventAtMs?: number) =>
    effect(name, async () => result, eventAtMs)
  const failed = (name: EffectName, error: Error) =>
    effect(name, () => Promise.reject(error)).catch(() => undefined)
  const slackError = (code: string) => Object.assign(new Error(code), { code })

  test.each<[string, string, () => Promise<unknown>]>([
    [
      'to the service',
      'service_calls_total{call="submit",outcome="accepted"}',
      () => made('service.submit', { status: 'accepted' }),
    ],
    [
      'that the service refuses',
      'service_calls_total{call="submit",outcome="refused_balance"}',
      () => made('service.submit', { status: 'refused', why: 'balance' }),
    ],
    [
      'that the service does not answer',
      'service_calls_total{call="voices",outcome="failed"}',
      () => failed('service.voices', new Error('gone')),
    ],
    [
      'to Discord',
      'chat_calls_total{platform="discord",call="post",outcome="ok"}',
      () => made('discord.post', new Response()),
    ],
    [
      'too many for Discord',
      'chat_calls_total{platform="discord",call="post",outcome="rate_limited"}',
      () => made('discord.post', new Response('', { status: 429 })),
    ],
    [
      'that Discord refuses',
      'chat_calls_total{platform="discord",call="edit",outcome="refused"}',
      () => made('discord.edit', new Response('', { status: 403 })),
    ],
    [
      'to Slack',
      'chat_calls_total{platform="slack",call="chat.update",outcome="ok"}',
      () => made('slack.chat.update', { ok: true }),
    ],
    [
      'too many for Slack',
      'chat_calls_total{platform="slack",call="chat.update",outcome="rate_limited"}',
      () => failed('slack.chat.update', slackError('slack_webapi_rate_limited_error')),
    ],
    [
      'that Slack refuses',
      'chat_calls_total{platform="slack",call="chat.update",outcome="refused"}',
      () => failed('slack.chat.update', slackError('slack_webapi_platform_error')),
    ],
    [
      'that Slack does not answer',
      'chat_calls_total{platform="slack",call="chat.update",outcome="failed"}',
      () => failed('slack.chat.update', new Error('reset')),
    ],
    ['to Redis', 'redis_write_seconds_count{outcome="ok"}', () => made('store.accept', undefined)],
    [
      'that Redis does not answer',
      'redis_write_seconds_count{outcome="failed"}',
      () => failed('store.accept', new Error('gone')),
    ],
  ])('%s is counted', async (_, series, call) => {
    await call()
    expect(await lines()).toContain(`tunesmith_${series} 1`)
  })

  test('gives its caller what it gave, or threw', async () => {
    expect(await made('store.accept', 'moved')).toBe('moved')
    await expect(effect('store.accept', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  })

  test('that acknowledges an event is measured from that', async () => {
    await made('discord.answer', new Response(), nowMs - 1_200)
    await made('slack.acknowledge', undefined, nowMs - 100)
    await made('discord.post', new Response(), nowMs - 100)
    const there = await lines()
    expect(there).toContain('tunesmith_ack_seconds_sum{platform="discord"} 1.2')
    expect(there).toContain('tunesmith_ack_seconds_bucket{le="1",platform="discord"} 0')
    expect(there).toContain('tunesmith_ack_seconds_count{platform="slack"} 1')
  })
})

describe('a step of a job', () => {
  test.each<[StepFacts, string]>([
    [{ step: 'asked', held: microcredits(1) }, 'job_steps_total{platform="discord",step="asked"} 1'],
    [{ step: 'refused', why: 'no_budget' }, 'refusals_total{platform="discord",code="no_budget"} 1'],
    [{ step: 'posted' }, 'deliveries_total{platform="discord",outcome="posted"} 1'],
    [{ step: 'posted' }, 'job_seconds_sum{platform="discord"} 61'],
    [{ step: 'withheld' }, 'deliveries_total{platform="discord",outcome="withheld"} 1'],
    [{ step: 'undelivered' }, 'deliveries_total{platform="discord",outcome="retried"} 1'],
  ])('%j is counted', async (facts, line) => {
    hear(facts)
    expect(await lines()).toContain(`tunesmith_${line}`)
  })

  test('that cost more than was held is an overrun, and no other is', async () => {
    const held = microcredits(100_000)
    hear({ step: 'settled', charged: microcredits(350_000), held, by: 'final' })
    hear({ step: 'settled', charged: held, held, by: 'final' })
    hear({ step: 'settled', charged: held, held: undefined, by: 'final' })
    const there = await lines()
    expect(there).toContain('tunesmith_overruns_total 1')
    expect(there).toContain('tunesmith_overrun_credits_total 0.25')
  })
})

test('audits say when they were made, and how many differences stand', async () => {
  const difference = { what: 'lines', at: {}, expected: 1, found: 2 } as const
  const found = [difference]
  const audits: Parameters<Metrics['watchAudits']>[0] = {
    audit: {
      buckets: ['b00'],
      whole: () => Promise.reject(new Error('not asked for')),
      sinceCheckpoint: async () => ({ lineCount: 1, differences: found, unknownLines: [] }),
    },
    operatorAudit: { total: async () => [difference], jobsOf: async () => [] },
  }
  const watched = metrics.watchAudits(audits)
  await watched.audit.sinceCheckpoint('b00')
  await watched.operatorAudit.total()
  await watched.operatorAudit.jobsOf('b00', 0)
  const there = await lines()
  expect(there).toContain('tunesmith_books_differences 2')
  expect(there).toContain(`tunesmith_audit_timestamp_seconds ${nowMs / 1000}`)
})

test('a figure that makes no sense does not turn a call that was made into a failure', async () => {
  const calls: string[] = []
  const acknowledge = async () => void calls.push('acknowledged')
  await expect(effect('slack.acknowledge', acknowledge, Number.NaN)).resolves.toBeUndefined()
  expect(calls).toEqual(['acknowledged'])
})
