import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { master } from '../../../src/commands/features/master.ts'
import type { Clip, ResultClip } from '../../../src/core/clip/clip.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { byTheMinute } from '../../support/fixtures/by-the-minute.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { accepted, finished } from '../../support/service/scripted-audio-service.ts'

// The built-in price of mastering is 0.016 a minute, and the longest clip here has ten.
const longest = 160_000
const unread = 176_000

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ features: [byTheMinute, master] })
})
afterEach(() => world.close())

const result = (seconds: number | undefined): ResultClip => ({
  kind: 'result',
  url: 'https://cdn.example/song.mp3',
  name: 'song.mp3',
  seconds,
})
const link: Clip = { kind: 'link', url: 'https://example.com/a.mp3' }
const upload = (words: string) => world.platform.upload('tune.mp3', words)
const request = (clip: Clip, reference: Clip = result(30)) => ({
  command: 'minute',
  values: { clip, reference },
})

/** Up to when the service has it in hand. */
const sent = async (clip: Clip, reference?: Clip): Promise<string> => {
  world.service.lookUpWith({ status: 'pending' })
  const jobId = await world.start(request(clip, reference))
  await world.queue.run(world.clock.now() + 1_000)
  return jobId
}

const untold = (taskId: string) => accepted(taskId, { estimate: undefined })

describe('once the clip was read', () => {
  test.each([
    ['of half a minute', '30 seconds', 16_000],
    ['of a minute', '60 seconds', 16_000],
    ['of a little more', '60.2 seconds', 32_000],
    ['of ten minutes', '600 seconds', longest],
    ['of ten minutes and what an encoder adds', '600.06 seconds', unread],
  ])('a clip %s holds the minutes begun of it', async (_, words, held) => {
    world.service.submitWith(untold('task'))
    const jobId = await sent(upload(words))
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted', held })
    expect((await world.balances()).held).toBe(held)
  })

  test('its message says what is held from then on, until the service says what it costs', async () => {
    world.service.submitWith(untold('task'))
    const answer = await world.ask(request(upload('30 seconds')))
    expect(JSON.stringify(answer.message)).toContain(
      '0.18 credits, enough for a 10-minute clip. Unused credits come back.',
    )
    await sent(upload('30 seconds'))
    expect(JSON.stringify(world.platform.messages.at(-1)?.message)).toContain('"up to 0.02 credits"')
  })

  test('a price that rose meanwhile raises nothing', async () => {
    await world.deps.prices.learn(
      'another',
      { price: 'mastering', units: 1 },
      microcredits(150_000),
      'estimate',
    )
    const dear = await world.start(request(result(30)))
    expect((await world.job(dear)).held).toBe(150_000)
    world.service.submitWith(untold('task'))
    const jobId = await world.start(request(upload('600.06 seconds')))
    const { held } = await world.job(jobId)
    await world.deps.prices.learn(
      'dearer',
      { price: 'mastering', units: 1 },
      microcredits(160_000),
      'estimate',
    )
    world.service.lookUpWith({ status: 'pending' }, { status: 'pending' })
    await world.queue.run(world.clock.now() + 1_000)
    expect((await world.job(jobId)).held).toBe(held)
  })

  test.each([
    ['the service is busy', { status: 'busy' }],
    ['it did not leave', { status: 'not_sent', reason: 'ECONNREFUSED' }],
  ] as const)('the lower hold stays where %s, and the next try has it', async (_, outcome) => {
    world.service.submitWith(outcome, untold('task'))
    world.service.lookUpWith({ status: 'pending' })
    const jobId = await world.start(request(upload('30 seconds')))
    await world.queue.run(world.clock.now() + 500)
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted', held: 16_000 })
    await world.queue.run(world.clock.now() + 20_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted', held: 16_000, submitTries: 2 })
    expect((await world.balances()).held).toBe(16_000)
  })

  test('what nobody knows the end of is booked at the lower hold', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'HTTP 502' })
    const jobId = await world.start(request(upload('30 seconds')))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', settled: 16_000 })
    expect(world.texts().join()).toContain('about 0.02 credits will still count as used')
  })

  test('a result without any figure of the service is charged by the lower hold', async () => {
    world.service.submitWith(untold('task'))
    world.service.lookUpWith({ ...finished, cost: undefined })
    const jobId = await world.start(request(upload('30 seconds')))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: 16_000, settledBy: 'hold' })
  })

  test('its length says what a minute costs', async () => {
    world.service.submitWith(accepted('task', { estimate: 40_001 }))
    world.service.lookUpWith({ ...finished, cost: microcredits(60_000) })
    const jobId = await world.start(request(upload('61 seconds')))
    await world.queue.run()
    const seen = await world.redis.lrange(world.keys.prices('key-1', 'mastering'), 0, -1)
    expect(seen).toEqual([expect.stringMatching(`^30000 ${jobId}~\\d+ x2 by [a-z2-7]{4} final$`)])
  })
})

describe('after the longest clip was raised to an hour, a job of before', () => {
  const longResult = () => {
    world.deps.download = async () => new TextEncoder().encode('3000 seconds')
    return result(undefined)
  }
  const startBefore = async (clip: Clip, reference?: Clip): Promise<string> => {
    const jobId = await world.start({ ...request(clip, reference), command: 'master' })
    world.deps.longestMinutes = 60
    await world.queue.run()
    return jobId
  }

  test.each([
    ['an upload', () => upload('3000 seconds'), undefined],
    ['a result of unknown length', longResult, () => upload('30 seconds')],
  ])('is not sent with %s that is longer than was held for', async (_, clip, reference) => {
    const jobId = await startBefore(clip(), reference?.())
    expect(world.service.submissions).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_misfit' })
    expect(world.texts().join()).toContain(
      'is 50:00 long, but the limit was 10:00 when you sent it. Longer clips are allowed now, so try again. Nothing was charged.',
    )
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
    expect(world.clipReader.kept.size).toBe(0)
  })

  test.each([
    ['a clip as long as was held for', () => upload('600 seconds'), undefined, longest],
    ['one that an encoder made a little longer', () => upload('600.06 seconds'), undefined, unread],
    [
      'a long clip that it is not charged by',
      () => upload('30 seconds'),
      () => upload('3000 seconds'),
      16_000,
    ],
  ])('is sent with %s', async (_, clip, reference, held) => {
    const jobId = await startBefore(clip(), reference?.())
    expect(world.service.submissions).toHaveLength(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', held })
  })
})

describe('an address', () => {
  test('is held for at the longest until the service says what it costs', async () => {
    world.service.submitWith(untold('task'))
    const jobId = await sent(link)
    expect(await world.job(jobId)).toMatchObject({ held: unread, clipSeconds: undefined })
  })

  test.each([
    ['as the clip that it is charged by', link, result(30), true],
    ['as another', result(30), link, false],
    ['as none', result(undefined), result(30), false],
  ])(
    'may cost more than is held where it is longer, which is said first: %s',
    async (_, clip, other, isSaid) => {
      const answer = await world.ask(request(clip, other))
      const said =
        "can't measure a linked clip. If it's longer than 10 minutes, it can cost more than I've reserved."
      expect(JSON.stringify(answer.message).includes(said)).toBe(isSaid)
    },
  )
})

describe('what the service charges above the hold, as for a clip that only it can read', () => {
  const overrun =
    'This costs 29.83 credits more than the 0.176 reserved. The audio service sets the final price.'
  const shown = () => JSON.stringify(world.platform.messages.at(-1)?.message)
  const warned = () =>
    world.log.lines
      .filter(({ message }) => message.endsWith('is more than was held'))
      .map(({ message }) => message)

  test.each([
    ['while it works and in the end', 30_000_000, undefined, ['the estimate is more than was held']],
    ['in the end', undefined, 30_000_000, ['the final cost is more than was held']],
    ['once where both say so', 30_000_000, 30_000_000, ['the estimate is more than was held']],
  ])('is booked, and told to the member and the operator: %s', async (_, estimate, cost, warnings) => {
    world.service.submitWith(accepted('task', { estimate }))
    world.service.lookUpWith({ status: 'pending' })
    const end = cost === undefined ? undefined : microcredits(cost)
    world.service.alwaysFind({ ...finished, cost: end })
    const jobId = await world.start(request(link))
    await world.queue.run(world.clock.now() + 1_000)
    if (estimate !== undefined) expect(shown()).toContain(overrun)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', held: unread, settled: 30_000_000 })
    expect(shown()).toContain(overrun)
    expect(warned()).toEqual(warnings)
  })

  test('is told where no end is known, too', async () => {
    world.service.submitWith(accepted('task', { estimate: 30_000_000 }))
    world.service.alwaysFind({ status: 'pending' })
    const jobId = await world.start(request(link))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'expired', settled: 30_000_000 })
    expect(shown()).toContain(overrun)
  })

  test('is nothing where the hold covers it', async () => {
    world.service.submitWith(accepted('task', { estimate: longest }))
    world.service.alwaysFind({ ...finished, cost: microcredits(longest) })
    await world.start(request(link))
    await world.queue.run()
    expect(shown()).not.toContain('more than the')
    expect(warned()).toEqual([])
  })
})

describe('of two clips', () => {
  test('the first decides what is held, however long the second is', async () => {
    world.service.submitWith(untold('task'), untold('other'))
    const short = await sent(upload('30 seconds'), upload('500 seconds'))
    expect(await world.job(short)).toMatchObject({ held: 16_000, clipSeconds: 30 })
    const linked = await sent(link, result(30))
    expect(await world.job(linked)).toMatchObject({ held: unread, clipSeconds: undefined })
  })

  test.each([
    ['first', result(601), result(30)],
    ['second', result(30), result(900)],
  ])('a result of ours that is too long is refused at once, also as the %s', async (_, clip, reference) => {
    const answer = await world.ask(request(clip, reference))
    expect(answer).toMatchObject({ kind: 'problems' })
    expect(answer.kind === 'problems' && answer.message.text).toMatch(
      /^song\.mp3 is 1[05]:0[01] long \(max 10:00\)\. Use a shorter one, or ask your bot operator to raise the limit\.\nNothing was charged\.$/,
    )
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })
})
