import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { type Answer, denial } from '../../../src/core/command/answer.ts'
import type { ReadyCommand } from '../../../src/core/command/command.ts'
import type { PointedMessage } from '../../../src/core/command/invocation.ts'
import { AppError } from '../../../src/core/errors.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { createAsking } from '../../support/jobs/asking.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

// Messages that a request points at, where finding them costs calls to the platform.

let store: StoreWorld
beforeEach(() => {
  store = openStoreWorld()
})
afterEach(() => {
  vi.useRealTimers()
  store.close()
})

const clip: UploadedClip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/tide.mp3',
  name: 'tide.mp3',
  bytes: 10,
  message: { platform: 'discord', channel: 'channel-1', message: 'message-1' },
}
const pointed: PointedMessage = { message: 'message-1', files: [clip], isVisible: true, atMs: 0 }
const unasked = () => Promise.reject(new Error('the platform was asked'))

const command = (run: () => Promise<Answer>): ReadyCommand => ({
  kind: 'utility',
  name: 'look',
  summary: 'Look',
  topic: 'choices',
  audience: 'everyone',
  actions: { name: 'look', summary: 'Look', fields: {}, run },
})

test('are what the request points at', async () => {
  const { ask, requested } = createAsking(store)
  await ask({ values: { prompt: 'x' }, learn: async () => ({ pointedAt: [pointed] }) })
  expect(requested).toMatchObject([{ values: { clip } }])
})

test('are not looked for before the member is let in', async () => {
  const admit = async () => denial('You are blocked.')
  const dispatch = dispatchOver(store, { commands: [command(unasked)], admit })
  const answer = await dispatch.answer(invocation({ command: 'look', learn: unasked }))
  expect(answer).toMatchObject({ message: { text: 'You are blocked.' }, isShutOut: true })
})

test('are looked for after that, and a failure is told', async () => {
  const steps: string[] = []
  const admit = async () => {
    steps.push('let in')
    return undefined
  }
  const learn = async () => {
    steps.push('found')
    throw new AppError('platform_unavailable', 'away', { memberText: 'The chat is away.' })
  }
  const dispatch = dispatchOver(store, { commands: [command(unasked)], admit })
  const answer = await dispatch.answer(invocation({ command: 'look', learn }))
  expect(answer).toMatchObject({ message: { text: 'The chat is away.' }, isPassing: true })
  expect(steps).toEqual(['let in', 'found'])
})

test('may take longer than an answer, which has the rest of its own time after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const passing = async (spanMs: number) => void (await vi.advanceTimersByTimeAsync(spanMs))
  const begun = Promise.withResolvers<void>()
  const endless = command(() => {
    begun.resolve()
    return Promise.withResolvers<Answer>().promise
  })
  const admit = async () => void (await passing(1_000))
  const learn = async () => {
    await passing(60_000)
    return { pointedAt: [pointed] }
  }
  const now = () => performance.now()
  const dispatch = dispatchOver(store, { commands: [endless], admit, now, answerMs: 1_500 })
  let told: Answer | undefined
  const answering = dispatch.answer(invocation({ command: 'look', learn })).then((answer) => {
    told = answer
  })
  await begun.promise
  await passing(499)
  expect(told).toBeUndefined()
  await passing(1)
  await answering
  expect(told).toMatchObject({ message: { text: expect.stringContaining("couldn't answer in time") } })
})
