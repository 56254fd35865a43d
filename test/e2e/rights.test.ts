import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: true })
})

afterAll(() => world.stop())

describe.each<ChatPlatform>(['discord', 'slack'])('on %s', (platform) => {
  let people: People
  /** The newest message before each test. */
  let since: string

  const admin = 'ada'
  const member = 'max'
  const other = 'mia'

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    await people.allows(admin, 5)
  })

  beforeEach(async () => {
    since = await people.latest(admin)
  })

  const sees = (viewer: string, sought: string | RegExp) => people.sees(viewer, sought, since)

  test('a member who may not manage can neither see nor set the budget', async () => {
    const refused = await people.uses(member, '/budget limit', { credits: 100 })
    // Discord's client does not offer what the server's settings keep for its
    // managers; Slack's offers all to all.
    if (platform === 'discord') expect(refused).toMatch(/offers no command/)
    else await sees(member, 'Only admins and budget managers')
    await people.uses(admin, '/budget show')
    expect((await sees(admin, /credits left here/)).text).toContain('Limit: 5 credits')
  })

  test('a member who asks in a message is refused as well', async () => {
    await people.says(member, '@Tunesmith budget limit 100')
    expect((await sees(member, 'Only admins and budget managers')).text).not.toContain('100')
  })

  test('a manager named by an admin may, until the admin takes it back', async () => {
    await people.uses(admin, '/budget manager', { member: '@Mia' })
    expect((await sees(admin, 'This member is now a budget manager')).text).toMatch(/Member: @?Mia/)
    await people.says(other, '@Tunesmith budget limit 6')
    await sees(other, 'Budget set: 6 credits a month.')
    if (platform === 'slack') {
      await people.uses(other, '/budget limit', { credits: 7 })
      await sees(other, 'Budget set: 7 credits a month.')
    }
    await people.uses(admin, '/budget manager', { member: '@Mia', remove: true })
    await sees(admin, 'This member is no longer a budget manager')
    const later = await people.says(other, '@Tunesmith budget show')
    await people.sees(other, 'Only admins and budget managers', later)
  })

  test('a share that an admin sets holds one member back and no other', async () => {
    await people.uses(admin, '/budget member', { member: '@Max', credits: 0.05 })
    await sees(admin, 'Limit for this member: 0.05 credits')
    await people.uses(member, '/credits')
    expect((await sees(member, 'You have')).text).toContain('0.05')
    await people.uses(member, '/music', { prompt: 'an opera' })
    const { text } = await sees(member, 'Not enough credits')
    expect(text).toContain('you have 0.05 left')
    expect(text).toContain('Nothing was charged')
    await people.uses(other, '/tts', { text: 'Mine is not limited.' })
    await sees(other, /Mine is not limited\.[\s\S]*Made with AI/)
  })

  test("a blocked member can't use any command, not even a free one, until an admin lifts the block", async () => {
    const blocked = 'An admin here has blocked you from using Tunesmith.'
    const refused = async (ask: () => Promise<unknown>): Promise<void> => {
      const before = await people.latest(other)
      await ask()
      await people.sees(other, blocked, before)
    }
    const { id } = await people.sees(other, /Mine is not limited\.[\s\S]*Made with AI/)
    await people.uses(admin, '/budget block', { member: '@Mia', reason: 'floods' })
    await sees(admin, /\bBlocked\./)
    await refused(() => people.uses(other, '/help'))
    await refused(() => people.uses(other, '/tts', { text: 'Nobody reads this.' }))
    await refused(() => people.says(other, '@Tunesmith credits'))
    await refused(() => people.presses(other, id, 'Again'))
    await people.uses(admin, '/budget block', { member: '@Mia', lift: true })
    await sees(admin, /\bUnblocked\./)
    await people.uses(other, '/credits')
    await sees(other, 'credits left here')
    const later = await people.latest(admin)
    await people.uses(admin, '/budget log')
    await people.sees(admin, /blocked @?Mia · “floods”/, later)
  })

  test('paused spending refuses paid requests with the reason, until an admin or manager resumes it', async () => {
    const paused = /An admin has paused spending here\. Reason: “too \\?\*loud\\?\*”\. Nothing was charged\./
    const denied = await people.latest(member)
    await people.says(member, '@Tunesmith budget pause never')
    await people.sees(member, 'Only admins and budget managers', denied)
    await people.uses(admin, '/budget pause', { reason: 'too *loud*' })
    await sees(admin, "Paused. I'll refuse new paid requests.")
    await people.uses(other, '/tts', { text: 'Nobody hears this.' })
    expect((await sees(other, paused)).buttons.map(({ label }) => label)).not.toContain('Resume')
    await people.uses(other, '/credits')
    await sees(other, /credits left here[\s\S]*An admin has paused spending here/)
    await people.uses(admin, '/tts', { text: 'Not even an admin.' })
    const refused = await sees(admin, paused)
    await people.uses(admin, '/budget show')
    await sees(admin, /Paused: everything here · “too/)
    const resumed = await people.latest(admin)
    await people.presses(admin, refused.id, 'Resume')
    await people.sees(admin, 'Resumed. Paid requests work again.', resumed)
    await people.uses(other, '/tts', { text: 'Now it is heard.' })
    await sees(other, /Now it is heard\.[\s\S]*Made with AI/)
    await people.uses(admin, '/budget log')
    expect((await sees(admin, /paused spending · “too/)).text).toMatch(/resumed spending/)
  })

  test('a manager pauses a channel or a member, and nobody anything in a direct message', async () => {
    await people.uses(admin, '/budget manager', { member: '@Mia' })
    await sees(admin, 'This member is now a budget manager')
    const by = await people.latest(other)
    await people.says(other, '@Tunesmith budget pause a break member:@Max')
    expect((await people.sees(other, "Paused. I'll refuse", by)).text).toMatch(/Paused: @?Max · “a break”/)
    await people.uses(member, '/tts', { text: 'Nobody hears this.' })
    await sees(member, 'An admin has paused your spending here. Reason: “a break”.')
    await people.says(other, '@Tunesmith budget resume member:@Max')
    await people.sees(other, 'Resumed. Paid requests work again.', by)
    await people.uses(admin, '/budget manager', { member: '@Mia', remove: true })
    await sees(admin, 'This member is no longer a budget manager')
    await people.says(admin, 'budget pause never', { channel: '@tunesmith' })
    await sees(admin, '/budget is for servers and workspaces.')
  })

  test('what an admin gives counts at once, and the log says who gave it, when and why', async () => {
    const reason = platform === 'discord' ? 'for the jam' : '“for the jam”'
    await people.uses(admin, '/budget give', { credits: 1, reason })
    await sees(admin, 'Added 1 credit to the budget.')
    await people.uses(admin, '/budget log')
    expect((await sees(admin, 'for the jam')).text).toMatch(/added 1 credit to the budget/)
    await people.uses(admin, '/jobs server')
    expect((await sees(admin, /tts[\s\S]*Job:\s\w{8}/)).seenBy).toBe(world.addresses[platform].adminId)
  })

  test('what is answered in private, nobody else sees', async () => {
    await people.uses(admin, '/budget show')
    const { id } = await sees(admin, /credits left here/)
    expect((await people.messages(member)).map((message) => message.id)).not.toContain(id)
  })
})
