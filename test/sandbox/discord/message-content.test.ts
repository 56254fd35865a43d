import { Client, type Message as ClientMessage, Events, GatewayIntentBits } from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { restTo } from './official.ts'
import { identify, intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

type Message = {
  id: string
  content: string
  attachments: object[]
  mentions: { id: string }[]
  referenced_message?: Message
}

const say = async (text: string, more: object = {}, channel = bot.discord.addresses.channelId) => {
  const { memberId } = bot.discord.addresses
  return (await bot.discord.people.act(memberId, channel, { say: text, ...more })).event
}

const clip = { files: [{ name: 'clip.mp3', base64: 'SUQz' }] }
const post = async (content: string, more: object = {}) => {
  const path = `/channels/${bot.discord.addresses.channelId}/messages`
  return (await bot.call('POST', path, { content, ...more })).body as unknown as Message
}

/** The message with this id, as the gateway tells it. */
const told = async (gateway: RawGateway, id: string): Promise<Message> => {
  for (;;) {
    const { d } = await gateway.next('MESSAGE_CREATE')
    if ((d as { id: string }).id === id) return d as unknown as Message
  }
}

describe('a mention of the bot', () => {
  test.each(['@Tunesmith', '@tunesmith', '<@BOT>'])('is typed as %s, and rings it', async (typed) => {
    const gateway = await bot.identified(intents.guildMessages)
    const { applicationId } = bot.discord.addresses
    const message = await told(gateway, await say(`${typed.replace('BOT', applicationId)}, sing`, clip))
    expect(message).toMatchObject({
      content: `<@${applicationId}>, sing`,
      mentions: [{ id: applicationId }],
      attachments: [{ filename: 'clip.mp3' }],
    })
  })

  // https://docs.discord.com/developers/reference#message-formatting
  test('stands beside roles and channels as the client writes them', async () => {
    const gateway = await bot.identified(intents.guildMessages | intents.messageContent)
    const { channelIds, managerRoleId, memberIds } = bot.discord.addresses
    const message = await told(gateway, await say('@mia: @managers in #General, not #generals or @Everyone'))
    expect(message).toMatchObject({
      content: `<@${memberIds[1]}>: <@&${managerRoleId}> in <#${channelIds[0]}>, not #generals or @Everyone`,
    })
  })

  test('is none where the name goes on', async () => {
    const gateway = await bot.identified(intents.guildMessages | intents.messageContent)
    expect(await told(gateway, await say('@tunesmiths unite'))).toMatchObject({
      content: '@tunesmiths unite',
      mentions: [],
    })
  })
})

// https://docs.discord.com/developers/events/gateway#message-content-intent
describe('without the message content intent', () => {
  test('a mention shows itself and hides the message it replies to', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    const replyTo = await say('a secret', clip)
    expect(await told(gateway, await say('@Tunesmith remix this', { replyTo, ...clip }))).toMatchObject({
      attachments: [{ filename: 'clip.mp3' }],
      message_reference: { message_id: replyTo },
      referenced_message: { id: replyTo, content: '', attachments: [], author: { username: 'max' } },
    })
  })

  test('a mention shows the message it replies to where that mentions the bot or is by it', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    const mentioning = await say('@Tunesmith listen', clip)
    const own = await post('a song')
    for (const replyTo of [mentioning, own.id]) {
      const { referenced_message: target } = await told(gateway, await say('@Tunesmith again', { replyTo }))
      expect(target?.content).toMatch(/listen|a song/)
    }
  })

  test('a message that hides itself shows the own message it replies to', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    const replyTo = await say('@Tunesmith listen')
    expect(await told(gateway, await say('no, do not', { replyTo }))).toMatchObject({
      content: '',
      referenced_message: { content: expect.stringContaining('listen') },
    })
  })

  // https://docs.discord.com/developers/topics/permissions#role-object-role-tags-structure
  test('a mention of the role that was made for the bot tells of that role and nothing else', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    const { applicationId, guildId } = bot.discord.addresses
    const { body } = await bot.call('GET', `/guilds/${guildId}/roles`)
    const roles = body as unknown as readonly { id: string; tags?: { bot_id?: string } }[]
    const role = roles.find(({ tags }) => tags?.bot_id === applicationId)?.id
    expect(await told(gateway, await say(`<@&${role}> sing`, clip))).toMatchObject({
      content: '',
      attachments: [],
      mentions: [],
      mention_roles: [role],
    })
  })

  test('a direct message is whole', async () => {
    const gateway = await bot.identified(1 << 12)
    expect(await told(gateway, await say('just between us', clip, '@Tunesmith'))).toMatchObject({
      content: 'just between us',
      attachments: [{ filename: 'clip.mp3' }],
    })
  })

  const interaction = async (gateway: RawGateway, deed: Deed) => {
    const { memberId, channelId } = bot.discord.addresses
    const acting = bot.discord.people.act(memberId, channelId, deed)
    const { d } = await gateway.next('INTERACTION_CREATE')
    const { id, token } = d as unknown as { id: string; token: string }
    await bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback`, { type: 5 })
    await acting
    return d as unknown as { message: Message; data: { resolved: { messages: Record<string, Message> } } }
  }

  test('an entry of a menu brings its message whole, and hides the one that replies to', async () => {
    const { applicationId } = bot.discord.addresses
    const gateway = await bot.identified(intents.guilds)
    await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'Remix', type: 3 }])
    const replyTo = await say('a secret')
    const message = await say('my clip', { replyTo, ...clip })
    const { data } = await interaction(gateway, { action: { name: 'Remix', message } })
    expect(data.resolved.messages[message]).toMatchObject({
      content: 'my clip',
      attachments: [{ filename: 'clip.mp3' }],
      referenced_message: { id: replyTo, content: '' },
    })
  })

  test('a button brings its message whole, and hides the one that replies to', async () => {
    const gateway = await bot.identified(intents.guilds)
    const message_reference = { message_id: await say('a secret') }
    const button = { type: 2, style: 1, label: 'Again', custom_id: 'again' }
    const { id } = await post('a song', {
      message_reference,
      components: [{ type: 1, components: [button] }],
    })
    const { message } = await interaction(gateway, { press: { message: id, button: 'Again' } })
    expect(message).toMatchObject({ content: 'a song', referenced_message: { content: '' } })
  })

  test('an application that has it switched off reads no more over HTTP', async () => {
    bot.discord.setPrivilegedIntents([])
    const path = `/channels/${bot.discord.addresses.channelId}/messages`
    const [secret, mention] = [await say('a secret', clip), await say('@Tunesmith listen', clip)]
    expect((await bot.call('GET', `${path}/${secret}`)).body).toMatchObject({ content: '', attachments: [] })
    expect((await bot.call('GET', `${path}/${mention}`)).body).toMatchObject({
      attachments: [{ filename: 'clip.mp3' }],
    })
    expect(await post('done', { message_reference: { message_id: secret } })).toMatchObject({
      content: 'done',
      referenced_message: { id: secret, content: '', attachments: [] },
    })
  })
})

describe('the privileged intents', () => {
  const wanted = intents.guildMessages | intents.messageContent

  test('are switched while the stand-in runs: who asks for one that is off is closed with 4014', async () => {
    bot.discord.setPrivilegedIntents([])
    const refused = await bot.connect()
    refused.send(identify(bot.discord.addresses.token, wanted))
    expect(await refused.closed).toBe(4014)
    bot.discord.setPrivilegedIntents(['messageContent'])
    const gateway = await bot.identified(wanted)
    expect(await told(gateway, await say('hello'))).toMatchObject({ content: 'hello' })
  })

  test('leave a session that runs without content when they are switched off', async () => {
    const gateway = await bot.identified(wanted)
    bot.discord.setPrivilegedIntents([])
    expect(await told(gateway, await say('hello'))).toMatchObject({ content: '' })
  })
})

describe('a reply of the bot', () => {
  test('rings nobody when its mentions are named and the author is not', async () => {
    const message_reference = { message_id: await say('a clip') }
    const { memberId } = bot.discord.addresses
    const rung = async (allowed_mentions?: object) =>
      (await post('done', { message_reference, allowed_mentions })).mentions.map(({ id }) => id)
    expect(await rung()).toEqual([memberId])
    expect(await rung({ parse: [], replied_user: true })).toEqual([memberId])
    expect(await rung({ parse: [], replied_user: false })).toEqual([])
    // The default of the field, once the object is there: resources/message#allowed-mentions-object
    expect(await rung({ parse: [] })).toEqual([])
  })

  test('goes through the official client, and not to a message that is gone', async () => {
    const { token, channelId } = bot.discord.addresses
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
      rest: restTo(bot.discord.addresses),
      waitGuildTimeout: 2000,
      allowedMentions: { parse: [], repliedUser: false },
    })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(token)
    await ready
    const arriving = new Promise<ClientMessage>((resolve) => client.once(Events.MessageCreate, resolve))
    const id = await say('@Tunesmith remix this', clip)
    const message = await arriving
    expect(message.attachments.first()).toMatchObject({ name: 'clip.mp3', size: 3 })
    expect((await fetch(message.attachments.first()?.url ?? '')).status).toBe(200)
    const reply = await message.reply({ content: 'Remixing', failIfNotExists: true })
    expect(reply.reference).toMatchObject({ messageId: id, channelId })
    const gone = await post('going')
    await bot.call('DELETE', `/channels/${channelId}/messages/${gone.id}`)
    const channel = await client.channels.fetch(channelId)
    if (!channel?.isSendable()) throw new Error('not a channel to write in')
    await expect(
      channel.send({ content: 'x', reply: { messageReference: gone.id, failIfNotExists: true } }),
    ).rejects.toMatchObject({ code: 50035 })
    await client.destroy()
  })
})
