import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../src/core/command/answer.ts'
import { type ApprovalWorld, openApprovalWorld } from '../../support/jobs/approval-world.ts'
import { journalOf } from '../../support/redis/store-world.ts'

let world: ApprovalWorld

beforeEach(async () => {
  world = await openApprovalWorld()
})
afterEach(() => world.close())

const textOf = ({ message }: Answer): string => message.text

const operations = async (): Promise<readonly string[]> =>
  (await journalOf(world)).map(({ operation }) => operation ?? '')

describe('a member whom the budget refuses', () => {
  test('gets their song by one press of theirs and one of an admin', async () => {
    const refusal = await world.refused()
    expect(refusal.kind === 'problems' && refusal.remedies?.map(({ label }) => label)).toEqual([
      'One take',
      'Ask an admin',
    ])
    const asked = await world.press(world.buttonOf(refusal, 'Ask an admin'))
    expect(textOf(asked)).toBe("I asked your admins. I'll tell you here when they decide.")
    await world.tend()
    const { message } = world.card()
    expect(message).toMatchObject({
      text: 'Approve /music? It needs up to 0.20 credits, with 0.10 left here.',
      askedBy: 'member-1',
    })
    expect(textOf(await world.decides('Approve once'))).toBe(
      "Approved. I'll tell the member and start it now.",
    )
    await world.tend()
    expect(world.card().message.text).toBe('Approved /music.')
    expect(world.platform.mentions.map(({ message: { text } }) => text)).toEqual([
      "Approved: I'm working on your song.",
    ])
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(world.texts().some((text) => text.includes('sea shanty') || text !== '')).toBe(true)
    expect(await world.balances()).toMatchObject({ held: 0, spent: expect.any(Number) })
    expect(await operations()).toEqual(['limit', 'limit', 'grant', 'hold', 'adjust', 'settle'])
  })
})
