import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../../src/app/command-line/read-task.ts'
import type { Connections } from '../../../src/app/connections.ts'
import { chatsUp, createReadiness, type ProcessState } from '../../../src/app/http/health.ts'
import type { PauseReason } from '../../../src/core/job/concurrency.ts'
import type { PlatformName } from '../../../src/core/target.ts'
import { openTestRedis } from '../../support/redis/redis.ts'

const roles: readonly Role[] = ['all', 'bots', 'worker']

let redis: Connections
beforeEach(() => {
  const store = openTestRedis()
  redis = { store, queue: store, waiting: store }
})
afterEach(async () => void (await redis.store.quit()))

const chat = (name: PlatformName, problem: string | undefined) => ({
  tried: Promise.resolve(),
  check: { name, problem: async () => problem },
})

interface World {
  discord?: string
  slack?: string
  paused?: PauseReason
  waitsFor?: string
  isStopping?: boolean
}

const open = ({ discord, slack, paused, waitsFor, isStopping = false }: World) => {
  const platforms = [{ name: 'discord' }, { name: 'slack' }] as const
  const state: ProcessState = {
    isReached: true,
    waitsFor,
    chats: [chat('discord', discord), chat('slack', slack)],
  }
  const ports = { chats: { platforms, mounts: [] }, places: { pausedFor: async () => paused } } as never
  return { ports, redis, state, isStopping: () => isStopping }
}

const readiness = (role: Role, world: World) => createReadiness(role, open(world))()

describe.each(roles)('a process with the role %s', (role) => {
  test('is ready when all is well', async () => {
    expect(await readiness(role, {})).toEqual({ isReady: true, problems: [], degraded: [] })
  })

  test('is not ready while it starts, and says what it waits for', async () => {
    expect(await readiness(role, { waitsFor: 'Redis' })).toMatchObject({
      isReady: false,
      problems: [{ name: 'process', problem: 'is starting; it waits for Redis' }],
    })
  })

  test('is not ready while it stops', async () => {
    expect(await readiness(role, { isStopping: true })).toMatchObject({
      isReady: false,
      problems: [{ name: 'process', problem: 'is stopping' }],
    })
  })

  test('names a chat that is away, and stays ready for the other', async () => {
    expect(await readiness(role, { slack: 'is away' })).toEqual({
      isReady: true,
      problems: [{ name: 'slack', problem: 'is away' }],
      degraded: ['slack'],
    })
  })
})

test.each([
  ['all', false],
  ['bots', false],
  ['worker', true],
] as const)('with no chat at all, whether a process with the role %s is ready: %s', async (role, isReady) => {
  const away = { discord: 'is away', slack: 'is away' }
  expect(await readiness(role, away)).toMatchObject({ isReady, degraded: ['discord', 'slack'] })
})

test.each([
  ['all', ['audio service']],
  ['bots', []],
  ['worker', ['audio service']],
] as const)('what a process with the role %s says of a refusing service: %j', async (role, degraded) => {
  expect(await readiness(role, { paused: 'balance' })).toMatchObject({ isReady: true, degraded })
})

test('the chats that are up are told apart', async () => {
  expect(await chatsUp(open({ slack: 'is away' }))).toEqual([
    { name: 'discord', isUp: true },
    { name: 'slack', isUp: false },
  ])
})
