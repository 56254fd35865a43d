import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { noSettings, type SettingsHere } from '../../../src/core/command/settings.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { RequestKind } from '../../../src/jobs/request/request.ts'
import { requestFeature } from '../../../src/jobs/request/request.ts'
import type { SettingsRead } from '../../../src/jobs/request/settings-here.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { createAsking, formOf } from '../../support/jobs/asking.ts'
import { jobIn, readJob } from '../../support/jobs/job-states.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

type Set = Partial<SettingsHere['defaults']>

describe('whether a result is a spoiler', () => {
  let world: JobWorld
  beforeEach(async () => {
    world = await openJobWorld()
  })
  afterEach(() => world.close())

  const ask = (
    set: Set | undefined,
    values: RawValues = {},
    who: Partial<Invocation> = {},
    kind: RequestKind = 'own',
  ): Promise<Answer> => {
    const read: SettingsRead = {
      ...noSettings,
      defaults: set && { ...noSettings.defaults, ...set },
    }
    const deps = { ...world.requestDeps, lookAtSettings: () => Promise.resolve(read) }
    return requestFeature(deps, music, invocation({ values: { prompt: 'x', ...values }, ...who }), kind)
  }
  const spoilerOf = async (answer: Answer): Promise<unknown> => {
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    return (await world.job(answer.jobId)).values.spoiler
  }

  test.each<[string, Set, RawValues, unknown]>([
    ['if nobody says so: no', {}, {}, undefined],
    ['if the request says so', {}, { spoiler: true }, true],
    ['if the member’s default says so', { member: { spoiler: true } }, {}, true],
    [
      'not if the request lifts the member’s default',
      { member: { spoiler: true } },
      { spoiler: false },
      false,
    ],
    ['if the channel’s default says so', { channel: { spoiler: true } }, {}, true],
    ['if the server’s default says so', { server: { spoiler: true } }, {}, true],
    ['though the request would lift the channel’s', { channel: { spoiler: true } }, { spoiler: false }, true],
    [
      'though the member’s default would lift the server’s',
      { member: { spoiler: false }, server: { spoiler: true } },
      {},
      true,
    ],
    [
      'not where the channel’s lifts the server’s',
      { channel: { spoiler: false }, server: { spoiler: true } },
      {},
      false,
    ],
    [
      'if the request says so where the channel’s says no',
      { channel: { spoiler: false } },
      { spoiler: true },
      true,
    ],
  ])('%s', async (_, set, values, expected) => {
    expect(await spoilerOf(await ask(set, values))).toBe(expected)
  })

  test('by an admin’s rule is told with whose it is', async () => {
    const { message } = await ask({ channel: { spoiler: true } }, { spoiler: false })
    const facts = message.blocks.flatMap((block) => (block.kind === 'line' ? block.facts : []))
    expect(facts).toContainEqual({ label: 'Spoiler', value: "yes (this channel's default)" })
  })

  test('by an admin’s rule is so for what is run again, and not by its member’s default', async () => {
    const again = { withoutDefaults: true, press: 'p1' } as const
    const ruled = await ask({ server: { spoiler: true } }, { spoiler: false }, again, 'again')
    expect(await spoilerOf(ruled)).toBe(true)
    const own = await ask({ member: { spoiler: true } }, {}, { ...again, press: 'p2' }, 'again')
    expect(await spoilerOf(own)).toBeUndefined()
  })

  test('by an admin’s rule is so for a form that was opened before and lifts it', async () => {
    const opened = await ask({}, { prompt: undefined }, { command: 'music' })
    const { draft } = formOf(opened)
    const sent = { values: { prompt: 'x', spoiler: false }, form: { draft, sent: true } }
    expect(await spoilerOf(await ask({ channel: { spoiler: true } }, {}, sent))).toBe(true)
  })

  test('is taken for granted while nobody can tell, except where nobody else sees it', async () => {
    expect(await spoilerOf(await ask(undefined, { seen_by: 'here', spoiler: false }))).toBe(true)
    const direct = { target: target({ server: '@member-1' }), eventId: 'event-2' }
    await giveBudget(world, 1_000_000, 'discord:@member-1')
    expect(await spoilerOf(await ask(undefined, {}, direct))).toBeUndefined()
  })
})

describe('a spoiler that is shown again', () => {
  let world: StoreWorld
  beforeEach(async () => {
    world = openStoreWorld()
    await giveBudget(world, 1_000_000_000)
  })
  afterEach(() => world.close())

  const song = async (values: RawValues) => {
    const { id } = await jobIn(world, 'posted')
    const { redis, keys } = world
    await redis.hset(keys.job(id), 'values', JSON.stringify({ prompt: 'a sea shanty', ...values }))
    return readJob(world, id)
  }
  const shownAgain = async (values: RawValues): Promise<unknown> => {
    const { ask, requested } = createAsking(world)
    const answer = await ask({ command: 'result', values })
    expect(answer).toMatchObject({ kind: 'accepted' })
    return requested[0]?.values.spoiler
  }

  test.each<[string, RawValues, RawValues, unknown]>([
    ['stays one', { spoiler: true }, {}, true],
    ['is none if that is asked', { spoiler: true }, { spoiler: false }, false],
    ['is one if that is asked', {}, { spoiler: true }, true],
    ['is none if it was none', { spoiler: false }, {}, undefined],
  ])('by its job or its task %s', async (_, made, asked, expected) => {
    const { id, taskId } = await song(made)
    expect(await shownAgain({ job: id, ...asked })).toBe(expected)
    expect(await shownAgain({ family: 'MUSIC_AI', task: taskId, ...asked })).toBe(expected)
  })
})
