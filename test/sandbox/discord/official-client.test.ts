import {
  ActionRowBuilder,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  Client,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../sandbox/discord/limits.ts'
import { type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { restTo } from './official.ts'

/** The first bytes of an MP3 frame; discord.js tells the type of a file from them. */
const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2000)])

let clock: Clock
let wire: Wire
let discord: DiscordStandIn
let client: Client<true>

const login = async (): Promise<Client<true>> => {
  const starting = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
    rest: restTo(discord.addresses),
    waitGuildTimeout: 2000,
    allowedMentions: { parse: [], repliedUser: false },
  })
  const ready = new Promise<Client<true>>((resolve) => starting.once(Events.ClientReady, resolve))
  await starting.login(discord.addresses.token)
  return ready
}

const nextInteraction = () =>
  new Promise<Interaction>((resolve) => client.once(Events.InteractionCreate, resolve))

const musicCommand = {
  name: 'music',
  description: 'Make a song',
  options: [
    { type: 3, name: 'prompt', description: 'What it is about', required: true },
    { type: 4, name: 'seconds', description: 'How long', min_value: 5, max_value: 60 },
    { type: 11, name: 'clip', description: 'A clip to start from' },
  ],
}

beforeEach(async () => {
  clock = startClock()
  wire = createWire(clock)
  discord = await startDiscord({ clock, wire })
  client = await login()
})

afterEach(async () => {
  await client.destroy()
  await discord.close()
  clock.stop()
})

describe('the official client', () => {
  test('logs in and knows the server', async () => {
    const guild = client.guilds.cache.get(discord.addresses.guildId)
    expect(client.user.id).toBe(discord.addresses.applicationId)
    expect(guild?.memberCount).toBe(5)
    const { channelIds, voiceChannelId, forumChannelId, threadIds } = discord.addresses
    const { ageRestrictedChannelId, announcementChannelId, announcementThreadId } = discord.addresses
    expect([...(guild?.channels.cache.keys() ?? [])]).toEqual([
      ...channelIds,
      ...[voiceChannelId, forumChannelId, ageRestrictedChannelId, announcementChannelId],
      ...[threadIds[0], announcementThreadId],
    ])
    expect(wire.refusals()).toEqual([])
  })

  test('receives a command, defers, answers with a file, edits it and follows up, all without a refusal', async () => {
    await client.application.commands.set([musicCommand])
    const arriving = nextInteraction()
    const acting = discord.people.act(discord.addresses.memberId, discord.addresses.channelId, {
      command: '/music prompt:a sea shanty seconds:20',
      files: [{ name: 'my clip.mp3', base64: mp3.toString('base64') }],
    })
    const interaction = await arriving
    if (!interaction.isChatInputCommand()) throw new Error('not a slash command')
    expect(interaction.options.getString('prompt')).toBe('a sea shanty')
    expect(interaction.options.getInteger('seconds')).toBe(20)
    const clip = interaction.options.getAttachment('clip', true)
    expect(clip).toMatchObject({ name: 'my_clip.mp3', contentType: 'audio/mpeg', size: mp3.length })
    expect(Buffer.from(await (await fetch(clip.url)).arrayBuffer())).toEqual(mp3)
    expect(interaction.memberPermissions?.has('ManageGuild')).toBe(false)
    expect(interaction.appPermissions.has('AttachFiles')).toBe(true)
    expect(interaction.attachmentSizeLimit).toBe(10 * 1024 * 1024)

    await interaction.deferReply()
    const { event } = await acting
    expect(event).toBe(interaction.id)
    expect(discord.people.messages({})).toMatchObject([{ state: 'thinking' }])

    await interaction.editReply({
      content: 'Done',
      files: [{ attachment: mp3, name: 'song.mp3', description: 'A shanty' }],
    })
    const [answer] = discord.people.messages({})
    expect(answer).toMatchObject({
      state: 'shown',
      text: 'Done',
      edits: 0,
      seenBy: 'all',
      files: [{ name: 'song.mp3', contentType: 'audio/mpeg', bytes: mp3.length, description: 'A shanty' }],
    })

    await interaction.editReply({ content: 'Done, really' })
    await interaction.followUp({ content: 'Only for you', flags: MessageFlags.Ephemeral })
    expect(discord.people.messages({ viewer: discord.addresses.memberId })).toMatchObject([
      { text: 'Done, really', edits: 1, files: [{ name: 'song.mp3' }] },
      { text: 'Only for you', seenBy: discord.addresses.memberId },
    ])
    expect(discord.people.messages({ viewer: discord.addresses.adminId })).toHaveLength(1)
    expect(wire.refusals()).toEqual([])
  })

  test('answers a press, opens a form and reads what was submitted', async () => {
    const { memberId, channelId } = discord.addresses
    const channel = await client.channels.fetch(channelId)
    if (!channel?.isSendable()) throw new Error('not a channel to write in')
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId('again').setLabel('Again').setStyle(ButtonStyle.Primary),
    )
    const posted = await channel.send({ content: 'A song', components: [row] })
    const pressing = nextInteraction()
    const acting = discord.people.act(memberId, channelId, { press: { message: posted.id, button: 'Again' } })
    const press = await pressing
    if (!press.isButton()) throw new Error('not a button')
    expect(press.message.content).toBe('A song')
    const lyrics = new TextInputBuilder().setCustomId('lyrics').setStyle(TextInputStyle.Paragraph)
    await press.showModal(
      new ModalBuilder()
        .setCustomId('form')
        .setTitle('Sing')
        .addLabelComponents(new LabelBuilder().setLabel('Lyrics').setTextInputComponent(lyrics)),
    )
    const { form } = await acting
    expect(form).toMatchObject({
      title: 'Sing',
      fields: [{ name: 'lyrics', label: 'Lyrics', kind: 'paragraph' }],
    })

    const submitting = nextInteraction()
    const sending = discord.people.act(memberId, channelId, {
      submit: { form: form?.id ?? '', values: { lyrics: 'la la' } },
    })
    const submitted = await submitting
    if (!submitted.isModalSubmit() || !submitted.isFromMessage())
      throw new Error('not a form under a message')
    expect(submitted.fields.getTextInputValue('lyrics')).toBe('la la')
    await submitted.update({ content: 'Sung', components: [] })
    await sending
    expect(discord.people.messages({})).toMatchObject([{ text: 'Sung', edits: 1, buttons: [] }])
    expect(wire.refusals()).toEqual([])
  })

  test('suggests while a member types, and reads the message of a menu entry', async () => {
    const { memberId, channelId } = discord.addresses
    await client.application.commands.set([
      { ...musicCommand, options: [{ type: 3, name: 'prompt', description: 'What', autocomplete: true }] },
      { name: 'Remix this clip', type: ApplicationCommandType.Message },
    ])
    const typing = nextInteraction()
    const asking = discord.people.act(memberId, channelId, {
      autocomplete: { command: '/music', option: 'prompt', text: 'sea' },
    })
    const typed = await typing
    if (!typed.isAutocomplete()) throw new Error('not autocomplete')
    await typed.respond([{ name: `${typed.options.getFocused()} shanty`, value: 'shanty' }])
    expect(await asking).toMatchObject({ choices: [{ name: 'sea shanty', value: 'shanty' }] })

    const said = await discord.people.act(memberId, channelId, {
      say: 'my clip',
      files: [{ name: 'clip.mp3', base64: mp3.toString('base64') }],
    })
    const picking = nextInteraction()
    const acting = discord.people.act(memberId, channelId, {
      action: { name: 'Remix this clip', message: said.event },
    })
    const picked = await picking
    if (!picked.isMessageContextMenuCommand()) throw new Error('not a menu entry')
    expect(picked.targetMessage.attachments.first()).toMatchObject({ name: 'clip.mp3', size: mp3.length })
    await picked.reply({ content: 'Remixing', flags: MessageFlags.Ephemeral })
    await acting
    expect(wire.refusals()).toEqual([])
  })

  test('posts with an enforced nonce, embeds a picture, replies, reads the history and writes in private', async () => {
    const { memberId, channelId } = discord.addresses
    const channel = await client.channels.fetch(channelId)
    if (!channel?.isSendable()) throw new Error('not a channel to write in')
    const message = {
      embeds: [new EmbedBuilder().setTitle('Cover').setImage('attachment://cover.png')],
      files: [{ attachment: mp3, name: 'cover.png' }],
      nonce: 'job',
      enforceNonce: true,
    }
    const posted = await channel.send(message)
    expect((await channel.send(message)).id).toBe(posted.id)
    expect((await fetch(posted.embeds[0]?.image?.url ?? '')).status).toBe(200)
    const reply = await posted.reply({ content: 'And this' })
    await reply.edit({ content: 'And that', attachments: [] })
    expect((await channel.messages.fetch({ limit: 5 })).map(({ content }) => content)).toEqual([
      'And that',
      '',
    ])
    await reply.delete()
    const member = await client.users.createDM(memberId)
    await member.send('Between us')
    expect(discord.people.messages({ channel: member.id })).toMatchObject([{ text: 'Between us' }])
    expect(wire.refusals()).toEqual([])
  })
})

describe('the official client is turned away', () => {
  const start = (intents: GatewayIntentBits[]) => {
    return new Client({ intents, rest: restTo(discord.addresses) })
  }

  test('with a wrong token', async () => {
    const { token } = discord.addresses
    const other = start([GatewayIntentBits.Guilds])
    await expect(other.login(token.replace(/.$/, '-'))).rejects.toMatchObject({ code: 'TokenInvalid' })
    expect(wire.refusals()).toMatchObject([{ summary: expect.stringContaining('401') }])
    await other.destroy()
  })

  test('with an intent that is not switched on', async () => {
    clock.advance(limits.identifyWindowMs) // as many seconds as Discord wants between two sessions
    const other = start([GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers])
    await expect(other.login(discord.addresses.token)).rejects.toThrow('Used disallowed intents')
    expect(wire.refusals()).toMatchObject([{ summary: expect.stringContaining('4014') }])
    await other.destroy()
  })
})
