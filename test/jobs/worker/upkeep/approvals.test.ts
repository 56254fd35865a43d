import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { approvalOpenMs } from '../../../../src/core/job/approval.ts'
import type { PlatformName } from '../../../../src/core/target.ts'
import { tendApprovals } from '../../../../src/jobs/worker/upkeep/approvals.ts'
import { target } from '../../../support/commands/invocation.ts'
import { type ApprovalWorld, openApprovalWorld } from '../../../support/jobs/approval-world.ts'

let world: ApprovalWorld

beforeEach(async () => {
  world = await openApprovalWorld()
})
afterEach(() => world.close())

/** Longer than a process that died keeps a request from others. */
const laterMs = 2 * 60_000

const secret = { values: { prompt: 'a secret shanty', seen_by: 'me' } }

const cards = () => world.platform.messages.filter(({ texts }) => texts[0]?.startsWith('Approve /'))
const mentions = () => world.platform.mentions.map(({ message }) => message.text)
const words = () => world.platform.words.map(({ message }) => message.text)

/** Workers go on. */
const goOn = async (times = 3): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    world.clock.advance(laterMs)
    await world.tend()
  }
}

/** A worker dies as it notes this. */
const diesNoting = async (
  dies: (fields: Readonly<Record<string, string>>, next: unknown) => boolean,
): Promise<void> => {
  const { approvals } = world
  const death = Promise.withResolvers<void>()
  const dying: typeof approvals = {
    ...approvals,
    note(approval, fields, next) {
      if (!dies(fields, next)) return approvals.note(approval, fields, next)
      death.resolve()
      return new Promise(() => undefined) // a dead process is answered nothing
    },
  }
  void tendApprovals({ ...world.upkeepDeps, approvals: dying })
  await death.promise
}

describe('the card of a request', () => {
  test('is posted once, whichever workers are at it, and however often', async () => {
    await world.asks()
    await Promise.all([world.tend(), world.tend(), world.tend()])
    await goOn()
    expect(cards()).toHaveLength(1)
  })

  test('is left to processes that serve its chat', async () => {
    await world.asks()
    const none: ReadonlySet<PlatformName> = new Set()
    await tendApprovals({ ...world.upkeepDeps, chatsHeld: none })
    await tendApprovals({ ...world.upkeepDeps, chatsHeld: new Set(['slack'] as const) })
    expect(cards()).toEqual([])
    await world.tend()
    expect(cards()).toHaveLength(1)
  })

  test('is tried again while the chat takes none', async () => {
    await world.asks()
    world.platform.failNext('post', 'platform_unavailable', { retryAfterMs: 5_000 })
    await world.tend()
    expect(cards()).toEqual([])
    await goOn()
    expect(cards()).toHaveLength(1)
    expect(world.log.warnings().join()).not.toContain('unhandled')
  })

  test('is posted where it was asked for if the chosen channel takes none', async () => {
    await world.approvals.setChannel({
      account: 'discord:server-1',
      eventId: 'approvals-1',
      actor: 'admin-1',
      channel: 'channel-9',
    })
    await world.asks()
    world.platform.failNext('post', 'cannot_post')
    await world.tend()
    expect(cards().map(({ ref }) => ref.channel)).toEqual(['channel-1'])
    await world.decides('Decline')
    await world.tend()
    expect(world.card().message.text).toBe('Declined /music.')
  })

  test('of a private request is posted nowhere else, and its member is told', async () => {
    await world.approvals.setChannel({
      account: 'discord:server-1',
      eventId: 'approvals-1',
      actor: 'admin-1',
      channel: 'channel-9',
    })
    await world.asks(secret)
    world.platform.failNext('post', 'cannot_post')
    await world.tend()
    await world.tend()
    expect(cards()).toEqual([])
    expect(words()).toEqual(["I couldn't reach your admins about your /music request. Nothing was charged."])
    expect(mentions()).toEqual([])
  })

  test('is found again by the next worker if one died after posting it', async () => {
    await world.asks()
    await diesNoting((fields) => 'card' in fields)
    expect(cards()).toHaveLength(1)
    expect(await world.balances()).toMatchObject({ held: 0 })
    await world.decides('Decline')
    await goOn()
    expect(cards()).toHaveLength(1)
    expect(world.card().message.text).toBe('Declined /music.')
  })
})

test('a song that is made while its request expires is not told of as if nothing was charged', async () => {
  const refusal = await world.refused()
  await world.press(world.buttonOf(refusal, 'Ask an admin'))
  await world.tend()
  world.clock.advance(approvalOpenMs)
  const { approvals } = world
  const overtaken: typeof approvals = {
    ...approvals,
    async end(approval, to, by) {
      await world.press(world.buttonOf(refusal, 'One take'))
      return approvals.end(approval, to, by)
    },
  }
  await tendApprovals({ ...world.upkeepDeps, approvals: overtaken })
  await goOn()
  expect(world.card().message.text).toBe('The member sent /music another way.')
  expect(mentions()).toEqual([])
})

describe('the outcome of a request', () => {
  beforeEach(async () => {
    await world.asks()
    await world.tend()
  })

  test('is told once, though workers die in between', async () => {
    await world.decides('Decline')
    await diesNoting((fields) => Object.keys(fields).some((name) => name.startsWith('note:outcome')))
    expect(mentions()).toEqual([])
    world.clock.advance(laterMs)
    await diesNoting((_, next) => next === 'over')
    await goOn()
    expect(mentions()).toEqual(['Your /music request was declined. Nothing was charged.'])
    expect(words()).toEqual([])
  })

  test('is told once, though those of others before it took longer than any lease', async () => {
    await world.asks({ eventId: 'second' })
    await world.asks({ eventId: 'third' })
    await world.tend()
    for (const each of await world.approvals.of('discord:server-1', 'member-1'))
      await world.approvals.end(each, 'declined', 'admin-1')
    const { port } = world.platform
    let edits = 0
    const slow: typeof port = {
      ...port,
      async edit(...args) {
        edits += 1
        world.clock.advance(world.deps.deadlines.stepMs - 1)
        await world.tend()
        return port.edit(...args)
      },
    }
    await tendApprovals({ ...world.upkeepDeps, platforms: new Map([['discord', slow]]) })
    await goOn()
    expect(mentions()).toHaveLength(3)
    expect(edits).toBe(1)
  })

  test('is told in a direct message if the channel takes none', async () => {
    await world.decides('Decline')
    world.platform.failNext('mention', 'cannot_post')
    await goOn()
    expect(words()).toEqual(['Your /music request was declined. Nothing was charged.'])
  })

  test('is told later if the chat takes none now', async () => {
    await world.decides('Decline')
    world.platform.failNext('mention', 'platform_unavailable')
    await world.tend()
    expect(mentions()).toEqual([])
    await goOn()
    expect(mentions()).toHaveLength(1)
  })

  test('is told at once, and once, though the card cannot be closed yet', async () => {
    await world.decides('Decline')
    world.platform.failNext('edit', 'platform_unavailable', 'platform_unavailable')
    await world.tend()
    expect(mentions()).toHaveLength(1)
    await goOn()
    expect(mentions()).toHaveLength(1)
    expect(world.card().message.text).toBe('Declined /music.')
  })

  test('is told although the card was deleted', async () => {
    const link = world.linkOn(world.card().message, 'Decline')
    world.platform.remove(world.card().ref)
    await world.tell({ ...link, isAdmin: true })
    await goOn()
    expect(mentions()).toHaveLength(1)
    expect(cards()).toEqual([])
  })

  test('is given up once nobody can be told for days', async () => {
    await world.decides('Decline')
    world.platform.failNext('mention', ...Array.from({ length: 5 }, () => 'platform_unavailable' as const))
    await world.tend()
    world.clock.advance(2 * approvalOpenMs + 1)
    await world.tend()
    await goOn(5)
    expect(mentions()).toEqual([])
    expect(await world.approvals.of('discord:server-1', 'member-1')).toEqual([])
  })

  test('is nothing to tell of once its member deleted their data, and the card keeps no word of theirs', async () => {
    const card = world.card()
    expect(JSON.stringify(card.message)).toContain('sea shanty')
    const approve = world.linkOn(card.message, 'Approve once')
    expect(await world.approvals.forget('discord:server-1', 'member-1')).toBe(1)
    expect(await world.approvals.forget('discord:server-1', 'member-1')).toBe(0)
    const late = await world.tell({ ...approve, isAdmin: true, target: target({ member: 'admin-1' }) })
    expect(late.message.text).toBe('The member withdrew this request.')
    await world.tend()
    expect(card.message).toMatchObject({ text: 'A member withdrew this request.', blocks: [] })
    expect(JSON.stringify(card.message)).not.toContain('member-1')
    expect(await world.redis.keys(`${world.prefix}*:approval:*`)).toEqual([])
    world.clock.advance(approvalOpenMs)
    await goOn()
    expect(mentions()).toEqual([])
  })
})
