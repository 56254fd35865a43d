import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

// What members forward, and how it is told.
// https://docs.discord.com/developers/resources/message#message-reference-content-attribution-forwards

let bot: RawBot
beforeEach(async () => {
  bot = await startRawBot()
})
afterEach(() => bot.stop())

const home = () => bot.discord.addresses
const act = (deed: Deed, channel = home().channelId, as = home().memberId) =>
  bot.discord.people.act(as, channel, deed)
const other = () => home().channelIds[1] ?? ''
const mp3 = { name: 'clip.mp3', contentType: 'audio/mpeg', base64: 'SUQz' }

const told = async (gateway: RawGateway, id: string) => {
  for (;;) {
    const { d } = await gateway.next('MESSAGE_CREATE')
    if ((d as { id: string }).id === id) return d as object
  }
}

describe('a forward', () => {
  test('holds a copy of the message, without its author, and says where that stands', async () => {
    const gateway = await bot.identified(intents.guildMessages | intents.messageContent)
    const { event: message } = await act({ say: 'la la', files: [mp3] })
    const { event } = await act({ forward: { message, to: other() } })
    const { guildId, channelId } = home()
    expect(await told(gateway, event)).toMatchObject({
      type: 0,
      content: '',
      attachments: [],
      flags: 16_384,
      channel_id: other(),
      message_reference: { type: 1, message_id: message, channel_id: channelId, guild_id: guildId },
      message_snapshots: [
        { message: { content: 'la la', attachments: [{ filename: 'clip.mp3', size: 3 }] } },
      ],
    })
    expect(bot.discord.people.messages({ channel: other() })).toMatchObject([
      { id: event, text: 'la la', files: [{ name: 'clip.mp3' }] },
    ])
  })

  test('of a voice message says that it is one, and how long it lasts', async () => {
    const gateway = await bot.identified(intents.guildMessages | intents.messageContent)
    const { event: message } = await act({ say: '', files: [mp3], recordedSeconds: 2.5 })
    expect(await told(gateway, message)).toMatchObject({ flags: 8192 })
    const { event } = await act({ forward: { message, to: other() } })
    expect(await told(gateway, event)).toMatchObject({
      message_snapshots: [{ message: { flags: 8192, attachments: [{ duration_secs: 2.5 }] } }],
    })
  })

  test('stays as it was, whatever becomes of the message', async () => {
    const { event: message } = await act({ say: 'la la', files: [mp3] })
    const { event } = await act({ forward: { message, to: other() } })
    await act({ delete: { message } })
    const { body } = await bot.call('GET', `/channels/${other()}/messages/${event}`)
    expect(body).toMatchObject({
      message_snapshots: [{ message: { content: 'la la', attachments: [{ filename: 'clip.mp3' }] } }],
    })
    const [{ url = '' } = {}] = bot.discord.people.messages({ channel: other() })[0]?.files ?? []
    expect((await fetch(url)).status).toBe(200)
  })

  test('of a forward holds the same', async () => {
    const { event: message } = await act({ say: 'la la' })
    const { event: first } = await act({ forward: { message, to: other() } })
    const { event } = await act({ forward: { message: first, to: home().channelId } }, other())
    const { body } = await bot.call('GET', `/channels/${home().channelId}/messages/${event}`)
    expect(body).toMatchObject({
      message_reference: { type: 1, message_id: message, channel_id: home().channelId },
      message_snapshots: [{ message: { content: 'la la' } }],
    })
  })

  test('shows nothing to a bot that may not read messages', async () => {
    await bot.stop()
    bot = await startRawBot({ privilegedIntents: [] })
    const gateway = await bot.identified(intents.guildMessages)
    const { event: message } = await act({ say: 'la la', files: [mp3] })
    const { event } = await act({ forward: { message, to: other() } })
    expect(await told(gateway, event)).toMatchObject({
      message_snapshots: [{ message: { content: '', attachments: [] } }],
    })
  })

  test('has the words that go with it in a message of their own', async () => {
    const { event: message } = await act({ say: 'la la' })
    await act({ forward: { message, to: other(), say: '@Tunesmith help' } })
    const texts = bot.discord.people.messages({ channel: other() }).map(({ text }) => text)
    expect(texts).toEqual(['la la', '@tunesmith help'])
  })
})

describe('the client does not let a person', () => {
  test('forward to a channel that they do not see', async () => {
    const { event: message } = await act({ say: 'la la' })
    expect(await act({ forward: { message, to: 'read-only' } })).toMatchObject({
      refused: 'You do not see this channel',
    })
  })

  test('forward to where they may not write', async () => {
    const { channelId, memberId } = home().otherGuild
    const { event: message } = await act({ say: 'la la' }, channelId, memberId)
    expect(await act({ forward: { message, to: 'read-only' } }, channelId, memberId)).toMatchObject({
      refused: 'You may not write here',
    })
  })

  test('forward what is not there', async () => {
    await expect(act({ forward: { message: '1', to: other() } })).rejects.toThrow('There is no message "1"')
  })

  test.each([
    ['without a recording', { say: '', files: [], recordedSeconds: 1 }],
    ['with two', { say: '', files: [mp3, mp3], recordedSeconds: 1 }],
    ['with words', { say: 'listen', files: [mp3], recordedSeconds: 1 }],
  ])('send a voice message %s', async (_, deed) => {
    expect(await act(deed)).toMatchObject({ event: '', refused: expect.any(String) })
  })
})
