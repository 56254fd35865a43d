import { DiscordAPIError, RateLimitError, type RawFile } from 'discord.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGuard, type Guard } from '../../../../src/bots/discord/outgoing/calls.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'

let nowMs: number
let guard: Guard
let made: number
let log: ReturnType<typeof createRecordingLog>

beforeEach(() => {
  nowMs = 1_800_000_000_000
  made = 0
  log = createRecordingLog()
  guard = createGuard({ log, now: () => nowMs })
})

const refused = (status: number) =>
  new DiscordAPIError({ code: 0, message: 'no' }, 0, status, 'GET', '/x', {
    body: undefined,
    files: undefined,
  })
const limited = (retryAfter: number) =>
  new RateLimitError({
    global: false,
    hash: '',
    limit: 1,
    majorParameter: '',
    method: 'GET',
    route: '/x',
    url: '/x',
    scope: 'user' as const,
    sublimitTimeout: 0,
    timeToReset: 0,
    retryAfter,
  })

const ask = (error?: Error, by: 'bot' | 'interaction' = 'bot', door?: string) =>
  guard
    .watch(
      by,
      () => {
        made += 1
        return error === undefined ? Promise.resolve('well') : Promise.reject(error)
      },
      door,
    )
    .catch((thrown: unknown) => thrown)

describe('after a refused token', () => {
  beforeEach(() => ask(refused(401)))

  test('nothing is asked for a minute, the log says so once, and readiness says why', async () => {
    for (let turn = 0; turn < 5; turn += 1)
      expect(await ask()).toMatchObject({ code: 'platform_unavailable', retryAfterMs: 60_000 })
    expect(made).toBe(1)
    expect(log.errors()).toHaveLength(1)
    expect(guard.problem()).toMatch(/DISCORD_TOKEN/)
  })

  test('one request finds out whether that is over, and the others wait on', async () => {
    nowMs += 60_000
    const [first, second] = await Promise.all([ask(refused(401)), ask()])
    expect(first).toMatchObject({ status: 401 })
    expect(second).toMatchObject({ retryAfterMs: 60_000 })
    nowMs += 60_000
    expect(await ask()).toBe('well')
    expect(await ask()).toBe('well')
    expect(guard.problem()).toBeUndefined()
  })

  test('what has a right of its own still leaves', async () => {
    expect(await ask(undefined, 'interaction')).toBe('well')
    expect(guard.problem()).toMatch(/DISCORD_TOKEN/)
  })
})

test('a dead right to edit an answer says nothing about the token', async () => {
  await ask(refused(401), 'interaction')
  expect(await ask()).toBe('well')
})

// https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
describe('an address', () => {
  test('that is banned asks nothing for a minute, in anyone’s name', async () => {
    await ask(limited(0))
    for (const by of ['bot', 'interaction'] as const)
      expect(await ask(undefined, by)).toMatchObject({ retryAfterMs: 60_000 })
    expect(guard.problem()).toMatch(/keeps this address away/)
  })

  test('that is told when to come back is not banned', async () => {
    await ask(limited(500))
    expect(await ask()).toBe('well')
  })

  test('with a tenth of the refusals that are a ban makes a pause, until the first of them is ten minutes old', async () => {
    for (let turn = 0; turn < 1_000; turn += 1) {
      nowMs += 100
      await ask(refused(403))
    }
    expect(await ask()).toMatchObject({ retryAfterMs: 10 * 60_000 - 999 * 100 })
    nowMs += 10 * 60_000
    expect(await ask()).toBe('well')
  })

  test('whose refusals are spread over time makes none', async () => {
    for (let turn = 0; turn < 2_000; turn += 1) {
      nowMs += 1_000
      await ask(refused(403))
    }
    expect(await ask()).toBe('well')
  })
})

const forbidden = (code: number, files?: RawFile[]) =>
  new DiscordAPIError({ code, message: 'no' }, code, 403, 'POST', '/x', { body: undefined, files })

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json-json-error-codes
describe('a destination that refuses', () => {
  test.each([
    ['because the bot has no access', 50_001],
    ['because the bot has no permission', 50_013],
    ['because the member takes no messages', 50_007],
  ])('%s gets no requests for a minute, with the same error, and then one again', async (_, code) => {
    const refusal = forbidden(code)
    expect(await ask(refusal, 'bot', 'create 1')).toBe(refusal)
    nowMs += 59_999
    expect(await ask(undefined, 'bot', 'create 1')).toBe(refusal)
    expect(await ask(undefined, 'bot', 'create 2')).toBe('well')
    expect(await ask(undefined, 'bot', 'edit 1')).toBe('well')
    expect(made).toBe(3)
    nowMs += 1
    expect(await ask(undefined, 'bot', 'create 1')).toBe('well')
  })

  test('doesn’t pause sending everywhere, however often it is tried', async () => {
    for (let turn = 0; turn < 5_000; turn += 1) {
      nowMs += 100
      await ask(forbidden(50_001), 'bot', 'edit 1')
    }
    expect(made).toBe(9)
    expect(guard.problem()).toBeUndefined()
  })

  test('files can still be sent a message without files', async () => {
    await ask(forbidden(50_013, [{ name: 'song.mp3', data: 'x' }]), 'bot', 'create 1')
    expect(await ask(undefined, 'bot', 'create 1')).toBe('well')
  })

  test('for another reason can be sent the next message', async () => {
    await ask(forbidden(50_035), 'bot', 'create 1')
    expect(await ask(undefined, 'bot', 'create 1')).toBe('well')
  })
})
