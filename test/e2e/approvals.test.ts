import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { forgetPrices } from '../support/sandbox/forget-prices.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

// A member asks admins for more than the budget leaves, and each button of that request is pressed by those who may and
// by those who may not.

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})
afterAll(() => world.stop())

describe.each<ChatPlatform>(chatPlatforms)('on %s', (platform) => {
  const [admin, member, manager] = ['ada', 'max', 'mia']
  let people: People
  let since: string
  let songs = 0

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    await people.allows(admin, 10)
    await people.uses(admin, '/budget manager', { member: '@Mia' })
    await people.sees(admin, 'This member is now a budget manager')
    await people.uses(admin, '/budget member', { member: '@Max', credits: 0 })
    await people.sees(admin, 'Limit for this member: 0 credits')
  })

  beforeEach(async () => {
    await forgetPrices(world.addresses.redis.url)
    since = await people.latest(admin)
  })

  const prompt = () => `a ballad of page ${songs}`

  /** A member's song is refused, and they ask admins; answers with what these see. */
  const asked = async (options: Record<string, unknown> = {}): Promise<SeenMessage> => {
    songs += 1
    const before = await people.latest(member)
    await people.uses(member, '/music', {
      prompt: platform === 'slack' ? `“${prompt()}”` : prompt(),
      ...options,
    })
    const refusal = await people.sees(member, 'Not enough credits: this needs up to', before)
    expect(refusal.buttons.map(({ label }) => label)).toContain('Ask an admin')
    await people.presses(member, refusal.id, 'Ask an admin')
    await people.sees(member, 'I asked your admins.', before)
    return people.sees(admin, /Approve \/music\?/, before)
  }

  const song = () => people.sees(admin, new RegExp(`${prompt()}[\\s\\S]*Made with AI`), since)
  const labels = ['Approve once', 'Raise limit', 'Decline']

  test('a refused member gets their song by one press of theirs and one of an admin', async () => {
    const { id, text, buttons } = await asked()
    // Songs made before teach a lower price.
    expect(text).toMatch(/It needs up to 0\.[12]0 credits, and they have none left\./)
    expect(text).toContain(prompt())
    expect(text).toMatch(/by (@?Max|<@)/)
    expect(buttons.map(({ label }) => label)).toEqual(labels)
    await people.presses(admin, id, 'Approve once')
    await people.sees(admin, "Approved. I'll tell the member and start it now.", since)
    await people.sees(member, "Approved: I'm working on your song.", since)
    await song()
    const closed = await people.sees(admin, 'Approved /music.', since)
    expect(closed).toMatchObject({ id, buttons: [] })
    await people.uses(admin, '/budget log')
    const log = await people.sees(admin, 'Approved request', since)
    expect(log.text).toMatch(/gave 0\.20 credits to member @?Max/)
  })

  test('a budget manager approves as well, and one song comes of all presses', async () => {
    const { id } = await asked()
    const presses = [admin, manager, admin].map((who) => people.presses(who, id, 'Approve once'))
    await Promise.all(presses)
    await song()
    const { buttons } = await people.sees(manager, 'Approved /music.', since)
    expect(buttons).toEqual([])
    const songsMade = (await people.messages(admin, since)).filter(({ text }) =>
      new RegExp(`${prompt()}[\\s\\S]*Made with AI`).test(text),
    )
    expect(songsMade).toHaveLength(1)
  })

  test('neither the member nor anybody else without rights can press a button', async () => {
    const { id } = await asked()
    for (const label of labels) {
      const before = await people.latest(member)
      await people.presses(member, id, label)
      await people.sees(member, 'Only admins and budget managers can use /budget.', before)
    }
    const { buttons } = await people.sees(admin, /Approve \/music\?/, since)
    expect(buttons.map(({ label }) => label)).toEqual(labels)
    await people.presses(manager, id, 'Decline')
    await people.sees(manager, "Declined. I'll tell the member.", since)
    await people.sees(member, 'Your /music request was declined. Nothing was charged.', since)
    expect((await people.sees(admin, 'Declined /music.', since)).buttons).toEqual([])
    expect((await people.messages(admin, since)).some(({ text }) => text.includes('Made with AI'))).toBe(
      false,
    )
  })

  test('an admin raises the limit, and approves it then', async () => {
    const { id } = await asked()
    const { form } = await people.presses(admin, id, 'Raise limit')
    if (form === undefined) throw new Error('no form opened')
    expect(form.fields.slice(0, 2).map(({ label }) => label)).toEqual(['Member', 'Credits'])
    await people.sends(admin, form, { Credits: '0.70' })
    await people.sees(admin, 'Limit for this member: 0.70 credits', since)
    await people.presses(admin, id, 'Approve once')
    await song()
    await people.uses(admin, '/budget member', { member: '@Max', credits: 0 })
    await people.sees(admin, 'Limit for this member: 0 credits', since)
  })

  test('requests come to the channel that admins chose, and private ones without their words', async () => {
    const desk = world.addresses[platform].channelIds[1] ?? ''
    await people.uses(admin, '/budget approvals', { channel: desk })
    await people.sees(admin, 'All requests to admins appear in the channel below.', since)
    const card = await asked({ seen_by: 'me' })
    expect(card.channel).toBe(desk)
    expect(card.text).not.toContain(prompt())
    await people.presses(admin, card.id, 'Approve once', desk)
    await people.sees(member, new RegExp(`${prompt()}[\\s\\S]*Made with AI`), since)
    expect((await people.messages(admin, since)).some(({ text }) => text.includes(prompt()))).toBe(false)
    await people.uses(admin, '/budget approvals', { lift: true })
    await people.sees(admin, 'Admins are asked where the request was made.', since)
  })
})
