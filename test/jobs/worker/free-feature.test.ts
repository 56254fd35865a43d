import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { result } from '../../../src/commands/features/result.ts'
import { readCommandText } from '../../../src/core/command/command-text.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { JobRecord } from '../../../src/core/job/job.ts'
import { jobName } from '../../../src/core/job-id.ts'
import type { Output } from '../../../src/core/outcome.ts'
import { sweep } from '../../../src/jobs/worker/upkeep/sweep.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { target } from '../../support/commands/invocation.ts'
import { crashPointsOf, createMortalWorker, effectsOfAJob } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { noTaskOwners } from '../../support/jobs/no-task-owners.ts'
import { expectPeace } from '../../support/jobs/verdict.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'
import { isLong } from '../../support/suite/runs.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const look = { family: 'MUSIC_AI', task: 'task-of-old' }
const request = (values: RawValues) => ({ command: 'result', values })

const run = async (values: RawValues, more: object = {}): Promise<string> => {
  const jobId = await world.start({ ...request(values), ...more })
  await world.queue.run()
  return jobId
}

/** Somebody's song, which was paid for and shown. */
const song = async (outputs: readonly Output[] = [output(1), output(2)], more: object = {}) => {
  world.service.lookUpWith({ ...finished, outcome: outcomeOf(outputs) })
  const jobId = await world.start(more)
  await world.queue.run()
  return jobId
}

/**
 * Nothing was bought, counted, learned or left by what costs nothing; `spent`
 * and `bought` are what was before.
 */
const expectFree = async ({ spent = 0, bought = 0 } = {}): Promise<void> => {
  expect(await world.balances()).toEqual({ spent, held: 0 })
  expect(world.service.submissions).toHaveLength(bought)
  expect(world.service.questions).toEqual([])
  expect(await world.store.running()).toEqual([])
  await expectPeace(world)
}

/** Has requests find what they name, so that the worker has to tell. */
const findWhatever = (job?: JobRecord): void => {
  Object.assign(world.requestDeps, {
    resultsFromElsewhere: true,
    taskOwners: noTaskOwners.taskOwners,
    ...(job !== undefined && { jobList: { find: () => Promise.resolve({ status: 'found', job }) } }),
  })
}

const marksShown = () =>
  world.platform.messages
    .at(-1)
    ?.message.blocks.flatMap((block) => (block.kind === 'audio' ? [block.file.mark] : []))

const filesShown = (): readonly string[] =>
  world.platform.messages
    .at(-1)
    ?.message.blocks.flatMap((block) => (block.kind === 'audio' ? [block.file.url] : [])) ?? []

describe('a task that the service still knows', () => {
  test.each([
    ['its own name', look, 'task-of-old'],
    ['that of an output', { family: 'REMIX', conversion: 'output-2' }, 'output-2'],
  ])('is looked up by %s, and shown for nothing', async (_, values, named) => {
    const jobId = await run(values)
    expect(world.service.lookUps).toMatchObject([{ taskId: named, conversionType: values.family }])
    expect(await world.job(jobId)).toMatchObject({
      state: 'posted',
      held: 0,
      settled: 0,
      settledBy: 'final',
      taskId: undefined,
    })
    expect(world.texts()).toEqual(['“Title 1” and “Title 2”'])
    await expectFree()
  })

  test.each([
    ['unknown to it', { status: 'unreadable', reason: 'HTTP 404', isUnknown: true }, 'result_unknown'],
    ['not finished', { status: 'pending' }, 'still_running'],
    ['half there', { status: 'pending', soFar: outcomeOf([output(1)]) }, 'still_running'],
    ['failed', { status: 'failed', said: 'no inspiration' }, 'service_failed'],
    ['empty', { ...finished, outcome: outcomeOf([]) }, 'nothing_to_show'],
  ] as const)('that is %s ends with the reason', async (_, found, ending) => {
    world.service.lookUpWith(found)
    expect(await world.job(await run(look))).toMatchObject({ state: 'voided', ending, toldState: 'voided' })
    expect(world.texts()[0]).toMatch(/can't be shown\. .*Nothing was charged\.$/)
    await expectFree()
  })

  test('is shown under a status that nobody knows as soon as there is something of it', async () => {
    world.service.lookUpWith({ status: 'pending', unknownStatus: 'DONE', soFar: outcomeOf([output(1)]) })
    expect(await world.job(await run(look))).toMatchObject({ state: 'posted' })
  })

  test('is kept and shown with what the service found out and wrote', async () => {
    const findings = {
      facts: [{ name: 'bpm', value: '162' }],
      files: [
        { name: 'midi_file_path', url: 'https://cdn.example/a.mid' },
        { name: 'notes_file_path', url: 'https://cdn.example/gone.csv' },
      ],
      streams: ['https://cdn.example/live'],
    }
    world.service.lookUpWith({ ...finished, outcome: outcomeOf([], { findings }) })
    world.gone.add('https://cdn.example/gone.csv')
    expect(await world.job(await run(look))).toMatchObject({
      state: 'posted',
      outcome: { findings: { ...findings, files: findings.files.slice(0, 1) } },
    })
    expect(JSON.stringify(world.platform.messages.at(-1)?.message.blocks)).toContain('162 BPM')
    await expectFree()
  })

  test('whose service is away for a moment is found a little later', async () => {
    world.service.lookUpWith({ status: 'unreadable', reason: 'HTTP 502' }, { status: 'later', waitMs: 5_000 })
    expect(await world.job(await run(look))).toMatchObject({ state: 'posted' })
    expect(world.service.lookUps.length).toBeGreaterThan(1)
    await expectFree()
  })

  test('whose service stays away is given up', async () => {
    world.service.alwaysFind({ status: 'unreadable', reason: 'HTTP 502' })
    expect(await world.job(await run(look))).toMatchObject({ state: 'voided', ending: 'service_unreachable' })
    await expectFree()
  })
})

describe('a task that nobody here had made', () => {
  beforeEach(async () => {
    world.close()
    world = await openJobWorld({ resultsFromElsewhere: false })
  })

  const unknown = async (values: RawValues, more: object = {}): Promise<void> => {
    findWhatever()
    const looks = world.service.lookUps.length
    const jobId = await run(values, more)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'result_unknown' })
    expect(world.service.lookUps).toHaveLength(looks)
  }

  test('is unknown, and costs no look-up', async () => {
    await unknown(look)
    await unknown({ family: 'MUSIC_AI', conversion: 'conversion-1' })
    await expectFree()
  })

  test('is known to the account of the job alone, by its own name and those of its outputs', async () => {
    await song()
    for (const name of [{ task: 'task-1' }, { conversion: 'conversion-1' }, { conversion: 'conversion-2' }]) {
      const own = await run({ family: 'MUSIC_AI', ...name })
      expect(await world.job(own)).toMatchObject({ state: 'posted' })
      for (const server of ['server-2', '@member-1'])
        await unknown({ family: 'MUSIC_AI', ...name }, { target: target({ server }) })
    }
  })

  test('is not made theirs by the member who looked it up where the operator lets them', async () => {
    world.close()
    world = await openJobWorld()
    for (const server of ['server-1', 'server-2'])
      expect(await world.job(await run(look, { target: target({ server }) }))).toMatchObject({
        state: 'posted',
      })
    await song()
    await unknown({ family: 'MUSIC_AI', task: 'task-1' }, { target: target({ server: 'server-2' }) })
  })
})

describe('the result of another job', () => {
  test('is shown again without asking the service', async () => {
    const old = await song()
    const looks = world.service.lookUps.length
    const jobId = await run({ job: old })
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: 0 })
    expect(world.service.lookUps).toHaveLength(looks)
    expect(filesShown()).toEqual(['https://cdn.example/1.mp3', 'https://cdn.example/2.mp3'])
    await expectFree({ spent: 120_000, bought: 1 })
  })

  test.each([
    ['by its job', (job: string) => ({ job })],
    ['by its task', () => ({ family: 'MUSIC_AI', task: 'task-1' })],
    ['by its task as another kind of', () => ({ family: 'DENOISING', task: 'task-1' })],
  ])('is marked with the job that made it where it is found %s', async (_, values) => {
    const old = await song(undefined, { values: { prompt: 'sea', model: 'v7-pro' } })
    const mark = { job: old, model: 'v7-pro', source: 'trainedAlgorithmicMedia' }
    expect(marksShown()).toEqual([mark, mark])
    const again = await run(values(old))
    expect(marksShown()).toEqual([mark, mark])
    await run({ job: again })
    expect(marksShown()).toEqual([mark, mark])
  })

  test.each([
    ['NAME', ['https://cdn.example/1.mp3', 'https://cdn.example/2.mp3']],
    ['NAME.2', ['https://cdn.example/2.mp3']],
    ['#NAME.1 wav:yes', ['https://cdn.example/1.wav']],
    ['NAME.1 take:2', ['https://cdn.example/2.mp3']],
  ])('is shown by its name alone, as in /result %s', async (typed, files) => {
    const old = await song([output(1, { wavUrl: 'https://cdn.example/1.wav' }), output(2)])
    await run(readCommandText(result, typed.replace('NAME', jobName(old))).values)
    expect(filesShown()).toEqual(files)
  })

  test.each([
    ['one take', { take: 2 }, ['https://cdn.example/2.mp3']],
    ['one take as WAV', { take: 1, wav: true }, ['https://cdn.example/1.wav']],
    ['all there is as WAV', { wav: true }, ['https://cdn.example/1.wav']],
  ])('is shown as %s', async (_, values, files) => {
    const old = await song([output(1, { wavUrl: 'https://cdn.example/1.wav' }), output(2)])
    await run({ job: old, ...values })
    expect(filesShown()).toEqual(files)
    await expectFree({ spent: 120_000, bought: 1 })
  })

  test.each([
    ['no such take', { take: 3 }],
    ['no WAV of it', { take: 2, wav: true }],
  ])('of which there is %s says so', async (_, values) => {
    const jobId = await run({ job: await song(), ...values })
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'nothing_to_show' })
  })

  test('of which a file is gone is shown without it', async () => {
    const old = await song()
    world.gone.add('https://cdn.example/1.mp3')
    await run({ job: old })
    expect(filesShown()).toEqual(['https://cdn.example/2.mp3'])
  })

  describe('whose addresses do not work any more', () => {
    const wavUrl = 'https://cdn.example/1.wav'
    const renewed = [
      output(2, { audioUrl: 'https://new.example/2.mp3' }),
      output(1, { audioUrl: 'https://new.example/1.mp3', wavUrl: 'https://new.example/1.wav' }),
    ]
    const expired = async (): Promise<string> => {
      const old = await song([output(1, { wavUrl }), output(2)])
      for (const url of [wavUrl, 'https://cdn.example/1.mp3', 'https://cdn.example/2.mp3'])
        world.gone.add(url)
      world.service.alwaysFind({ ...finished, outcome: outcomeOf(renewed) })
      return old
    }

    test.each<[string, RawValues, readonly string[]]>([
      ['every take', {}, ['https://new.example/1.mp3', 'https://new.example/2.mp3']],
      ['a WAV', { take: 1, wav: true }, ['https://new.example/1.wav']],
    ])('is shown by those that the service gives now: %s', async (_, values, files) => {
      const jobId = await run({ job: await expired(), ...values })
      expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
      expect(filesShown()).toEqual(files)
      expect(marksShown()).toEqual(files.map(() => expect.objectContaining({ job: expect.any(String) })))
      await expectFree({ spent: 120_000, bought: 1 })
    })

    test('waits while the service cannot be asked, and says so in the end', async () => {
      const old = await expired()
      world.service.lookUpWith({ status: 'unreadable', reason: 'HTTP 503' })
      await run({ job: old })
      expect(filesShown()).toEqual(['https://new.example/1.mp3', 'https://new.example/2.mp3'])
      world.service.alwaysFind({ status: 'unreadable', reason: 'HTTP 503' })
      const jobId = await run({ job: old })
      expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'service_unreachable' })
    })
  })

  test.each<[string, RawValues, RawValues, object]>([
    [
      'a WAV',
      {},
      { take: 1, wav: true },
      { outputs: [output(1, { wavUrl: 'https://cdn.example/1.wav' }), output(2)] },
    ],
    ['a cover', { cover: true }, {}, { coverUrl: 'https://cdn.example/cover.png' }],
  ])('has %s that came after it was shown', async (_, asked, values, came) => {
    const old = await song(undefined, { values: { prompt: 'a sea shanty', ...asked } })
    world.service.alwaysFind({ ...finished, outcome: { ...finished.outcome, ...came } })
    const jobId = await run({ job: old, ...values })
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', outcome: { mark: expect.anything() } })
    expect(JSON.stringify(world.platform.messages.at(-1)?.message.blocks)).toMatch(/1\.wav|cover\.png/)
  })

  test('that lacks its cover is shown without it while the service cannot be asked', async () => {
    const old = await song(undefined, { values: { prompt: 'a sea shanty', cover: true } })
    world.service.alwaysFind({ status: 'unreadable', reason: 'HTTP 503' })
    await run({ job: old })
    expect(filesShown()).toHaveLength(2)
  })

  test('whose files are gone ends with the reason', async () => {
    const old = await song()
    for (const take of [1, 2]) world.gone.add(`https://cdn.example/${take}.mp3`)
    const jobId = await run({ job: old })
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'result_gone' })
  })

  test('that was removed meanwhile ends with the reason', async () => {
    findWhatever({ ...(await world.job(await song())), id: `b00x${'a'.repeat(25)}` })
    const jobId = await run({ job: 'a song' })
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'result_gone' })
  })

  test('of another server is as good as gone', async () => {
    const elsewhere = target({ server: 'server-2' })
    await giveBudget(world, 100_000_000, 'discord:server-2')
    const foreign = await song(undefined, { target: elsewhere })
    expect(await world.job(foreign)).toMatchObject({ state: 'posted' })
    // As if a request had been allowed to use it.
    findWhatever({ ...(await world.job(foreign)), target: target() })
    const jobId = await run({ job: foreign })
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'result_gone' })
  })
})

describe('what costs nothing', () => {
  test.each([
    ['a server without a budget', 'server-9', undefined],
    ['a budget that is used up', 'server-8', 0],
  ])('is not refused by %s', async (_, server, limit) => {
    if (limit !== undefined) await giveBudget(world, limit, `discord:${server}`)
    const jobId = await run(look, { target: target({ server }) })
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: 0 })
    expect((await world.budgets.read(`discord:${server}`)).spent).toBe(0)
  })

  test('says nothing of credits while it is found', async () => {
    const answer = await world.ask(request(look))
    expect(answer.message).toMatchObject({ text: expect.stringMatching(/^Queued your result\./) })
    expect(JSON.stringify(answer.message)).not.toMatch(/Reserved|credits/)
  })

  test('needs no place, though the service has too much in hand or takes nothing', async () => {
    world.close()
    world = await openJobWorld({ parallel: 1 })
    await world.start()
    await world.queue.run(world.clock.now() + 1_000)
    await world.places.pause({ jobId: 'b00x1', epoch: 1 }, 'balance', world.clock.now() + 60_000)
    const jobId = await world.start(request(look))
    await world.queue.run(world.clock.now() + 1_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })

  test('is given no place by the sweeper, even while it counts as being sent', async () => {
    const jobId = await world.start(request(look))
    const { wake } = await world.job(jobId)
    const ready = () => Promise.reject(new Error('it dies here'))
    await createWakeHandler({ ...world.deps, store: { ...world.store, ready } })(jobId, wake).catch(
      () => undefined,
    )
    expect(await world.job(jobId)).toMatchObject({ state: 'submitting' })
    await sweep(world.deps)
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectFree()
  })

  test('is cancelled like anything else', async () => {
    const jobId = await world.start(request(look))
    await world.control.cancel(await world.job(jobId), 'member-1')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'cancelled' })
    expect(world.service.lookUps).toEqual([])
  })

  test('is not among the results of a server', async () => {
    await run(look)
    expect(
      await world.jobList.results('discord:server-1', { member: undefined, feature: undefined }, 0, 9),
    ).toEqual([])
  })
})

describe('a worker that dies over it', async () => {
  const effects = await effectsOfAJob(await openJobWorld(), request(look))
  const own = crashPointsOf(effects, 0, effects.indexOf('store.ready'))

  test('has effects enough to die at', () => {
    expect(effects).toEqual(expect.arrayContaining(['service.lookUp', 'store.beginSubmit', 'store.ready']))
  })

  test.each(isLong ? crashPointsOf(effects) : own)(
    '$when effect $effect, $name: it is shown anyway, once',
    async (point) => {
      const worker = createMortalWorker(world.deps, point)
      await world.queue.work(worker.handler, 10)
      const jobId = await run(look)
      expect(worker.isDead()).toBe(true)
      world.queue.lose()
      await world.queue.work(createWakeHandler(world.deps), 10)
      await world.runWithSweeps(world.clock.now() + 10 * 60_000)
      expect(await world.job(jobId)).toMatchObject({ state: 'posted', toldState: 'posted' })
      expect(world.platform.messages).toHaveLength(1)
      await expectFree()
    },
  )
})
