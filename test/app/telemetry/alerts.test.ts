import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMetrics, type Metrics, type Readings } from '../../../src/app/telemetry/metrics.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { type EffectName, performed } from '../../../src/core/effect.ts'
import type { StepFacts } from '../../../src/core/job/job-step.ts'
import { findPromtool, promtool } from '../../support/prometheus/promtool.ts'
import { alertProblems, readScrape, rulesFile, type Scrape } from '../../support/prometheus/rules.ts'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}

const folder = new URL('../../../docs/operating/', import.meta.url)
const rules = (parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const alerts = rules.map(({ alert }) => alert)
const dashboard = readFileSync(new URL('prometheus/dashboard.json', folder), 'utf8')
const runbook = readFileSync(new URL('alerts.md', folder), 'utf8')
const monitoring = readFileSync(new URL('monitoring.md', folder), 'utf8')

const nowMs = 1_700_000_000_000
const none = { jobs: 0, oldestMs: undefined }
const counts = {
  byState: { waiting: none, submitting: none, submitted: none, uncertain: none },
  open: 0,
  overdueMs: 0,
  deadLetters: 0,
  clipStops: 0,
}
const money = {
  limit: microcredits(50_000_000),
  held: microcredits(1_000_000),
  spent: microcredits(2_000_000),
  resetsAtMs: undefined,
}
const well: Readings = {
  ping: async () => 'PONG',
  countJobs: async () => counts,
  operator: async () => money,
  pausedFor: async () => undefined,
  isReady: async () => true,
  chatsUp: async () => [
    { name: 'discord', isUp: true },
    { name: 'slack', isUp: true },
  ],
  queue: async () =>
    [
      '# HELP bullmq_job_count Number of jobs',
      '# TYPE bullmq_job_count gauge',
      'bullmq_job_count{state="active"} 0',
    ].join('\n'),
}

type Deed = (metrics: Metrics) => Promise<unknown>

const calls =
  (times: number, name: EffectName, result: () => Promise<unknown>, eventAtMs?: number): Deed =>
  async (metrics) => {
    for (let time = 0; time < times; time += 1)
      await metrics
        .measured(performed)(name, result, eventAtMs)
        .catch(() => undefined)
  }

const steps =
  (times: number, facts: StepFacts): Deed =>
  async (metrics) => {
    for (let time = 0; time < times; time += 1)
      metrics.hearStep({
        ...facts,
        job: 'b00x',
        server: 'discord:server-1',
        platform: 'discord',
        feature: 'music',
        request: undefined,
        spanMs: 60_000,
      })
  }

const audits =
  (differences: number): Deed =>
  async (metrics) => {
    const found = Array.from(
      { length: differences },
      () => ({ what: 'lines', at: {}, expected: 1, found: 2 }) as const,
    )
    const given: Parameters<Metrics['watchAudits']>[0] = {
      audit: {
        buckets: ['b00'],
        whole: () => Promise.reject(new Error('no audit of a whole bucket')),
        sinceCheckpoint: async () => ({ lineCount: 1, differences: found, unknownLines: [] }),
      },
      operatorAudit: { total: async () => [], jobsOf: async () => [] },
    }
    await metrics.watchAudits(given).audit.sinceCheckpoint('b00')
  }

const inTime = calls(50, 'discord.answer', async () => new Response(), nowMs - 300)
const posted = steps(2, { step: 'posted' })

/** What the process says after an hour of its usual work, and after that and these deeds. */
const scrape = async (deeds: readonly Deed[] = [], readings: Partial<Readings> = {}): Promise<Scrape> => {
  const metrics = createMetrics(() => nowMs)
  // Prometheus begins its tests in 1970.
  for (const deed of [inTime, posted, audits(0), ...deeds]) await deed(metrics)
  const text = await metrics.text({ ...well, ...readings })
  const series = readScrape(text.replace(/^(tunesmith_audit_timestamp_seconds) .*$/m, '$1 7200'))
  return new Map([...series, ['up{instance="tunesmith:8080",job="tunesmith"}', 1]])
}

const replaced = (of: Scrape, ...values: readonly (readonly [series: string, value: number])[]): Scrape => {
  const changed = new Map(of)
  for (const [series, value] of values) {
    const key = [...of.keys()].find((known) => known.startsWith(`${series}{`))
    if (key === undefined) throw new Error(`there is no ${series}`)
    changed.set(key, value)
  }
  return changed
}

const waits = (state: 'waiting' | 'submitted', seconds: number) => ({
  ...counts,
  byState: { ...counts.byState, [state]: { jobs: 1, oldestMs: nowMs - seconds * 1000 } },
})
const gone = () => Promise.reject(new Error('gone'))
const limited = async () => new Response('', { status: 429 })
const answered = (outcome: object) => async () => outcome

type Fault = readonly [alert: string, what: string, scrape: () => Promise<Scrape>]

const faults: readonly Fault[] = [
  ['TunesmithDown', 'the process answers no more', async () => replaced(await scrape(), ['up', 0])],
  ['TunesmithNotReady', 'the process is not ready', () => scrape([], { isReady: async () => false })],
  [
    'TunesmithChatDown',
    'Slack is away',
    () => scrape([], { chatsUp: async () => [{ name: 'slack', isUp: false }] }),
  ],
  [
    'TunesmithAcksSlow',
    'answers come after three seconds',
    () => scrape([calls(40, 'discord.answer', async () => new Response(), nowMs - 3_000)]),
  ],
  [
    'TunesmithChatRateLimited',
    'Discord limits calls',
    () => scrape([calls(1, 'discord.post', limited), calls(60, 'discord.post', limited)]),
  ],
  [
    'TunesmithJobsWaitLong',
    'a job waits for an hour',
    () => scrape([], { countJobs: async () => waits('waiting', 3_600) }),
  ],
  [
    'TunesmithNoWorker',
    'no worker runs',
    () => scrape([], { countJobs: async () => ({ ...counts, overdueMs: 300_000 }) }),
  ],
  [
    'TunesmithServicePaused',
    'the service account is empty',
    () => scrape([], { pausedFor: async () => 'balance' }),
  ],
  [
    'TunesmithServiceRefuses',
    'the service refuses requests',
    () => scrape([calls(10, 'service.submit', answered({ status: 'refused', why: 'request' }))]),
  ],
  [
    'TunesmithServiceFailing',
    'the service does not answer',
    () => scrape([calls(20, 'service.submit', answered({ status: 'not_sent' }))]),
  ],
  ['TunesmithJobsFail', 'tasks fail', () => scrape([steps(10, { step: 'failed' })])],
  [
    'TunesmithOutcomesUnclear',
    'a paid request gets no answer',
    () => scrape([steps(1, { step: 'uncertain' })]),
  ],
  ['TunesmithDeliveriesFail', 'messages cannot be shown', () => scrape([steps(9, { step: 'undelivered' })])],
  [
    'TunesmithOverruns',
    'a job costs more than was held',
    () =>
      scrape([steps(1, { step: 'settled', charged: microcredits(2), held: microcredits(1), by: 'final' })]),
  ],
  [
    'TunesmithDeadLetters',
    'a job is a dead letter',
    () => scrape([], { countJobs: async () => ({ ...counts, deadLetters: 1 }) }),
  ],
  [
    'TunesmithClipsStopped',
    'an uploaded clip was charged far too dearly',
    () => scrape([], { countJobs: async () => ({ ...counts, clipStops: 1 }) }),
  ],
  ['TunesmithBooksDiffer', 'a balance was changed', () => scrape([audits(1)])],
  [
    'TunesmithBooksNotAudited',
    'no worker has audited for an hour and more',
    async () => replaced(await scrape(), ['tunesmith_audit_timestamp_seconds', -3_600]),
  ],
  ['TunesmithRedisDown', 'Redis is away', () => scrape([], { ping: gone })],
  [
    'TunesmithRedisSlow',
    'Redis is far away',
    async () => replaced(await scrape(), ['tunesmith_redis_ping_seconds', 0.2]),
  ],
  [
    'TunesmithSpendNearLimit',
    'most of the limit is used',
    () => scrape([], { operator: async () => ({ ...money, spent: microcredits(41_000_000) }) }),
  ],
  [
    'TunesmithEventLoopBlocked',
    'the process is busy',
    async () => replaced(await scrape(), ['nodejs_eventloop_lag_p99_seconds', 0.9]),
  ],
  [
    'TunesmithMemoryHigh',
    'memory leaks',
    async () => replaced(await scrape(), ['tunesmith_heap_limit_bytes', 1_000_000]),
  ],
]

/** Metrics named in a text, without what histograms add. */
const namedIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:tunesmith|nodejs|process|bullmq)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  ),
]

/** Metrics that the process has, by their help. */
const knownNames = async (): Promise<ReadonlySet<string>> => {
  const text = await createMetrics(() => nowMs).text(well)
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name.replace(/_count$/, '')))
}

test('there is a fault for each alert', () => {
  expect(faults.map(([alert]) => alert)).toEqual(alerts)
})

describe('each alert', () => {
  test.each(rules)(
    '$alert has a section in the runbook, and says so in whole sentences',
    ({ alert, annotations }) => {
      expect(annotations.runbook_url).toBe(`docs/operating/alerts.md#${alert.toLowerCase()}`)
      expect(runbook).toMatch(new RegExp(`^## ${alert}$`, 'm'))
      expect(annotations.description).toMatch(/\.$/)
    },
  )

  test('is the only subject of a section of the runbook', () => {
    expect([...runbook.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(alerts)
  })
})

test.each([
  ['the rules', rules.map(({ expr }) => expr).join('\n')],
  ['the dashboard', dashboard],
  ['the page about monitoring', monitoring],
])('every metric that %s name is measured', async (_, text) => {
  const known = await knownNames()
  expect(namedIn(text).filter((name) => !known.has(name))).toEqual([])
})

test('the page about monitoring names every metric of ours', async () => {
  const ours = [...(await knownNames())].filter((name) => name.startsWith('tunesmith_'))
  expect(ours.filter((name) => !monitoring.includes(`\`${name}\``))).toEqual([])
})

test('the dashboard is what Grafana imports', () => {
  const read: unknown = JSON.parse(dashboard)
  expect(read).toMatchObject({ title: 'Tunesmith', schemaVersion: 39, panels: expect.any(Array) })
})

const found = await findPromtool()
const tool = 'path' in found ? found.path : ''

describe.skipIf('missing' in found)(`promtool${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let before: Scrape
  beforeAll(async () => {
    before = await scrape()
  })

  test('loads the rules', async () => {
    const { code, output } = await promtool(tool, ['check', 'rules', rulesFile])
    expect([code, output]).toEqual([0, expect.stringContaining(`${alerts.length} rules found`)])
  })

  test.each(['prometheus.yml', 'docker.yml'])('reads the configuration %s', async (name) => {
    const file = new URL(`prometheus/${name}`, folder).pathname
    expect(await promtool(tool, ['check', 'config', '--syntax-only', file])).toMatchObject({ code: 0 })
  })

  test("finds nothing wrong with the metrics, except with the name of one of BullMQ's", async () => {
    const text = await createMetrics(() => nowMs).text(well)
    const { output } = await promtool(tool, ['check', 'metrics'], text)
    expect(
      output
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('bullmq_job_count ')),
    ).toEqual([])
  })

  test('lets no alert fire while all is well', async () => {
    expect(await alertProblems(tool, { alerts, expected: [] }, { before, after: before })).toBe('')
  })

  test.each(faults)('lets %s fire, and no other, when %s', async (alert, _, fault) => {
    const scrapes = { before, after: await fault() }
    expect(await alertProblems(tool, { alerts, expected: [alert] }, scrapes)).toBe('')
  })
})
