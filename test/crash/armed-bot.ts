import { appendFileSync, readFileSync } from 'node:fs'
import { defaultStopSpans } from '../../src/app/running.ts'
import { type Deadlines, defaultDeadlines } from '../../src/jobs/deadlines.ts'
import { defaultQueueSpans } from '../../src/jobs/worker/bullmq-queue.ts'
import { run } from '../../src/main.ts'
import { createArmedEffect } from './armed-effect.ts'
import { type Arming, armedLine, armSignal, type Plan } from './points.ts'

// The bot as it is, composed with effects at which it can die. Its first argument is
// an `Arming`, the rest are its own.

const [given = '{}', ...args] = process.argv.slice(2)
const arming: Arming = JSON.parse(given)

/** A submission is answered within milliseconds here, and nobody waits for a real platform or service. */
const shortDeadlines: Deadlines = {
  ...defaultDeadlines,
  stepMs: 20_000,
  submitMs: 4_000,
  submitFilesMs: 6_000,
  requestMs: 2_000,
  overdueMs: 1_000,
  operatorHoldMs: 3_000,
  operatorLateMs: 500,
  unmirroredMs: 300,
  sweepMs: 400,
  filesMs: 2_000,
  sendStepMs: 15_000,
  deliverStepMs: 15_000,
  uncertainMs: 10_000,
  waitingMs: 1_000,
  answerMs: 2_000,
  taskMs: 9_000,
  lateLookMs: 1_500,
  noticeAfterMs: 4_000,
  noticeRetryMs: 1_000,
}
const deadlinesOf = {
  short: shortDeadlines,
  'under load': {
    ...shortDeadlines,
    // What is slow, for everything is asked at the same time, is not to be taken up by a second worker.
    sendStepMs: 60_000,
    deliverStepMs: 60_000,
    pauseMs: 3_000,
    taskMs: 40_000,
    lateLookMs: defaultDeadlines.lateLookMs,
  },
  // A request that is never answered would keep a test waiting for two minutes.
  production: { ...defaultDeadlines, submitMs: 45_000 },
} as const satisfies Record<Arming['spans'], Deadlines>
const shortQueueSpans = { lockMs: 1_500, stalledCheckMs: 500 }
const shortStopSpans = { allMs: 4_000, stepsMs: 3_000 }

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

let log = ''
const { effect, arm } = createArmedEffect({
  die,
  note: (name) => appendFileSync(log, `${name}\n`),
  wrongRule: arming.wrongRule,
})
process.on(armSignal, () => {
  const plan: Plan = JSON.parse(readFileSync(arming.planPath, 'utf8'))
  log = plan.log
  arm(plan)
  process.stdout.write(`${armedLine(plan)}\n`)
})

const bare = (text: string): string => {
  const { nonce: _nonce, enforce_nonce: _enforced, ...body } = JSON.parse(text)
  return JSON.stringify(body)
}

/** Discord then takes every post for a new one. A message with files has its words in a part of a form. */
const withoutNonce =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    const body = init?.body
    if (typeof body === 'string') return send(input, { ...init, body: bare(body) })
    if (body instanceof FormData && body.has('payload_json'))
      body.set('payload_json', bare(String(body.get('payload_json'))))
    return send(input, init)
  }
if (arming.wrongRule === 'no nonce') globalThis.fetch = withoutNonce(fetch)

await run(args, {
  effect,
  deadlines: deadlinesOf[arming.spans],
  queueSpans: arming.spans === 'short' ? shortQueueSpans : defaultQueueSpans,
  stopSpans: arming.spans === 'short' ? shortStopSpans : defaultStopSpans,
})
