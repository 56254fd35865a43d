import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transcribe } from '../../../src/commands/features/transcribe.ts'
import type { ResultClip } from '../../../src/core/clip/clip.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { LookupOutcome } from '../../../src/core/job/audio-service.ts'
import type { Outcome } from '../../../src/core/outcome.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { target } from '../../support/commands/invocation.ts'
import { type CallbackWorld, openCallbackWorld } from '../../support/jobs/callback-world.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { accepted, finished, usualCost, usualEstimate } from '../../support/service/scripted-audio-service.ts'
import { runs } from '../../support/suite/runs.ts'

// Polling alone: no callback ever comes in these tests, asked for or not.

let world: JobWorld
let calling: CallbackWorld

beforeEach(async () => {
  world = await openJobWorld()
  calling = await openCallbackWorld()
})
afterEach(() => {
  world.close()
  calling.close()
})

const minuteMs = 60_000
const songClip: ResultClip = {
  kind: 'result',
  url: 'https://cdn.example/1.mp3',
  name: 'Tide.mp3',
  seconds: 20,
}

describe('a task that takes as long as its eta says', () => {
  const etaSeconds = 123

  const looksOf = async (at: JobWorld): Promise<number> => {
    const startMs = at.clock.now()
    at.service.submitWith(accepted('task-1', { etaSeconds }))
    at.deps.service = {
      ...at.deps.service,
      lookUp: (...args) => {
        at.service.alwaysFind(at.clock.now() - startMs < etaSeconds * 1000 ? { status: 'pending' } : finished)
        return at.service.lookUp(...args)
      },
    }
    const jobId = await at.start()
    await at.queue.run()
    expect(await at.job(jobId)).toMatchObject({ state: 'posted' })
    return at.service.lookUps.length
  }

  test('is found by polling within the spans that are promised', async () => {
    expect(await looksOf(world)).toBeLessThanOrEqual(18)
  })

  test('is found where the callbacks that were asked for never come, by far fewer looks', async () => {
    const startMs = calling.clock.now()
    expect(await looksOf(calling)).toBe(1)
    expect(calling.clock.now() - startMs).toBe(184_500)
  })
})

test('where callbacks were asked for and cannot come any more, it is polled as often as ever', async () => {
  calling.service.submitWith(accepted('task-1', { etaSeconds: 60 }))
  calling.service.alwaysFind({ status: 'pending' })
  await calling.start()
  await calling.runFor(0)
  await calling.queue.work(createWakeHandler({ ...calling.deps, callbacks: undefined }), 1)
  await calling.runFor(5 * minuteMs)
  const looksMs = calling.service.lookUps.map(({ atMs }) => atMs)
  expect(looksMs.length).toBeGreaterThan(20)
})

test.each<[string, LookupOutcome]>([
  ['not there yet', { status: 'unreadable', reason: 'HTTP 404' }],
  ['away', { status: 'unreadable', reason: 'HTTP 503' }],
  ['garbage', { status: 'unreadable', reason: 'HTTP 200' }],
])('a record that is %s for ten minutes is looked for on and on', async (_, found) => {
  world.service.alwaysFind(found)
  const jobId = await world.start()
  await world.queue.run(world.clock.now() + 10 * minuteMs)
  expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
  world.service.alwaysFind(finished)
  await world.queue.run()
  expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: usualCost })
})

describe('a status that nobody knows', () => {
  const strange = (unknownStatus: string): LookupOutcome => ({ status: 'pending', unknownStatus })

  test('counts as running, and is logged once for its job', async () => {
    world.service.lookUpWith(strange('ALMOST'), strange('ALMOST'), strange('NEARLY'))
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.service.lookUps).toHaveLength(4)
    expect(world.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { message: expect.stringContaining('an unknown status'), details: { status: 'ALMOST' } },
    ])
  })

  const whole = outcomeOf([output(1), output(2)])
  const withFiles = (soFar: Outcome): LookupOutcome => ({
    status: 'pending',
    unknownStatus: 'DONE',
    soFar,
    cost: usualCost,
  })

  test.each(['SUCCESS', 'DONE', ''])(
    'such as %j is a word for the end where two looks find the same whole result',
    async (unknownStatus) => {
      world.service.alwaysFind({ status: 'pending', unknownStatus, soFar: whole, cost: usualCost })
      const jobId = await world.start()
      await world.queue.run()
      expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: usualCost })
      expect(world.service.lookUps).toHaveLength(2)
    },
  )

  test('is one for a transcript, too, where two looks find the same words', async () => {
    world.close()
    world = await openJobWorld({ features: [transcribe] })
    const soFar = (transcription: string): LookupOutcome => withFiles(outcomeOf([], { transcription }))
    world.service.lookUpWith(soFar('Oh'), soFar('Oh the'))
    world.service.alwaysFind(soFar('Oh the sea'))
    const jobId = await world.start({ command: 'transcribe', values: { clip: songClip } })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: usualCost })
    expect(world.service.lookUps).toHaveLength(4)
  })

  test('costs what was estimated where it says nothing of a cost, or that it is nothing', async () => {
    for (const cost of [undefined, microcredits(0)]) {
      world.service.alwaysFind({ status: 'pending', unknownStatus: 'DONE', soFar: whole, cost })
      const jobId = await world.start()
      await world.queue.run()
      expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: usualEstimate })
    }
  })

  test('is none while files come or change', async () => {
    const changing = [
      outcomeOf([output(1)]),
      outcomeOf([output(1)]),
      outcomeOf([output(1), output(2, { audioUrl: 'https://cdn.example/stream.mp3' })]),
    ]
    world.service.lookUpWith(...changing.map(withFiles))
    world.service.alwaysFind(withFiles(whole))
    const jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', outcome: whole })
    expect(world.service.lookUps).toHaveLength(5)
  })

  test('that is very long is not logged at length', async () => {
    world.service.lookUpWith(strange('X'.repeat(10_000)))
    await world.start()
    await world.queue.run()
    expect(String(world.log.lines[0]?.details?.status).length).toBe(100)
  })
})

describe('a task that has one file and never says that it ended', () => {
  const soFar = outcomeOf([output(1), output(2, { audioUrl: undefined })])

  test('is delivered when its time is over, at its estimate, and says what is missing', async () => {
    world.service.alwaysFind({ status: 'pending', soFar })
    const startMs = world.clock.now()
    const jobId = await world.start()
    await world.queue.run(startMs + 30 * minuteMs - 1)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: usualEstimate })
    expect(world.platform.messages[0]?.message.blocks).toContainEqual({
      kind: 'note',
      text: 'The audio service delivered 1 of 2 takes.',
    })
  })
})

test.each<[string, string | undefined]>([
  ['with its request', 'Not that.'],
  ['without a word before', undefined],
])('a finished task that the service flagged, %s, is shown with the reason once', async (_, flaggedFor) => {
  world.service.submitWith(accepted('task-1', { flaggedFor }))
  world.service.alwaysFind({ ...finished, flaggedFor: 'Not that.' })
  await world.start()
  await world.queue.run()
  const blocks = world.platform.messages[0]?.message.blocks ?? []
  expect(blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : []))).toEqual([
    'The audio service flagged this request: "Not that."',
  ])
  expect(world.log.warnings()).toEqual(['the service flagged a request'])
})

test.each<[string, Partial<Outcome>, string | undefined]>([
  ['comes', { coverUrl: 'https://cdn.example/cover.png' }, undefined],
  ['never comes', {}, 'The album cover is missing.'],
])('a requested cover is waited for: it %s', async (_, came, note) => {
  world.service.lookUpWith(finished, finished)
  world.service.alwaysFind({ ...finished, outcome: { ...finished.outcome, ...came } })
  await world.start({ values: { prompt: 'a sea shanty', cover: true } })
  await world.queue.run()
  const blocks = world.platform.messages[0]?.message.blocks ?? []
  expect(blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : []))).toEqual(note ? [note] : [])
  expect(blocks.some(({ kind }) => kind === 'cover')).toBe(note === undefined)
})

test('files that lag behind a final status are waited for with care for the look-ups', async () => {
  const lacking = { ...finished, outcome: outcomeOf([output(1)]) }
  world.service.submitWith(accepted('task-1', { etaSeconds: 240 }))
  world.service.alwaysFind(lacking)
  await world.start()
  await world.queue.run()
  expect(world.texts()[0]).toBe('“Title 1”')
  const looksMs = world.service.lookUps.map(({ atMs }) => atMs)
  const gapsMs = looksMs.slice(1).map((atMs, index) => atMs - (looksMs[index] ?? 0))
  expect(gapsMs).toEqual(gapsMs.toSorted((one, other) => one - other))
  expect(looksMs.length).toBeLessThanOrEqual(12)
})

test('what members look up for nothing, however often, keeps no paid job waiting', async () => {
  const songSeconds = 60
  /** When the song was looked at, with so many free look-ups in between. */
  const looksWith = async (readings: number): Promise<readonly number[]> => {
    const at = await openJobWorld({ lookupsPerMinute: 20 })
    const startMs = at.clock.now()
    at.service.submitWith(accepted('task-1', { etaSeconds: songSeconds }))
    at.deps.service = {
      ...at.deps.service,
      lookUp: (type, task, use) => {
        const isRunning = use.for === 'result' && at.clock.now() - startMs < songSeconds * 1000
        at.service.alwaysFind(isRunning ? { status: 'pending' } : finished)
        return at.service.lookUp(type, task, use)
      },
    }
    await at.start()
    for (let reading = 0; reading < readings; reading += 1) {
      const values = { family: 'MUSIC_AI', task: `task-of-old-${reading}` }
      await at.start({ command: 'result', values, target: target({ member: `member-${reading % 4}` }) })
      await at.queue.run(at.clock.now() + 500)
    }
    await at.queue.run()
    expect(at.texts().filter((text) => text.startsWith('“Title 1”'))).toHaveLength(readings + 1)
    at.close()
    return at.service.lookUps.filter(({ taskId }) => taskId === 'task-1').map(({ atMs }) => atMs - startMs)
  }
  expect(await looksWith(runs(25, 60))).toEqual(await looksWith(0))
})

test('look-ups that all jobs together have used up are waited for without a worker', async () => {
  world.close()
  world = await openJobWorld({ lookupsPerMinute: 1 })
  const first = await world.start()
  const second = await world.start()
  const halfMs = world.clock.now() + 30_000
  await world.queue.run(halfMs)
  const states = [(await world.job(first)).state, (await world.job(second)).state]
  expect(states.toSorted()).toEqual(['posted', 'submitted'])
  expect(world.queue.waiting()).toHaveLength(1)
  await world.redis.del(world.keys.lookups('key-1')) // as the minute's end does, which is real time
  await world.queue.run()
  expect(world.service.lookUps).toHaveLength(2)
  expect(world.texts().every((text) => text.startsWith('“Title 1” and “Title 2”'))).toBe(true)
})
