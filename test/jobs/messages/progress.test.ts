import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { firstLookDelayMs } from '../../../src/jobs/deadlines.ts'
import { type CallbackWorld, openCallbackWorld } from '../../support/jobs/callback-world.ts'
import { accepted, usualEtaSeconds } from '../../support/service/scripted-audio-service.ts'

let world: CallbackWorld

beforeEach(async () => {
  world = await openCallbackWorld()
  world.service.alwaysFind({ status: 'pending' })
})
afterEach(() => world.close())

const minuteMs = 60_000
const away = (times: number) =>
  world.platform.failNext('edit', ...Array.from({ length: times }, () => 'platform_unavailable' as const))
const textsLike = (pattern: RegExp) =>
  world.platform.messages[0]?.texts.filter((text) => pattern.test(text)) ?? []
const cancel = async (jobId: string) => world.control.cancel(await world.job(jobId), 'member-1')

const bars = () => {
  const [first] = world.platform.messages[0]?.message.blocks ?? []
  const facts = first?.kind === 'line' ? first.facts : []
  return facts.find(({ value }) => typeof value === 'string' && value.includes('█'))?.value
}

describe('how far a task is, where the service does not call back', () => {
  beforeEach(() => {
    world.deps.callbacks = undefined
  })

  test('is said once for each quarter of the expected time, and not again after a restart', async () => {
    const jobId = await world.start()
    await world.runFor(0)
    const seen = new Set<unknown>()
    for (let second = 0; second < 2 * usualEtaSeconds; second += 1) {
      await world.runFor(1_000)
      seen.add(bars())
    }
    expect([...seen]).toEqual([
      undefined,
      '████░░░░ half done',
      '██████░░ three quarters done',
      '████████ taking longer than expected',
    ])
    expect(textsLike(/^Working/)).toHaveLength(4)
    await world.runFor(20 * minuteMs)
    expect(textsLike(/^Working/)).toHaveLength(4)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
  })

  test('is not said of a task that was cancelled, nor tried again where it did not get out', async () => {
    const jobId = await world.start()
    await world.runFor(0)
    away(1)
    await world.runFor((usualEtaSeconds * 1000) / 2)
    expect(textsLike(/^Working/)).toHaveLength(1)
    await cancel(jobId)
    await world.runFor(20 * minuteMs)
    expect(textsLike(/^Working/)).toHaveLength(1)
  })
})

describe('news that did not get out, for its channel takes no edits', () => {
  const firstLookMs = firstLookDelayMs(usualEtaSeconds, true)

  test('of a task that runs is said ten seconds later, once, with when it is expected', async () => {
    away(1)
    await world.start()
    const sinceMs = world.clock.now()
    await world.runFor(9_999)
    expect(textsLike(/^Working/)).toEqual([])
    await world.runFor(1)
    expect(textsLike(/^Working/)).toEqual(['Working on your song.'])
    expect(world.platform.messages[0]?.message.blocks[0]).toMatchObject({
      facts: expect.arrayContaining([
        { label: 'Expected', value: { atMs: sinceMs + usualEtaSeconds * 1000, isSoon: true } },
      ]),
    })
    expect(bars()).toBeUndefined()
  })

  test('of a task that runs is said again until it gets out, and the task is looked at no oftener then', async () => {
    away(3)
    await world.start()
    await world.runFor(firstLookMs - 1)
    expect(textsLike(/^Working/).length).toBeGreaterThan(0)
    const looks = world.service.lookUps.length
    expect(looks).toBeLessThanOrEqual(4)
    await world.runFor(1)
    expect(world.service.lookUps).toHaveLength(looks + 1)
  })

  test('of a cancelled task that runs on is said at the next look, once', async () => {
    const jobId = await world.start()
    await world.runFor(0)
    away(2)
    await cancel(jobId)
    await world.runFor(0)
    expect(textsLike(/will stay hidden\. It's too late to cancel/)).toEqual([])
    await world.runFor(20 * minuteMs)
    expect(textsLike(/will stay hidden\. It's too late to cancel/)).toHaveLength(1)
  })

  test.each([
    ['that nobody is sure of', false, /hasn't confirmed your song yet/],
    [
      'that is cancelled and that nobody is sure of',
      true,
      /will stay hidden\. The audio service may still make and bill it/,
    ],
  ])('of a request %s is said ten seconds later, once', async (_, isCancelled, said) => {
    let jobId = ''
    world.service.submitWith(async () => {
      if (isCancelled) await cancel(jobId)
      return { status: 'uncertain', reason: 'ECONNRESET' }
    })
    away(2)
    jobId = await world.start()
    await world.runFor(19_999)
    expect(textsLike(said)).toEqual([])
    await world.runFor(1)
    expect(textsLike(said)).toHaveLength(1)
    await world.runFor(20 * minuteMs)
    expect(textsLike(said)).toHaveLength(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'uncertain' })
  })

  test('is not said of a task that was cancelled meanwhile', async () => {
    away(1)
    world.service.submitWith(accepted('task-1'))
    const jobId = await world.start()
    await world.runFor(0)
    await cancel(jobId)
    await world.runFor(20 * minuteMs)
    expect(textsLike(/^Working/)).toEqual([])
    expect(world.texts()).toEqual([expect.stringContaining("will stay hidden. It's too late to cancel")])
  })
})
