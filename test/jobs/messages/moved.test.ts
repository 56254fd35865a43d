import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import type { MessageRef } from '../../../src/core/target.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { directChannel } from '../../support/jobs/recording-platform.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'

// Where files can't be added to a message, as on Slack, an edit ends in a new message: that one is the job's from
// then on.

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const isReady = (text: string): boolean => text.startsWith('“Title 1” and “Title 2”')

/** A platform on which messages with some texts take the place of the job's message. */
const movingWhere = (moves: (text: string) => boolean) => {
  const { port, answer, remove } = world.platform
  const edit: typeof port.edit = async (ref, message, attempt, home) => {
    await port.edit(ref, message, attempt, home)
    if (!moves(message.text)) return undefined
    const moved = { ...answer(message), channel: ref.channel }
    remove(ref as MessageRef)
    return moved
  }
  return { ...port, edit }
}

const work = (platform: ReturnType<typeof movingWhere>) =>
  world.queue.work(createWakeHandler({ ...world.deps, platforms: new Map([['discord', platform]]) }), 10)

const shownId = () => world.platform.messages.map(({ ref }) => ref.message)

describe('a message that an edit replaced', () => {
  test('is forgotten for the new one, which is deleted when its member wants that', async () => {
    await work(movingWhere(isReady))
    const jobId = await world.start()
    const before = (await world.job(jobId)).message?.message
    await world.queue.run()
    const { message, state } = await world.job(jobId)
    expect(state).toBe('posted')
    expect(shownId()).toEqual([message?.message])
    expect(message?.message).not.toBe(before)
    await world.control.remove(await world.job(jobId), 'member-1')
    await world.queue.run()
    expect(shownId()).toEqual([])
  })

  test('on the way is known before the result, which is edited into the new one', async () => {
    await work(movingWhere((text) => text.startsWith('Working')))
    const jobId = await world.start()
    await world.queue.run()
    const { message } = await world.job(jobId)
    expect(world.platform.messages).toMatchObject([
      { ref: { message: message?.message }, texts: [expect.stringMatching(/^Working/), expect.anything()] },
    ])
    expect(world.platform.messages[0]?.texts.some(isReady)).toBe(true)
  })

  test('for the requester alone stands in their direct messages', async () => {
    await work(movingWhere(isReady))
    const answer = await world.ask({
      values: { prompt: 'a secret', seen_by: 'me' },
      replyToken: 'application-1/token-1',
    })
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    world.platform.answer(answer.message, 'application-1/token-1')
    await world.acknowledged(answer.jobId, { kind: 'given', message: undefined })
    await world.queue.run()
    const { message } = await world.job(answer.jobId)
    expect(message?.channel).toBe(directChannel('member-1'))
    expect(shownId()).toContain(message?.message)
  })

  test('by a final message said again is known, too', async () => {
    let times = 0
    const { port } = world.platform
    const moving = movingWhere((text) => isReady(text) && times > 1)
    const late: (() => Promise<unknown>)[] = []
    const edit: typeof port.edit = async (ref, message, attempt, home) => {
      if (message.text.startsWith('Working') && late.length === 0) {
        late.push(() => port.edit(ref, message, attempt, home))
        throw new AppError('platform_unavailable', 'no answer')
      }
      if (isReady(message.text)) times += 1
      return moving.edit(ref, message, attempt, home)
    }
    await work({ ...moving, edit })
    world.service.submitWith(accepted('task-1', { etaSeconds: 5 }))
    const jobId = await world.start()
    await world.runWithSweeps(world.clock.now() + 90_000)
    expect(times).toBe(2)
    const { message, repeatDueMs } = await world.job(jobId)
    expect(repeatDueMs).toBeUndefined()
    expect(shownId()).toEqual([message?.message])
  })
})
