import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ask, BadDay } from '../../support/simulation/bad-day.ts'
import { openTheatre } from '../../support/simulation/days.ts'
import { play } from '../../support/simulation/play.ts'
import { createRandomness } from '../../support/simulation/randomness.ts'
import { type ActedOn, type ActFault, startProcess } from '../../support/simulation/simulated-process.ts'
import { createTimeline } from '../../support/simulation/timeline.ts'

let theatre: Awaited<ReturnType<typeof openTheatre>>

beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

const minuteMs = 60_000

const askAt = (atMs: number): Ask => ({
  atMs,
  server: 1,
  channel: 1,
  member: 1,
  seen: 'given',
  hasToken: true,
  clip: undefined,
  isAlone: false,
  service: {
    answers: [],
    answerMs: 500,
    etaSeconds: 30,
    runMs: 20_000,
    end: 'complete',
    estimate: 90_000,
    cost: 80_000,
    callBacks: [],
  },
})

/** The only worker stands still over the first request; that the second was answered, nobody learns. */
const dayAsleepFor = (spanMs: number): BadDay => ({
  seed: 1,
  workers: 1,
  parallel: 2,
  serviceParallel: 2,
  lookupsPerMinute: 100_000,
  callbacks: false,
  limit: 100_000_000,
  asks: [askAt(0), askAt(1_000)],
  troubles: [
    { kind: 'named act', name: 'TAKE', nth: 1, fault: { kind: 'sleeps', when: 'before', spanMs } },
    { kind: 'named act', name: 'ACCEPT', nth: 2, fault: { kind: 'not done' } },
  ],
})

const edit = /discord patch \/webhooks\/\w+\/token-1\//
const privateWord = /discord post \/channels\/direct-member-1\/messages/

/** How the second request ended for its member: what was done about it, and when the first of that was. */
const endOf = async (spanMs: number) => {
  const [stage] = theatre.stagesFor()
  if (stage === undefined) throw new Error('there is no stage')
  const { violations, history } = await play(stage, dayAsleepFor(spanMs))
  const linesWith = (what: RegExp) => history.filter((line) => what.test(line))
  const [first = ''] = [...linesWith(edit), ...linesWith(privateWord)]
  return {
    violations,
    edits: linesWith(edit).length,
    privateWords: linesWith(privateWord).length,
    atMs: Number(first.split(' ')[0]),
  }
}

test('who wakes before the right to edit an answer is over looks around at once, and edits it', async () => {
  const spanMs = 7 * minuteMs
  const { atMs, ...end } = await endOf(spanMs)
  expect(end).toEqual({ violations: [], edits: 1, privateWords: 0 })
  expect(atMs).toBeGreaterThan(spanMs)
  expect(atMs).toBeLessThan(spanMs + minuteMs)
})

test('who wakes after that tells the member in private, once', async () => {
  const spanMs = 35 * minuteMs
  const { atMs, ...end } = await endOf(spanMs)
  expect(end).toMatchObject({ violations: [], privateWords: 1 })
  expect(atMs).toBeGreaterThan(spanMs)
  expect(atMs).toBeLessThan(spanMs + minuteMs)
})

/** Two acts are begun at once, and over the one that comes first the process falls asleep: what comes of both. */
const twoActsOn = async (on: ActedOn) => {
  const timeline = createTimeline()
  const faults: ActFault[] = [{ kind: 'sleeps', when: 'after', spanMs: 7 * minuteMs }]
  const { act } = startProcess({
    name: 'worker',
    timeline,
    random: createRandomness(1),
    nextFault: () => faults.shift(),
    onDeath: () => undefined,
    onWake: () => undefined,
    tell: () => undefined,
  })
  let done = 0
  const ended = Promise.allSettled(
    [1, 2].map((name) =>
      act(on, `act ${name}`, () => {
        done += 1
      }),
    ),
  )
  while (await timeline.step());
  return { done, ends: (await ended).map(({ status }) => status).toSorted() }
}

test.each([
  { on: 'timed', done: 1, ends: ['fulfilled', 'rejected'] },
  { on: 'redis', done: 2, ends: ['fulfilled', 'fulfilled'] },
] as const)('of acts that are $on, $done of two still leaves after a sleep between', async (row) => {
  expect(await twoActsOn(row.on)).toEqual({ done: row.done, ends: row.ends })
})
