import { expect, test } from 'vitest'
import { startChat } from '../../src/app/chats.ts'
import type { Running } from '../../src/app/running.ts'
import { AppError } from '../../src/core/errors.ts'
import type { Dispatch } from '../../src/core/job/platform.ts'
import { plainMessage } from '../../src/core/message/message.ts'
import { createRecordingDispatch } from '../support/jobs/recording-dispatch.ts'
import { createRecordingLog } from '../support/recording-log.ts'

const away = (retryAfterMs?: number): AppError =>
  new AppError('platform_unavailable', 'Slack could not be reached at SLACK_API_URL.', {
    retryable: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
const refused = new AppError(
  'configuration',
  'Slack does not accept this token (invalid_auth). Check SLACK_BOT_TOKEN.',
)

const { dispatch } = createRecordingDispatch([], () => ({
  kind: 'message',
  message: plainMessage('heard'),
  seenBy: 'member',
}))

type Answer = Error | undefined | Promise<never>

const claim = { make: () => Promise.resolve(), problem: () => undefined }

/** Starts a chat that answers each try to connect with one of these; `undefined` lets us in. */
const start = (...answers: readonly Answer[]) => {
  const log = createRecordingLog()
  const running: Running[] = []
  const waited: number[] = []
  const calls: string[] = []
  const over = Promise.withResolvers<void>()
  const left = [...answers]
  const platform = {
    name: 'slack',
    async connect(given: Dispatch | undefined, making: unknown) {
      expect([given, making]).toEqual([dispatch, claim.make])
      calls.push('connect')
      const next = left.shift()
      if (left.length === 0) over.resolve()
      if (next instanceof Error) throw next
      await next
    },
    stop: async (part: string) => void calls.push(`stop ${part}`),
    problem: () => undefined,
  } as const
  const wait = async (spanMs: number): Promise<void> => void waited.push(spanMs)
  const chat = startChat(platform, { dispatch, claim, log, wait, running, slowMs: 5 })
  return { chat, log, running, waited, calls, over: over.promise }
}

const linesOf = ({ lines }: ReturnType<typeof createRecordingLog>): string[] =>
  lines.map(({ level, message }) => `${level}: ${message}`)

test('a chat that lets us in is up', async () => {
  const { chat, log } = start(undefined)
  await chat.tried
  expect(await chat.check.problem()).toBeUndefined()
  expect(log.lines).toEqual([])
})

test('one that refuses us at first ends the start', async () => {
  const { chat, calls } = start(refused)
  await expect(chat.tried).rejects.toBe(refused)
  expect(calls).toEqual(['connect'])
})

test('one that is away is tried again with growing pauses, up to a minute, and logged once', async () => {
  const { chat, log, waited, over } = start(...Array.from({ length: 9 }, () => away()), undefined)
  await chat.tried
  await over
  expect(waited).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
  await expect.poll(() => chat.check.problem()).toBeUndefined()
  expect(linesOf(log)).toEqual([
    'warn: slack is down: Slack could not be reached at SLACK_API_URL.',
    'info: slack is up again',
  ])
})

test('one that cannot be claimed while Redis is away is tried again', async () => {
  const { chat, waited, over } = start(
    new AppError('store_unavailable', 'Redis: Connection is closed.', { retryable: true }),
    undefined,
  )
  await over
  await expect.poll(() => chat.check.problem()).toBeUndefined()
  expect(waited).toEqual([1_000])
})

test('one that another bot has taken is down', async () => {
  const lost = { ...claim, problem: () => 'belongs to another bot' }
  const platform = {
    name: 'slack',
    connect: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    problem: () => 'is not connected',
  } as const
  const log = createRecordingLog()
  const chat = startChat(platform, { dispatch, claim: lost, log, wait: async () => undefined, running: [] })
  await chat.tried
  expect(await chat.check.problem()).toBe('belongs to another bot')
})

test('one that asks us to wait our turn is waited for, and is not away', async () => {
  const { chat, log, waited } = start(away(45_000), undefined)
  await chat.tried
  expect(waited).toEqual([45_000])
  expect(await chat.check.problem()).toBeUndefined()
  expect(log.lines).toEqual([])
})

test('one that asks us to wait again is away', async () => {
  const { chat, waited } = start(away(45_000), away(45_000), undefined)
  await chat.tried
  expect(await chat.check.problem()).toBe('Slack could not be reached at SLACK_API_URL.')
  expect(waited[0]).toBe(45_000)
})

test('one that does not answer is away, and is up once it does', async () => {
  const late = Promise.withResolvers<never>()
  const { chat, log } = start(late.promise)
  await chat.tried
  expect(await chat.check.problem()).toBe('it has not answered yet')
  late.resolve(undefined as never)
  await expect.poll(() => chat.check.problem()).toBeUndefined()
  expect(linesOf(log)).toEqual(['warn: slack is down: it has not answered yet', 'info: slack is up again'])
})

test.each([
  ['refuses us', refused, refused.message],
  ['hits a bug of ours', new ReferenceError('x is not defined'), 'it cannot be started'],
])('one that %s after it was away is down, is named, and is tried again', async (_, error, problem) => {
  const { chat, log, waited, over } = start(away(), error, error, undefined)
  await chat.tried
  await over
  await expect.poll(() => chat.check.problem()).toBeUndefined()
  expect(waited).toEqual([1_000, 300_000, 300_000])
  expect(linesOf(log)).toEqual([
    'warn: slack is down: Slack could not be reached at SLACK_API_URL.',
    `warn: slack is down: ${problem}`,
    'info: slack is up again',
  ])
})

test('one that was stopped meanwhile is stopped again once it is connected, and says nothing more', async () => {
  const late = Promise.withResolvers<never>()
  const { running, calls, chat, log } = start(late.promise)
  await Promise.all(running.map(({ stop }) => stop()))
  late.resolve(undefined as never)
  await chat.tried
  expect(calls).toEqual(['connect', 'stop all', 'stop listening', 'stop listening'])
  expect(linesOf(log).filter((line) => line.includes('up again'))).toEqual([])
})

test('one that was stopped while it was away is not tried again', async () => {
  const { running, waited, chat } = start(away(), away(), undefined)
  await Promise.all([chat.tried, ...running.map(({ stop }) => stop())])
  expect(waited).toEqual([1_000])
})
