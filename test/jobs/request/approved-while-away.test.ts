import { afterEach, describe, expect, test } from 'vitest'
import { createCanSee } from '../../../src/core/job/audience.ts'
import type { Platform } from '../../../src/core/job/platform.ts'
import { startAnother, startListening } from '../../bots/discord/listening.ts'
import { startBot } from '../../bots/slack/bot.ts'
import { target } from '../../support/commands/invocation.ts'
import { openApprovalWorld } from '../../support/jobs/approval-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'

// An admin approves, so it is they who act: of the member, no event of a chat says whether they still see the channel of
// the clip. Here the chats are the stand-ins, and their adapters the real ones.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const notIn = /members\/.* Unknown Member/
const startsIt = /^Approved\./
const staysOpen = /^I can't confirm that the member still sees the clip's channel/

/** Admins are asked for a remix of a clip from a channel, and one approves it; answers with what that one is told. */
const approved = async (
  chat: Pick<Platform, 'canSee'>,
  asker: { server: string; member: string },
  channel: string,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> => {
  const world = await openApprovalWorld()
  ends.push(async () => world.close())
  const platform = 'discord' // as that world's only chat is called, whichever is asked
  await giveBudget(world, 100_000, `${platform}:${asker.server}`)
  const message = { platform, channel, message: 'message-9' } as const
  const clip = { ...world.platform.upload('band.mp3', 'la la'), message, by: 'somebody' }
  const place = target({ ...asker, channel })
  await world.asks({ command: 'remix', values: { clip, prompt: 'folk' }, target: place })
  await world.tend()
  await meanwhile()
  const canSee = createCanSee(new Map([[platform, chat] as const]))
  const admin = { target: { ...place, member: 'admin-1' } }
  const { message: told } = await world.decides('Approve once', admin, world.card(), { canSee })
  return told.text
}

describe('on Discord, an approval', () => {
  const started = async () => {
    const at = await startListening()
    ends.push(async () => at.stop())
    const { channelIds, guildId, adminId } = at.standIn.addresses
    const [, music = ''] = channelIds
    const asker = { server: guildId, member: at.member }
    const manages = (manage: object, channel = music, as = adminId) =>
      at.act({ manage } as Parameters<typeof at.act>[0], as, channel)
    return { at, asker, music, manages }
  }

  test.each<[string, object, RegExp, readonly RegExp[]]>([
    ['starts a request whose member only asked', { what: 'rename channel', name: 'tunes' }, startsIt, []],
    ['starts none of a member who was removed', { what: 'remove member', member: 'max' }, staysOpen, [notIn]],
    ['starts none of a member who lost the channel', { what: 'make private' }, staysOpen, []],
  ])('%s', async (_, change, said, refusals) => {
    expectRefusals(...refusals)
    const { at, asker, music, manages } = await started()
    await at.act({ command: '/help' }, at.member, music)
    expect(await approved(at.discord, asker, music, () => manages(change))).toMatch(said)
  })

  test('starts none of a member who lost the role that showed them the channel', async () => {
    const { at, asker, music, manages } = await started()
    const role = { role: 'Managers', member: at.member }
    expect(await manages({ what: 'give role', ...role }, music, 'olga')).not.toHaveProperty('refused')
    await manages({ what: 'revoke', role: '@everyone', permission: 'ViewChannel' }, music, 'olga')
    await at.act({ command: '/help' }, at.member, music)
    expect(await approved(at.discord, asker, music)).toMatch(startsIt)
    at.clock.advance(3_000)
    const taken = () => manages({ what: 'take role', ...role }, music, 'olga')
    expect(await approved(at.discord, asker, music, taken)).toMatch(staysOpen)
  })

  test('starts a request of a member who did nothing since the bot was started', async () => {
    const { at, asker, music } = await started()
    const { discord } = await startAnother(at)
    ends.push(() => discord.stop('all'))
    expect(await approved(discord, asker, music)).toMatch(startsIt)
  })

  test('starts a request in a private thread of a member who is still in it, and of no other', async () => {
    const { at, asker, music, manages } = await started()
    const { event: thread } = await manages({ what: 'start private thread', name: 'band' })
    await manages({ what: 'add to thread', member: at.member }, thread)
    expect(await approved(at.discord, asker, thread)).toMatch(startsIt)
    expectRefusals(notIn)
    const left = () => manages({ what: 'remove from thread', member: at.member }, thread)
    expect(await approved(at.discord, asker, thread, left)).toMatch(staysOpen)
    expect(await approved(at.discord, asker, music)).toMatch(startsIt)
  })
})

describe('on Slack, an approval', () => {
  test('starts a request in a private channel of a member who is still in it, and of no other', async () => {
    const at = await startBot('socket')
    ends.push(async () => at.stop())
    const { channelId, memberId, adminId, teamId } = at.standIn.addresses
    await at.act({ manage: { what: 'make private' } }, channelId, adminId)
    const asker = { server: teamId, member: memberId }
    expect(await approved(at.slack, asker, channelId)).toMatch(startsIt)
    at.clock.advance(3_000)
    const left = () => at.act({ manage: { what: 'remove member', member: memberId } }, channelId, adminId)
    expect(await approved(at.slack, asker, channelId, left)).toMatch(staysOpen)
  })
})
