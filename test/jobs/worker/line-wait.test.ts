import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { AppError } from '../../../src/core/errors.ts'
import { defaultDeadlines } from '../../../src/jobs/deadlines.ts'
import { wakeCalled } from '../../../src/jobs/wake.ts'
import { endOfWait } from '../../../src/jobs/worker/take-slot.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 1 })
  world.service.alwaysFind({ status: 'pending' })
})
afterEach(() => world.close())

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs)

/** The first gets the place and keeps it; the others wait. */
const startInOrder = (count: number) => world.startInOrder(count)

/** The task that runs will be found ended at the next look. */
const endFirst = () => world.service.lookUpWith({ status: 'failed', said: undefined })

describe('a job that waits', () => {
  test('is touched by nobody for ten minutes, and waits on', async () => {
    const [, waiting = ''] = await startInOrder(2)
    const { epoch } = await world.job(waiting)
    const next = world.queue.waiting().filter(({ jobId }) => jobId === waiting)
    expect(next.map(({ dueMs }) => dueMs - world.clock.now())).toEqual([10 * minuteMs])
    await pass(9 * minuteMs)
    expect(await world.job(waiting)).toMatchObject({ state: 'accepted', epoch })
    await pass(2 * minuteMs)
    expect(await world.job(waiting)).toMatchObject({ state: 'accepted', epoch: epoch + 1 })
  })

  test('says its place, and when it may be there by what is usual', async () => {
    await startInOrder(3)
    const last = world.platform.messages[2]
    expect(last?.message).toEqual({
      text: "Queued your song: 2nd in the queue. I'll update this message.",
      askedBy: 'member-1',
      tone: 'working',
      blocks: [
        {
          kind: 'line',
          facts: [
            { label: '', value: '“a sea shanty”' },
            {
              label: 'Expected',
              value: { atMs: world.clock.now() + 2.5 * music.usualSeconds * 1000, isSoon: true },
            },
            { label: 'Reserved', value: 'up to 0.20 credits' },
          ],
        },
        { kind: 'buttons', buttons: [expect.objectContaining({ label: 'Cancel' })] },
      ],
    })
  })

  test('says its new place when it has one, once', async () => {
    const [first = '', second = '', third = ''] = await startInOrder(3)
    endFirst()
    await pass(minuteMs)
    expect(await world.job(first)).toMatchObject({ state: 'failed' })
    expect(await world.job(second)).toMatchObject({ state: 'submitted' })
    expect(await world.job(third)).toMatchObject({ state: 'accepted' })
    await pass(minuteMs)
    expect(world.platform.messages[2]?.texts).toEqual([
      "Queued your song. I'll update this message.",
      "Queued your song: 2nd in the queue. I'll update this message.",
      "Queued your song: 1st in the queue. I'll update this message.",
    ])
  })

  test('says its place ten seconds later where its channel took no more edits', async () => {
    const [, second = ''] = await startInOrder(1).then(async (ids) => {
      world.platform.failNext('edit', 'platform_unavailable')
      return [...ids, ...(await startInOrder(1))]
    })
    expect(world.texts()[1]).toBe("Queued your song. I'll update this message.")
    await pass(10_000)
    expect(world.texts()[1]).toContain('1st in the queue')
    expect((await world.job(second)).notes).toMatchObject({ place: 'said' })
    await pass(minuteMs)
    expect(world.platform.messages[1]?.texts).toHaveLength(2)
  })

  test('is woken at once when it is called while its channel takes no edits', async () => {
    await startInOrder(1)
    const { port } = world.platform
    const edit = port.edit
    port.edit = async (ref, message, attempt, home) => {
      if (!message.text.includes('in the queue')) return edit(ref, message, attempt, home)
      port.edit = edit
      await wakeCalled(world.deps, [second])
      throw new AppError('platform_unavailable', 'takes no more edits', { retryable: true })
    }
    const second = await world.start()
    const { epoch } = await world.job(second)
    await world.queue.run(world.clock.now())
    expect((await world.job(second)).epoch).toBe(epoch + 2)
    await pass(minuteMs)
    expect(world.texts()[1]).toContain('1st in the queue')
  })

  test('ends in time also where its channel takes no edits right before', async () => {
    world.close()
    world = await openJobWorld({ parallel: 1, deadlines: { waitMaxMs: 5_000 } })
    world.service.alwaysFind({ status: 'pending' })
    await startInOrder(1)
    world.platform.failNext('edit', 'platform_unavailable')
    const second = await world.start()
    await world.queue.run(world.clock.now() + 5_000)
    expect(await world.job(second)).toMatchObject({ state: 'voided', ending: 'waited_too_long' })
  })

  test('keeps its first message behind the first ten, and says where it is on asking', async () => {
    const jobIds = await startInOrder(12)
    const last = await world.job(jobIds[11] ?? '')
    expect(world.texts()[10]).toContain('10th in the queue')
    expect(world.texts()[11]).toBe("Queued your song. I'll update this message.")
    expect(await world.places.positionOf(last, 60)).toMatchObject({ status: 'waiting', position: 11 })
  })

  test('starts within seconds when it was called and the call was lost', async () => {
    const [first = '', second = ''] = await startInOrder(2)
    endFirst()
    const { wake } = world.queue
    let lost = 0
    world.queue.wake = (jobId, ...rest) => {
      if (jobId !== second || lost > 0) return wake(jobId, ...rest)
      lost += 1
      return Promise.resolve(true)
    }
    while ((await world.job(first)).state !== 'failed') await world.queue.run(world.clock.now() + 1_000)
    await pass(15_000)
    expect(lost).toBe(1)
    expect(await world.job(second)).toMatchObject({ state: 'submitted' })
  })

  test('and is voided leaves the line to the others', async () => {
    const [, second = '', third = ''] = await startInOrder(3)
    await world.store.cancel(await world.job(second), 'member-1')
    await world.store.rewake(Number.MAX_SAFE_INTEGER)
    await pass(20_000)
    expect(world.texts()[1]).toContain('cancelled')
    expect(await world.places.positionOf(await world.job(third), 60)).toMatchObject({ position: 1 })
  })

  test('for too long ends, unpaid and with the reason', async () => {
    const waitMaxMs = 20 * minuteMs
    world.close()
    world = await openJobWorld({ parallel: 1, deadlines: { waitMaxMs } })
    world.service.alwaysFind({ status: 'pending' })
    const [, waiting = ''] = await startInOrder(2)
    await world.queue.run(world.clock.now() + waitMaxMs - minuteMs)
    expect(await world.job(waiting)).toMatchObject({ state: 'accepted' })
    await world.queue.run(world.clock.now() + minuteMs)
    expect(await world.job(waiting)).toMatchObject({ state: 'voided', ending: 'waited_too_long', settled: 0 })
    expect(world.texts()[1]).toContain('It was in the queue too long. Nothing was charged.')
    expect(await world.places.positionOf(await world.job(waiting), 60)).toBeUndefined()
  })

  test('for longer than its clip can be read is asked for the clip again', async () => {
    const endsMs = Math.ceil(world.clock.now() / 1000) * 1000 + 25 * minuteMs
    const clip = world.platform.upload('song.mp3', 'la la la')
    const source = { ...clip, url: `${clip.url}?ex=${(endsMs / 1000).toString(16)}&is=0&hm=0` }
    await startInOrder(1)
    const jobId = await world.start({ command: 'remix', values: { clip: source, prompt: 'slow jazz' } })
    await world.queue.run(endsMs - 1)
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted' })
    await world.queue.run(endsMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_expired', settled: 0 })
    expect(world.texts()[1]).toContain('Its clip expired in the queue. Upload it again. Nothing was charged.')
    expect(world.service.submissions).toHaveLength(1)
  })
})

describe('the end of a wait', () => {
  const upload = (query: string, overrides: object = {}): Clip => ({
    kind: 'upload',
    platform: 'discord',
    url: `https://cdn.example/a.mp3${query}`,
    name: 'a.mp3',
    bytes: 1,
    message: undefined,
    ...overrides,
  })
  const job = { createdAtMs: 1_000 }

  test.each<[string, readonly Clip[], object]>([
    ['nothing but six hours', [], { atMs: 1_000 + 6 * hourMs, ending: 'waited_too_long' }],
    ["a clip's address", [upload('?ex=64'), upload('?ex=c8')], { atMs: 100_000, ending: 'clip_expired' }],
    ['an address that lasts longer', [upload('?ex=ffffffff')], { ending: 'waited_too_long' }],
  ])('is set by %s', (_, clips, end) => {
    expect(endOfWait(defaultDeadlines, job, clips)).toMatchObject(end)
  })
})
