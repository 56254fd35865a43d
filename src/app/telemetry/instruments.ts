import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { effectNames } from '../../core/effect.ts'
import { pauseReasons } from '../../core/job/concurrency.ts'
import { countedStates } from '../../core/job/job-counts.ts'
import { platformNames } from '../../core/target.ts'

/** Members wait three seconds for an acknowledgement on either chat. */
const ackSeconds = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5, 10]
const callSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const redisSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const jobSeconds = [5, 15, 30, 60, 120, 180, 300, 600, 1200, 1800, 3600]

const createTimes = (registers: readonly Registry[]) => {
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [...registers] })
  return {
    acks: histogram(
      'tunesmith_ack_seconds',
      "From a chat's event to our acknowledgement: by Discord's own time of the event, on Slack from its arrival.",
      ['platform'],
      ackSeconds,
    ),
    jobTimes: histogram(
      'tunesmith_job_seconds',
      'From a request to its result in the chat.',
      ['platform'],
      jobSeconds,
    ),
    serviceCalls: histogram(
      'tunesmith_service_call_seconds',
      'How long calls to the audio service took.',
      ['call'],
      callSeconds,
    ),
    chatCalls: histogram(
      'tunesmith_chat_call_seconds',
      'How long calls to a chat took.',
      ['platform', 'call'],
      callSeconds,
    ),
    redisWrites: histogram(
      'tunesmith_redis_write_seconds',
      'Changes of what is stored in Redis, by whether they worked.',
      ['outcome'],
      redisSeconds,
    ),
  }
}

const createCounts = (registers: readonly Registry[]) => {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers: [...registers] })
  return {
    serviceOutcomes: counter(
      'tunesmith_service_calls_total',
      'Calls to the audio service, by what came of them.',
      ['call', 'outcome'],
    ),
    chatOutcomes: counter(
      'tunesmith_chat_calls_total',
      'Calls to a chat, by what came of them: ok, rate_limited, refused or failed.',
      ['platform', 'call', 'outcome'],
    ),
    steps: counter('tunesmith_job_steps_total', 'Steps of jobs, as the log has them.', ['platform', 'step']),
    deliveries: counter(
      'tunesmith_deliveries_total',
      'Results posted, kept back because there is nowhere to post them, or to be tried again.',
      ['platform', 'outcome'],
    ),
    refusals: counter('tunesmith_refusals_total', 'Requests that were refused, by why.', [
      'platform',
      'code',
    ]),
    overruns: counter('tunesmith_overruns_total', 'Jobs that were charged more than was held for them.', []),
    overrunCredits: counter('tunesmith_overrun_credits_total', 'What they were charged beyond that.', []),
  }
}

const createGauges = (registers: readonly Registry[]) => {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge({ name, help, labelNames, registers: [...registers] })
  return {
    ready: gauge('tunesmith_ready', 'Whether this process is ready, as /health/ready says.'),
    chatUp: gauge('tunesmith_chat_up', 'Whether a chat works in this process.', ['platform']),
    redisUp: gauge('tunesmith_redis_up', 'Whether Redis answered this scrape.'),
    redisPing: gauge('tunesmith_redis_ping_seconds', 'How long Redis took to answer this scrape.'),
    jobs: gauge('tunesmith_jobs', 'Jobs under way, by state; waiting: not sent yet.', ['state']),
    oldestJob: gauge('tunesmith_oldest_job_seconds', 'Age of the oldest of them.', ['state']),
    openJobs: gauge('tunesmith_open_jobs', 'Jobs with something left to do, also after their end.'),
    overdue: gauge('tunesmith_overdue_seconds', 'How long the most overdue job has waited for a worker.'),
    deadLetters: gauge('tunesmith_dead_letters', 'Jobs that workers leave alone until an operator decides.'),
    clipStops: gauge(
      'tunesmith_clip_stops',
      'Jobs for which uploaded clips are stopped in their server until an operator allows them again.',
    ),
    servicePaused: gauge(
      'tunesmith_service_paused',
      'Whether nothing is sent to the audio service, by why.',
      ['why'],
    ),
    limit: gauge('tunesmith_operator_limit_credits', 'What all servers may spend this month, if limited.'),
    spent: gauge('tunesmith_operator_spent_credits', 'What all servers spent this month.'),
    held: gauge('tunesmith_operator_held_credits', 'What is held this month for jobs under way.'),
    auditedAt: gauge('tunesmith_audit_timestamp_seconds', 'When a part of the books was last audited here.'),
    differences: gauge('tunesmith_books_differences', 'Differences between books and journal that stand.'),
    heapLimit: gauge('tunesmith_heap_limit_bytes', "Where Node.js ends the process: V8's limit of the heap."),
  }
}

/** Everything that we measure ourselves. The labels have few values, and never a server, a member or a job. */
export const createInstruments = (registry: Registry) => {
  const instruments = {
    ...createTimes([registry]),
    ...createCounts([registry]),
    ...createGauges([registry]),
  }
  // A counter that appears with its first event would hide that event from increase().
  for (const name of effectNames) {
    const [kind = '', ...call] = name.split('.')
    const platform = platformNames.find((known) => known === kind)
    if (platform !== undefined)
      instruments.chatOutcomes.inc({ platform, call: call.join('.'), outcome: 'rate_limited' }, 0)
  }
  for (const call of ['submit', 'answer'])
    for (const outcome of ['refused_request', 'refused_balance', 'refused_key', 'not_sent', 'uncertain'])
      instruments.serviceOutcomes.inc({ call, outcome }, 0)
  for (const platform of platformNames) {
    for (const step of ['asked', 'finished', 'failed', 'uncertain', 'booked', 'expired', 'voided', 'posted'])
      instruments.steps.inc({ platform, step }, 0)
    for (const outcome of ['posted', 'withheld', 'retried'])
      instruments.deliveries.inc({ platform, outcome }, 0)
  }
  // A figure that is not known is left out, because it would be read as 0.
  for (const unknown of [instruments.limit, instruments.auditedAt, instruments.redisPing]) unknown.remove()
  instruments.overruns.inc(0)
  instruments.overrunCredits.inc(0)
  for (const state of countedStates) instruments.jobs.set({ state }, 0)
  for (const why of pauseReasons) instruments.servicePaused.set({ why }, 0)
  return instruments
}

/** See `createInstruments`. */
export type Instruments = ReturnType<typeof createInstruments>
