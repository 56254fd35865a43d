import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { type Approvals, approvalOpenMs } from '../../../src/core/job/approval.ts'
import type { OperatorTotal } from '../../../src/core/ledger/operator-total.ts'
import { requestFeature } from '../../../src/jobs/request/request.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { type ApprovalWorld, openApprovalWorld } from '../../support/jobs/approval-world.ts'
import { giveBudget, journalOf, limitMember, openStoreWorld } from '../../support/redis/store-world.ts'

let world: ApprovalWorld

beforeEach(async () => {
  world = await openApprovalWorld()
})
afterEach(() => world.close())

const textOf = ({ message }: Answer): string => message.text
const labelsOf = (answer: Answer): readonly string[] =>
  answer.kind === 'problems' ? (answer.remedies ?? []).map(({ label }) => label) : []

const operations = async (): Promise<readonly string[]> =>
  (await journalOf(world)).map(({ operation }) => operation ?? '')

const mentions = () => world.platform.mentions.map(({ message }) => message.text)
const holds = async () => (await operations()).filter((operation) => operation === 'hold').length

const manager = { target: target({ member: 'manager-1' }), isAdmin: false }
const plain = { target: target({ member: 'member-2' }), isAdmin: false }

const nameManager = () =>
  world.budgets.setManager({
    account: 'discord:server-1',
    eventId: 'manager-1',
    actor: 'admin-1',
    member: 'manager-1',
    allowed: true,
  })

describe('a member whom the budget refuses', () => {
  test('gets their song by one press of theirs and one of an admin', async () => {
    const refusal = await world.refused()
    expect(labelsOf(refusal)).toEqual(['One take', 'Ask an admin'])
    const asked = await world.press(world.buttonOf(refusal, 'Ask an admin'))
    expect(textOf(asked)).toBe("I asked your admins. I'll tell you here when they decide.")
    expect(JSON.stringify(asked.message.blocks)).toContain(String(world.clock.now() + approvalOpenMs))
    await world.tend()
    expect(world.card().message).toMatchObject({
      text: 'Approve /music? It needs up to 0.20 credits, with 0.10 left here.',
      askedBy: 'member-1',
    })
    expect(JSON.stringify(world.card().message)).toContain('“a sea shanty”')
    expect(textOf(await world.decides('Approve once'))).toBe(
      "Approved. I'll tell the member and start it now.",
    )
    await world.tend()
    expect(world.card().message).toMatchObject({ text: 'Approved /music.', askedBy: 'member-1' })
    expect(JSON.stringify(world.card().message)).toContain('"id":"admin-1"')
    expect(mentions()).toEqual(["Approved: I'm working on your song."])
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    const [song] = world.platform.messages.filter(({ message }) => message.tone === 'done').slice(-1)
    expect(song).toMatchObject({ ref: { channel: 'channel-1' }, message: { askedBy: 'member-1' } })
    expect(await operations()).toEqual(['limit', 'limit', 'grant', 'hold', 'adjust', 'settle'])
    expect(await world.balances()).toMatchObject({ held: 0 })
  })

  test('because there is no budget gets their song, too', async () => {
    await world.redis.hdel(world.keys.account('discord:server-1'), 'limit')
    const refusal = await world.refused()
    expect(labelsOf(refusal)).toEqual(['Ask an admin'])
    await world.press(world.buttonOf(refusal, 'Ask an admin'))
    await world.tend()
    expect(world.card().message.text).toBe(
      'Approve /music? It needs up to 0.20 credits, and none are left here.',
    )
    expect(textOf(await world.decides('Approve once'))).toContain('Approved.')
  })

  test('as an admin gets nothing by that right if they were blocked since', async () => {
    const refusal = await world.refused()
    await world.press(world.buttonOf(refusal, 'Ask an admin'), { isAdmin: true })
    await world.tend()
    const block = { account: 'discord:server-1', eventId: 'block-1', actor: 'admin-2' } as const
    await world.blocks.set({ ...block, member: 'member-1', isBlocked: true })
    expect(textOf(await world.decides('Approve once'))).toContain('This member is blocked here.')
    expect(await holds()).toBe(0)
  })

  test('has one request, however often they press, and whichever button', async () => {
    const refusal = await world.refused()
    const ask = world.buttonOf(refusal, 'Ask an admin')
    await world.press(ask)
    expect(textOf(await world.press(ask))).toBe(
      "You already asked. I'll tell you here when your admins decide.",
    )
    await world.tend()
    await world.press(world.buttonOf(refusal, 'One take'))
    expect(textOf(await world.decides('Approve once'))).toBe(
      "The member already sent this request, so there's nothing left to decide.",
    )
    await world.tend()
    expect(world.card().message.text).toBe('The member sent /music another way.')
    expect(mentions()).toEqual([])
    expect(await holds()).toBe(1)
    expect(await operations()).not.toContain('grant')
  })

  test('is answered as before after an approval, however often they press', async () => {
    const refusal = await world.refused()
    const ask = world.buttonOf(refusal, 'Ask an admin')
    await world.press(ask)
    await world.tend()
    await world.decides('Approve once')
    expect(textOf(await world.press(ask))).toContain('Your earlier request for your song')
    expect(textOf(await world.press(world.buttonOf(refusal, 'One take')))).toContain(
      'You already sent this with different values',
    )
    expect(await holds()).toBe(1)
  })

  test('is never told that nothing was charged for a song that was made meanwhile', async () => {
    const refusal = await world.refused()
    const ask = world.buttonOf(refusal, 'Ask an admin')
    await world.press(ask)
    await world.tend()
    await giveBudget(world, 1_000_000)
    await world.press(ask)
    expect(textOf(await world.decides('Decline'))).toBe(
      "The member already sent this request, so there's nothing left to decide.",
    )
    await world.tend()
    expect(world.card().message.text).toBe('The member sent /music another way.')
    expect(mentions()).toEqual([])
    expect(await operations()).not.toContain('decline')
  })

  test('is not told of a decline if they had the song made before they could be', async () => {
    const refusal = await world.refused()
    await world.press(world.buttonOf(refusal, 'Ask an admin'))
    await world.tend()
    await world.decides('Decline')
    await world.press(world.buttonOf(refusal, 'One take'))
    await world.tend()
    expect(world.card().message.text).toBe('Declined /music.')
    expect(mentions()).toEqual([])
  })

  test('has their request taken at once if it fits by then', async () => {
    const refusal = await world.refused()
    await giveBudget(world, 1_000_000)
    expect(await world.press(world.buttonOf(refusal, 'Ask an admin'))).toMatchObject({ kind: 'accepted' })
    await world.tend()
    expect(() => world.card()).toThrow('there is no card')
  })

  test('asks about the limit that is short', async () => {
    await giveBudget(world, 5_000_000)
    await limitMember(world, 'member-1', 50_000)
    await world.asks()
    await world.tend()
    const { message } = world.card()
    expect(message.text).toBe('Approve /music? It needs up to 0.20 credits, and they have 0.05 left.')
    expect(world.linkOn(message, 'Raise limit')).toEqual({
      command: 'budget',
      action: 'member',
      values: { member: 'member-1' },
    })
  })

  test('opens the form of the feature that is short', async () => {
    await giveBudget(world, 5_000_000)
    const change = { account: 'discord:server-1', eventId: 'feature-1', actor: 'admin-1' } as const
    const of = { kind: 'feature', id: 'music' } as const
    await world.budgets.setShareLimit({ ...change, of, limit: microcredits(0) })
    await world.asks()
    await world.tend()
    const { message } = world.card()
    expect(message.text).toBe(
      'Approve /music? It needs up to 0.20 credits, and none are left for this feature.',
    )
    expect(world.linkOn(message, 'Raise limit')).toMatchObject({
      action: 'feature',
      values: { feature: 'music' },
    })
  })

  test('is not offered to ask where no admin can help, or as an admin who can raise the limit', async () => {
    expect(labelsOf(await world.refused({ isAdmin: true }))).toEqual(['One take'])
    const direct = { target: target({ server: '@member-1', channel: 'direct-1' }) }
    expect(labelsOf(await world.refused(direct))).toEqual([])
    await world.allowlist.allow('discord:server-1', microcredits(50_000))
    expect(labelsOf(await world.refused())).toEqual([])
  })

  test('may have three open requests', async () => {
    for (let count = 0; count < 3; count += 1) await world.asks()
    expect(textOf(await world.asks())).toBe(
      'You already have 3 requests waiting for an admin, which is the limit. Nothing was charged.',
    )
  })

  test('has no more cards posted within a day by deleting their requests and asking again', async () => {
    const approvals = world.approvals as Approvals
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 3; count += 1) await world.asks()
      await world.tend()
      await approvals.forget('discord:server-1', 'member-1')
      await world.tend()
    }
    const cards = world.platform.messages.filter(({ texts }) => texts[0]?.startsWith('Approve /') === true)
    expect(cards).toHaveLength(3)
    expect(textOf(await world.asks())).toBe(
      'You can ask admins about 3 requests at once. Deleted ones count for a day. Nothing was charged.',
    )
    world.clock.advance(approvalOpenMs)
    expect(textOf(await world.asks())).toContain('I asked your admins.')
  })
})

describe.each([
  ['an admin', {}],
  ['a budget manager', manager],
] as const)('%s', (_, who) => {
  beforeEach(async () => {
    await nameManager()
    await world.asks()
    await world.tend()
  })

  test('approves a request once', async () => {
    expect(textOf(await world.decides('Approve once', who))).toContain('Approved.')
    expect(textOf(await world.decides('Approve once', who))).toBe('This request was already approved.')
    expect(textOf(await world.decides('Decline', who))).toBe('This request was already approved.')
    expect(await holds()).toBe(1)
  })

  test('declines a request, and its member is told, once', async () => {
    expect(textOf(await world.decides('Decline', who))).toBe("Declined. I'll tell the member.")
    expect(textOf(await world.decides('Approve once', who))).toBe('This request was already declined.')
    await world.tend()
    await world.tend()
    expect(world.card().message.text).toBe('Declined /music.')
    expect(mentions()).toEqual(['Your /music request was declined. Nothing was charged.'])
    expect(await holds()).toBe(0)
  })

  test('raises the limit in its form, and approves then without a bonus', async () => {
    const form = await world.decides('Raise limit', who)
    expect(form).toMatchObject({ kind: 'form', form: { action: 'limit', values: {} } })
    await giveBudget(world, 1_000_000)
    expect(textOf(await world.decides('Approve once', who))).toContain('Approved.')
    expect(await operations()).not.toContain('grant')
    expect(await holds()).toBe(1)
  })
})

describe('a member without rights', () => {
  test.each(['Approve once', 'Raise limit', 'Decline'])('cannot press %s', async (label) => {
    await world.asks()
    await world.tend()
    const answer = await world.decides(label, plain)
    expect(answer).toMatchObject({ kind: 'message', seenBy: 'member', isDenied: true })
    expect(textOf(answer)).toBe('Only admins and budget managers can use /budget.')
    const own = await world.decides(label, { target: target(), isAdmin: false })
    expect(own).toMatchObject({ isDenied: true })
    expect(await holds()).toBe(0)
    await world.tend()
    expect(world.card().message.text).toContain('Approve /music?')
  })

  test('of another server does not know the request', async () => {
    await world.asks()
    await world.tend()
    const stranger = { target: target({ server: 'server-2', member: 'admin-9' }) }
    expect(textOf(await world.decides('Approve once', stranger))).toBe(
      'No request with that name here. It may have expired.',
    )
    expect(textOf(await world.decides('Decline', stranger))).toContain('No request with that name here.')
    expect(await holds()).toBe(0)
  })
})

describe('an approval', () => {
  beforeEach(async () => {
    await world.asks()
    await world.tend()
  })

  test('of ten admins at once makes one job, and each is told', async () => {
    const admins = Array.from({ length: 10 }, (_, index) => ({
      target: target({ member: `admin-${index}` }),
    }))
    const texts = (await Promise.all(admins.map((who) => world.decides('Approve once', who)))).map(textOf)
    expect(texts.filter((text) => text.startsWith('Approved.'))).toHaveLength(1)
    expect(texts.filter((text) => text === 'This request was already approved.')).toHaveLength(9)
    expect(await holds()).toBe(1)
  })

  test('is made by the name that the card shows, too', async () => {
    const facts = world.card().message.blocks.flatMap((block) => (block.kind === 'line' ? block.facts : []))
    const name = facts.find(({ label }) => label === 'Request')?.value
    const typed = { command: 'budget', action: 'approve', values: { request: `${name}` }, isAdmin: true }
    expect(textOf(await world.tell(typed))).toContain('Approved.')
    expect(textOf(await world.tell({ ...typed, values: { request: 'zzzz' } }))).toContain(
      'No request with that name',
    )
  })

  test('of a member who was blocked meanwhile says so, and takes nothing', async () => {
    await world.blocks.set({
      account: 'discord:server-1',
      eventId: 'block-1',
      actor: 'admin-2',
      member: 'member-1',
      isBlocked: true,
    })
    expect(textOf(await world.decides('Approve once'))).toBe(
      'This member is blocked here. Unblock them with /budget block first. The request stays open, and nothing was charged.',
    )
    expect(await holds()).toBe(0)
  })

  test('stays possible if the same request was sent in another way, and came to nothing', async () => {
    const other = microcredits(100_000)
    const account = 'discord:server-1'
    const [parked] = await world.approvals.of(account, 'member-1')
    const id = parked?.request.id ?? ''
    const takesAgain = (operator: OperatorTotal): OperatorTotal => ({
      ...operator,
      async release(jobId, isSpent) {
        await operator.release(jobId, isSpent)
        await operator.hold(jobId, other, account)
      },
    })
    await world.operator.hold(id, other, account)
    const twin = openStoreWorld({ prefix: world.prefix, now: world.clock.now, operatorAs: takesAgain })
    expect(textOf(await world.decides('Approve once', {}, world.card(), { store: twin.store }))).toBe(
      'That took too long. Try again. The request stays open, and nothing was charged.',
    )
    twin.close()
    await world.operator.release(id)
    expect(textOf(await world.decides('Approve once'))).toContain('Approved.')
    expect(await holds()).toBe(1)
  })

  test('of a request that has become dearer says so, and takes nothing', async () => {
    await world.deps.prices.learn('job-1', { price: 'music.v6', units: 1 }, microcredits(300_000), 'estimate')
    const answer = await world.decides('Approve once')
    expect(textOf(answer)).toMatch(/^This now needs up to 0\.\d\d credits, more than the member agreed to\./)
    expect(await holds()).toBe(0)
  })

  test('beyond what the operator allows says who can help', async () => {
    await world.allowlist.allow('discord:server-1', microcredits(50_000))
    expect(textOf(await world.decides('Approve once'))).toContain(
      'Only your bot operator can raise the limit.',
    )
    expect(await holds()).toBe(0)
  })

  test('whose process died before the job began is carried out by the sweeper', async () => {
    const { store } = world
    const dying = { ...store, accept: () => Promise.reject(new Error('dead')) }
    await world.decides('Approve once', {}, world.card(), { store: dying })
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await operations()).toContain('settle')
    expect(world.platform.messages.some(({ message }) => message.tone === 'done')).toBe(true)
  })

  const account = 'discord:server-1'

  /** The request, whose hold of the operator's total lapsed before the account's was taken. */
  const afterDeathBetweenHolds = async () => {
    const [parked] = await world.approvals.of(account, 'member-1')
    if (parked === undefined) throw new Error('nothing was asked')
    const { id, bound } = parked.request
    await world.operator.hold(id, bound, account)
    world.clock.advance(60_000)
    await world.operator.expire(id, world.clock.now())
    return parked
  }

  test('whose process died between the two holds can be made again', async () => {
    const parked = await afterDeathBetweenHolds()
    const { id, bound } = parked.request
    expect(await world.operator.hold(id, bound, account)).toEqual({ status: 'late' })
    expect(textOf(await world.decides('Approve once'))).toContain('Approved.')
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await operations()).toContain('settle')
    expect(await world.operator.read()).toMatchObject({ held: 0 })
    expect(await world.operator.unconfirmed(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  test('of a declined request takes no hold again after such a death', async () => {
    const parked = await afterDeathBetweenHolds()
    const { bound } = parked.request
    await world.approvals.end(parked, 'declined', 'admin-2')
    const leave = { by: 'admin-1', reason: 'why', most: bound }
    expect(await world.store.approve(parked.request, leave)).toEqual({ status: 'decided', state: 'declined' })
    expect(await world.operator.read()).toMatchObject({ held: 0, spent: 0 })
  })

  test('after a day comes too late, and the member is told', async () => {
    world.clock.advance(approvalOpenMs)
    for (const label of ['Approve once', 'Decline', 'Approve once'])
      expect(textOf(await world.decides(label))).toBe(
        "This request has expired, so it can't be decided anymore.",
      )
    await world.tend()
    expect(world.card().message.text).toBe('Nobody decided on /music in time.')
    expect(mentions()).toEqual(['Nobody decided on your /music request in time. Nothing was charged.'])
    expect(await holds()).toBe(0)
  })
})

describe('a private request', () => {
  const secret: Partial<Invocation> = { values: { prompt: 'a secret shanty', seen_by: 'me' } }

  test('is not asked for where others could see it', async () => {
    expect(textOf(await world.asks(secret))).toBe(
      "This request is private, so I can't ask here. An admin can choose a channel for private requests with /budget approvals.",
    )
    await world.tend()
    expect(world.platform.calls).toEqual([])
  })

  test('is asked for in the channel that admins chose, without its words, and told in private', async () => {
    await world.approvals.setChannel({
      account: 'discord:server-1',
      eventId: 'approvals-1',
      actor: 'admin-1',
      channel: 'channel-9',
    })
    expect(textOf(await world.asks(secret))).toBe(
      "I asked your admins. I'll send you a direct message when they decide.",
    )
    await world.tend()
    expect(world.card().ref.channel).toBe('channel-9')
    expect(JSON.stringify(world.card().message)).not.toContain('secret')
    await world.decides('Approve once', { target: target({ member: 'admin-1', channel: 'channel-9' }) })
    await world.tend()
    expect(JSON.stringify(world.card().message)).not.toContain('secret')
    expect(mentions()).toEqual([])
    expect(world.platform.words.map(({ member, message }) => [member, message.text])).toEqual([
      ['member-1', "Approved: I'm working on your song."],
    ])
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    const inChannels = world.platform.messages.filter(({ ref }) => !ref.channel.startsWith('direct'))
    expect(JSON.stringify(inChannels)).not.toContain('secret')
    expect(world.platform.messages.at(-1)?.ref.channel).toBe('direct-member-1')
  })
})

test('a request made with a form is parked as it was sent', async () => {
  const { drafts } = world
  const draft = await drafts.keep('discord:server-1', 'event-9', {
    command: 'music',
    action: undefined,
    member: 'member-1',
    values: { prompt: 'a long shanty' },
    clips: [],
    defaults: [],
    shown: {},
    partOf: 'event-8',
    boundMax: 200_000,
    asks: true,
  })
  const sent = invocation({ form: { draft, sent: true }, press: 'press-1', eventId: `send ${draft}` })
  const feature = world.deps.features.get('music')
  if (feature === undefined) throw new Error('there is no /music')
  await requestFeature(world.requestDeps, feature, sent)
  await world.tend()
  expect(JSON.stringify(world.card().message)).toContain('a long shanty')
})
