import {
  ApplicationIntegrationType,
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  InteractionContextType,
  type Message,
  MessageFlags,
  Partials,
} from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { restTo } from './official.ts'

let clock: Clock
let wire: Wire
let discord: DiscordStandIn
let client: Client<true>

beforeEach(async () => {
  clock = startClock()
  wire = createWire(clock)
  discord = await startDiscord({ clock, wire })
  discord.setInstallationContexts(['guild', 'user'])
  const starting = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages],
    partials: [Partials.Channel],
    rest: restTo(discord.addresses),
    allowedMentions: { parse: [], repliedUser: false },
  })
  const ready = new Promise<Client<true>>((resolve) => starting.once(Events.ClientReady, resolve))
  await starting.login(discord.addresses.token)
  client = await ready
  await client.application.commands.create({
    name: 'ping',
    description: 'Ping',
    integrationTypes: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
    contexts: [
      InteractionContextType.Guild,
      InteractionContextType.BotDM,
      InteractionContextType.PrivateChannel,
    ],
  })
})

afterEach(async () => {
  await client.destroy()
  await discord.close()
  clock.stop()
})

/** Somebody runs "/ping" somewhere, as the client reads it. */
const pinged = async (as: string, channel: string): Promise<ChatInputCommandInteraction> => {
  const arriving = new Promise<ChatInputCommandInteraction>((resolve) =>
    client.once(Events.InteractionCreate, (interaction) => {
      if (interaction.isChatInputCommand()) resolve(interaction)
    }),
  )
  void discord.people.act(as, channel, { command: '/ping' })
  return arriving
}

describe('the official client', () => {
  test('reads and answers a command in private with the bot, and what is written there', async () => {
    const { memberId, directChannelIds } = discord.addresses
    const [direct = ''] = directChannelIds
    const interaction = await pinged(memberId, direct)
    expect(interaction.inGuild()).toBe(false)
    expect(interaction.context).toBe(InteractionContextType.BotDM)
    const { guildId, userId } = interaction.authorizingIntegrationOwners
    expect([guildId, userId]).toEqual(['0', null])
    expect(interaction.appPermissions.has('AttachFiles')).toBe(true)
    expect([interaction.user.id, interaction.channelId, interaction.member]).toEqual([memberId, direct, null])
    await interaction.reply('pong')
    const writing = new Promise<Message>((resolve) =>
      client.on(Events.MessageCreate, (message) => {
        if (!message.author.bot) resolve(message)
      }),
    )
    await discord.people.act(memberId, direct, { say: 'thanks' })
    const written = await writing
    expect([written.content, written.channel.isDMBased()]).toEqual(['thanks', true])
    expect(wire.refusals()).toEqual([])
  })

  test.each([
    ['in a server without the bot', InteractionContextType.Guild],
    ['among friends', InteractionContextType.PrivateChannel],
  ])('reads and answers a command that its user installed, %s', async (_where, context) => {
    const { otherGuild, groupId } = discord.addresses
    const { memberId, guildId, channelId } = otherGuild
    const place = context === InteractionContextType.Guild ? channelId : groupId
    await discord.people.act(memberId, place, { manage: { what: 'install app' } })
    const interaction = await pinged(memberId, place)
    expect(interaction.context).toBe(context)
    const owners = interaction.authorizingIntegrationOwners
    expect([owners.guildId, owners.userId]).toEqual([null, memberId])
    expect(interaction.guildId).toBe(context === InteractionContextType.Guild ? guildId : null)
    expect([interaction.inCachedGuild(), interaction.user.id]).toEqual([false, memberId])
    await interaction.deferReply()
    await interaction.editReply({
      content: 'pong',
      files: [{ attachment: Buffer.from('la'), name: 'a.mp3' }],
    })
    await interaction.followUp({ content: 'for you', flags: MessageFlags.Ephemeral })
    expect(discord.people.messages({ channel: place })).toMatchObject([
      { text: 'pong', seenBy: 'all', files: [{ name: 'a.mp3' }] },
      { text: 'for you', seenBy: memberId },
    ])
    expect(wire.refusals()).toEqual([])
  })
})
