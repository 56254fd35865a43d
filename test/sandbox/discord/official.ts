import { Client, type ClientOptions, Events, type Interaction } from 'discord.js'
import type { RawBot } from './support.ts'

/** Discord's official client, logged in to the stand-in. */
export const startOfficialClient = async (
  { discord }: RawBot,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> => {
  const { api, cdn, token } = discord.addresses
  const client = new Client({
    intents: ['Guilds', 'GuildMessages', 'MessageContent'],
    rest: { api, cdn, mediaProxy: cdn, version: '10', retries: 0 },
    waitGuildTimeout: 2000,
    allowedMentions: { parse: [], repliedUser: false },
    ...options,
  })
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve))
  await client.login(token)
  return ready
}

/** The next interaction that reaches the client. */
export const nextInteraction = (client: Client): Promise<Interaction> =>
  new Promise((resolve) => client.once(Events.InteractionCreate, resolve))

/** The first channel, to write in. */
export const firstChannel = async (client: Client, { discord }: RawBot) => {
  const channel = await client.channels.fetch(discord.addresses.channelId)
  if (!channel?.isSendable() || !channel.isTextBased() || channel.isDMBased())
    throw new Error('not a channel to write in')
  return channel
}
