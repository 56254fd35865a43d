import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobName } from '../../src/core/job-id.ts'
import type { Block } from '../../src/core/message/message.ts'
import { sweep } from '../../src/jobs/worker/upkeep/sweep.ts'
import { type JobWorld, openJobWorld } from '../support/jobs/job-world.ts'
import { expectQuiet } from '../support/jobs/verdict.ts'
import { outcomeOf, output } from '../support/service/outcome.ts'
import { accepted, finished, usualCost } from '../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const cancel = async (jobId: string, by = 'member-1') => world.control.cancel(await world.job(jobId), by)
const recover = async (jobId: string) => world.control.recover(await world.job(jobId))

/** Everything that the job's message has said. */
const said = () => world.platform.messages.flatMap(({ texts }) => texts)
const lastBlocks = (): readonly Block[] => world.platform.messages[0]?.message.blocks ?? []

/** A job that the service works on. */
const running = async (): Promise<string> => {
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
  return jobId
}

describe('a job that waits', () => {
  test('is voided at once and says so, without its button', async () => {
    const jobId = await world.start()
    expect(lastBlocks().some(({ kind }) => kind === 'buttons')).toBe(true)
    expect(await cancel(jobId)).toBe('voided')
    await world.queue.run()
    expect(world.service.submissions).toEqual([])
    expect(said().at(-1)).toBe('Your song was cancelled. Nothing was charged.')
    expect(lastBlocks()).toMatchObject([
      { kind: 'line', facts: [{ value: '“a sea shanty”' }, { label: 'Job' }] },
      { kind: 'buttons', buttons: [{ label: 'Again' }, { label: 'Edit' }, { label: 'Delete' }] },
    ])
    expect(await world.job(jobId)).toMatchObject({
      state: 'voided',
      toldState: 'voided',
      cancelledBy: 'member-1',
    })
    expect(await world.balances()).toMatchObject({ spent: 0 })
    await expectQuiet(world)
  })

  test('in the line for a place leaves it to the next', async () => {
    world.close()
    world = await openJobWorld({ parallel: 1 })
    world.service.alwaysFind({ status: 'pending' })
    await running()
    const [second, third] = [await world.start(), await world.start()]
    await world.queue.run(world.clock.now())
    expect(await cancel(second)).toBe('voided')
    world.service.alwaysFind(finished)
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await world.job(third)).toMatchObject({ state: 'posted' })
    expect(world.service.submissions).toHaveLength(2)
    await world.queue.run()
    await expectQuiet(world)
  })

  test('is voided before its answer was confirmed, which then starts nothing', async () => {
    const answer = await world.ask()
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    const message = world.platform.answer(answer.message)
    expect(await cancel(answer.jobId)).toBe('voided')
    await world.acknowledged(answer.jobId, { kind: 'given', message })
    await world.queue.run()
    expect(await world.job(answer.jobId)).toMatchObject({ state: 'voided' })
    expect(world.service.submissions).toEqual([])
  })

  test('is voided once the service turns out to be too busy for it', async () => {
    let jobId = ''
    world.service.submitWith(async () => {
      expect(await cancel(jobId)).toBe('flagged')
      return { status: 'busy' }
    })
    jobId = await world.start()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'cancelled' })
    expect(said().at(-1)).toBe('Your song was cancelled. Nothing was charged.')
    expect(world.service.submissions).toHaveLength(1)
    await expectQuiet(world)
  })
})

describe('a job that runs', () => {
  test('runs on and says so at once; its result is paid and kept back, and the message says how to get it', async () => {
    const jobId = await running()
    expect(await cancel(jobId)).toBe('flagged')
    world.service.lookUpWith({ status: 'pending' })
    await world.queue.run(world.clock.now())
    expect(said().at(-1)).toBe("Your song will stay hidden. It's too late to cancel, so it's still billed.")
    expect(lastBlocks()).toMatchObject([
      { kind: 'line', facts: [{ label: '', value: '“a sea shanty”' }, { label: 'Job' }] },
    ])
    await world.queue.run()
    expect(said().at(-1)).toBe(
      `Your song is done, but hidden. /jobs recover ${jobName(jobId)} shows it free of charge.`,
    )
    expect(JSON.stringify(lastBlocks())).toMatch(/0\.12 credits, [\d.]+ left/)
    expect(lastBlocks().map(({ kind }) => kind)).toEqual(['line', 'buttons'])
    expect(JSON.stringify(lastBlocks())).toContain('Show it anyway')
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld', settled: usualCost })
    expect(await world.balances()).toMatchObject({ spent: usualCost })
    expect(world.platform.messages).toHaveLength(1)
    await expectQuiet(world)
  })

  test('says so though it was cancelled before anybody knew that it runs', async () => {
    let jobId = ''
    world.service.submitWith(async () => {
      expect(await cancel(jobId)).toBe('flagged')
      return accepted('task-1')
    })
    jobId = await world.start()
    world.service.lookUpWith({ status: 'pending' })
    await world.queue.run(world.clock.now())
    expect(said().slice(-2)).toEqual([
      'Working on your song.',
      expect.stringMatching(/It's too late to cancel/),
    ])
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
  })

  test('is told once that it runs on, however long that takes', async () => {
    const jobId = await running()
    world.service.lookUpWith({ status: 'pending' }, { status: 'pending' }, { status: 'pending' })
    await cancel(jobId)
    await world.queue.run()
    expect(said().filter((text) => text.includes("It's too late to cancel"))).toHaveLength(1)
  })

  test('is found by the sweeper where the wake-up that would say so was lost', async () => {
    const jobId = await running()
    await cancel(jobId)
    world.queue.lose()
    world.clock.advance(world.deps.deadlines.overdueMs)
    await sweep(world.deps)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
  })

  test('that fails after all charges nothing, and says that alone', async () => {
    const jobId = await running()
    world.service.alwaysFind({ status: 'failed', said: undefined })
    await cancel(jobId)
    await world.queue.run()
    expect(said().at(-1)).toMatch(/couldn't finish it\. Nothing was charged\./)
    expect(await world.balances()).toMatchObject({ spent: 0 })
    await expectQuiet(world)
  })
})

describe('cancelling again', () => {
  test.each(['member-1', 'admin-1'])('(by %s) is told so, and changes nothing', async (by) => {
    const jobId = await running()
    await cancel(jobId)
    const before = await world.job(jobId)
    expect(await cancel(jobId, by)).toBe('cancelled_before')
    expect(await world.job(jobId)).toEqual(before)
  })

  test('what was voided is told so to another, and has its first answer again for the same', async () => {
    const jobId = await world.start()
    await cancel(jobId)
    expect(await cancel(jobId)).toBe('voided')
    expect(await cancel(jobId, 'admin-1')).toBe('cancelled_before')
    await world.queue.run()
    await expectQuiet(world)
  })

  test.each(['before', 'after'])('two at once are one (%s it is sent)', async (when) => {
    const jobId = await (when === 'before' ? world.start() : running())
    const answers = await Promise.all(['member-1', 'admin-1', 'admin-2'].map((by) => cancel(jobId, by)))
    expect(answers.filter((status) => status === 'cancelled_before')).toHaveLength(2)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: when === 'before' ? 'voided' : 'withheld' })
    await expectQuiet(world)
  })
})

test('what is done is done', async () => {
  const jobId = await world.start()
  await world.queue.run()
  expect(await cancel(jobId)).toBe('already_done')
  expect(await world.job(jobId)).toMatchObject({ state: 'posted', cancelledBy: undefined })
  const failed = await world.start()
  world.service.alwaysFind({ status: 'failed', said: undefined })
  await world.queue.run()
  expect(await cancel(failed)).toBe('already_done')
})

describe('recovering', () => {
  const withheld = async (): Promise<string> => {
    const jobId = await running()
    await cancel(jobId)
    await world.queue.run()
    return jobId
  }

  test('shows what was kept back in the job’s one message, for nothing', async () => {
    const jobId = await withheld()
    const before = await world.balances()
    expect(await recover(jobId)).toBe('woken')
    await world.queue.run()
    expect(said().at(-1)).toBe('“Title 1” and “Title 2”')
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', toldState: 'posted' })
    expect(await world.balances()).toEqual(before)
    expect(world.platform.messages).toHaveLength(1)
    expect(await recover(jobId)).toBe('refused')
    await expectQuiet(world)
  })

  test('twice at once shows it once', async () => {
    const jobId = await withheld()
    const { edits } = { edits: world.platform.calls.length }
    expect((await Promise.all([recover(jobId), recover(jobId)])).sort()).toEqual(['on_its_way', 'woken'])
    await world.queue.run()
    expect(world.platform.calls.length).toBe(edits + 1)
    await expectQuiet(world)
  })

  test('posts it again where its message is gone, in the channel where it was requested', async () => {
    const jobId = await withheld()
    const [first] = world.platform.messages
    if (first !== undefined) world.platform.remove(first.ref)
    await recover(jobId)
    await world.queue.run()
    expect(world.platform.calls.at(-1)).toMatchObject({ kind: 'post', where: { channel: 'channel-1' } })
    expect(world.platform.messages).toHaveLength(1)
    expect(await world.job(jobId)).toMatchObject({
      state: 'posted',
      message: world.platform.messages[0]?.ref,
    })
  })

  test('that is impossible leaves it kept back and says so, as often as it is requested', async () => {
    const jobId = await withheld()
    for (const _ of [1, 2]) {
      world.platform.failNext('edit', 'cannot_post')
      expect(await recover(jobId)).toBe('woken')
      await world.queue.run()
      expect(said().at(-1)).toMatch(/couldn't show it where you asked/)
      expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
      await expectQuiet(world)
      world.clock.advance(60_000)
    }
    await recover(jobId)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })

  test('after a word in private is tried in its place again, and told again where that is gone', async () => {
    const jobId = await running()
    world.platform.failNext('edit', 'cannot_post', 'cannot_post')
    await world.queue.run()
    expect(world.platform.words).toHaveLength(1)
    world.platform.failNext('edit', 'cannot_post', 'cannot_post')
    await recover(jobId)
    await world.queue.run()
    expect(world.platform.words).toHaveLength(2)
    world.clock.advance(60_000)
    await recover(jobId)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectQuiet(world)
  })

  test('is tried again while the platform is away', async () => {
    const jobId = await withheld()
    world.platform.failNext('edit', 'platform_unavailable', 'platform_unavailable')
    await recover(jobId)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', deliverTries: 2 })
  })

  test('says honestly that the service does not keep it any more', async () => {
    const jobId = await withheld()
    world.gone.add('https://cdn.example/1.mp3').add('https://cdn.example/2.mp3')
    await recover(jobId)
    await world.queue.run()
    expect(said().at(-1)).toBe(
      "Your song was made, but the audio service no longer has it, so I can't show it.",
    )
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
    await expectQuiet(world)
  })

  test('shows it by the addresses that the service gives now, where its own work no more', async () => {
    const jobId = await withheld()
    world.gone.add('https://cdn.example/1.mp3').add('https://cdn.example/2.mp3')
    const renewed = [1, 2].map((take) => output(take, { audioUrl: `https://new.example/${take}.mp3` }))
    world.service.lookUpWith(
      { status: 'unreadable', reason: 'HTTP 503' },
      { ...finished, outcome: outcomeOf(renewed) },
    )
    await recover(jobId)
    await world.queue.run()
    const urls = lastBlocks().flatMap((block) => (block.kind === 'audio' ? [block.file.url] : []))
    expect(urls).toEqual(['https://new.example/1.mp3', 'https://new.example/2.mp3'])
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectQuiet(world)
  })

  test('shows what is left of it, and says that the rest is gone', async () => {
    const jobId = await withheld()
    world.gone.add('https://cdn.example/1.mp3')
    await recover(jobId)
    await world.queue.run()
    expect(lastBlocks().filter(({ kind }) => kind === 'audio')).toHaveLength(1)
    expect(lastBlocks()).toContainEqual({
      kind: 'note',
      text: 'Some of it is missing because the audio service no longer has it.',
    })
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })

  test.each(['accepted', 'submitted', 'posted', 'voided'] as const)('is refused while %s', async (state) => {
    const jobId = await world.start()
    if (state === 'voided') await cancel(jobId)
    if (state === 'submitted') await world.queue.run(world.clock.now())
    if (state === 'posted' || state === 'voided') await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state })
    expect(await recover(jobId)).toBe('refused')
  })
})
