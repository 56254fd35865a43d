import { Client, Events, GatewayIntentBits, type Interaction, MessageFlags } from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Clock, startClock } from '../../../sandbox/clock.ts'
import { type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'

/** The first bytes of an MP3 frame; discord.js tells the type of a file from them. */
const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2000)])

let clock: Clock
let wire: Wire
let discord: DiscordStandIn
let client: Client<true>

const login = async (): Promise<Client<true>> => {
  const { api, cdn, token } = discord.addresses
  const starting = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
    rest: { api, cdn, mediaProxy: cdn, version: '10', retries: 0 },
    waitGuildTimeout: 2000,
    allowedMentions: { parse: [], repliedUser: false },
  })
  const ready = new Promise<Client<true>>((resolve) => starting.once(Events.ClientReady, resolve))
  await starting.login(token)
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
    expect(guild?.channels.cache.size).toBe(4)
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
})
