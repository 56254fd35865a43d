import { expect, test } from 'vitest'
import { startChat } from '../src/chats.ts'
import { AppError } from '../src/core/errors.ts'
import type { Running } from '../src/core/runtime/running.ts'
import { createRecordingLog } from './support/recording-log.ts'

const away = (retryAfterMs?: number): AppError =>
  new AppError('platform_unavailable', 'Slack could not be reached at SLACK_API_URL.', {
    retryable: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
const refused = new AppError(
  'configuration',
  'Slack does not take this token (invalid_auth). Check SLACK_BOT_TOKEN.',
)

/** Starts a chat that answers each try to connect with one of these; `undefined` lets it in. */
const start = (answers: readonly (Error | undefined)[]) => {
  const log = createRecordingLog()
  const running: Running[] = []
  const waited: number[] = []
  const over = Promise.withResolvers<void>()
  const left = [...answers]
  const platform = {
    name: 'slack',
    stop: async () => undefined,
    stopListening: async () => undefined,
    isListening: () => left.length === 0,
    problem: () => undefined,
  } as const
  const chat = startChat(platform, {
    async connect() {
      const answer = left.shift()
      if (left.length === 0) over.resolve()
      if (answer !== undefined) throw answer
    },
    listens: true,
    log,
    wait: async (spanMs) => void waited.push(spanMs),
    running,
  })
  return { chat, log, running, waited, over: over.promise }
}

test('a chat that lets us in is well', async () => {
  const { chat, log } = start([undefined])
  await chat.tried
  expect(await chat.check.problem()).toBeUndefined()
  expect(log.lines).toEqual([])
})

test('one that refuses the first try ends the start', async () => {
  const { chat } = start([refused])
  await expect(chat.tried).rejects.toBe(refused)
})

test('one that is away is tried again with growing pauses, up to a minute, and told of once', async () => {
  const { chat, log, waited, over } = start([...Array.from({ length: 9 }, () => away()), undefined])
  await chat.tried
  await over
  expect(waited).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
  await expect.poll(() => chat.check.problem()).toBeUndefined()
  expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'warn: slack is away; everything else goes on',
    'info: slack is back',
  ])
})

test('one that says when to come is asked no earlier', async () => {
  const { waited, over } = start([away(45_000), undefined])
  await over
  expect(waited).toEqual([45_000])
})

test.each([
  ['refuses us', refused, refused.message],
  ['meets a fault of ours', new ReferenceError('x is not defined'), 'slack cannot be started.'],
])('one that %s later stays down by itself, and says why', async (_, error, problem) => {
  const { chat, log, over } = start([away(), error])
  await expect(chat.tried).resolves.toBeUndefined()
  await over
  await expect.poll(() => chat.check.problem()).toBe(problem)
  expect(log.lines.at(-1)).toMatchObject({ level: 'error', details: { error } })
})

test('one that was stopped while it was away is not tried again', async () => {
  const { running, waited, chat } = start([away(), away(), undefined])
  await Promise.all([chat.tried, ...running.map(({ stop }) => stop())])
  expect(waited).toEqual([1_000])
})
