import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askAgainMs } from '../../src/core/command/consent.ts'
import { dump, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const account = 'discord:server-1'
const question = { requester: 'max', channel: 'channel-1', feature: 'voice', clip: 'band.wav' }

let world: StoreWorld
beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const answers = async (...members: string[]) =>
  Object.fromEntries(await world.consents.answersOf(account, members))
const ask = (owner = 'mia') => world.consents.ask(account, owner, question)
const due = async () => (await world.consents.due()).map(({ owner }) => owner).toSorted()
const begin = (owner = 'mia') => world.consents.begin({ account, owner })

describe('an answer', () => {
  test('holds until it is changed or taken back', async () => {
    expect(await answers('mia')).toEqual({})
    await world.consents.answer(account, 'mia', 'allow')
    expect(await answers('mia', 'ada')).toEqual({ mia: 'allow' })
    await world.consents.answer(account, 'mia', 'decline')
    expect(await answers('mia')).toEqual({ mia: 'decline' })
    await world.consents.answer(account, 'mia', undefined)
    expect(await answers('mia')).toEqual({})
  })

  test('is that of one server', async () => {
    await world.consents.answer('discord:server-2', 'mia', 'decline')
    await world.consents.answer('slack:server-1', 'mia', 'decline')
    expect(await answers('mia')).toEqual({})
  })

  test.each(['allow', 'decline'] as const)(
    '%s is not kept where the operator lets nobody spend, since it would stay for good',
    async (answer) => {
      await world.consents.answer(account, 'mia', 'allow')
      await world.allowlist.remove(account)
      const before = await dump(world)
      await expect(world.consents.answer(account, 'ada', answer)).rejects.toMatchObject({
        code: 'not_let_in',
      })
      expect(await dump(world)).toEqual(before)
      await world.consents.answer(account, 'mia', undefined)
      expect(await answers('mia')).toEqual({})
    },
  )

  test('that declines is known without its member, of one server', async () => {
    expect(await world.consents.isAnyDeclined(account)).toBe(false)
    await ask('ada')
    for (let count = 0; count < 1_200; count += 1)
      await world.redis.hset(world.keys.consents(account), { [`answer|member-${count}`]: 'allow' })
    await world.consents.answer('discord:server-2', 'mia', 'decline')
    expect(await world.consents.isAnyDeclined(account)).toBe(false)
    await world.consents.answer(account, 'decline', 'allow')
    expect(await world.consents.isAnyDeclined(account)).toBe(false)
    await world.consents.answer(account, 'mia', 'decline')
    expect(await world.consents.isAnyDeclined(account)).toBe(true)
    await world.consents.answer(account, 'mia', undefined)
    expect(await world.consents.isAnyDeclined(account)).toBe(false)
  })

  test('of another version of this program counts as none', async () => {
    await world.redis.hset(world.keys.consents(account), { 'answer|mia': 'perhaps' })
    expect(await answers('mia')).toEqual({})
  })

  test('is read for nobody without a look at Redis', async () => {
    world.close()
    expect(await world.consents.answersOf(account, [])).toEqual(new Map())
    world = openStoreWorld()
  })
})

describe('a question', () => {
  test('is due once a week at most, as long as nobody answers', async () => {
    await ask()
    await ask()
    expect(await due()).toEqual(['mia'])
    await world.consents.end({ account, owner: 'mia' })
    world.clock.advance(askAgainMs - 1)
    await ask()
    expect(await due()).toEqual([])
    world.clock.advance(1)
    await ask()
    expect(await due()).toEqual(['mia'])
  })

  test('is not due for an owner who has answered', async () => {
    await world.consents.answer(account, 'mia', 'allow')
    await ask()
    expect(await due()).toEqual([])
  })

  test('is due for each owner, in each server', async () => {
    await ask()
    await ask('ada')
    await world.consents.ask('slack:T1', 'U1', question)
    expect(await world.consents.due()).toHaveLength(3)
    expect(await world.consents.due()).toContainEqual({ account: 'slack:T1', owner: 'U1' })
  })

  test('is sent by one process, which others take over once it is silent', async () => {
    await ask()
    const begun = await begin()
    expect(begun).toMatchObject({ ...question, notes: { told: '' } })
    expect(await begin()).toBe('in_hand')
    if (begun !== undefined && begun !== 'in_hand') await begun.note('told', 'key-1')
    world.clock.advance(20_000)
    const again = await begin()
    expect(again).toMatchObject({ notes: { told: 'key-1' } })
    const keys = [begun, again].map((one) => typeof one === 'object' && one.key)
    expect(new Set(keys).size).toBe(1)
    expect(String(keys[0])).toHaveLength(25)
  })

  test('that is asked again a week later is another message', async () => {
    await ask()
    const first = await begin()
    await world.consents.end({ account, owner: 'mia' })
    world.clock.advance(askAgainMs)
    await ask()
    const second = await begin()
    expect(second).toMatchObject({ notes: { told: '' } })
    expect(typeof first === 'object' && first.key).not.toBe(typeof second === 'object' && second.key)
  })

  test('is over once its owner answers by themselves', async () => {
    await ask()
    await world.consents.answer(account, 'mia', 'decline')
    expect(await begin()).toBeUndefined()
    expect(await due()).toEqual([])
  })

  test('keeps nothing of the requester once it was sent', async () => {
    await ask()
    await world.consents.end({ account, owner: 'mia' })
    expect(JSON.stringify(await dump(world))).not.toContain('max')
  })
})

test('forgetting a member leaves nothing of them', async () => {
  await ask()
  await begin()
  await world.consents.answer(account, 'mia', 'allow')
  await world.consents.forget(account, 'mia')
  expect(JSON.stringify(await dump(world))).not.toContain('mia')
  expect(await due()).toEqual([])
})
